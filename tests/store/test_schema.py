"""Bringing databases up to date: empty, older, newer, somebody else's, and by two processes at once."""

import multiprocessing
import re
import shutil
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from openrepro.store import schema
from openrepro.store.engine import open_engine, writing
from openrepro.store.faults import StoreError
from openrepro.store.store import Store
from openrepro.store.tables import metadata

NEWEST = "openrepro_0002"


def migrate(url: str) -> str:
    store = Store.open(url)
    try:
        return store.migrate()
    finally:
        store.close()


def execute(url: str, *statements: str) -> None:
    engine = open_engine(url)
    with writing(engine) as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_an_empty_database_gets_the_newest_schema(bare_url: str) -> None:
    store = Store.open(bare_url)
    assert store.version() == ""
    with pytest.raises(StoreError, match="is empty"):
        store.check()
    assert store.migrate() == ""
    assert store.version() == NEWEST
    store.check()
    store.close()


def test_a_second_time_changes_nothing(store: Store) -> None:
    with store.write() as tx:
        tx.connection.exec_driver_sql("INSERT INTO notes (key, value) VALUES ('first', '')")
    assert store.migrate() == NEWEST
    with store.read() as tx:
        assert tx.connection.exec_driver_sql("SELECT count(*) FROM notes").scalar() == 1


def test_the_steps_lead_to_the_tables_that_the_code_knows(store: Store) -> None:
    with store.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_steps_make_what_the_tables_say_to_the_letter(kind: str, request: pytest.FixtureRequest) -> None:
    migrated = open_engine(request.getfixturevalue(f"{kind}_url"))
    made = open_engine(request.getfixturevalue(f"bare_{kind}_url"))
    with writing(made) as connection:
        metadata.create_all(connection)
    assert description(migrated) == description(made)
    migrated.dispose()
    made.dispose()


def description(engine: sa.Engine) -> list[tuple[object, ...]]:
    """Every column, constraint and index, as the database itself spells it; the order in which it does says nothing."""
    queries = SQLITE_SPELLING if engine.dialect.name == "sqlite" else POSTGRESQL_SPELLING
    with engine.connect() as connection:
        found = [tuple(row) for query in queries for row in connection.exec_driver_sql(query)]
    return sorted(tuple("\n".join(sorted(re.split(r",?\s*\n\s*", str(part)))) for part in row) for row in found)


SQLITE_SPELLING = (
    "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND tbl_name <> 'alembic_version'",
)
POSTGRESQL_SPELLING = (
    "SELECT table_name, column_name, data_type, collation_name, column_default, is_nullable "
    "FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'",
    "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND conrelid IS DISTINCT FROM to_regclass('alembic_version')",
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'",
)


def test_every_constraint_has_a_name(store: Store) -> None:
    inspector = sa.inspect(store.engine)
    for table in metadata.tables:
        assert inspector.get_pk_constraint(table)["name"] == f"pk_{table}"
        named = inspector.get_foreign_keys(table) + inspector.get_unique_constraints(table)
        named += inspector.get_check_constraints(table)
        assert [constraint for constraint in named if not constraint["name"]] == []


def test_a_database_of_a_newer_version(bare_url: str) -> None:
    migrate(bare_url)
    execute(bare_url, "UPDATE alembic_version SET version_num = 'openrepro_9999'")
    for act in (schema.check, schema.migrate):
        engine = open_engine(bare_url)
        with pytest.raises(StoreError, match="newer version of OpenRepro"):
            act(engine)
        engine.dispose()


def test_a_database_of_an_older_version(store: Store) -> None:
    execute(str(store.engine.url), "UPDATE alembic_version SET version_num = 'openrepro_0001'")
    try:
        with pytest.raises(StoreError, match=r"older version of OpenRepro \(openrepro_0001; .*0002\)"):
            store.check()
    finally:
        execute(str(store.engine.url), f"UPDATE alembic_version SET version_num = '{NEWEST}'")


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE guests (name text)", "CREATE TABLE alembic_version (version_num text)"],
)
def test_a_database_of_something_else(bare_url: str, statement: str) -> None:
    execute(bare_url, statement)
    store = Store.open(bare_url)
    for act in (store.version, store.check, store.migrate):
        with pytest.raises(StoreError, match="belongs to something else") as told:
            act()
        assert told.value.hint
    assert len(sa.inspect(store.engine).get_table_names()) == 1
    store.close()


def test_a_step_that_fails_leaves_nothing(bare_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = shutil.copytree(schema.FOLDER, tmp_path / "migrations")
    (steps / "versions" / "broken.py").write_text(
        f"revision = 'openrepro_9999'\ndown_revision = {NEWEST!r}\ndef upgrade():\n    1 / 0\n"
    )
    monkeypatch.setattr(schema, "FOLDER", steps)
    schema.known.cache_clear()
    engine = open_engine(bare_url)
    try:
        with pytest.raises(ZeroDivisionError):
            schema.migrate(engine)
        assert sa.inspect(engine).get_table_names() == []
    finally:
        engine.dispose()
        schema.known.cache_clear()


def test_two_threads_may_migrate_at_once(bare_url: str) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(migrate(bare_url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["", NEWEST, NEWEST, NEWEST]


def test_two_processes_may_migrate_at_once(bare_url: str) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert sorted(pool.map(migrate, [bare_url, bare_url])) == ["", NEWEST]
