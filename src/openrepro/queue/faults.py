"""What becomes of a job that could not be done: another attempt after a pause, or its end with a sentence."""

import logging
from typing import Final

from openrepro.entries.job import Job, StaleFence
from openrepro.errors import OpenReproError
from openrepro.queue.port import Database, OnFinal, QueueBooks
from openrepro.queue.terms import Clock, Terms, text

log = logging.getLogger(__name__)
AT_ONCE: Final = 100


def sentence_of(error: BaseException) -> str:
    """One bounded sentence for what was raised, or for what caused it where only that says something."""
    while error.__cause__ is not None and not isinstance(error, OpenReproError):
        error = error.__cause__
    told = error.text if isinstance(error, OpenReproError) else f"{type(error).__name__}: {error}"
    return " ".join(told.split())[:300]


def trace_of(error: BaseException) -> BaseException | None:
    """What to log beside the sentence: nothing where the sentence was written for people."""
    return None if isinstance(error, OpenReproError) else error


def put_back_or_fail(books: QueueBooks, job: Job, why: str, terms: Terms, clock: Clock, on_final: OnFinal) -> None:
    """Give a leased job another attempt, or end it after the last one. Raises StaleFence."""
    now = clock()
    if job.attempts < terms.attempts:
        again = text(now, terms.pause(job.attempts))
        told = f"Attempt {job.attempts} of {terms.attempts} failed: {why}"
        return books.jobs.retry(job.id, job.fence, told, now=text(now), not_before=again)
    told = f"It could not be judged: {job.attempts} attempts failed, the last one so: {why}"
    books.jobs.fail(job.id, job.fence, told, now=text(now))
    return on_final(books, job, told)


def sweep(database: Database, terms: Terms, clock: Clock, on_final: OnFinal) -> int:
    """Take over what dead workers held, and call workers for what nobody was called for; gives the number of jobs."""
    now = text(clock())
    with database.read() as books:
        over = books.jobs.expired(now, AT_ONCE)
    for job in over:
        _take_over(database, job, terms, clock, on_final)
    with database.write() as books:
        books.jobs.call_missing(now)
    return len(over)


def _take_over(database: Database, job: Job, terms: Terms, clock: Clock, on_final: OnFinal) -> None:
    """Each job in a transaction of its own, so that one that cannot be ended does not hold up the others."""
    why = f"The worker {job.leased_by} did not come back."
    try:
        with database.write() as books:
            if books.jobs.get(job.id) != job:
                return  # its worker came back, or another process was quicker
            put_back_or_fail(books, job, why, terms, clock, on_final)
        log.warning("job %d was taken over: %s", job.id, why)
    except StaleFence:
        log.info("job %d was taken over by another process", job.id)
    except Exception as error:
        told = "job %d could not be taken over: %s; it is tried again"
        log.warning(told, job.id, sentence_of(error), exc_info=trace_of(error))
