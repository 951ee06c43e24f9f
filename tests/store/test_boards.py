"""The shown board: pages of it, one paper, one team with ranks, and rows written only where they changed."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from openrepro.board.consensus import Listed
from openrepro.board.fold import Index, fold
from openrepro.board.shown import Shown, shown
from openrepro.board.votes import Vote
from openrepro.challenge.rules import PROFILES
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.papers.paper import Paper
from openrepro.store.boards import Rank, ShownView
from openrepro.store.store import Store
from tests.board.ballots import entry, event, verdict

NOW = "2027-01-01T00:00:00Z"
CLAIMS: Mapping[str, Sequence[Listed]] = {f"p{at}": [Listed(f"p{at}.c1")] for at in range(5)}


def made(*entries: list[Vote]) -> Shown:
    return shown(fold(event(*entries), PROFILES["strict"], index=Index(5, CLAIMS)))


def event_of_three() -> Shown:
    return made(entry("a", "v", paper="p1"), entry("b", "f", paper="p1"), entry("c", "t", paper="p2"))


def put(store: Store, board: Shown, *, view: str = "main", size: int = 3) -> int | None:
    with store.write() as tx:
        return tx.boards.replace(ShownView(view, "r" * 64, "i" * 64, size, "f" * 64, NOW, board.digest), board)


def test_a_view_that_was_never_computed_shows_nothing(store: Store) -> None:
    with store.read() as tx:
        assert tx.boards.view("main") is None
        assert tx.boards.views() == ()
        assert (tx.boards.papers("main"), tx.boards.boards("main"), tx.boards.figures("main")) == ((), (), ())
        assert (tx.boards.paper("main", "p1"), tx.boards.team("main", "a")) == (None, None)


def test_a_view_says_what_it_was_computed_from(store: Store) -> None:
    board = event_of_three()
    put(store, board)
    with store.read() as tx:
        assert tx.boards.view("main") == ShownView("main", "r" * 64, "i" * 64, 3, "f" * 64, NOW, board.digest)
        figures = {figure["name"]: figure["value"] for figure in tx.boards.figures("main")}
    assert (figures["papers"], figures["papers contested"]) == (5, 1)


def test_papers_are_paged_by_id_and_by_state(store: Store) -> None:
    put(store, event_of_three())
    with store.read() as tx:
        assert [row.paper for row in tx.boards.papers("main", limit=2)] == ["p0", "p1"]
        assert [row.paper for row in tx.boards.papers("main", after="p1", limit=2)] == ["p2", "p3"]
        assert [row.paper for row in tx.boards.papers("main", state="not examined")] == ["p0", "p3", "p4"]
        assert [row.paper for row in tx.boards.papers("main", state="not examined", after="p3")] == ["p4"]
        assert tx.boards.papers("other") == ()
        assert list(tx.boards.papers_of("main", ["p4", "p2", "none"])) == ["p2", "p4"]


def test_papers_of_several_states_are_paged_together(store: Store) -> None:
    put(store, event_of_three())
    with store.read() as tx:
        states = {row.paper: row.state for row in tx.boards.papers("main")}
        several = ["not examined", "contested"]
        found = [row.paper for row in tx.boards.papers_in("main", several)]
        assert found == sorted(paper for paper, state in states.items() if state in several)
        first = tx.boards.papers_in("main", several, limit=2)
        rest = tx.boards.papers_in("main", several, after=first[-1].paper)
        assert [row.paper for row in (*first, *rest)] == found
        testable = tx.boards.papers_in("main", several, testable=True)
        assert [row.paper for row in testable] == [row.paper for row in (*first, *rest) if row.testable]
        assert tx.boards.papers_in("other", several) == ()


def test_what_a_paper_is_counted_as_says_of_how_many_leaves(store: Store) -> None:
    put(store, event_of_three(), size=7)
    with store.read() as tx:
        found = tx.boards.counted("main", ["p1", "none"])
        assert [(paper, one.ledger_size) for paper, one in found.items()] == [("p1", 7)]
        assert json.loads(found["p1"].body)["paper"] == "p1"
        assert tx.boards.counted("other", ["p1"]) == {}


def test_one_paper_with_its_claims_and_entries(store: Store) -> None:
    put(store, event_of_three())
    with store.read() as tx:
        row = tx.boards.paper("main", "p1")
    assert row is not None
    assert (row.state, row.entries, row.judged, row.testable, row.contested) == ("contested", 2, 2, 1, True)
    body = json.loads(row.body)
    assert body["claims"][0]["tally"]["teams"] == 2
    assert [line["team"] for line in body["entered"]] == ["a", "b"]


def test_one_team_with_its_ranks(store: Store) -> None:
    put(store, event_of_three())
    with store.read() as tx:
        team = tx.boards.team("main", "c")
        assert team is not None
        assert json.loads(team.body)["points"] == 1
        assert team.ranks[0] == Rank("points", 3, 3, "1")
        assert [rank.board for rank in team.ranks] == ["points", "first to establish", "coverage"]
        assert [row.team for row in tx.boards.teams("main", after="a")] == ["b", "c"]


def test_one_board_page_by_page(store: Store) -> None:
    put(store, event_of_three())
    with store.read() as tx:
        boards = tx.boards.boards("main")
        assert [board.board for board in boards] == ["points", "first to establish", "strength", "coverage"]
        assert boards[0].population == 3
        first = tx.boards.lines("main", "points", limit=2)
        rest = tx.boards.lines("main", "points", after=first[-1].position)
    assert [(line.rank, line.team, line.value) for line in (*first, *rest)] == [
        (1, "a", "2"),
        (1, "b", "2"),
        (3, "c", "1"),
    ]


def test_only_rows_that_changed_are_written(store: Store) -> None:
    board = event_of_three()
    rows = 5 + 3 + 4 + 9 + 3
    assert put(store, board) == rows
    assert put(store, board) == 0
    later = made(
        entry("a", "v", paper="p1"),
        entry("b", "f", paper="p1"),
        entry("c", "t", paper="p2"),
        entry("d", "i", paper="p3"),
    )
    changed = put(store, later, size=4)
    assert changed is not None
    assert 0 < changed < rows
    fewer = made(entry("a", "v", paper="p1"))
    put(store, fewer, size=5)
    with store.read() as tx:
        assert [row.team for row in tx.boards.teams("main")] == ["a"]
        assert len(tx.boards.lines("main", "points")) == 1
        shown_now = tx.boards.view("main")
    assert shown_now is not None
    assert shown_now.digest == fewer.digest


def test_views_stand_side_by_side(store: Store) -> None:
    put(store, event_of_three())
    put(store, made(entry("a", "v", paper="p1")), view="icml-2026")
    with store.read() as tx:
        assert [view.view for view in tx.boards.views()] == ["icml-2026", "main"]
        assert len(tx.boards.teams("main")) == 3
        assert len(tx.boards.teams("icml-2026")) == 1


def test_an_older_board_never_replaces_a_newer_one(store: Store) -> None:
    put(store, event_of_three(), size=9)
    with store.write() as tx:
        tx.ledger.append([verdict(entry=f"e{at}") for at in range(9)])
    assert put(store, made(), size=8) is None
    with store.read() as tx:
        assert len(tx.boards.teams("main")) == 3


def claims(paper: str, *kinds: Kind) -> ClaimSet:
    made = tuple(Claim(f"{paper}.c{at}", kind, f"Claim {at}.") for at, kind in enumerate(kinds, start=1))
    return ClaimSet(paper, made, [{"id": claim.id, "kind": claim.kind.value} for claim in made])


def load(store: Store, papers: Iterable[str], *sets: ClaimSet) -> None:
    with store.write() as tx:
        tx.papers.put([Paper(name, name) for name in papers], now=NOW)
        tx.papers.put_claims(sets, now=NOW)


def test_the_index_lists_every_paper_with_its_claims_in_force(store: Store) -> None:
    load(store, ["p1", "p2"], claims("p1", Kind.VALUE, Kind.DEFINITION))
    with store.read() as tx:
        assert tx.boards.index() == Index(2, {"p1": [Listed("p1.c1"), Listed("p1.c2", testable=False)], "p2": []})
        before = tx.boards.index_digest()
    load(store, ["p3"])
    with store.read() as tx:
        between = tx.boards.index_digest()
    load(store, [], claims("p1", Kind.VALUE))
    with store.read() as tx:
        assert len({before, between, tx.boards.index_digest()}) == 3


def test_the_digest_of_papers_is_computed_once_after_each_change(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([Paper("one", "One")], now=NOW)
    with store.read() as tx:
        first = tx.boards.index_digest()
    with statements(store) as told, store.read() as tx:
        assert tx.boards.index_digest() == first
    assert not [text for text in told if "claim_set" in text]
    with store.write() as tx:
        tx.papers.put([Paper("two", "Two")], now=NOW)
        second = tx.boards.index_digest()
        assert second == tx.boards.index_digest(anew=True) != first
        tx.papers.put_claims([ClaimSet("two", (), [])], now=NOW)
        assert tx.boards.index_digest() == tx.boards.index_digest(anew=True) != second


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    told: list[str] = []

    def note(*given: Any) -> None:
        told.append(given[2])

    sa.event.listen(store.engine, "before_cursor_execute", note)
    yield told
    sa.event.remove(store.engine, "before_cursor_execute", note)
