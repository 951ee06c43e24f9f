"""What procrastinate and its pool of connections tell: a sentence each, where they would print a traceback."""

import logging
from typing import Final

from openrepro.queue.faults import sentence_of

log = logging.getLogger(__name__)
TELLERS: Final = ("procrastinate", "psycopg.pool")


class _Sentence(logging.Handler):
    """Tells warnings on, without their tracebacks: whatever ends a worker is raised to us as well."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            raised = record.exc_info[1] if record.exc_info else None
            told = record.getMessage() if raised is None else sentence_of(raised)
            log.warning("%s: %s", record.name.split(".")[0], " ".join(told.split())[:300])


def tell_in_sentences() -> None:
    """From now on, in this process."""
    for name in TELLERS:
        teller = logging.getLogger(name)
        if not any(isinstance(handler, _Sentence) for handler in teller.handlers):
            teller.addHandler(_Sentence())
            teller.setLevel(logging.WARNING)
            teller.propagate = False
