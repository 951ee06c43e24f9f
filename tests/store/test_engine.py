"""Transactions on both databases: what readers see, what writers leave, what a broken connection costs."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from openrepro.store.engine import open_engine, reading, upgrading, writing
from openrepro.store.faults import StoreError
from openrepro.store.store import Store
from openrepro.store.tables import claims, notes
from tests.postgres import OwnServer


@contextmanager
def opened(url: str, *, busy_s: float = 30) -> Iterator[Engine]:
    engine = open_engine(url, busy_s=busy_s)
    try:
        yield engine
    finally:
        engine.dispose()


def write(engine: Engine, key: str, value: str = "") -> None:
    with writing(engine) as connection:
        connection.execute(sa.insert(notes), {"key": key, "value": value})


def kept(engine: Engine) -> list[str]:
    with reading(engine) as connection:
        return list(connection.scalars(sa.select(notes.c.key).order_by(notes.c.key)))


def test_a_reader_sees_one_moment_while_others_write(store: Store) -> None:
    with reading(store.engine) as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(notes)) == 0
        write(store.engine, "later")
        assert connection.scalar(sa.select(sa.func.count()).select_from(notes)) == 0
    assert kept(store.engine) == ["later"]


def test_a_reading_transaction_cannot_write(store: Store) -> None:
    with pytest.raises(StoreError, match="cannot be written"), reading(store.engine) as connection:
        connection.execute(sa.insert(notes), {"key": "first", "value": ""})
    write(store.engine, "second")
    assert kept(store.engine) == ["second"]


def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with writing(store.engine) as connection:
            connection.execute(sa.insert(notes), {"key": "first", "value": ""})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert kept(store.engine) == []


def test_what_breaks_a_constraint_is_raised_as_such(store: Store) -> None:
    write(store.engine, "first")
    with pytest.raises(IntegrityError):
        write(store.engine, "first")


def test_a_row_cannot_refer_to_nothing(store: Store) -> None:
    row = {"id": "demo1.c1", "paper_id": "demo1", "kind": "value", "text": "It works."}
    with pytest.raises(IntegrityError), writing(store.engine) as connection:
        connection.execute(sa.insert(claims), row)


def test_writers_that_read_first_do_not_lose_updates(store: Store) -> None:
    write(store.engine, "count", "0")

    def count() -> None:
        for _ in range(10):
            with writing(store.engine) as connection:
                query = sa.select(notes.c.value).where(notes.c.key == "count").with_for_update()
                value = int(connection.scalars(query).one())
                connection.execute(sa.update(notes).values(value=str(value + 1)))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(store.engine) as connection:
        assert connection.scalar(sa.select(notes.c.value)) == "40"


def test_a_locked_database_says_so_in_bounded_time(database_url: str) -> None:
    with opened(database_url, busy_s=0.05) as engine:
        write(engine, "first")
        with writing(engine) as holding:
            holding.execute(sa.update(notes).values(value="held"))
            with pytest.raises(StoreError, match="locked by other work") as told, writing(engine) as waiting:
                waiting.execute(sa.update(notes).values(value="waited"))
            assert told.value.passing
        with reading(engine) as connection:
            assert connection.scalars(sa.select(notes.c.value)).all() == ["held"]


def test_more_work_than_connections_waits_and_then_says_so(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.store.engine.POOL", 1)
    with opened(database_url, busy_s=0.05) as engine, reading(engine), reading(engine):
        with pytest.raises(StoreError, match="All connections") as told, reading(engine):
            pass
        assert told.value.passing


def test_text_that_no_database_keeps_is_made_storable(store: Store) -> None:
    write(store.engine, "a\0b", "lone \ud800 surrogate, é and 🎲")
    with reading(store.engine) as connection:
        row = connection.execute(sa.select(notes).where(notes.c.key.in_(["a\0b", "c\0d"]))).one()
    assert tuple(row) == ("a\ufffdb", "lone \ufffd surrogate, é and 🎲")


def test_an_upgrade_that_leaves_broken_references_is_undone(sqlite_url: str) -> None:
    with opened(sqlite_url) as engine:
        with pytest.raises(StoreError, match="refer to nothing"), upgrading(engine) as connection:
            connection.exec_driver_sql(
                "INSERT INTO claims (id, paper_id, kind, text) VALUES ('demo1.c1', 'demo1', 'value', 'It works.')"
            )
        with reading(engine) as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
            assert connection.exec_driver_sql("SELECT count(*) FROM claims").scalar() == 0


def test_many_connections_may_open_a_new_sqlite_file_at_once(tmp_path: Path) -> None:
    faults: list[BaseException] = []

    def open_and_write(name: str) -> None:
        try:
            with opened(f"sqlite:///{tmp_path / 'new.db'}") as engine, writing(engine) as connection:
                connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS t (name TEXT)")
                connection.exec_driver_sql("INSERT INTO t VALUES (?)", (name,))
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=open_and_write, args=(str(at),)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    file = sqlite3.connect(tmp_path / "new.db")
    assert file.execute("SELECT count(*) FROM t").fetchone() == (8,)
    file.close()


def test_a_new_sqlite_file_is_for_its_user_only(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'new.db'}") as engine:
        with writing(engine) as connection:
            notes.create(connection)
        files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert files == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}


def test_a_restart_of_postgresql_costs_the_open_transaction_only(own_postgres: OwnServer) -> None:
    def interrupted(engine: Engine) -> None:
        with writing(engine) as connection:
            connection.execute(sa.insert(notes), {"key": "interrupted", "value": ""})
            own_postgres.restart()
            connection.execute(sa.insert(notes), {"key": "interrupted too", "value": ""})

    with opened(own_postgres.url()) as engine:
        with writing(engine) as connection:
            notes.create(connection)
        with pytest.raises(StoreError, match=r"shutting down or starting|broke") as told:
            interrupted(engine)
        assert told.value.passing
        write(engine, "next")
        assert kept(engine) == ["next"]


def test_a_stopped_postgresql_is_unreachable_and_back_when_it_is_back(own_postgres: OwnServer) -> None:
    with opened(own_postgres.url()) as engine:
        with writing(engine) as connection:
            notes.create(connection)
        own_postgres.stop()
        with pytest.raises(StoreError, match="cannot be reached: "):
            write(engine, "while it is down")
        own_postgres.start()
        assert kept(engine) == []


def test_a_connection_that_breaks_while_saving_leaves_nobody_in_the_dark(postgresql_url: str) -> None:
    statements = (
        "CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'",
        "CREATE TEMPORARY TABLE doomed (id int)",
        "CREATE CONSTRAINT TRIGGER last AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION pg_temp.die()",
        "INSERT INTO doomed VALUES (1)",
    )

    def save(engine: Engine) -> None:
        with writing(engine) as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    with opened(postgresql_url) as engine, pytest.raises(StoreError, match="may or may not have been kept"):
        save(engine)


def test_a_mistake_in_a_statement_stays_a_mistake(store: Store) -> None:
    with pytest.raises(DBAPIError, match="no_such_table"), reading(store.engine) as connection:
        connection.exec_driver_sql("SELECT * FROM no_such_table")


def test_more_connections_do_not_drop_the_locks_that_keep_the_log(sqlite_url: str) -> None:
    """Otherwise another process that closes the database takes itself for the last one, and deletes our log."""
    held = Path(sqlite_url.removeprefix("sqlite:///"))
    with opened(sqlite_url) as engine:
        with reading(engine) as one, reading(engine) as two:
            kept_in = [connection.exec_driver_sql("SELECT count(*) FROM notes").scalar() for connection in (one, two)]
        assert kept_in == [0, 0]
        look = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM notes'); c.close()"
        subprocess.run([sys.executable, "-c", look, str(held)], check=True)
        assert held.with_name(f"{held.name}-wal").exists()
