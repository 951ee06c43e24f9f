"""Transactions: whole or not at all, on both databases."""

import pytest
import sqlalchemy as sa

from openrepro.store.store import Store
from openrepro.store.tables import notes


def keep(store: Store, key: str) -> None:
    with store.write() as tx:
        tx.connection.execute(sa.insert(notes).values(key=key, value="kept"))


def kept(store: Store) -> list[str]:
    with store.read() as tx:
        return list(tx.connection.scalars(sa.select(notes.c.key).order_by(notes.c.key)))


def test_what_was_written_is_read(store: Store) -> None:
    keep(store, "first")
    assert kept(store) == ["first"]


@pytest.mark.parametrize("turn", range(20))
def test_every_test_starts_with_an_empty_database(store: Store, turn: int) -> None:
    keep(store, "first")
    assert kept(store) == ["first"]
