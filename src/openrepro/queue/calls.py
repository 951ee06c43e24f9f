"""Calls for workers on PostgreSQL: jobs of procrastinate that say "there is work", made in our own transaction.

A call names no job: who takes it leases in the fair order until nothing is due. So both queues share one order, a call
that is delivered twice finds nothing the second time, a lost one is made anew from the table of jobs, and a few open
calls are enough however much waits: procrastinate's own queue gets slower with its length.
"""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

QUEUE: Final = "openrepro"
TASK: Final = "openrepro.work"
MOST: Final = 100
"""So many calls are open at most."""
_KNOWN: Final = "openrepro.calls"

_PRESENT = sa.text("SELECT to_regproc('procrastinate_defer_jobs_v1') IS NOT NULL")
_OPEN = (
    "SELECT count(*) FROM (SELECT FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = :queue LIMIT :most) "
    "AS open_ones"
)
_ROW = "ROW(:queue, :task, 0, NULL, NULL, CAST('{}' AS jsonb), NULL)::procrastinate_job_to_defer_v1"
_CALL = sa.text(f"SELECT procrastinate_defer_jobs_v1(ARRAY[{_ROW}]) WHERE ({_OPEN}) < :most")
_CALL_UP_TO = sa.text(
    f"SELECT procrastinate_defer_jobs_v1(ARRAY(SELECT {_ROW} FROM generate_series(1, :wanted - found.calls))) "
    f"FROM ({_OPEN}) AS found (calls) WHERE found.calls < :wanted"
)
_NAMES: Final = {"queue": QUEUE, "task": TASK, "most": MOST}


def call(connection: Connection) -> None:
    """Call one more worker, unless enough are called already."""
    if calls(connection):
        connection.execute(_CALL, _NAMES)


def call_up_to(connection: Connection, wanted: int) -> None:
    """Have so many calls open, or `MOST`."""
    if calls(connection):
        connection.execute(_CALL_UP_TO, {**_NAMES, "wanted": min(wanted, MOST)})


def calls(connection: Connection) -> bool:
    """Whether workers are called here at all: not where procrastinate's tables are missing; there they look for work
    by themselves. Asked anew only while the answer is no."""
    if connection.dialect.name != "postgresql":
        return False
    if not connection.info.get(_KNOWN):
        connection.info[_KNOWN] = bool(connection.scalar(_PRESENT))
    return bool(connection.info[_KNOWN])
