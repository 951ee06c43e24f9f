"""The version of a database's schema: reading it, checking it, and bringing it up to date."""

from functools import cache
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from openrepro.store.engine import reading, upgrading
from openrepro.store.faults import StoreError

FOLDER: Final = Path(__file__).parent / "migrations"
OURS: Final = "openrepro_"
TABLE: Final = "alembic_version"
_LOCK: Final = 0x6F72_6570_726F  # any number that all processes agree on


def newest() -> str:
    """The version that this installation works with."""
    return known()[0]


def version(engine: Engine) -> str:
    """The version of a database, as it says itself; empty when it holds nothing.

    Raises StoreError when it holds something else, or cannot be reached.
    """
    with reading(engine) as connection:
        return _version(connection)


def check(engine: Engine) -> None:
    """Raise StoreError unless the database has exactly the schema that this installation works with."""
    found = version(engine)
    if not found:
        raise StoreError(
            "The database is empty.", hint="Start the server once (`openrepro serve`): it makes the tables."
        )
    _refuse_newer(found)
    if found != newest():
        raise StoreError(
            f"The database was made by an older version of OpenRepro ({found}; this one needs {newest()}).",
            hint="Stop all servers and workers, keep a copy of the database, and start `openrepro serve` once.",
        )


def migrate(engine: Engine) -> str:
    """Bring the database to the newest version, whole or not at all, and give the version it had before.

    Safe to call from several processes at once. Raises StoreError when the database is newer, or not ours.
    """
    with upgrading(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        before = _version(connection)
        _refuse_newer(before)
        if before != newest():
            command.upgrade(_config(connection), "head")
        return before


def _refuse_newer(found: str) -> None:
    if found and found not in known():
        raise StoreError(
            f"The database was made by a newer version of OpenRepro ({found}; this one knows {newest()}).",
            hint="Install the version of OpenRepro that the other servers and workers run.",
        )


def _version(connection: Connection) -> str:
    tables = {name for name in sa.inspect(connection).get_table_names() if not name.startswith("procrastinate_")}
    if not tables:
        return ""
    found = connection.scalar(sa.text(f"SELECT version_num FROM {TABLE}")) if TABLE in tables else None
    if not str(found).startswith(OURS):
        raise StoreError(
            "The database belongs to something else: it holds tables that OpenRepro did not make "
            f"({', '.join(sorted(tables)[:3])[:120]}).",
            hint="Give OpenRepro a database of its own (OPENREPRO_DATABASE_URL).",
        )
    return str(found)


@cache
def known() -> tuple[str, ...]:
    """All versions that this installation knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
