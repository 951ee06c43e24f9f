"""A challenge moved to another database, and its archive to another place, with proof that nothing was lost."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

import sqlalchemy as sa

from openrepro import clock
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.server.board_check import check
from openrepro.server.installation import Installation
from openrepro.settings import BLOBS, DATABASE
from openrepro.store import backlog, copying
from openrepro.store.blobs import open_blobs
from openrepro.store.faults import place
from openrepro.store.store import Store, Transaction

STOP: Final = "Stop every server and worker of the challenge, and try again."


class Moved(NamedTuple):
    """How many rows there are now, in how many tables, the ledger's size and root, and the archived files copied."""

    rows: int
    tables: int
    leaves: int
    root: str
    files: int


def move(
    here: Installation, database_url: str, *, archive_url: str = "", sign: Callable[[Transaction], object] = str
) -> Moved:
    """Copy the challenge into the empty database at `database_url` and mark this one as left.

    `sign` records who does it, in the transaction that is copied.
    Archived files are copied first where `archive_url` names another archive; that may be broken off and begun again.
    Raises OpenReproError, with nothing kept in the target database, when that holds a challenge already, when somebody
    has this one open, or when what arrived is not what was sent.
    """
    with blaming_options():
        target = Store.open(database_url)
    try:
        _check_apart(here.store, target)
        with blaming_options():
            target.version()
            archive = open_blobs(archive_url) if archive_url else None
        files = 0 if archive is None else copy_archive(here.store, here.blobs, archive)
        target.migrate()
        moved = _copied(here.store, target, sign)
    finally:
        target.close()
    return moved._replace(files=files)


@contextmanager
def blaming_options() -> Iterator[None]:
    """What is wrong with an address was given as an option here, not by the environment."""
    try:
        yield
    except OpenReproError as error:
        raise OpenReproError(_blamed(error.text), hint=_blamed(error.hint)) from error


def _blamed(text: str) -> str:
    return (
        text.replace(DATABASE, "--to")
        .replace(BLOBS, "--archive-to")
        .replace(", or leave it unset for a SQLite file", "")
    )


def copy_archive(store: Store, source: Blobs, target: Blobs) -> int:
    """Copy every archived file that `target` has not; gives how many were copied. Raises OpenReproError."""
    copied = 0
    for name in _archived(store):
        if target.has(name):
            continue
        data = source.get(name)
        if data is None:
            raise OpenReproError(f"The archived bytes {name[:12]}… are missing.", hint="Put them back from a backup.")
        target.put(data)
        copied += 1
    return copied


def _archived(store: Store) -> Iterator[str]:
    last = ""
    while True:
        with store.read() as tx:
            names = backlog.archived(tx.connection, after=last, limit=copying.AT_ONCE)
        yield from names
        if not names:
            return
        last = names[-1]


def _copied(source: Store, target: Store, sign: Callable[[Transaction], object]) -> Moved:
    _check_alone(source)
    with source.write() as old:
        sign(old)
        with target.write() as new:
            _check_empty(target, copying.rows(new.connection))
            copying.copy(old.connection, new.connection)
            sent, arrived = copying.rows(old.connection), copying.rows(new.connection)
            if sent != arrived:
                wrong = ", ".join(f"{name} {arrived[name]:,} of {sent[name]:,}" for name in sent if sent != arrived)
                raise OpenReproError(f"Not every row arrived ({wrong[:200]}); the copy was undone.")
        moved = _proved(target, sum(arrived.values()), len(arrived))
        backlog.note_moved(old.connection, place(target.engine.url), clock.written(clock.now()))
    return moved


def _proved(target: Store, rows: int, tables: int) -> Moved:
    """Recompute ledger and boards in the new database from its leaves."""
    found = check(target, shown_yet=False)
    if found.differences:
        raise OpenReproError(
            f"The copy does not agree with its ledger: {found.differences[0].sentence}",
            hint="Empty the new database; this one is unchanged. `openrepro board rebuild --check` tells more of it.",
        )
    return Moved(rows, tables, found.leaves, found.root, 0)


def _named(store: Store) -> str:
    told = place(store.engine.url)
    return told[:1].upper() + told[1:]


def _check_apart(source: Store, target: Store) -> None:
    if source.engine.url == target.engine.url:
        raise OpenReproError(f"{_named(target)} is where the challenge is already.")


def _check_empty(target: Store, counts: Mapping[str, int]) -> None:
    filled = [name for name, count in counts.items() if count]
    if filled:
        raise OpenReproError(
            f"{_named(target)} holds a challenge already ({', '.join(filled[:3])}); nothing was copied.",
            hint=f"Give the address of an empty one. If this is the copy you made, just set {DATABASE} to it.",
        )


def _check_alone(store: Store) -> None:
    """Raise OpenReproError when another process has the database open: what it writes would be left behind."""
    store.engine.dispose()
    others = _others_on_postgresql if store.engine.dialect.name == "postgresql" else _others_on_sqlite
    if others(store):
        raise OpenReproError(f"{_named(store)} is in use by another process.", hint=STOP)


def _others_on_postgresql(store: Store) -> bool:
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with store.read() as tx:
        return bool(tx.connection.scalar(sa.text(query)))


def _others_on_sqlite(store: Store) -> bool:
    """SQLite leaves its write-ahead log only where nobody else has the file open."""
    connection = sqlite3.connect(str(store.engine.url.database), timeout=0)
    try:
        (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        return str(mode) != "delete"
    except sqlite3.OperationalError:
        return True
    finally:
        connection.close()
