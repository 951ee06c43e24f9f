"""The board shown is proven to be what the leaves give; a byte changed anywhere is named."""

import pytest

from openrepro.challenge.rules import PROFILES, load_rules
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Paper
from openrepro.server.board_check import DAMAGED, MOST_KEPT, UNFOUNDED, Checked, check, preview, rebuild
from openrepro.server.boards import refresh_view
from openrepro.store.store import Store
from tests.board.ballots import act, verdict
from tests.server.challenges import NOW, WHEN, add_rules, contested, set_up
from tests.store.tampering import tamper


def shown(store: Store) -> Store:
    set_up(store, *contested())
    refresh_view(store, "main", NOW)
    refresh_view(store, "icml-2026", NOW)
    return store


def told(store: Store) -> list[str]:
    return [item.sentence for item in check(store).differences]


def test_an_untouched_board_is_proven(store: Store) -> None:
    shown(store)
    found = check(store)
    with store.read() as tx:
        assert found == Checked(5, tx.ledger.root(), ("icml-2026", "main"), (), 0, ())


def test_a_board_that_lags_is_proven_at_its_own_size(store: Store) -> None:
    shown(store)
    with store.write() as tx:
        tx.ledger.append([verdict("t", supersedes=verdict("v").id), act("hidden", "b/demo")])
    tamper(store, "UPDATE entries SET hidden = true WHERE id = 'b/demo'")
    assert check(store).differences == ()
    add_rules(store, '[board]\nclaim_status = "first-verified"\n', 9)
    assert check(store).differences == ()


def test_a_board_of_other_papers_is_not_compared_and_that_is_said(store: Store) -> None:
    shown(store)
    with store.write() as tx:
        tx.papers.put([Paper("third", "Third")], now=WHEN)
    found = check(store)
    assert (found.views, found.differences) == ((), ())
    assert found.notes[1].startswith(
        f"The view main was not compared: papers or claims have changed since {WHEN}. Bring"
    )
    assert not found.proven
    rebuild(store, NOW)
    assert check(store).proven


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE board_papers SET body = replace(body, 'contested', 'c0ntested') WHERE view = 'main'",
            "board_papers, view main, demo: body is …",
        ),
        (
            "UPDATE board_papers SET state = 'mixed' WHERE view = 'main' AND paper_id = 'demo'",
            "board_papers, view main, demo: state is …'mixed', but the leaves give …'contested'.",
        ),
        (
            "DELETE FROM board_papers WHERE view = 'main' AND paper_id = 'rest'",
            "board_papers, view main, rest: Missing.",
        ),
        (
            "INSERT INTO board_papers (view, paper_id, state, entries, judged, testable, contested, body) "
            "VALUES ('main', 'made-up', 'mixed', 1, 1, 1, false, '{}')",
            "board_papers, view main, made-up: The leaves give no such row.",
        ),
        (
            "UPDATE board_teams SET body = replace(body, 'points', 'p0ints') WHERE view = 'main' AND team_id = 'a'",
            "board_teams, view main, a: body is …",
        ),
        (
            "UPDATE board_lines SET rank = 2 WHERE view = 'main' AND board = 'points' AND position = 0",
            "board_lines, view main, points 0: rank is …'2', but the leaves give …'1'.",
        ),
        (
            "UPDATE boards SET population = 9 WHERE view = 'main' AND board = 'coverage'",
            "boards, view main, coverage: population is …'9', but the leaves give …'2'.",
        ),
        (
            "UPDATE board_views SET figures = '[]' WHERE view = 'main'",
            "board_views, view main: Its figures are not those",
        ),
        (
            "UPDATE board_views SET charts = '{}' WHERE view = 'main'",
            "board_views, view main: Its charts are not those",
        ),
        (
            "UPDATE board_scores SET body = replace(body, 'worth', 'w0rth') WHERE view = 'main' AND team_id = 'a'",
            "board_scores, view main, a 0: body is …",
        ),
        (
            "UPDATE board_views SET digest = 'x' WHERE view = 'main'",
            "board_views, view main: It states the digest x, but",
        ),
        (
            "UPDATE board_views SET ledger_root = 'x' WHERE view = 'main'",
            "board_views, view main: It states the root x, but",
        ),
        (
            "UPDATE board_views SET ledger_size = 6 WHERE view = 'main'",
            "board_views, view main: It shows 6 leaves, but",
        ),
        (
            "UPDATE board_views SET rules = 'x' WHERE view = 'main'",
            "board_views, view main: It names rules that no version",
        ),
        (
            "UPDATE verdicts SET team_id = 'x' WHERE seq = 1",
            "verdicts, leaf 1: team_id is 'x', but the record says 'a'.",
        ),
        ("UPDATE verdicts SET current = false WHERE seq = 1", "verdicts, leaf 1: current: Nothing supersedes it."),
        (
            "UPDATE acts SET act = 'restored' WHERE seq = 4",
            "acts, leaf 4: act is 'restored', but the record says 'withdrawn'.",
        ),
        ("DELETE FROM ledger_nodes", "ledger_nodes, level 1, position 0: Missing."),
        (
            "DELETE FROM board_views WHERE view = 'main'",
            "board_views, view main: Missing, though the ledger has 5 leaves.",
        ),
        (
            "DELETE FROM board_views WHERE view = 'icml-2026'",
            "board_views, view icml-2026: Missing, though it has rows.",
        ),
    ],
)
def test_what_was_changed_is_named_and_built_anew(store: Store, change: str, says: str) -> None:
    shown(store)
    tamper(store, change)
    assert told(store)[0].startswith(says)
    rebuild(store, NOW)
    assert told(store) == []


