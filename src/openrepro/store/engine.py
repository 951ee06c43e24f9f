"""Connections to SQLite and PostgreSQL: readers see one moment, writers write whole or not at all.

Writers exclude each other on SQLite. On PostgreSQL they do not: what must not cross takes a lock
(`statements.alone`, or rows selected for update).
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from sqlite3 import Connection as SqliteConnection
from sqlite3 import OperationalError as SqliteError
from typing import Any, Final

import sqlalchemy as sa
from psycopg import Connection as PostgresConnection
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import ArgumentError

from openrepro.store.clean import clean
from openrepro.store.faults import StoreError, faults, saving

BUSY_S: Final = 30
"""How long a statement waits for other work before it gives up, in seconds."""

POOL: Final = 10
"""Connections that are kept open; as many more are opened while they are needed."""

STATEMENT_S: Final = 120
"""How long PostgreSQL works on one statement."""

IDLE_S: Final = 900
"""How long a transaction may do nothing on PostgreSQL before it is ended, so that a stuck process blocks nobody."""

_ADDRESS: Final = "Use postgresql://user:password@host/name (write @ : / % in a password as %40 %3A %2F %25)."
_PRAGMAS: Final = ("synchronous=NORMAL", "foreign_keys=ON", "journal_size_limit=67108864")
# A server that vanished without a word is noticed within about a minute.
_LIVELINESS: Final = {
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60000,
}


def open_engine(url: str, *, busy_s: float = BUSY_S) -> Engine:
    """An engine for a `sqlite:///` or `postgresql+psycopg://` URL; nothing is opened yet.

    `busy_s`: how long anything waits for other work before it gives up.
    Raises StoreError when the URL cannot be understood.
    """
    parsed = _parsed(url)
    sqlite = parsed.get_backend_name() == "sqlite"
    engine = _sqlite(parsed, busy_s) if sqlite else _postgresql(parsed, busy_s)
    event.listen(engine, "before_cursor_execute", clean, retval=True)
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, and sees one moment of the database throughout."""
    with faults(engine.url), engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes, whole or not at all."""
    with faults(engine.url), engine.connect() as connection, _kept(connection):
        yield connection


@contextmanager
def upgrading(engine: Engine) -> Iterator[Connection]:
    """A transaction that may rebuild tables, whole or not at all, and takes its time."""
    with faults(engine.url), engine.connect() as connection, _unchecked(connection), _kept(connection):
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10min'")
        yield connection
        _check_references(connection)


@contextmanager
def _kept(connection: Connection) -> Iterator[None]:
    """One writing transaction: committed at the end, rolled back when anything is raised."""
    transaction = connection.execution_options(writes=True).begin()
    try:
        yield
    except BaseException:
        transaction.rollback()
        raise
    with saving(connection.engine.url):
        transaction.commit()


@contextmanager
def _unchecked(connection: Connection) -> Iterator[None]:
    """SQLite rebuilds a table by dropping it, which would delete what refers to it; so references are checked last."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw = connection.connection.driver_connection
    assert isinstance(raw, SqliteConnection)
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


def _check_references(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreError(f"The change of the schema would leave rows of {broken[0]} that refer to nothing.")


def _parsed(url: str) -> URL:
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("The address of the database cannot be understood.", hint=_ADDRESS) from None
    if "@" in (parsed.host or ""):
        raise StoreError("The address of the database has more than one @ in it.", hint=_ADDRESS)
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreError("SQLite needs a file here.", hint="Use sqlite:///path/to/openrepro.db.")
    return parsed


def _sqlite(url: URL, busy_s: float) -> Engine:
    connect = {"timeout": busy_s, "check_same_thread": False}
    engine = sa.create_engine(url, connect_args=connect, **_pooled(busy_s))
    event.listen(engine, "do_connect", _make_private)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _postgresql(url: URL, busy_s: float) -> Engine:
    connect = {"connect_timeout": 10, "application_name": "openrepro", **_LIVELINESS}
    engine = sa.create_engine(
        url,
        connect_args=connect,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_use_lifo=True,
        **_pooled(busy_s),
    )
    event.listen(engine, "connect", partial(_prepare_postgresql, busy_s))
    return engine


def _pooled(busy_s: float) -> dict[str, Any]:
    return {"pool_size": POOL, "max_overflow": POOL, "pool_timeout": busy_s, "hide_parameters": True}


def _make_private(_dialect: object, _record: object, arguments: list[Any], _options: object) -> None:
    """Let only this user read a file that is about to be made: it will hold secrets of webhooks."""
    if arguments[0].startswith("file:"):
        return
    # A file that is there must not be opened: closing it would drop the locks that SQLite holds on it for this process.
    with suppress(OSError):
        os.close(os.open(arguments[0], os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _prepare_sqlite(connection: SqliteConnection, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN is always deferred
    _write_ahead(connection)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: SqliteConnection) -> None:
    """Switch to a write-ahead log. Unlike all else, this does not wait by itself for other connections."""
    until = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except SqliteError as error:
            if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_LOCKED") or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("PRAGMA query_only=OFF" if writes else "PRAGMA query_only=ON")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_postgresql(busy_s: float, connection: PostgresConnection, _record: object) -> None:
    connection.execute(
        f"SET statement_timeout = '{STATEMENT_S}s'; SET lock_timeout = {int(busy_s * 1000)}; "
        f"SET idle_in_transaction_session_timeout = '{IDLE_S}s'; SET timezone = 'UTC'"
    )
    connection.commit()
