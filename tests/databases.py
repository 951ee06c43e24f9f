"""Empty databases for tests: made by the migrations once for each test process, cleaned for each test."""

import os
import shutil
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import psycopg
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from psycopg import sql

from openrepro.store.store import Store
from openrepro.store.tables import metadata
from tests.postgres import Server

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")

_OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
_TABLES = """
SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
AND c.relname <> 'alembic_version' ORDER BY c.relname
"""
_SEQUENCES = "SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"


@cache
def sqlite_template(folder: Path) -> Path:
    """A migrated SQLite file that tests copy."""
    made = folder / "template.db"
    _migrate(f"sqlite:///{made}")
    _check_steps(f"sqlite:///{made}")
    return made


def sqlite_database(template: Path, folder: Path) -> str:
    made = folder / "openrepro.db"
    shutil.copyfile(template, made)
    return f"sqlite:///{made}"


@dataclass(frozen=True)
class PostgresDatabase:
    """The database of one test process on the shared server."""

    server: Server

    @cached_property
    def url(self) -> str:
        made = self.server.create(f"openrepro_{WORKER}")
        _migrate(made)
        return made

    def cleaned(self) -> str:
        """The address of the database, with every row gone and every connection of an earlier test closed."""
        url = self.url
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(_OTHERS)
            _empty(connection)
        return url


@cache
def postgres_database(server: Server) -> PostgresDatabase:
    return PostgresDatabase(server)


def _migrate(url: str) -> None:
    store = Store.open(url)
    try:
        store.migrate()
    finally:
        store.close()


def _check_steps(url: str) -> None:
    """Say what to do when somebody changed a table and no step does: else each test fails in a way of its own."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    if differences:
        raise RuntimeError(f"The steps of the schema do not lead to tables.py; run `make migration`: {differences}")


def _empty(connection: psycopg.Connection) -> None:
    """Truncate the tables that hold something: most tests touch a few, and each truncated one costs a millisecond."""
    tables = [row[0] for row in connection.execute(_TABLES)]
    if not tables:
        return
    probes = (sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(name, sql.Identifier(name)) for name in tables)
    used = [row[0] for row in connection.execute(sql.SQL(" UNION ALL ").join(probes))]
    if used:
        names = sql.SQL(", ").join(map(sql.Identifier, used))
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(names))
    for (sequence,) in connection.execute(_SEQUENCES).fetchall():
        connection.execute(sql.SQL("ALTER SEQUENCE {} RESTART").format(sql.Identifier(sequence)))
