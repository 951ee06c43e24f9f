"""Counts and paces of the table of jobs, each bounded however long the queue is."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from openrepro.queue.terms import text
from openrepro.store.job_statements import HELD, LEASED, OPEN
from openrepro.store.tables import jobs

COUNTED: Final = 10_000
SAMPLE: Final = 200
RECENT: Final = timedelta(minutes=15)
ALIVE: Final = timedelta(minutes=2)
UNTAKEN: Final = timedelta(seconds=30)
USUAL_S: Final = 5.0
"""What a job is taken to last, in seconds, while none has ended of late."""


class Work(NamedTuple):
    """What was done of late: jobs that ended in the last 15 minutes (up to `COUNTED`), how many workers have one now or
    ended one in the last two minutes, and how many seconds one took on average. `idle`: there are no such workers, and
    work that is due is left lying."""

    ended: int
    workers: int
    seconds: float
    idle: bool = False


def counted(connection: Connection, condition: ColumnElement[bool], most: int = COUNTED) -> int:
    """How many jobs fulfil the condition; counting ends at `most`."""
    some = sa.select(jobs.c.id).where(condition).limit(most).subquery()
    return int(connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0)


def recent_work(connection: Connection, now: str) -> Work:
    """The work of the last 15 minutes; time and workers are taken from the last 200 jobs."""
    since = _before(now, RECENT)
    recent = sa.and_(jobs.c.ended_at >= since, jobs.c.leased_at != "", jobs.c.state.in_(("done", "failed")))
    columns = (jobs.c.leased_at, jobs.c.ended_at, jobs.c.leased_by)
    rows = connection.execute(sa.select(*columns).where(recent).order_by(jobs.c.ended_at.desc()).limit(SAMPLE)).all()
    workers = _at_work(connection, now) | {row.leased_by for row in rows if row.ended_at >= _before(now, ALIVE)}
    idle = not workers and _left_lying(connection, _before(now, UNTAKEN))
    if not rows:
        return Work(0, len(workers), 0.0, idle)
    ended = len(rows) if len(rows) < SAMPLE else counted(connection, recent)
    seconds = sum(_seconds(row.leased_at, row.ended_at) for row in rows) / len(rows)
    return Work(ended, len(workers), round(seconds, 3), idle)


def expected(work: Work, start: str, jobs_to_do: int) -> str:
    """When so many jobs are likely to be done, from `start` on; empty when nobody is at work."""
    if work.idle:
        return ""
    each = max(work.seconds, 0.01) if work.ended else USUAL_S
    seconds = jobs_to_do * each / max(1, work.workers)
    return text(datetime.fromisoformat(start).replace(microsecond=0), max(1.0, seconds))


def said(work: Work) -> str:
    """What is to be known of an expected time; empty when it comes from the pace of late."""
    if work.idle:
        return "No worker is at work right now; it keeps its place until one is."
    return "" if work.ended else "Nothing was judged of late, so the time is a rough estimate."


def _at_work(connection: Connection, now: str) -> set[str]:
    """The workers that hold a job under a lease that is not over."""
    held = sa.select(jobs.c.leased_by).where(LEASED, jobs.c.leased_until > now).limit(SAMPLE)
    return set(connection.scalars(held))


def _left_lying(connection: Connection, since: str) -> bool:
    """Whether a job has been due since before that instant."""
    due = sa.exists().where(OPEN, jobs.c.created_at < since, jobs.c.not_before < since)
    return any(connection.execute(sa.select(due, sa.exists().where(HELD, jobs.c.not_before < since))).one())


def _before(now: str, time: timedelta) -> str:
    return text(datetime.fromisoformat(now) - time)


def _seconds(start: str, end: str) -> float:
    return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds())
