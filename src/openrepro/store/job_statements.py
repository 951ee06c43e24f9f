"""The statements that every job goes through, built once: to build one takes longer than to execute it."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import BindParameter, Select
from sqlalchemy.dialects import postgresql, sqlite

from openrepro.entries.job import JobState, Lane
from openrepro.store.tables import jobs

# Written out, not bound: only then are the partial indexes used.
WAITING: Final = jobs.c.state == sa.literal_column("'waiting'")
LEASED: Final = jobs.c.state == sa.literal_column("'leased'")
HELD: Final = sa.and_(WAITING, jobs.c.lane == sa.literal_column("2"))
OPEN: Final = sa.and_(WAITING, jobs.c.lane < sa.literal_column("2"))

_JOB: Final = jobs.c.id == sa.bindparam("job")
_OF_ENTRY: Final = jobs.c.entry_id == sa.bindparam("entry")
_OF_LANE: Final = sa.and_(WAITING, jobs.c.lane == sa.bindparam("of_lane"))
_HELD_BY: Final = sa.and_(_JOB, jobs.c.fence == sa.bindparam("held"), LEASED)
_TO: Final[dict[str, BindParameter[Any]]] = {
    name: sa.bindparam(f"to_{name}") for name in ("state", "ended_at", "leased_until", "sentence")
}

ONE: Final = sa.select(jobs).where(_JOB)
MINE: Final = sa.select(jobs).where(_HELD_BY).with_for_update()
WAITS: Final = sa.select(jobs).where(_OF_ENTRY, WAITING).order_by(jobs.c.id.desc()).limit(1)
ANOTHER_WAITS: Final = sa.select(jobs.c.id).where(_OF_ENTRY, WAITING, jobs.c.id > sa.bindparam("job")).limit(1)

LIVE: Final = (
    sa.select(jobs.c.id).where(_OF_ENTRY, jobs.c.revision == sa.bindparam("new"), sa.or_(WAITING, LEASED)).limit(1)
)
REPLACE: Final = sa.update(jobs).where(_OF_ENTRY, WAITING).values(_TO).returning(jobs.c.lane, jobs.c.turn)
CANCEL: Final = (
    sa.update(jobs).where(_OF_ENTRY, sa.or_(WAITING, LEASED)).values({**_TO, "fence": jobs.c.fence + 1})
)  # fmt: skip
ROUND: Final = sa.select(jobs.c.turn).where(_OF_LANE).order_by(jobs.c.turn, jobs.c.id).limit(1)
LAST_OF_TEAM: Final = sa.select(sa.func.max(jobs.c.turn)).where(_OF_LANE, jobs.c.team_id == sa.bindparam("team"))
_NEW: Final[dict[str, BindParameter[Any]]] = {
    name: sa.bindparam(name) for name in ("entry_id", "revision", "team_id", "lane", "turn", "not_before", "created_at")
}
ENQUEUE: Final = {
    "sqlite": sqlite.insert(jobs).values(_NEW).on_conflict_do_nothing().returning(jobs.c.id),
    "postgresql": postgresql.insert(jobs).values(_NEW).on_conflict_do_nothing().returning(jobs.c.id),
}
"""Gives nothing when another transaction has enqueued the same revision in the same moment."""

LEASE: Final = (
    sa.update(jobs)
    .where(_JOB)
    .values(
        state=JobState.LEASED.value,
        leased_by=sa.bindparam("worker"),
        leased_at=sa.bindparam("now"),
        leased_until=sa.bindparam("until"),
        fence=jobs.c.fence + 1,
        attempts=jobs.c.attempts + 1,
    )
    .returning(jobs)
)
RENEW: Final = sa.update(jobs).where(_HELD_BY).values(leased_until=sa.bindparam("until"))
ENDED_AS: Final = sa.update(jobs).where(_HELD_BY).values(_TO).returning(jobs.c.entry_id)


def _first_of(lane: Lane) -> Select[int]:
    """The first job of a lane whose entry is not being worked on."""
    other = jobs.alias()
    busy = sa.exists().where(other.c.entry_id == jobs.c.entry_id, other.c.state == sa.literal_column("'leased'"))
    waits = sa.select(jobs.c.id).where(WAITING, jobs.c.lane == lane.value, ~busy)
    return waits.order_by(jobs.c.turn, jobs.c.id).limit(1).with_for_update(skip_locked=True, of=jobs)


NEXT: Final = {lane: _first_of(lane) for lane in (Lane.NORMAL, Lane.RETRY)}
