"""Every row of a challenge copied from one database into another, empty one: whole or not at all."""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, Integer, Table

from openrepro.store.tables import metadata

AT_ONCE: Final = 1_000


def rows(connection: Connection) -> Mapping[str, int]:
    """How many rows each table has."""
    counts = {table.name: sa.select(sa.func.count()).select_from(table) for table in metadata.sorted_tables}
    return {name: int(connection.scalar(query) or 0) for name, query in counts.items()}


def copy(source: Connection, target: Connection) -> None:
    """Copy every row of every table, those that others refer to first; memory does not grow with the tables."""
    for table in metadata.sorted_tables:
        found = source.execute(sa.select(table), execution_options={"yield_per": AT_ONCE})
        for part in found.mappings().partitions(AT_ONCE):
            target.execute(sa.insert(table), [dict(row) for row in part])
    if target.dialect.name == "postgresql":
        for table in metadata.sorted_tables:
            _number_on(target, table)


def _number_on(target: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows from after the copied ones; SQLite does so by itself."""
    column = table.autoincrement_column
    if column is None or not isinstance(column.type, Integer):
        return
    name = target.scalar(sa.select(sa.func.pg_get_serial_sequence(table.name, column.name)))
    last = target.scalar(sa.select(sa.func.max(column)))
    if name is not None and last is not None:
        target.execute(sa.select(sa.func.setval(name, last)))
