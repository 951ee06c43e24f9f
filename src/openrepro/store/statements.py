"""What several stores need of SQL, the same on SQLite and PostgreSQL; none has to use it."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Select, Table
from sqlalchemy.dialects import postgresql, sqlite

from openrepro.ids import Json

CHUNK: Final = 500
"""How many values one statement may name; both databases take more, but plan worse."""


def text_of(value: Json) -> str:
    """`value` as the compact JSON text that columns hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def value_of(text: str) -> Any:
    """The value of JSON text that a column holds; it was written by `text_of` and is trusted."""
    return json.loads(text)


def insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`, which both databases spell alike."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def upsert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert `rows`, or update those whose primary key is there already. All rows name the same columns."""
    if not rows:
        return
    statement = insert(connection, table)
    keys = [column.name for column in table.primary_key]
    others = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    settled = (
        statement.on_conflict_do_update(index_elements=keys, set_=others)
        if others
        else statement.on_conflict_do_nothing(index_elements=keys)
    )
    connection.execute(settled, rows)


def add_missing(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert those of `rows` that break no unique constraint."""
    if rows:
        connection.execute(insert(connection, table).on_conflict_do_nothing(), rows)


def paged(query: "Select[Any]", *order: ColumnElement[Any], after: Sequence[Any] = (), limit: int) -> "Select[Any]":
    """`query` ordered by `order` (ascending, together unique, indexed), from after the row that has those values on.

    Ask for one row more than a page holds to learn whether there is another.
    """
    if after:
        assert len(after) == len(order)
        bound = sa.tuple_(*(sa.literal(value, column.type) for value, column in zip(after, order, strict=True)))
        query = query.where(sa.tuple_(*order) > bound)
    return query.order_by(*order).limit(limit)


def alone(connection: Connection, what: str) -> None:
    """Wait until no other writing transaction is `alone` with the same `what`; held until this one ends.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        key = int.from_bytes(sha256(what.encode()).digest()[:8], "big", signed=True)
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
