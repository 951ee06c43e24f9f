"""Connections to SQLite and PostgreSQL that behave alike: readers see one moment, writers exclude each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from openrepro.errors import OpenReproError

BUSY_S: Final = 30
POOL: Final = 20


class StoreError(OpenReproError):
    """The database could not do what was asked: it is locked, full, gone or restarting. Nothing was written."""


def open_engine(url: str) -> Engine:
    """An engine for a `sqlite:///` or `postgresql+psycopg://` URL."""
    if sa.make_url(url).get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": BUSY_S}, pool_size=POOL, max_overflow=POOL)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return sa.create_engine(url, pool_pre_ping=True, pool_size=POOL, max_overflow=POOL)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN is always deferred
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={BUSY_S * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, and sees one moment of the database throughout."""
    with _faults(), engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes, whole or not at all."""
    with _faults(), engine.connect() as connection:
        connection.execution_options(writes=True)
        with connection.begin():
            yield connection


@contextmanager
def upgrading(engine: Engine) -> Iterator[Connection]:
    """A transaction that may rebuild tables, whole or not at all; time limits do not hold for it."""
    with _faults(), engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.connection.driver_connection.execute("PRAGMA foreign_keys=OFF")  # rebuilding must not cascade
        connection.execution_options(writes=True)
        with connection.begin():
            yield connection


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what the driver says into a sentence."""
    try:
        yield
    except OperationalError as error:
        raise StoreError(_sentence(str(error.orig)), hint="Nothing was written; try again.") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreError("The connection to the database broke.", hint="Nothing was written; try again.") from error
        raise


def _sentence(told: str) -> str:
    first = " ".join(told.split())[:200]
    if "locked" in first or "busy" in first:
        return f"The database is locked by other work for longer than {BUSY_S} s."
    if "full" in first or "No space left" in first:
        return "The disk that holds the database is full."
    if "readonly" in first or "read-only" in first:
        return "The database cannot be written: it is read-only."
    return f"The database does not answer: {first}."
