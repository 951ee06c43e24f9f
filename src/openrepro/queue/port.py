"""What a queue is to the rest of the server, and what queues ask of the table of jobs."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from openrepro.entries.job import Job, JobStore, Lane
from openrepro.entries.ports import Books


@dataclass(frozen=True, slots=True)
class Health:
    """How the queue is. `waiting` (due), `held` (not due yet) and `leased` are jobs; from `or_more` on they are not
    counted any further. `oldest` is when the job that waits longest was made; empty when none waits. `ended` jobs
    came to their end in the last 15 minutes, in `seconds` each on average. `workers` have a job now, or ended one in
    the last two minutes. Of those that wait, `retries` are in the slower lane."""

    waiting: int
    held: int
    leased: int
    oldest: str = ""
    ended: int = 0
    workers: int = 0
    seconds: float = 0.0
    retries: int = 0


class QueueJobs(JobStore, Protocol):
    """The table of jobs as queues see it. Every instant is UTC text that sorts."""

    def get(self, job: int) -> Job | None: ...

    def due(self, now: str) -> bool:
        """Whether there may be something to lease. Cheap: it only reads."""
        ...

    def lease(self, worker: str, *, now: str, until: str, prefer: Lane = Lane.NORMAL) -> Job | None:
        """The next due job in the fair order, leased to `worker`; None when there is none. Never two of one entry: the
        database refuses the second where two revisions were enqueued in the same moment."""
        ...

    def renew(self, job: int, fence: int, until: str) -> bool:
        """Hold a lease longer; False when it is lost."""
        ...

    def fail(self, job: int, fence: int, sentence: str, *, now: str = "") -> None:
        """The job is at its end without a result. Raises StaleFence when it is not ours any more."""
        ...

    def retry(self, job: int, fence: int, sentence: str, *, now: str, not_before: str) -> None:
        """Put a job back for another attempt; it is cancelled when a newer revision waits. Raises StaleFence."""
        ...

    def give_back(self, job: int, fence: int) -> bool:
        """Put a job back to its place as if it had not been leased; False when it is not ours any more."""
        ...

    def expired(self, now: str, limit: int) -> tuple[Job, ...]:
        """Jobs whose lease is over, up to `limit`."""
        ...

    def call_missing(self, now: str) -> None:
        """Call workers for due jobs that nobody was called for: what was held until now, calls that were lost."""
        ...

    def health(self, now: str) -> Health: ...


class QueueBooks(Books, Protocol):
    """One open transaction of the server, as a queue uses it."""

    @property
    def jobs(self) -> QueueJobs: ...


class Database(Protocol):
    """Where transactions come from."""

    def read(self) -> AbstractContextManager[QueueBooks]: ...

    def write(self) -> AbstractContextManager[QueueBooks]: ...


Handler = Callable[[Job, Event], None]
"""Does a job: works, then writes its results and calls `jobs.complete` in one transaction. It should end soon after
the event is set: the lease is lost or the worker stops. Whatever it raises is a fault of the platform, and the job is
tried again; what is wrong with an entry is a result."""


class OnFinal(Protocol):
    """What becomes of an entry whose job failed for good, through no fault of its team."""

    def __call__(self, books: Books, job: Job, sentence: str) -> None:
        """Called in the transaction that ends the job. Must not raise for anything that the entry contains."""
        ...


class Queue(Protocol):
    """Runs workers on the table of jobs. Two adapters: `inline` and `procrastinate`."""

    def start(self) -> None:
        """Start the workers of this process and return."""
        ...

    def announce(self) -> None:
        """Say that this process has enqueued something; without it the work starts a little later."""
        ...

    def stop(self) -> None:
        """Finish what is being done if it ends soon, give back the rest, end the workers."""
        ...

    def health(self) -> Health: ...
