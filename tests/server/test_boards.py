"""The board that is shown keeps step with the records, the rules and the papers."""

import threading
from collections.abc import Sequence
from datetime import timedelta

import pytest

from openrepro.challenge.rules import PROFILES
from openrepro.challenge.versions import RuleHistory
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Paper
from openrepro.server import board_child
from openrepro.server.board_child import refresh_apart, refresh_views
from openrepro.server.boards import derive, due, freshness, refresh, refresh_view, rules_of
from openrepro.store.store import Store
from tests.board.ballots import act, verdict
from tests.server.challenges import NOW, WHEN, add_rules, contested, set_up


def states(store: Store, view: str = "main") -> list[str]:
    with store.read() as tx:
        return [row.state for row in tx.boards.papers(view)]


def append(store: Store, *records: object) -> None:
    with store.write() as tx:
        tx.ledger.append(records)  # type: ignore[arg-type]


def test_a_view_shows_every_paper_of_the_index(store: Store) -> None:
    set_up(store, *contested())
    made = refresh_view(store, "main", NOW)
    assert made.view.ledger_size == 5
    assert made.changed > 0
    with store.read() as tx:
        demo, rest = tx.boards.papers("main")
        assert (demo.state, demo.entries, demo.judged, demo.testable) == ("contested", 2, 2, 3)
        assert (rest.state, rest.entries) == ("not examined", 0)
        figures = {figure["name"]: figure for figure in tx.boards.figures("main")}
        assert made.view.ledger_root == tx.ledger.root()
    assert figures["papers"]["value"] == 2
    assert figures["entries withdrawn"]["value"] == 1
    assert figures["claims untested"]["value"] == 2


def test_nothing_is_computed_where_nothing_changed(store: Store) -> None:
    set_up(store, *contested())
    first = refresh_view(store, "main", NOW)
    assert due(store, NOW) == ()
    again = refresh_view(store, "main", NOW + timedelta(hours=1))
    assert (again.changed, again.view) == (0, first.view)


def test_new_records_make_a_view_due(store: Store) -> None:
    set_up(store, *contested())
    assert due(store, NOW) == ("main",)
    refresh_view(store, "main", NOW)
    append(store, act("hidden", "b/demo"))
    with store.read() as tx:
        lag = freshness(tx)
    assert lag.stale
    assert lag.shown is not None
    assert (lag.shown.ledger_size, lag.ledger_size) == (5, 6)
    assert due(store, NOW) == ("main",)
    assert states(store) == ["contested", "not examined"]
    refresh_view(store, "main", NOW)
    assert states(store) == ["partly reproduced", "not examined"]


def test_new_papers_and_new_rules_make_a_view_due(store: Store) -> None:
    set_up(store, *contested())
    refresh_view(store, "main", NOW)
    with store.write() as tx:
        tx.papers.put([Paper("third", "Third")], now=WHEN)
    assert due(store, NOW) == ("main",)
    refresh_view(store, "main", NOW)
    assert len(states(store)) == 3
    add_rules(store, '[board]\nclaim_status = "first-verified"\n', 9)
    assert due(store, NOW - timedelta(days=5)) == ()
    assert due(store, NOW) == ("main",)
    refresh_view(store, "main", NOW)
    assert states(store)[0] == "partly reproduced"


def test_a_profile_can_be_shown_beside_and_is_kept_up_to_date(store: Store) -> None:
    set_up(store, *contested())
    refresh_view(store, "main", NOW)
    refresh_view(store, "icml-2026", NOW)
    assert (states(store)[0], states(store, "icml-2026")[0]) == ("contested", "partly reproduced")
    append(store, act("hidden", "a/demo"))
    assert due(store, NOW) == ("main", "icml-2026")


def test_a_view_is_main_or_a_profile(store: Store) -> None:
    set_up(store)
    with pytest.raises(OpenReproError, match="no view named 'other'"):
        refresh_view(store, "other", NOW)
    with pytest.raises(OpenReproError, match="no rules yet"):
        rules_of(RuleHistory(), "main", NOW)


