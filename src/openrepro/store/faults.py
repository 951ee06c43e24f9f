"""What goes wrong with a database, as sentences; no password of its address is ever in one."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from sqlalchemy import URL, exc
from sqlalchemy.exc import DBAPIError

from openrepro.errors import OpenReproError
from openrepro.visible import visible

UNWRITTEN: Final = "Nothing was written; try again."


class StoreError(OpenReproError):
    """The database could not do what was asked: it is locked, full, gone or restarting. Nothing was written.

    `passing`: the same may well succeed in a moment, without anybody doing something about it. `unsure`: the change
    may have been kept all the same.
    """

    def __init__(self, text: str, *, hint: str = "", passing: bool = False, unsure: bool = False) -> None:
        super().__init__(text, hint=hint)
        self.passing = passing
        self.unsure = unsure


class _Fault(NamedTuple):
    text: str
    hint: str = UNWRITTEN
    passing: bool = False


_LOCKED: Final = _Fault("{place} has been locked by other work for too long.", passing=True)
_FULL: Final = _Fault("The disk that holds {place} is full.", "Make room on it. Nothing was written.")
_READ_ONLY: Final = _Fault(
    "{place} cannot be written: it is read-only.", "Nothing was written. Check who may write it."
)
_DAMAGED: Final = _Fault("{place} is damaged.", "Stop the server, keep a copy, and go back to a backup.")
_RESTARTING: Final = _Fault("{place} is shutting down or starting.", passing=True)
_BROKEN: Final = _Fault("The connection to {place} broke.", passing=True)
_POOL: Final = _Fault("All connections to {place} have been in use for too long.", passing=True)
_UNSURE: Final = _Fault(
    "The connection to {place} broke while a change was being saved: it may or may not have been kept.",
    "Look whether it is there before doing it again.",
)

# By the beginning of the name of SQLite's result code.
_SQLITE: Final[Mapping[str, _Fault]] = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_FULL": _FULL,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_CANTOPEN": _Fault("{place} cannot be opened.", "Does its folder exist, and may this user write to it?"),
    "SQLITE_IOERR": _Fault("The disk that holds {place} fails or is full: {told}.", "Nothing was written."),
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _Fault("{place} is no SQLite database.", "Name another file, or move this one away."),
}

# By SQLSTATE, or its class (the first two characters).
_POSTGRESQL: Final[Mapping[str, _Fault]] = {
    "08": _BROKEN,
    "25006": _READ_ONLY,
    "25P03": _Fault("{place} ended a transaction that had been idle for too long."),
    "40": _Fault("{place} stopped this change because it crossed another one.", passing=True),
    "42501": _Fault("{place} does not allow this: {told}.", "Give the user of the address the rights to the database."),
    "53100": _FULL,
    "53300": _Fault("{place} takes no more connections.", passing=True),
    "53": _Fault("{place} has run out of resources: {told}.", passing=True),
    "55P03": _LOCKED,
    "57014": _Fault("{place} took too long over one statement and was stopped.", passing=True),
    "57P": _RESTARTING,
    "58": _Fault("{place} has a fault of its system: {told}.", "Look at PostgreSQL's log. Nothing was written."),
    "XX": _DAMAGED,
}

# By what PostgreSQL or its driver says when it cannot connect; there is no code then.
_CONNECTING: Final[Mapping[str, _Fault]] = {
    "starting up": _RESTARTING,
    "shutting down": _RESTARTING,
    "too many clients": _POSTGRESQL["53300"],
    "connection slots": _POSTGRESQL["53300"],
    "password": _Fault("{place} does not accept the user or the password.", "Correct OPENREPRO_DATABASE_URL."),
    "does not exist": _Fault(
        "{place} cannot be reached: {told}.", "Correct OPENREPRO_DATABASE_URL, or make it (createdb, createuser)."
    ),
    "not permitted": _Fault("{place} cannot be reached: {told}.", "Correct OPENREPRO_DATABASE_URL."),
    "pg_hba": _Fault("{place} cannot be reached: {told}.", "Allow this machine and user in its pg_hba.conf."),
}
_UNREACHABLE: Final = _Fault("{place} cannot be reached: {told}.", "Is it running, and is the address right?", True)

_PREAMBLE: Final = re.compile(r"^.*(?:failed:|FATAL:)\s*", re.DOTALL)


def place(url: URL) -> str:
    """How sentences name the database at `url`, in their midst."""
    if url.get_backend_name() == "sqlite":
        return f"the database {url.database}"
    host = url.host or str(url.query.get("host", "")) or "this machine"
    return f"the PostgreSQL database {url.database or ''} at {host}".replace("  ", " ")


@contextmanager
def faults(url: URL) -> Iterator[None]:
    """Turn what the driver says into a StoreError; what only a mistake in our code can cause stays as it is."""
    try:
        yield
    except exc.TimeoutError:
        raise _error(_POOL, url, "") from None
    except DBAPIError as error:
        fault = _fault(error, url)
        if fault is None:
            raise
        raise _error(fault, url, str(error.orig)) from error.orig


@contextmanager
def saving(url: URL) -> Iterator[None]:
    """Around a commit: when the connection breaks just then, nobody knows whether it was kept, and we say so."""
    try:
        yield
    except DBAPIError as error:
        if error.connection_invalidated:
            raise _error(_UNSURE, url, "") from error.orig
        raise


def _fault(error: DBAPIError, url: URL) -> _Fault | None:
    if url.get_backend_name() == "sqlite":
        return _of_code(str(getattr(error.orig, "sqlite_errorname", "")), _SQLITE)
    code = str(getattr(error.orig, "sqlstate", "") or "")
    if code:
        return _of_code(code, _POSTGRESQL)
    if error.connection_invalidated:
        return _BROKEN
    return _connecting(str(error.orig)) if error.statement is None else None


def _connecting(told: str) -> _Fault:
    return next((fault for words, fault in _CONNECTING.items() if words in told), _UNREACHABLE)


def _of_code(code: str, faults: Mapping[str, _Fault]) -> _Fault | None:
    return next((fault for start, fault in faults.items() if code.startswith(start)), None)


def _error(fault: _Fault, url: URL, told: str) -> StoreError:
    text = fault.text.format(place=place(url), told=_told(told, url))
    sentence = visible(text[:1].upper() + text[1:])
    return StoreError(sentence, hint=fault.hint, passing=fault.passing, unsure=fault is _UNSURE)


def _told(told: str, url: URL) -> str:
    """The reason in what the driver said: its first line, without a password."""
    said = _PREAMBLE.sub("", told).strip().partition("\n")[0].strip()
    for secret in (url.password, url.query.get("password")):
        if secret:
            said = said.replace(str(secret), "***")
    return said[:200].rstrip(".")
