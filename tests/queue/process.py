"""A worker process for the tests, and what its handler does with which entry."""

import os
import signal
import threading
import time
from dataclasses import dataclass
from threading import Event

import sqlalchemy as sa

from openrepro.entries.job import Job
from openrepro.queue.crew import Crew
from openrepro.queue.inline import InlineQueue
from openrepro.queue.port import Queue
from openrepro.queue.procrastinate import ProcrastinateQueue
from openrepro.queue.terms import Terms
from openrepro.store.store import Store, Transaction
from tests.queue.crowd import fine_now, marks


@dataclass(frozen=True)
class Doing:
    """A handler. The team of an entry says what happens to it."""

    store: Store
    takes: float

    def __call__(self, job: Job, stop: Event) -> None:
        if job.team == "poison":
            os.kill(os.getpid(), signal.SIGKILL)
        if job.team == "fault":
            raise OSError("the disk is full")
        if job.team == "idle":
            return
        if job.team == "deaf":
            time.sleep(30)
        if job.team == "slow" and stop.wait(30):
            raise RuntimeError("stopped")
        time.sleep(self.takes)
        with self.store.write() as tx:
            tx.connection.execute(sa.insert(marks).values(job=job.id, worker=job.leased_by))
            tx.jobs.complete(job.id, job.fence, "judged")


def leave_final_mark(books: Transaction, job: Job, sentence: str) -> None:
    books.connection.execute(sa.insert(marks).values(job=job.id, worker=f"final: {sentence}"))


def queue_of(kind: str, store: Store, *, size: int, terms: Terms, takes: float = 0.0) -> Queue:
    crew = Crew(store, Doing(store, takes), leave_final_mark, size=size, terms=terms, now=fine_now)
    return InlineQueue(crew) if kind == "inline" else ProcrastinateQueue(crew, store.engine.url)


def run(kind: str, url: str, size: int, terms: Terms, takes: float) -> None:
    """Work until SIGTERM."""
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told.set())
    store = Store.open(url)
    queue = queue_of(kind, store, size=size, terms=terms, takes=takes)
    queue.start()
    told.wait()
    queue.stop()
    store.close()
