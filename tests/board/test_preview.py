"""What other rules would make of the same votes."""

from dataclasses import replace

from openrepro.board.fold import Fold, fold
from openrepro.board.preview import FigureChange, LineChange, StateChange, compare
from openrepro.board.votes import Vote
from openrepro.challenge.rules import PROFILES, Points, Rules
from tests.board.ballots import entry, event

STRICT, ICML = PROFILES["strict"], PROFILES["icml-2026"]


def folded(rules: Rules) -> Fold:
    votes: tuple[Vote, ...] = event(entry("a", "vt"), entry("b", "fi"), entry("c", "t", paper="q"))
    return fold(votes, rules)


def test_the_same_rules_change_nothing() -> None:
    assert compare(folded(STRICT), folded(STRICT)).empty


def test_states_that_would_change_are_named() -> None:
    change = compare(folded(STRICT), folded(replace(STRICT, board=ICML.board)))
    assert change.claims == (StateChange("demo.c1", "contested", "verified"),)
    assert change.papers == (StateChange("demo", "contested", "partly reproduced"),)
    assert FigureChange("papers contested", 1, 0) in change.figures
    assert not change.empty


def test_ranks_and_points_that_would_change_are_named() -> None:
    change = compare(folded(STRICT), folded(replace(STRICT, points=Points(toy=2))))
    assert (change.claims, change.papers, change.figures) == ((), (), ())
    assert LineChange("points", "c", 3, 2, "1", "2") in change.lines
    assert LineChange("points", "a", 1, 1, "3", "4") in change.lines
    assert LineChange("points", "b", 2, 3, "2", "2") in change.lines


def test_a_team_that_would_stand_on_no_board_any_more_is_named() -> None:
    before = fold(event(entry("a", "v" * 10)), STRICT)
    least = replace(STRICT.board, strength_least=11)
    after = fold(event(entry("a", "v" * 10)), replace(STRICT, board=least))
    assert compare(before, after).lines == (LineChange("strength", "a", 1, None, "1.00", ""),)


def test_a_preview_is_plain_json() -> None:
    told = compare(folded(STRICT), folded(replace(STRICT, board=ICML.board))).as_json()
    assert told["claims"] == [{"name": "demo.c1", "before": "contested", "after": "verified"}]
    assert set(told) == {"claims", "papers", "lines", "figures"}