def test_the_view_of_the_challenge_is_under_the_rules_that_hold(store: Store) -> None:
    set_up(store)
    add_rules(store, "[points]\ntoy = 0\n", 5)
    with store.read() as tx:
        history = tx.rules.history()
    assert [
        rules_of(history, "main", NOW.replace(year=2020)).points.toy,
        rules_of(history, "main", NOW).points.toy,
    ] == [1, 0]


def test_the_board_of_any_earlier_size_can_be_derived(store: Store) -> None:
    set_up(store, *contested())
    with store.read() as tx:
        found = [derive(tx, PROFILES["strict"], size).consensus.papers[0].state.value for size in (0, 2, 3, 5)]
    assert found == ["not examined", "partly reproduced", "contested", "contested"]


def test_readers_see_a_whole_board_while_it_is_refreshed(store: Store) -> None:
    set_up(store, *contested())
    refresh_view(store, "main", NOW)
    seen: list[tuple[int, str]] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            with store.read() as tx:
                shown = tx.boards.view("main")
                row = tx.boards.paper("main", "demo")
            assert shown is not None
            assert row is not None
            seen.append((shown.ledger_size, row.state))

    watcher = threading.Thread(target=watch)
    watcher.start()
    for turn in range(3):
        append(store, act("hidden", "b/demo", time=f"2027-01-04T00:00:0{turn}Z"))
        refresh_view(store, "main", NOW)
        append(store, act("restored", "b/demo", time=f"2027-01-04T00:00:0{turn}Z"))
        refresh_view(store, "main", NOW)
    stop.set()
    watcher.join()
    assert all(state == ("contested" if size % 2 else "partly reproduced") for size, state in seen)


def test_two_that_refresh_at_once_end_with_the_newest_board(store: Store) -> None:
    set_up(store, *contested())
    ready = threading.Barrier(3)

    def work(team: str) -> None:
        ready.wait()
        append(store, verdict("v", team=team, entry=team, claim="demo.c3"))
        refresh_view(store, "main", NOW)

    threads = [threading.Thread(target=work, args=(team,)) for team in "xyz"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    refresh_view(store, "main", NOW)
    with store.read() as tx:
        shown = tx.boards.view("main")
        assert shown is not None
        assert shown.ledger_size == tx.ledger.size() == 8


def lagging(store: Store) -> Sequence[str]:
    return due(store, NOW)


def test_all_views_that_lag_are_refreshed(store: Store, database_url: str) -> None:
    set_up(store, *contested())
    refresh(store, "strict", PROFILES["strict"], WHEN)
    append(store, act("hidden", "b/demo"))
    told = refresh_views(store, database_url, NOW)
    assert "The view main shows 6 leaves; " in told
    assert "The view strict shows 6 leaves; " in told
    assert (lagging(store), refresh_views(store, database_url, NOW)) == ((), "")


def test_a_large_ledger_is_folded_in_a_process_of_its_own(
    store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(store, *contested())
    monkeypatch.setattr(board_child, "LEAVES_AT_HOME", 4)
    monkeypatch.setattr(board_child, "refresh_view", None)  # whatever happens does not happen in this process
    assert "The view main shows 5 leaves; " in refresh_views(store, database_url, NOW)
    assert states(store) == ["contested", "not examined"]


def test_a_child_that_fails_says_why(store: Store, database_url: str) -> None:
    with pytest.raises(OpenReproError, match=r"could not be computed: The challenge has no rules yet\."):
        refresh_apart(database_url, "main", NOW)


def test_a_refresh_ends_when_it_is_told_to(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    set_up(store, *contested())
    stopping = threading.Event()
    stopping.set()
    assert refresh_apart(sqlite_url, "main", NOW, stopping) in ("", "The view main shows 5 leaves; 19 rows changed.")
    assert refresh_views(store, sqlite_url, NOW, stopping) == ""
    store.close()
