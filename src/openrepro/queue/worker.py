"""A worker: leases one job at a time, has it done, keeps the lease meanwhile, and says what became of it."""

import logging
import time
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final

from openrepro import clock
from openrepro.entries.job import Job, JobState, Lane, StaleFence
from openrepro.errors import OpenReproError
from openrepro.queue.faults import put_back_or_fail, sentence_of, trace_of
from openrepro.queue.port import Database, Handler, OnFinal
from openrepro.queue.terms import USUAL, Clock, Terms, text

log = logging.getLogger(__name__)
RETRY_EVERY: Final = 4
"""Every so many leases the retries come first, so that a full queue does not starve them."""


class Attempt:
    """One handling of one job, in a thread beside the worker's: a handler that hangs does not take it along."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.ended = Event()
        self.stop = Event()
        self.started = time.monotonic()
        self.error: BaseException | None = None
        self.abandoned = False

    def abandon(self, error: BaseException) -> None:
        """Wait no longer for the handler; what it still does comes under a stale fence."""
        self.abandoned = True
        self.error = self.error or error
        self.stop.set()
        self.ended.set()

    def run(self, handler: Handler) -> None:
        try:
            handler(self.job, self.stop)
        except BaseException as error:
            self.error = self.error or error
        self.ended.set()


class Hand:
    """The thread in which a worker has its jobs done, one after the other."""

    def __init__(self, handler: Handler, name: str) -> None:
        self._handler = handler
        self._attempts: SimpleQueue[Attempt | None] = SimpleQueue()
        Thread(target=self._run, name=f"job of {name}", daemon=True).start()

    def take(self, attempt: Attempt | None) -> None:
        """Do this next; None: end."""
        self._attempts.put(attempt)

    def _run(self) -> None:
        while (attempt := self._attempts.get()) is not None:
            attempt.run(self._handler)
            if attempt.abandoned:
                return


class Stopped(Exception):  # noqa: N818  not a fault
    """The worker was told to stop while it had a job."""


class Worker:
    """Takes work for one slot. `once` is called by one thread at a time. It is stopped by `refuse`, `finish`, `leave`
    in this order, from any thread."""

    def __init__(
        self,
        name: str,
        database: Database,
        handler: Handler,
        on_final: OnFinal,
        *,
        terms: Terms = USUAL,
        now: Clock = clock.now,
    ) -> None:
        self.name = name
        self._database = database
        self._handler = handler
        self._on_final = on_final
        self._terms = terms
        self._now = now
        self._leases = 0
        self._idle = True
        self._stopping = Event()
        self._attempt: Attempt | None = None
        self._hand: Hand | None = None

    def once(self) -> bool:
        """Lease the next job and see it through; False when there is none to lease."""
        job = None if self._stopping.is_set() else self._lease()
        if job is None:
            return False
        self._attempt = attempt = Attempt(job)
        if self._stopping.is_set():  # in this very moment: `leave` may not have seen the attempt
            attempt.abandon(Stopped())
        else:
            self._hand = self._hand or Hand(self._handler, self.name)
            self._hand.take(attempt)
        self._see_through(attempt)
        self._attempt = None
        if attempt.abandoned:
            self._hand = None
        return True

    def refuse(self) -> None:
        """Lease nothing more."""
        self._stopping.set()

    def finish(self, until: float) -> None:
        """Wait for the job at hand, up to an instant of the monotonic clock; then ask its handler to end."""
        attempt = self._attempt
        if attempt is not None and not attempt.ended.wait(max(0.0, until - time.monotonic())):
            attempt.stop.set()

    def leave(self, until: float) -> None:
        """Wait for a handler that was asked to end; then leave it behind and give its job back."""
        attempt = self._attempt
        if attempt is not None and not attempt.ended.wait(max(0.0, until - time.monotonic())):
            attempt.abandon(Stopped())
        if self._hand is not None:
            self._hand.take(None)

    def _lease(self) -> Job | None:
        """The next job. An idle worker only reads until there seems to be one."""
        now = self._now()
        if self._idle and not self._due(text(now)):
            return None
        self._leases += 1
        prefer = Lane.RETRY if self._leases % RETRY_EVERY == 0 else Lane.NORMAL
        with self._database.write() as books:
            job = books.jobs.lease(self.name, now=text(now), until=text(now, self._terms.lease), prefer=prefer)
        self._idle = job is None
        return job

    def _due(self, now: str) -> bool:
        with self._database.read() as books:
            return books.jobs.due(now)

    def _see_through(self, attempt: Attempt) -> None:
        while not attempt.ended.wait(self._terms.beat):
            if time.monotonic() - attempt.started > self._terms.deadline:
                attempt.abandon(OpenReproError(f"It took longer than {self._terms.deadline:g} s."))
            elif not self._renewed(attempt.job):
                attempt.stop.set()
        try:
            self._settle(attempt)
        except StaleFence:
            log.info("job %d went to another worker or was cancelled; nothing of this attempt is kept", attempt.job.id)
        except Exception as error:
            told = "job %d could not be settled: %s; it is taken over when its lease ends"
            log.warning(told, attempt.job.id, sentence_of(error), exc_info=trace_of(error))

    def _renewed(self, job: Job) -> bool:
        try:
            with self._database.write() as books:
                return books.jobs.renew(job.id, job.fence, text(self._now(), self._terms.lease))
        except Exception as error:
            told = "the lease of job %d could not be renewed: %s; it is tried again"
            log.warning(told, job.id, sentence_of(error), exc_info=trace_of(error))
            return True

    def _settle(self, attempt: Attempt) -> None:
        job, error = attempt.job, attempt.error
        if isinstance(error, StaleFence):
            raise error
        if error is None:
            self._check(job)
        elif self._stopping.is_set() and attempt.stop.is_set():
            self._give_back(job)
        else:
            self._fault(job, error)

    def _check(self, job: Job) -> None:
        """A handler must have ended its job; one that only returned has not done it."""
        with self._database.read() as books:
            found = books.jobs.get(job.id)
        if found is not None and found.fence == job.fence and found.state is JobState.LEASED:
            self._fault(job, OpenReproError("The handler returned without a result."))

    def _give_back(self, job: Job) -> None:
        with self._database.write() as books:
            books.jobs.give_back(job.id, job.fence)
        log.info("job %d was given back", job.id)

    def _fault(self, job: Job, error: BaseException) -> None:
        told = "job %d failed in attempt %d: %s"
        log.warning(told, job.id, job.attempts, sentence_of(error), exc_info=trace_of(error))
        with self._database.write() as books:
            put_back_or_fail(books, job, sentence_of(error), self._terms, self._now, self._on_final)
