"""The log of commands that run on: one cleaned line per message on stderr, with its time."""

import logging

from openrepro.cli.output import say
from openrepro.cli.plain import one_line

QUIET = ("uvicorn", "procrastinate", "alembic", "asyncio", "httpx2", "httpcore2")


class Telling(logging.Handler):
    """Prints what is logged; nothing that a stranger wrote can steer the terminal."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            say(self._line(record))
        except Exception:
            self.handleError(record)

    def _line(self, record: logging.LogRecord) -> str:
        formatter = logging.Formatter(datefmt="%Y-%m-%dT%H:%M:%S%z")
        level = "" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: "
        trace = f"\n{formatter.formatException(record.exc_info)}" if record.exc_info else ""
        at = formatter.formatTime(record, formatter.datefmt)
        return f"{at} {level}{one_line(record.getMessage())}{trace}"


def tell_log() -> None:
    """Let this process tell its log on stderr: everything of ours, of others only what is wrong."""
    root = logging.getLogger()
    if not any(isinstance(handler, Telling) for handler in root.handlers):
        root.addHandler(Telling())
    root.setLevel(logging.INFO)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
