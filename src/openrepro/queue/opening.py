"""Which of the two queues an installation runs."""

from sqlalchemy import Engine

from openrepro.queue.crew import Crew
from openrepro.queue.inline import InlineQueue
from openrepro.queue.port import Queue


def open_queue(engine: Engine, crew: Crew) -> Queue:
    """The queue for a database: procrastinate's on PostgreSQL, with its tables made where they are missing; threads
    that look for work on SQLite."""
    if engine.dialect.name != "postgresql":
        return InlineQueue(crew)
    from openrepro.queue.procrastinate import ProcrastinateQueue
    from openrepro.queue.procrastinate_schema import apply_schema

    apply_schema(engine)
    return ProcrastinateQueue(crew, engine.url)
