from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, Source, State
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.store.entries import Wanted
from openrepro.store.imported import SqlImported
from openrepro.store.store import Store

NOW = "2026-08-10T12:00:00Z"


def entry(at: int, account: str, team: str) -> Entry:
    return Entry(
        id=f"e{at}",
        team=team,
        account=account,
        source=Source.IMPORT,
        origin=f"ada/{at}",
        state=State.JUDGED,
        reason=Reason.IMPORTED,
        sentence="Judged.",
        state_at=NOW,
        seen_at=NOW,
        created_at=NOW,
        title="Título",
        url="https://hub/spaces/ada/x",
        licence="MIT",
        named=("P1", "2601.00001"),
        paper="P1",
        judged_revision="a" * 40,
        first_judged_at=NOW,
    )


def test_entries_added_together_are_as_those_added_alone(store: Store) -> None:
    with store.write() as tx:
        ada = tx.people.add("ada", now=NOW)
        alone, *together = [entry(at, ada.id, ada.team) for at in range(4)]
        tx.entries.add(alone)
        bulk = SqlImported(tx.connection)
        bulk.add(together)
        bulk.add([])
        event = EntryEvent("e2", NOW, State.JUDGED, Reason.IMPORTED, "Judged.", "a" * 40)
        bulk.add_events([event])
        for _ in range(2):
            bulk.add_revisions([Revision("e2", "a" * 40, NOW, source_sha="a" * 40)])
    with store.read() as tx:
        assert [tx.entries.get(f"e{at}") for at in range(4)] == [alone, *together]
        assert tx.entries.history("e2") == (event,)
        assert [(one.id, one.source_sha) for one in tx.entries.revisions("e2")] == [("a" * 40, "a" * 40)]
        assert SqlImported(tx.connection).entries_of(["ada/1", "ada/9", "ada/1"]) == {"ada/1": "e1"}
        assert SqlImported(tx.connection).verdicts_of(["e1"]) == {}
    with store.write() as tx:
        SqlImported(tx.connection).add([entry(7, ada.id, ada.team)])
        assert tx.entries.page(Wanted()).rows[0].entry.id == "e7"


def test_names_lead_to_all_papers_that_have_them(store: Store) -> None:
    shared = Alias("17", AliasKind.EVENT)
    with store.write() as tx:
        tx.papers.put([Paper("P1", "One", aliases=(shared,)), Paper("P2", "Two", aliases=(shared,))], now=NOW)
        names = SqlImported(tx.connection).names()
    assert names["P1"] == {"P1"}
    assert names["17"] == {"P1", "P2"}
