"""The gallery on both databases: pages both ways, by label, and hidden entries kept apart."""

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.store.entries import Wanted
from openrepro.store.gallery import Shelf
from openrepro.store.store import Store
from openrepro.store.tables import teams
from tests.board.ballots import verdict

NOW = "2026-11-20T12:00:00Z"
ALL = Wanted()


def entry(name: str, *, hidden: bool = False, paper: str = "demo", team: str = "t1") -> Entry:
    return Entry(
        name, team, Source.UPLOAD, f"upload:{name}", State.JUDGED, Reason.RULED, "", NOW, NOW, NOW, "", name,
        paper=paper, hidden=hidden,
    )  # fmt: skip


@pytest.fixture
def filled(store: Store) -> Store:
    """Seven entries; the last is hidden."""
    with store.write() as tx:
        for team in ("t1", "t2"):
            tx.connection.execute(sa.insert(teams).values(id=team, name=team, created_at=NOW))
        for at in range(7):
            tx.entries.add(entry(f"e{at}", hidden=at == 6, team="t2" if at == 1 else "t1"))
    return store


def names(shelf: Shelf) -> list[str]:
    return [row.entry.id for row in shelf.rows]


def test_pages_lead_on_and_back_to_the_same_pages(filled: Store) -> None:
    with filled.read() as tx:
        first = tx.gallery.newest(ALL, limit=2)
        second = tx.gallery.newest(ALL, before=first.next or 0, limit=2)
        third = tx.gallery.newest(ALL, before=second.next or 0, limit=2)
    assert [names(shelf) for shelf in (first, second, third)] == [["e5", "e4"], ["e3", "e2"], ["e1", "e0"]]
    assert (first.previous, second.previous, third.previous, third.next) == (None, 0, first.next, None)


def test_hidden_ones_are_there_only_for_who_may_see_them(filled: Store) -> None:
    with filled.read() as tx:
        tx_all = tx.gallery.newest(Wanted(hidden=None), limit=2)
    assert names(tx_all) == ["e6", "e5"]


def test_entries_are_found_by_the_labels_they_have_now(filled: Store) -> None:
    first = verdict("v", claim="demo.c1", entry="e0", team="t1")
    with filled.write() as tx:
        tx.ledger.append(
            [
                first,
                verdict("v", claim="demo.c1", entry="e1", team="t2"),
                verdict("v", claim="demo.c2", entry="e1", team="t2"),
                verdict("v", claim="demo.c1", entry="e6", team="t1"),
                verdict("v", claim="demo.c2", entry="e2", team="t1"),
                verdict("f", claim="demo.c1", entry="e0", team="t1", supersedes=first.id),
                verdict("v", claim="demo.c1", entry="e3", team="t1"),
            ]
        )
    with filled.read() as tx:
        page = tx.gallery.labelled("verified", ALL, limit=2)
        rest = tx.gallery.labelled("verified", ALL, before=page.next or 0, limit=2)
        assert (names(page), names(rest)) == (["e3", "e2"], ["e1"])
        assert (page.previous, rest.previous, rest.next) == (None, 0, None)
        assert names(tx.gallery.labelled("falsified", ALL)) == ["e0"]
        assert names(tx.gallery.labelled("verified", Wanted(team="t2"))) == ["e1"]
        assert names(tx.gallery.labelled("verified", Wanted(paper="other"))) == []
        assert tx.gallery.labels(["e0", "e1", "e4"]) == {"e0": {"falsified": 1}, "e1": {"verified": 2}}
        assert tx.gallery.labels([]) == {}


def test_what_waits_for_a_second_look_is_found_for_many_at_once(filled: Store) -> None:
    first = verdict("p", claim="demo.c1", entry="e0", team="t1")
    with filled.write() as tx:
        tx.ledger.append(
            [
                first,
                verdict("p", claim="demo.c1", entry="e1", team="t2"),
                verdict("f", claim="demo.c2", entry="e1", team="t2"),
                verdict("p", claim="demo.c1", entry="e3", team="t1"),
                verdict("v", claim="demo.c1", entry="e0", team="t1", supersedes=first.id),
            ]
        )
    with filled.read() as tx:
        found = tx.gallery.provisional(["e0", "e1", "e4"])
        assert [(row.entry, row.claim, row.current) for row in found] == [("e1", "demo.c1", True)]
        assert tx.gallery.provisional([]) == ()
