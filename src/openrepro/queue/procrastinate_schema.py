"""Procrastinate's tables, made where they are missing and made anew for another version of it."""

from hashlib import sha256
from typing import Final

import sqlalchemy as sa
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from openrepro.errors import OpenReproError

_LOCK: Final = 0x6361_6C6C_7321  # any number that all processes agree on
_OURS: Final = "made by openrepro: "

_FOUND = sa.text("SELECT obj_description(to_regclass('procrastinate_jobs')), to_regclass('procrastinate_jobs') IS NULL")
_DROP = """
DO $$
DECLARE made record;
BEGIN
    FOR made IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname LIKE 'procrastinate\\_%'
    LOOP EXECUTE format('DROP TABLE %s CASCADE', made.name); END LOOP;
    FOR made IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'procrastinate\\_%'
    LOOP EXECUTE format('DROP FUNCTION %s CASCADE', made.name); END LOOP;
    FOR made IN SELECT oid::regtype AS name FROM pg_type
        WHERE typnamespace = current_schema()::regnamespace AND typname LIKE 'procrastinate\\_%'
    LOOP EXECUTE format('DROP TYPE %s CASCADE', made.name); END LOOP;
END $$
"""


def apply_schema(engine: Engine) -> bool:
    """Have procrastinate's tables as its installed version wants them; gives whether they were made now.

    What stands in them are calls, which the next sweep makes anew, so tables that we made for another version are
    dropped. Tables that somebody else made are left alone. Safe to call from several processes at once. Raises
    OpenReproError when the database refuses. From then on every enqueued job calls a worker.
    """
    schema = SchemaManager.get_schema()
    mark = _OURS + sha256(schema.encode()).hexdigest()
    try:
        with engine.connect() as connection, connection.begin():
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            return _apply(connection, schema, mark)
    except DBAPIError as error:
        told = " ".join(str(error.orig).split())[:200]
        raise OpenReproError(
            f"The tables of procrastinate could not be made: {told}.",
            hint="The account of the database must be allowed to create tables, types and functions.",
        ) from error


def _apply(connection: Connection, schema: str, mark: str) -> bool:
    comment, missing = connection.execute(_FOUND).one()
    if not missing:
        if comment == mark or not str(comment).startswith(_OURS):
            return False
        _run(connection, _DROP)
    _run(connection, schema)
    _run(connection, f"COMMENT ON TABLE procrastinate_jobs IS '{mark}'")
    return True


def _run(connection: Connection, statements: str) -> None:
    """Several statements without parameters, in which % is nothing special."""
    connection.execution_options(no_parameters=True).exec_driver_sql(statements)
