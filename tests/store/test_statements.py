"""What stores share of SQL behaves alike on both databases."""

import threading

import pytest
import sqlalchemy as sa

from openrepro.ids import Json
from openrepro.store.statements import add_missing, alone, paged, text_of, upsert, value_of
from openrepro.store.store import Store
from openrepro.store.tables import likeness_keys, notes, papers


def kept(store: Store) -> dict[str, str]:
    with store.read() as tx:
        return {row.key: row.value for row in tx.connection.execute(sa.select(notes))}


@pytest.mark.parametrize("value", [None, [], {"a": [1, "é", None, True]}, "tab\tand \u2028", "9.10"])
def test_documents_come_back_as_they_were(value: Json) -> None:
    assert value_of(text_of(value)) == value


def test_upserting_inserts_and_updates(store: Store) -> None:
    with store.write() as tx:
        upsert(tx.connection, notes, [{"key": "a", "value": "1"}, {"key": "b", "value": "1"}])
        upsert(tx.connection, notes, [{"key": "b", "value": "2"}, {"key": "c", "value": "2"}])
        upsert(tx.connection, notes, [])
    assert kept(store) == {"a": "1", "b": "2", "c": "2"}


def test_upserting_names_the_columns_that_change_and_leaves_the_others(store: Store) -> None:
    with store.write() as tx:
        upsert(tx.connection, papers, [{"id": "p1", "title": "Old", "title_key": "", "added_at": "now", "area": "NLP"}])
        upsert(tx.connection, papers, [{"id": "p1", "title": "New", "title_key": "", "added_at": "now"}])
        row = tx.connection.execute(sa.select(papers.c.title, papers.c.area)).one()
    assert tuple(row) == ("New", "NLP")


def test_upserting_a_table_that_is_all_key(store: Store) -> None:
    with store.write() as tx:
        upsert(tx.connection, likeness_keys, [{"kind": "text", "key": 1, "entry_seq": 1}])
        upsert(tx.connection, likeness_keys, [{"kind": "text", "key": 1, "entry_seq": 1}])
        assert tx.connection.scalar(sa.select(sa.func.count()).select_from(likeness_keys)) == 1


def test_what_is_there_stays_when_the_missing_is_added(store: Store) -> None:
    with store.write() as tx:
        add_missing(tx.connection, notes, [{"key": "a", "value": "1"}])
        add_missing(tx.connection, notes, [{"key": "a", "value": "2"}, {"key": "b", "value": "2"}])
        add_missing(tx.connection, notes, [])
    assert kept(store) == {"a": "1", "b": "2"}


def test_pages_follow_one_another_without_gap_or_repetition(store: Store) -> None:
    names = ["", "B", "a", "a b", "a-b", "Ä", "é", "z", "ß"]
    rows = [
        {"id": name, "title": "t", "title_key": "", "added_at": "now", "position": at % 3}
        for at, name in enumerate(names)
    ]
    with store.write() as tx:
        tx.connection.execute(sa.insert(papers), rows)
    seen: list[tuple[int, str]] = []
    with store.read() as tx:
        query = sa.select(papers.c.position, papers.c.id)
        while page := [
            (row.position, row.id)
            for row in tx.connection.execute(
                paged(query, papers.c.position, papers.c.id, after=seen[-1] if seen else (), limit=2)
            )
        ]:
            seen += page
    assert seen == sorted((row["position"], row["id"]) for row in rows)


def test_work_done_alone_does_not_cross(store: Store) -> None:
    with store.write() as tx:
        upsert(tx.connection, notes, [{"key": "count", "value": "0"}])

    def count() -> None:
        for _ in range(5):
            with store.write() as tx:
                alone(tx.connection, "counting")
                value = int(tx.connection.scalars(sa.select(notes.c.value)).one())
                tx.connection.execute(sa.update(notes).values(value=str(value + 1)))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept(store) == {"count": "20"}


def test_other_work_need_not_wait(postgresql_url: str) -> None:
    store = Store.open(postgresql_url)
    with store.write() as first, store.write() as second:
        alone(first.connection, "one thing")
        alone(second.connection, "another")
    store.close()
