"""Entries on both databases: rows, history, pages, counts, revisions."""

from collections.abc import Mapping
from dataclasses import replace
from threading import Barrier, Thread

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, RevisionFile, Source, State
from openrepro.store.entries import Wanted
from openrepro.store.store import Store
from openrepro.store.tables import accounts, teams

NOW = "2026-11-20T12:00:00Z"


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with two teams of one account each."""
    with store.write() as tx:
        for team in ("t1", "t2"):
            tx.connection.execute(sa.insert(teams).values(id=team, name=team, created_at=NOW))
            row = {"id": f"a-{team}", "name": team, "team_id": team, "created_at": NOW}
            tx.connection.execute(sa.insert(accounts).values(row))
    return store


def entry(name: str, **changes: object) -> Entry:
    made = Entry(
        id=name,
        team="t1",
        source=Source.UPLOAD,
        origin=f"upload:{name}",
        state=State.QUEUED,
        reason=Reason.WAITING,
        sentence="It waits.",
        state_at=NOW,
        seen_at=NOW,
        created_at=NOW,
        account="a-t1",
        title="A \u201ctitle\u201d \U0001f4d3",
        named=("p1", "7001"),
        paper="p1",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def added(store: Store, *made: Entry) -> None:
    with store.write() as tx:
        for one in made:
            tx.entries.add(one)


def shown(store: Store, wanted: Wanted = Wanted(), **more: int) -> list[str]:  # noqa: B008  frozen
    with store.read() as tx:
        return [row.entry.id for row in tx.entries.page(wanted, **more).rows]


def files(**named: str) -> tuple[RevisionFile, ...]:
    return tuple(RevisionFile(f"{name}.md", 3, digit * 64) for name, digit in named.items())


def test_an_entry_comes_back_as_it_went(filled: Store) -> None:
    one = entry("e1", hidden=True, missing_since=NOW, first_judged_at=NOW, licence="MIT", url="https://x.example")
    bare = entry("e2", account="", named=(), source=Source.SPACE, origin="owner/name")
    added(filled, one, bare)
    with filled.read() as tx:
        assert tx.entries.get("e1") == one
        assert tx.entries.by_origin("owner/name") == bare
        assert tx.entries.get("e9") is None
        assert tx.entries.several(["e1", "e9", "e2"]) == {"e1": one, "e2": bare}


def test_saving_replaces_the_row_and_adds_to_the_history(filled: Store) -> None:
    added(filled, entry("e1"))
    event = EntryEvent("e1", NOW, State.JUDGED, Reason.RULED, "Judged.", "r1", "a-t1")
    with filled.write() as tx:
        tx.entries.save(entry("e1", state=State.JUDGED), event, replace(event, sentence="Again."))
        tx.entries.save(entry("e1", state=State.JUDGED, title="New"))
    with filled.read() as tx:
        assert [one.sentence for one in tx.entries.history("e1")] == ["Judged.", "Again."]
        assert tx.entries.history("e1")[0] == event
        first = tx.entries.events("e1", limit=1)
        assert [one.event.sentence for one in tx.entries.events("e1", after=first[0].number)] == ["Again."]
        found = tx.entries.get("e1")
    assert found is not None
    assert found.title == "New"


def test_text_that_no_database_holds_does_no_harm(filled: Store) -> None:
    added(filled, entry("e1", title="a\0b\ud800c", named=("\0", "\udfff"), sentence="x\0"))
    with filled.read() as tx:
        found = tx.entries.get("e1")
    assert found is not None
    assert "\0" not in found.title + found.sentence


def test_pages_show_the_newest_first_and_go_on_where_they_ended(filled: Store) -> None:
    added(filled, *(entry(f"e{number}") for number in range(7)))
    with filled.read() as tx:
        first = tx.entries.page(Wanted(), limit=3)
        second = tx.entries.page(Wanted(), before=first.next, limit=3)
        last = tx.entries.page(Wanted(), before=second.next, limit=3)
    pages = [[row.entry.id for row in page.rows] for page in (first, second, last)]
    assert pages == [["e6", "e5", "e4"], ["e3", "e2", "e1"], ["e0"]]
    assert last.next == 0


def test_pages_are_narrowed_and_hide_what_is_hidden(filled: Store) -> None:
    added(
        filled,
        entry("e1"),
        entry("e2", team="t2", account="a-t2"),
        entry("e3", state=State.JUDGED, reason=Reason.RULED),
        entry("e4", paper="p2", source=Source.SPACE, origin="o/n"),
        entry("e5", hidden=True),
    )
    assert shown(filled) == ["e4", "e3", "e2", "e1"]
    assert shown(filled, Wanted(hidden=None)) == ["e5", "e4", "e3", "e2", "e1"]
    assert shown(filled, Wanted(hidden=True)) == ["e5"]
    assert shown(filled, Wanted(state=State.JUDGED)) == ["e3"]
    assert shown(filled, Wanted(team="t2")) == ["e2"]
    assert shown(filled, Wanted(paper="p1", team="t1")) == ["e3", "e1"]
    assert shown(filled, Wanted(source=Source.SPACE)) == ["e4"]
    assert shown(filled, Wanted(paper="p9")) == []


def test_counts_are_those_of_what_is_shown(filled: Store) -> None:
    added(filled, entry("e1"), entry("e2", state=State.JUDGED), entry("e3", hidden=True), entry("e4", team="t2"))
    with filled.read() as tx:
        every, mine = tx.entries.counts(), tx.entries.counts(Wanted(team="t1"))
    assert (dict(every.states), every.hidden) == ({State.QUEUED: 2, State.JUDGED: 1}, 1)
    assert (dict(mine.states), mine.hidden) == ({State.QUEUED: 1, State.JUDGED: 1}, 1)


def test_first_judgements_are_counted_by_team_and_utc_day(filled: Store) -> None:
    days = ("2026-11-20T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-21T00:00:00Z", "2026-11-19T23:59:59Z", "")
    added(filled, *(entry(f"e{number}", first_judged_at=day) for number, day in enumerate(days)))
    with filled.read() as tx:
        assert tx.entries.judged_on("t1", "2026-11-20") == 2
        assert tx.entries.judged_on("t2", "2026-11-20") == 0


def test_the_entry_that_scores_is_the_first_judged_then_the_first_made(filled: Store) -> None:
    added(
        filled,
        entry("e0"),
        entry("e1", first_judged_at="2026-11-21T00:00:00Z", created_at="2026-11-01T00:00:00Z"),
        entry("e2", first_judged_at="2026-11-20T00:00:00Z", created_at="2026-11-03T00:00:00Z"),
        entry("e3", first_judged_at="2026-11-20T00:00:00Z", created_at="2026-11-02T00:00:00Z"),
        entry("e4", first_judged_at="2026-11-19T00:00:00Z", hidden=True),
        entry("e5", first_judged_at="2026-11-18T00:00:00Z", state=State.WITHDRAWN, reason=Reason.TAKEN_DOWN),
    )
    with filled.read() as tx:
        first = tx.entries.scoring("t1", "p1")
        assert tx.entries.scoring("t2", "p1") is None
    assert first is not None
    assert first.id == "e3"


def test_stuck_entries_are_those_on_their_way_for_long(filled: Store) -> None:
    old = "2026-11-19T00:00:00Z"
    added(
        filled,
        entry("e1", state_at=old),
        entry("e2"),
        entry("e3", state=State.JUDGED, state_at=old),
        entry("e4", state=State.JUDGING, reason=Reason.STARTED, state_at="2026-11-18T00:00:00Z"),
    )
    with filled.read() as tx:
        assert [one.id for one in tx.entries.stuck("2026-11-20T00:00:00Z")] == ["e4", "e1"]
        assert len(tx.entries.stuck("2026-11-20T00:00:00Z", limit=1)) == 1


def test_a_revision_keeps_its_files_and_comes_once(filled: Store) -> None:
    added(filled, entry("e1"), entry("e2"))
    kept = Revision("e1", "r1", NOW, "c0ffee", files(a="1", b="2"))
    with filled.write() as tx:
        tx.entries.add_revision(kept)
        tx.entries.add_revision(replace(kept, seen_at="2027-01-01T00:00:00Z"))
        tx.entries.add_revision(replace(kept, entry="e2", late=True))
        tx.entries.add_revision(Revision("e1", "r2", NOW, "", files(a="1")))
    with filled.read() as tx:
        assert tx.entries.revision("e1", "r1") == kept
        assert tx.entries.revision("e1", "r9") is None
        assert [one.id for one in tx.entries.revisions("e1")] == ["r1", "r2"]
        assert tx.entries.revisions("e1")[0].files == ()
        assert [one.late for one in tx.entries.revisions("e2")] == [True]


def test_same_uploads_are_those_of_the_account_that_are_not_withdrawn(filled: Store) -> None:
    added(
        filled,
        entry("e1"),
        entry("e2", team="t2", account="a-t2"),
        entry("e3", state=State.WITHDRAWN, reason=Reason.BY_PARTICIPANT),
        entry("e4", source=Source.SPACE, origin="o/n"),
    )
    with filled.write() as tx:
        for name in ("e1", "e2", "e3", "e4"):
            tx.entries.add_revision(Revision(name, "r1", NOW, "", files(a="1")))
        assert [one.id for one in tx.entries.same_uploads("a-t1", "r1")] == ["e1"]
        assert tx.entries.same_uploads("a-t1", "r2") == ()


def test_sole_blobs_are_those_that_nothing_else_needs(filled: Store) -> None:
    added(filled, entry("e1"), entry("e2"))
    with filled.write() as tx:
        tx.entries.add_revision(Revision("e1", "r1", NOW, "", files(a="1", b="2", c="1")))
        tx.entries.add_revision(Revision("e2", "r2", NOW, "", files(b="2")))
        assert tx.entries.sole_blobs("e1", "r1") == ("1" * 64,)
        tx.entries.take_down("e2", "r2", NOW)
        assert tx.entries.sole_blobs("e1", "r1") == ("1" * 64, "2" * 64)
        assert tx.entries.taken_down("r2") == NOW
        assert tx.entries.taken_down("r1") == ""
        tx.entries.add_revision(Revision("e2", "r1", NOW, "", files(a="1", b="2", c="1")))
        assert tx.entries.sole_blobs("e1", "r1") == ()


def test_tombstones_come_in_pages(filled: Store) -> None:
    added(filled, entry("e1"))
    with filled.write() as tx:
        for number in range(3):
            tx.entries.add_revision(Revision("e1", f"r{number}", NOW, "", files(a=str(number))))
            tx.entries.take_down("e1", f"r{number}", NOW)
        first = tx.entries.tombstones(limit=2)
        assert [one.revision for one in first] == ["r0", "r1"]
        assert [one.revision for one in tx.entries.tombstones(after=first[-1].seq)] == ["r2"]


def test_places_have_no_gaps_whoever_adds_at_once(filled: Store) -> None:
    start = Barrier(4)

    def add(worker: int) -> None:
        start.wait()
        for number in range(5):
            added(filled, entry(f"w{worker}-{number}"))

    threads = [Thread(target=add, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with filled.read() as tx:
        assert [row.seq for row in tx.entries.page(Wanted(), limit=100).rows] == list(range(20, 0, -1))


def test_a_writing_transaction_locks_what_it_gets(filled: Store) -> None:
    """Two that change one entry at once do not lose each other's change."""
    added(filled, entry("e1", title=""))
    start = Barrier(4)

    def note(worker: int) -> None:
        start.wait()
        with filled.write() as tx:
            found = tx.entries.get("e1")
            assert found is not None
            tx.entries.save(replace(found, title=found.title + str(worker)))

    threads = [Thread(target=note, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with filled.read() as tx:
        found = tx.entries.get("e1")
    assert found is not None
    assert sorted(found.title) == ["0", "1", "2", "3"]


def test_lists_and_counts_use_an_index(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    queries: Mapping[str, str] = {
        "SELECT state, hidden, count(*) FROM entries GROUP BY state, hidden": "COVERING INDEX",
        "SELECT * FROM entries WHERE state = 'judged' ORDER BY seq DESC LIMIT 9": "ix_entries_state_seq",
        "SELECT * FROM entries WHERE paper_id = 'p' ORDER BY seq DESC LIMIT 9": "ix_entries_paper_id_seq",
        "SELECT * FROM entries WHERE team_id = 't' ORDER BY seq DESC LIMIT 9": "ix_entries_team_id_seq",
        "SELECT * FROM entries WHERE source = 'space' ORDER BY seq DESC LIMIT 9": "ix_entries_source_seq",
    }
    with store.read() as tx:
        for query, index in queries.items():
            plan = " ".join(row[3] for row in tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}"))
            assert index in plan
            assert "TEMP B-TREE" not in plan
    store.close()
