"""Calls for a worker on PostgreSQL: jobs of procrastinate that say "one more is due", made in our own transaction.

A call names no job: whoever takes it leases the next one in the fair order. So both queues share one order, a call that
is delivered twice finds nothing the second time, and a lost one is made anew from the table of jobs.
"""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

QUEUE: Final = "openrepro"
TASK: Final = "openrepro.work"
_KNOWN: Final = "openrepro.calls"

_PRESENT = sa.text("SELECT to_regproc('procrastinate_defer_jobs_v1') IS NOT NULL")
_CALL = sa.text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY(SELECT ROW(:queue, :task, 0, NULL, NULL, CAST('{}' AS jsonb), "
    "CAST(NULLIF(:at, '') AS timestamptz))::procrastinate_job_to_defer_v1 FROM generate_series(1, :count)))"
)
_OPEN = sa.text(
    "SELECT count(*) FROM (SELECT FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = :queue "
    "AND (scheduled_at IS NULL OR scheduled_at <= now()) LIMIT :most) AS open"
)


def call(connection: Connection, *, at: str = "", count: int = 1) -> None:
    """Call `count` workers, not before `at` (UTC text, empty: now). Does nothing where no procrastinate is installed:
    then workers look for work by themselves."""
    if calls(connection):
        connection.execute(_CALL, {"queue": QUEUE, "task": TASK, "at": at, "count": count})


def calls(connection: Connection) -> bool:
    """Whether workers are called here at all. Asked anew only while the answer is no."""
    if connection.dialect.name != "postgresql":
        return False
    if not connection.info.get(_KNOWN):
        connection.info[_KNOWN] = bool(connection.scalar(_PRESENT))
    return bool(connection.info[_KNOWN])


def open_calls(connection: Connection, most: int) -> int:
    """How many calls nobody has taken yet; `most` when there are more."""
    return int(connection.scalar(_OPEN, {"queue": QUEUE, "most": most}) or 0)
