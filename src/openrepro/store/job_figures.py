"""Counts and paces of the table of jobs, each bounded however long the queue is."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from openrepro.queue.terms import text
from openrepro.store.tables import jobs

COUNTED: Final = 10_000
SAMPLE: Final = 200
RECENT: Final = timedelta(minutes=15)


class Work(NamedTuple):
    """What was done of late: jobs that ended in the last 15 minutes (up to `COUNTED`), how many workers ended them, and
    how many seconds one took on average."""

    ended: int
    workers: int
    seconds: float


def counted(connection: Connection, condition: ColumnElement[bool], most: int = COUNTED) -> int:
    """How many jobs fulfil the condition; counting ends at `most`."""
    some = sa.select(jobs.c.id).where(condition).limit(most).subquery()
    return int(connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0)


def recent_work(connection: Connection, now: str) -> Work:
    """The work of the last 15 minutes; time and workers are taken from the last 200 jobs."""
    since = text(datetime.fromisoformat(now) - RECENT)
    recent = sa.and_(jobs.c.ended_at >= since, jobs.c.leased_at != "", jobs.c.state.in_(("done", "failed")))
    columns = (jobs.c.leased_at, jobs.c.ended_at, jobs.c.leased_by)
    rows = connection.execute(sa.select(*columns).where(recent).order_by(jobs.c.ended_at.desc()).limit(SAMPLE)).all()
    if not rows:
        return Work(0, 0, 0.0)
    ended = len(rows) if len(rows) < SAMPLE else counted(connection, recent)
    seconds = sum(_seconds(row.leased_at, row.ended_at) for row in rows) / len(rows)
    return Work(ended, len({row.leased_by for row in rows}), round(seconds, 3))


def expected(work: Work, start: str, jobs_to_do: int) -> str:
    """When so many jobs are likely to be done, from `start` on; empty when nothing was done of late."""
    if not work.workers:
        return ""
    seconds = jobs_to_do * max(work.seconds, 0.01) / work.workers
    return text(datetime.fromisoformat(start).replace(microsecond=0), max(1.0, seconds))


def _seconds(start: str, end: str) -> float:
    return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds())