def test_boards_that_are_gone_are_named_and_built_anew(store: Store) -> None:
    shown(store)
    tables = ("board_views", "board_papers", "board_teams", "board_lines", "board_scores", "boards")
    tamper(store, *(f"DELETE FROM {table}" for table in tables))
    assert told(store) == ["board_views, view main: Missing, though the ledger has 5 leaves."]
    rebuild(store, NOW)
    assert check(store).proven


def test_a_view_that_nobody_knows_is_named(store: Store) -> None:
    shown(store)
    tamper(store, "UPDATE board_teams SET view = 'other' WHERE view = 'main' AND team_id = 'a'")
    assert "board_views, view other: Missing, though it has rows." in told(store)


def test_a_digest_of_papers_that_was_changed_is_no_proof(store: Store) -> None:
    shown(store)
    tamper(store, "UPDATE board_views SET index_digest = 'x' WHERE view = 'main'")
    found = check(store)
    assert (found.views, len(found.notes), found.proven) == (("icml-2026",), 1, False)


@pytest.mark.parametrize("change", ["effective_from = 'x'", "toml = 'x'", "toml = 'slug = 7'"])
def test_rules_that_were_changed_are_named(store: Store, change: str) -> None:
    shown(store)
    tamper(store, f"UPDATE rule_versions SET {change}")
    found = check(store)
    assert [item.table for item in found.differences] == ["rule_versions"]
    assert not found.differences[0].mendable
    assert found.notes[0].startswith("The boards were not compared. ")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE leaves SET body = replace(body, 'toy', 'top') WHERE seq = 3",
            "leaves, leaf 3: Its body has the hash ",
        ),
        ("UPDATE ledger SET peaks = replace(peaks, 'a', 'b')", "ledger, peak 0: It is "),
    ],
)
def test_a_damaged_ledger_is_named_and_never_built_over(store: Store, change: str, says: str) -> None:
    shown(store)
    tamper(store, change, "UPDATE verdicts SET team_id = 'x' WHERE seq = 1")
    found = check(store)
    assert any(item.sentence.startswith(says) for item in found.differences)
    assert found.views == ()
    assert found.notes == (DAMAGED,)
    with pytest.raises(OpenReproError, match="The ledger itself is damaged, and nothing was changed"):
        rebuild(store, NOW)
    with store.read() as tx:
        assert tx.ledger.verdicts()[0].team == "x"


def test_rebuilding_a_sound_board_changes_nothing(store: Store) -> None:
    shown(store)
    made = rebuild(store, NOW)
    assert (made.leaves, made.mended) == (5, 0)
    assert [(item.view.view, item.changed) for item in made.views] == [("main", 0), ("icml-2026", 0)]


def test_a_board_that_was_never_computed_is_built(store: Store) -> None:
    set_up(store, *contested())
    assert check(store).views == ()
    made = rebuild(store, NOW)
    assert made.views[0].changed > 0
    assert check(store).views == ("main",)


def test_rebuilding_tells_how_many_rows_it_mended(store: Store) -> None:
    shown(store)
    tamper(store, "UPDATE verdicts SET team_id = 'x'", "UPDATE acts SET reason = 'x' WHERE seq = 0")
    assert check(store).notes == (UNFOUNDED,)
    assert rebuild(store, NOW).mended == 4
    assert told(store) == []


def test_only_the_first_differences_are_kept(store: Store) -> None:
    set_up(store, *(verdict(entry=f"e{at}") for at in range(MOST_KEPT + 7)))
    tamper(store, "UPDATE verdicts SET grade = 'E9'")
    found = check(store)
    assert (len(found.differences), found.untold) == (MOST_KEPT, 7)


def test_other_rules_are_tried_on_the_votes_as_they_are(store: Store) -> None:
    shown(store)
    with store.read() as tx:
        change = preview(tx, PROFILES["strict"], load_rules(b'[board]\nclaim_status = "first-verified"\n'))
    assert [(item.name, item.before, item.after) for item in change.papers] == [
        ("demo", "contested", "partly reproduced")
    ]
    assert states_after(store) == "contested"


def states_after(store: Store) -> str:
    with store.read() as tx:
        row = tx.boards.paper("main", "demo")
    assert row is not None
    return row.state
