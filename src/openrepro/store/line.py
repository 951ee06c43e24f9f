"""The queue as readers see it: who is next, what is in work, what is held and until when; public entries only."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Row, Select

from openrepro.entries.entry import Reason, State
from openrepro.entries.job import Lane
from openrepro.store.job_figures import COUNTED, Work, recent_work
from openrepro.store.job_statements import HELD, LEASED, OPEN
from openrepro.store.tables import entries, jobs

RETRY_EVERY: Final = 4
"""Every so manieth job is a retry while there are both."""
OF_MODELS: Final = "model-"
"""How the reasons begin that have to do with the model that reads."""
UNJUDGED: Final = (State.NOT_JUDGED, State.REJECTED, State.LATE)


class Waiting(NamedTuple):
    """An entry with a job. `since` is when the job was made, `begun_at` when work on it began (empty: it waits),
    `not_before` when it is due (empty: now), `attempts` how often it was begun before."""

    entry: str
    title: str
    team: str
    paper: str
    retry: bool
    reason: Reason
    since: str
    begun_at: str
    not_before: str
    attempts: int


class Unjudged(NamedTuple):
    """How many entries are in a state that is no judgement, for one reason."""

    state: State
    reason: Reason
    entries: int


class SqlLine:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def next(self, limit: int) -> tuple[Waiting, ...]:
        """Who is next, as the judge will take them: by turn, and every fourth a retry."""
        rest = [self._in_lane(lane, limit) for lane in (Lane.NORMAL, Lane.RETRY)]
        normal, retries = rest
        found: list[Waiting] = []
        while (normal or retries) and len(found) < limit:
            retry = not normal or (bool(retries) and len(found) % RETRY_EVERY == RETRY_EVERY - 1)
            found.append((retries if retry else normal).pop(0))
        return tuple(found)

    def in_work(self, limit: int) -> tuple[Waiting, ...]:
        """What is being judged, longest first."""
        return self._lines(_public(LEASED).order_by(jobs.c.leased_at, jobs.c.id).limit(limit))

    def held(self, limit: int) -> tuple[Waiting, ...]:
        """What is not due yet, the next first."""
        return self._lines(_public(HELD).order_by(jobs.c.not_before, jobs.c.id).limit(limit))

    def for_model(self) -> Mapping[Reason, int]:
        """How many of those that are not due yet wait for the model that reads, by reason; counting ends at 10,000."""
        reason = entries.c.reason
        shown = sa.and_(HELD, ~entries.c.hidden, reason.startswith(OF_MODELS))
        joined = jobs.join(entries, entries.c.id == jobs.c.entry_id)
        some = sa.select(reason).select_from(joined).where(shown).limit(COUNTED).subquery()
        query = sa.select(some.c.reason, sa.func.count().label("many")).group_by(some.c.reason)
        return {Reason(row.reason): row.many for row in self._connection.execute(query.order_by(some.c.reason))}

    def unjudged(self) -> tuple[Unjudged, ...]:
        """Entries that stand without a judgement, by state and reason."""
        many = sa.func.count().label("many")
        columns = (entries.c.state, entries.c.reason)
        query = sa.select(*columns, many).where(entries.c.state.in_(UNJUDGED), ~entries.c.hidden).group_by(*columns)
        rows = self._connection.execute(query.order_by(*columns))
        return tuple(Unjudged(State(row.state), Reason(row.reason), row.many) for row in rows)

    def work(self, now: str) -> Work:
        """What was done of late, and by how many."""
        return recent_work(self._connection, now)

    def _in_lane(self, lane: Lane, limit: int) -> list[Waiting]:
        query = _public(sa.and_(OPEN, jobs.c.lane == lane.value))
        return list(self._lines(query.order_by(jobs.c.turn, jobs.c.id).limit(limit)))

    def _lines(self, query: Select[Any]) -> tuple[Waiting, ...]:
        return tuple(map(_waiting, self._connection.execute(query)))


def _public(condition: ColumnElement[bool]) -> Select[Any]:
    shown = (entries.c.title, entries.c.paper_id, entries.c.reason)
    return sa.select(jobs, *shown).join(entries, entries.c.id == jobs.c.entry_id).where(condition, ~entries.c.hidden)


def _waiting(row: Row[Any]) -> Waiting:
    return Waiting(
        entry=row.entry_id,
        title=row.title,
        team=row.team_id,
        paper=row.paper_id,
        retry=row.lane == Lane.RETRY or row.attempts > 0,
        reason=Reason(row.reason),
        since=row.created_at,
        begun_at=row.leased_at if row.state == "leased" else "",
        not_before=row.not_before if row.lane == Lane.HELD else "",
        attempts=row.attempts,
    )
