"""What is wrong with a database is said in one sentence, with the next step, and without a password."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from openrepro.store.engine import open_engine, reading, writing
from openrepro.store.faults import StoreError
from openrepro.store.tables import notes
from tests.postgres import Server


def told(url: str, act: Callable[[sa.Connection], object] = lambda _: None) -> StoreError:
    """The fault of doing `act` in a writing transaction on the database at `url`."""
    with pytest.raises(StoreError) as found:
        attempt(url, act)
    assert found.value.hint
    return found.value


def attempt(url: str, act: Callable[[sa.Connection], object]) -> None:
    engine = open_engine(url)
    try:
        with writing(engine) as connection:
            act(connection)
    finally:
        engine.dispose()


def insert(connection: sa.Connection) -> None:
    connection.execute(sa.insert(notes), {"key": "first", "value": "x" * 100_000})


def test_a_full_disk(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count=1"))
    full = r"The disk that holds the database .*openrepro\.db is full"
    with pytest.raises(StoreError, match=full), writing(engine) as connection:
        insert(connection)
    with reading(engine) as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(notes)) == 0
    engine.dispose()


def test_a_file_that_may_only_be_read(sqlite_url: str) -> None:
    path = sqlite_url.removeprefix("sqlite:///")
    assert "read-only" in told(f"sqlite:///file:{path}?mode=ro&uri=true", insert).text


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    fault = told(f"sqlite:///{tmp_path}/absent/openrepro.db")
    assert fault.text == f"The database {tmp_path}/absent/openrepro.db cannot be opened."


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "openrepro.db").write_text("This is a diary.\n" * 100)
    assert "is no SQLite database" in told(f"sqlite:///{tmp_path}/openrepro.db").text


def test_a_damaged_file(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    data = path.read_bytes()
    path.write_bytes(data[:100] + os.urandom(4096) + data[4196:])
    assert "is damaged" in told(sqlite_url, lambda connection: sa.inspect(connection).get_table_names()).text


def test_sqlite_without_a_file() -> None:
    assert told("sqlite://").text == "SQLite needs a file here."


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anna:pa/ss:hunter2@host:not-a-port/x",
        "postgresql+psycopg://anna:hunt@er2@127.0.0.1:1/x",
        "postgresql+psycopg//anna:hunter2",
    ],
)
def test_an_address_that_cannot_be_understood(url: str) -> None:
    fault = told(url)
    assert "address of the database" in fault.text
    assert not any(part in str(fault) + fault.hint for part in ("hunter2", "er2", "ss:"))


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        fault = told(f"postgresql+psycopg://anna:hunter2@127.0.0.1:{unused.getsockname()[1]}/challenge")
    assert fault.text == "The PostgreSQL database challenge at 127.0.0.1 cannot be reached: Connection refused."
    assert fault.passing
    assert "hunter2" not in fault.text


def test_a_wrong_password(postgres_server: Server) -> None:
    fault = told(postgres_server.url(user="guarded:hunter2"))
    assert "does not accept the user or the password" in fault.text
    assert "hunter2" not in f"{fault.text} {fault.hint} {fault.__cause__}"
    assert not fault.passing


def test_the_right_password(postgres_server: Server) -> None:
    engine = open_engine(postgres_server.url(user="guarded:let me in"))
    with reading(engine) as connection:
        assert connection.scalar(sa.text("SELECT 1")) == 1
    engine.dispose()


def test_a_database_that_does_not_exist(postgres_server: Server) -> None:
    assert 'database "absent" does not exist' in told(postgres_server.url("absent")).text


def test_a_user_that_does_not_exist(postgres_server: Server) -> None:
    assert 'role "nobody-we-know" does not exist' in told(postgres_server.url(user="nobody-we-know")).text


@pytest.mark.parametrize(
    ("code", "words", "passing"),
    [
        ("53100", "is full", False),
        ("53300", "takes no more connections", True),
        ("53200", "run out of resources", True),
        ("40P01", "crossed another one", True),
        ("40001", "crossed another one", True),
        ("57P01", "shutting down or starting", True),
        ("25006", "read-only", False),
        ("58030", "fault of its system", False),
        ("XX001", "is damaged", False),
        ("42501", "does not allow this: the reason", False),
    ],
)
def test_faults_that_postgresql_reports(postgresql_url: str, code: str, words: str, passing: bool) -> None:
    raised = f"DO $$ BEGIN RAISE EXCEPTION 'the reason' USING ERRCODE = '{code}'; END $$"
    fault = told(postgresql_url, lambda connection: connection.exec_driver_sql(raised))
    assert words in fault.text
    assert fault.passing is passing


def test_a_statement_that_takes_too_long(postgresql_url: str) -> None:
    def sleep(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 10")
        connection.exec_driver_sql("SELECT pg_sleep(5)")

    assert "took too long" in told(postgresql_url, sleep).text


def test_a_transaction_that_does_nothing_for_too_long(postgresql_url: str) -> None:
    def idle(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 10")
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        other = open_engine(postgresql_url)
        with reading(other) as watching:
            query = sa.text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
            while watching.execute(sa.text("SELECT pg_stat_clear_snapshot()")) and watching.scalar(query, {"pid": pid}):
                pass
        other.dispose()
        connection.exec_driver_sql("SELECT 1")

    fault = told(postgresql_url, idle)
    assert "idle for too long" in fault.text or "broke" in fault.text
