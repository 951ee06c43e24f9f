"""The store of the table of jobs: the fair order of work, leases and their fences."""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, Executable, Row

from openrepro import clock
from openrepro.entries.entry import State
from openrepro.entries.job import Job, JobState, Lane, Place, StaleFence
from openrepro.queue.calls import MOST, call, call_up_to, calls
from openrepro.queue.port import Health
from openrepro.store.job_figures import COUNTED, counted, expected, recent_work, said
from openrepro.store.job_statements import (
    ANOTHER_WAITS,
    CANCEL,
    ENDED_AS,
    ENQUEUE,
    HELD,
    LAST_OF_TEAM,
    LEASE,
    LEASED,
    LIVE,
    MINE,
    NEXT,
    ONE,
    OPEN,
    RENEW,
    REPLACE,
    ROUND,
    WAITING,
    WAITS,
)
from openrepro.store.tables import entries, jobs

DUE_AT_ONCE: Final = 20
SENTENCE: Final = 500
SLOW: Final = 1
"""The turn of what is held and goes to the slower lane when it is due."""
REPLACED: Final = "A newer revision took its place."


class SqlJobs:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, job: int) -> Job | None:
        return self._one(ONE, {"job": job})

    def of_entry(self, entry: str, limit: int = 50) -> tuple[Job, ...]:
        """The jobs of an entry, newest first."""
        found = sa.select(jobs).where(jobs.c.entry_id == entry).order_by(jobs.c.id.desc()).limit(limit)
        return tuple(map(_job, self._connection.execute(found)))

    def leased(self, limit: int = 100) -> tuple[Job, ...]:
        """What is being worked on, longest first."""
        found = sa.select(jobs).where(LEASED).order_by(jobs.c.leased_at, jobs.c.id).limit(limit)
        return tuple(map(_job, self._connection.execute(found)))

    def enqueue(self, entry: str, revision: str, team: str, *, not_before: str = "", now: str = "") -> int:
        now = now or clock.written(clock.now())
        live = self._connection.scalar(LIVE, {"entry": entry, "new": revision})
        if live is not None:
            return int(live)
        turn = self._replaced(entry, now)
        lane = Lane.HELD if not_before > now else Lane.NORMAL
        if lane is Lane.HELD:
            turn = 0
        elif turn is None:
            turn = self._turn(team, lane)
        named = {"entry_id": entry, "revision": revision, "team_id": team, "created_at": now}
        new = {"lane": lane.value, "turn": turn, "not_before": not_before, **named}
        made = self._connection.scalar(ENQUEUE[self._connection.dialect.name], new)
        if lane is Lane.NORMAL:
            call(self._connection)
        return int(made or self._connection.scalars(LIVE, {"entry": entry, "new": revision}).one())

    def cancel(self, entry: str, sentence: str, *, now: str = "") -> int:
        return self._connection.execute(CANCEL, {"entry": entry, **_ended(JobState.CANCELLED, sentence, now)}).rowcount

    def cut_short(self, entry: str, revision: str) -> bool:
        mine = sa.select(jobs.c.state).where(jobs.c.entry_id == entry, jobs.c.revision == revision)
        return bool(self._connection.scalar(mine.order_by(jobs.c.id.desc()).limit(1)) == JobState.CANCELLED)

    def due(self, now: str) -> bool:
        found = sa.select(sa.exists().where(OPEN), sa.exists().where(HELD, jobs.c.not_before <= now))
        return any(self._connection.execute(found).one())

    def lease(self, worker: str, *, now: str, until: str, prefer: Lane = Lane.NORMAL) -> Job | None:
        settled = prefer is Lane.RETRY and self._settle_held(now)
        chosen = self._first(prefer)
        if chosen is None and not settled and self._settle_held(now):
            chosen = self._first(prefer)
        if chosen is None:
            return None
        taken = {"job": chosen, "worker": worker, "now": now, "until": until}
        return _job(self._connection.execute(LEASE, taken).one())

    def renew(self, job: int, fence: int, until: str) -> bool:
        return self._connection.execute(RENEW, {"job": job, "held": fence, "until": until}).rowcount == 1

    def complete(self, job: int, fence: int, sentence: str, *, now: str = "") -> None:
        self._end(job, fence, _ended(JobState.DONE, sentence, now))

    def fail(self, job: int, fence: int, sentence: str, *, now: str = "") -> None:
        self._end(job, fence, _ended(JobState.FAILED, sentence, now))

    def retry(self, job: int, fence: int, sentence: str, *, now: str, not_before: str) -> None:
        found = self._held_by(job, fence)
        lane = Lane.HELD if not_before > now else Lane.RETRY
        turn = 0 if lane is Lane.HELD else self._turn(found.team, lane)
        told = {"sentence": sentence[:SENTENCE], "not_before": not_before}
        self._put_back(found, {"lane": lane, "turn": turn, **told})

    def wait(self, job: int, fence: int, sentence: str, *, not_before: str, slow: bool = False) -> None:
        told = {"sentence": sentence[:SENTENCE], "not_before": not_before, "attempts": jobs.c.attempts - 1}
        self._put_back(self._held_by(job, fence), {"lane": Lane.HELD, "turn": SLOW if slow else 0, **told})

    def release(self, reason: str, limit: int, *, now: str) -> int:
        held = sa.select(jobs.c.id).join(entries, entries.c.id == jobs.c.entry_id)
        due = held.where(HELD, jobs.c.not_before > now, entries.c.state == State.QUEUED, entries.c.reason == reason)
        found = list(self._connection.scalars(due.order_by(jobs.c.id).limit(limit)))
        if found:
            self._connection.execute(sa.update(jobs).where(jobs.c.id.in_(found), HELD).values(not_before=now))
        return len(found)

    def give_back(self, job: int, fence: int) -> bool:
        try:
            self._put_back(self._held_by(job, fence), {"attempts": jobs.c.attempts - 1})
        except StaleFence:
            return False
        return True

    def expired(self, now: str, limit: int = 100) -> tuple[Job, ...]:
        over = sa.select(jobs).where(LEASED, jobs.c.leased_until <= now).order_by(jobs.c.id).limit(limit)
        return tuple(map(_job, self._connection.execute(over)))

    def call_missing(self, now: str) -> None:
        due = counted(self._connection, OPEN, MOST)
        due += counted(self._connection, sa.and_(HELD, jobs.c.not_before <= now), MOST)
        call_up_to(self._connection, due)

    def place(self, entry: str, *, now: str = "") -> Place | None:
        job = self._one(WAITS, {"entry": entry})
        if job is None:
            return None
        now = now or clock.written(clock.now())
        work = recent_work(self._connection, now)
        if job.lane is Lane.HELD:
            return Place(0, expected(work, max(now, job.not_before), 1), not_before=job.not_before, sentence=said(work))
        before = sa.tuple_(jobs.c.turn, jobs.c.id) < sa.tuple_(sa.literal(job.turn), sa.literal(job.id))
        same = counted(self._connection, sa.and_(WAITING, jobs.c.lane == job.lane, before))
        ahead = same + self._between(job.lane, same)
        ends = expected(work, now, ahead + 1)
        return Place(min(ahead, COUNTED), ends, or_more=ahead >= COUNTED, sentence=said(work))

    def health(self, now: str) -> Health:
        work = recent_work(self._connection, now)
        oldest = sa.select(jobs.c.created_at).where(OPEN).order_by(jobs.c.created_at).limit(1)
        return Health(
            waiting=counted(self._connection, OPEN),
            held=counted(self._connection, HELD),
            leased=counted(self._connection, LEASED),
            oldest=self._connection.scalar(oldest) or "",
            ended=work.ended,
            workers=work.workers,
            seconds=work.seconds,
            retries=counted(self._connection, sa.and_(WAITING, jobs.c.lane == Lane.RETRY)),
        )

    def _between(self, lane: Lane, same: int) -> int:
        """How many jobs of the other lane come in between: every fourth is a retry while there are both."""
        retries = lane is Lane.RETRY
        most = 3 * (same + 1) if retries else same // 3
        other = sa.and_(WAITING, jobs.c.lane == (Lane.NORMAL if retries else Lane.RETRY))
        return min(most, counted(self._connection, other)) if most else 0

    def _turn(self, team: str, lane: Lane) -> int:
        """The turn of a team's new job: behind its own, in the round that is being served (start-time fair queueing).

        It depends on what waits only, so what was cancelled or done costs a team nothing.
        """
        served = self._connection.scalar(ROUND, {"of_lane": lane.value})
        behind = self._connection.scalar(LAST_OF_TEAM, {"of_lane": lane.value, "team": team})
        return max(served or 0, 0 if behind is None else behind + 1)

    def _replaced(self, entry: str, now: str) -> int | None:
        """Cancel the waiting jobs of an entry; gives the turn of one that stood in the normal lane."""
        gone = self._connection.execute(REPLACE, {"entry": entry, **_ended(JobState.CANCELLED, REPLACED, now)})
        return min((row.turn for row in gone.all() if row.lane == Lane.NORMAL), default=None)

    def _settle_held(self, now: str) -> bool:
        """Give held jobs that are due now a turn; gives whether there were any."""
        due = sa.select(jobs).where(HELD, jobs.c.not_before <= now).order_by(jobs.c.not_before).limit(DUE_AT_ONCE)
        rows = self._connection.execute(due.with_for_update(skip_locked=True)).all()
        for row in rows:
            lane = Lane.RETRY if row.attempts or row.turn == SLOW else Lane.NORMAL
            settled = {"lane": lane, "turn": self._turn(row.team_id, lane)}
            self._connection.execute(sa.update(jobs).where(jobs.c.id == row.id).values(settled))
        return bool(rows)

    def _first(self, prefer: Lane) -> int | None:
        """The first job of the preferred lane, else of the other."""
        lanes = (Lane.RETRY, Lane.NORMAL) if prefer is Lane.RETRY else (Lane.NORMAL, Lane.RETRY)
        found = (self._connection.scalar(NEXT[lane]) for lane in lanes)
        return next((job for job in found if job is not None), None)

    def _put_back(self, job: Job, values: Mapping[str, object]) -> None:
        """Let a leased job wait again, or cancel it when a newer revision waits."""
        if self._connection.scalar(ANOTHER_WAITS, {"entry": job.entry, "job": job.id}) is not None:
            return self._end(job.id, job.fence, _ended(JobState.CANCELLED, REPLACED, ""))
        again = {"state": JobState.WAITING, "leased_until": "", **values}
        self._connection.execute(sa.update(jobs).where(jobs.c.id == job.id).values(again))
        return None if values.get("lane") is Lane.HELD else call(self._connection)

    def _held_by(self, job: int, fence: int) -> Job:
        """The job if this fence holds it, locked. Raises StaleFence."""
        found = self._one(MINE, {"job": job, "held": fence})
        if found is None:
            raise StaleFence(f"Job {job} is not held under fence {fence} any more.")
        return found

    def _end(self, job: int, fence: int, ended: Mapping[str, object]) -> None:
        entry = self._connection.scalar(ENDED_AS, {"job": job, "held": fence, **ended})
        if entry is None:
            raise StaleFence(f"Job {job} is not held under fence {fence} any more.")
        if calls(self._connection) and self._connection.scalar(ANOTHER_WAITS, {"entry": entry, "job": 0}) is not None:
            call(self._connection)  # the call of a newer revision may have come while this one was leased

    def _one(self, statement: Executable, values: Mapping[str, object]) -> Job | None:
        row = self._connection.execute(statement, values).first()
        return None if row is None else _job(row)


def _ended(state: JobState, sentence: str, now: str) -> dict[str, object]:
    at = now or clock.written(clock.now())
    return {"to_state": state.value, "to_ended_at": at, "to_leased_until": "", "to_sentence": sentence[:SENTENCE]}


def _job(row: Row[tuple[object, ...]]) -> Job:
    known = row._mapping
    return Job(
        id=known["id"],
        entry=known["entry_id"],
        revision=known["revision"],
        team=known["team_id"],
        state=JobState(known["state"]),
        lane=Lane(known["lane"]),
        turn=known["turn"],
        attempts=known["attempts"],
        fence=known["fence"],
        created_at=known["created_at"],
        not_before=known["not_before"],
        leased_at=known["leased_at"],
        leased_until=known["leased_until"],
        leased_by=known["leased_by"],
        ended_at=known["ended_at"],
        sentence=known["sentence"],
    )
