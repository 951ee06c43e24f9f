import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.store.many import Message, SqlMany
from openrepro.store.store import Store
from openrepro.store.tables import outbox

NOW = "2026-08-10T12:00:00Z"


def test_names_lead_to_all_papers_that_have_them(store: Store) -> None:
    shared = Alias("17", AliasKind.EVENT)
    with store.write() as tx:
        tx.papers.put([Paper("P1", "One", aliases=(shared,)), Paper("P2", "Two", aliases=(shared,))], now=NOW)
        names = SqlMany(tx.connection).names(["P1", "17", "P1", "nobody"])
    assert names == {"P1": {"P1"}, "17": {"P1", "P2"}}


def test_entries_are_found_by_their_spaces(store: Store) -> None:
    state = (State.JUDGED, Reason.IMPORTED, "Judged.")
    with store.write() as tx:
        ada = tx.people.add("ada", now=NOW)
        many = SqlMany(tx.connection)
        many.hold([ada.team, "nobody"])
        tx.entries.add(Entry("e1", ada.team, Source.IMPORT, "ada/1", *state, NOW, NOW, NOW))
        assert many.entries_of(["ada/1", "ada/9", "ada/1"]) == {"ada/1": "e1"}
        assert many.verdicts_of(["e1"]) == {}


def test_messages_are_noted_in_order(store: Store) -> None:
    messages = [Message("entry.discovered", "e1", "Found."), Message("entry.resolved", "e1", "Named.")]
    with store.write() as tx:
        SqlMany(tx.connection).emit(messages, NOW)
        SqlMany(tx.connection).emit([], NOW)
        rows = tx.connection.execute(sa.select(outbox.c.event, outbox.c.at).order_by(outbox.c.id)).all()
    assert [tuple(row) for row in rows] == [("entry.discovered", NOW), ("entry.resolved", NOW)]
