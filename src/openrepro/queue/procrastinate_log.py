"""What procrastinate and its pool of connections tell: a sentence each, where they would print a traceback."""

import logging
from typing import Final

from openrepro.queue.faults import sentence_of

log = logging.getLogger(__name__)
POOL: Final = "psycopg.pool"
TELLERS: Final = ("procrastinate", POOL)
QUIET_S: Final = 180
"""After so long without a failure an outage is over; the pool never waits longer between two attempts."""


class _Sentence(logging.Handler):
    """Tells warnings on, without their tracebacks: whatever ends a worker is raised to us as well.

    The pool tells every second that it cannot connect; of that only the first is told, until it has been quiet.
    """

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.WARNING:
            return
        if record.name == POOL and "error connecting" in record.getMessage():
            self._tell_outage(record.created)
            return
        raised = record.exc_info[1] if record.exc_info else None
        told = record.getMessage() if raised is None else sentence_of(raised)
        log.warning("%s: %s", record.name.split(".")[0], " ".join(told.split())[:300])

    def _tell_outage(self, now: float) -> None:
        known, self._until = now < self._until, now + QUIET_S
        if not known:
            log.warning("PostgreSQL does not answer; it is asked again until it does. Does it run?")


def tell_in_sentences() -> None:
    """From now on, in this process."""
    for name in TELLERS:
        teller = logging.getLogger(name)
        if not any(isinstance(handler, _Sentence) for handler in teller.handlers):
            teller.addHandler(_Sentence())
            teller.setLevel(logging.WARNING)
            teller.propagate = False
