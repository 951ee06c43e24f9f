"""Points, ranks and the other boards."""

from dataclasses import replace
from fractions import Fraction

import pytest

from openrepro.board.consensus import ClaimState, consensus
from openrepro.board.standings import Board, Standing, Standings, standings
from openrepro.board.votes import Vote
from openrepro.challenge.rules import PROFILES, BoardRules, EntryRules, Points, Rules, Ties
from tests.board.ballots import entry, event

STRICT = PROFILES["strict"]


def ranked(*entries: list[Vote], rules: Rules = STRICT, guests: tuple[str, ...] = ()) -> Standings:
    votes = event(*entries)
    return standings(votes, consensus(votes, rules), rules, guests)


def team(name: str, *entries: list[Vote], rules: Rules = STRICT) -> Standing:
    return next(item for item in ranked(*entries, rules=rules).teams if item.team == name)


def board(name: str, *entries: list[Vote], rules: Rules = STRICT, guests: tuple[str, ...] = ()) -> Board:
    return next(item for item in ranked(*entries, rules=rules, guests=guests).boards if item.name == name)


@pytest.mark.parametrize(
    ("labels", "points"), [("v", 2), ("f", 2), ("t", 1), ("i", 0), ("p", 0), ("-v", 2), ("vfti", 5)]
)
def test_points_per_label(labels: str, points: int) -> None:
    assert team("a", entry("a", labels)).points == points


def test_a_provisional_falsification_scores_once_another_team_confirms_it() -> None:
    assert team("a", entry("a", "p"), entry("b", "p")).points == 2


def test_where_falsified_needs_nothing_it_scores_at_once() -> None:
    assert team("a", entry("a", "p"), rules=PROFILES["icml-2026"]).points == 2


def test_only_the_first_judged_entry_of_a_team_on_a_paper_scores() -> None:
    standing = team("a", entry("a", "t", name="one", day=1), entry("a", "vv", name="two", day=2))
    assert (standing.points, standing.logbooks, standing.scoring) == (1, 2, 1)


def test_a_paper_is_worth_at_most_twice_its_testable_claims() -> None:
    votes = event(entry("a", "vvv"))
    held = consensus(votes, STRICT)
    (paper,) = held.papers
    last = replace(paper.claims[2], state=ClaimState.NOT_TESTABLE)
    retired = replace(held, papers=(replace(paper, claims=(*paper.claims[:2], last)),))
    assert standings(votes, held, STRICT).teams[0].points == 6
    assert standings(votes, retired, STRICT).teams[0].points == 4


def test_claims_that_cannot_be_tested_carry_no_points() -> None:
    standing = team("a", entry("a", "vxx"))
    assert (standing.points, standing.judged_claims) == (2, 1)


def test_beyond_the_daily_cap_entries_earn_nothing() -> None:
    rules = replace(STRICT, entries=EntryRules(daily_cap=2))
    entries = [entry("a", "v", paper=f"p{at}", day=1) for at in range(3)] + [entry("a", "v", paper="p9", day=2)]
    standing = team("a", *entries, rules=rules)
    assert (standing.points, standing.over_cap, standing.scoring) == (6, 1, 4)
    assert team("a", *entries, rules=replace(rules, entries=EntryRules(daily_cap=0))).points == 8


def test_without_times_no_daily_cap_is_applied() -> None:
    rules = replace(STRICT, entries=EntryRules(daily_cap=1))
    untimed = [[vote._replace(entry_judged_at="") for vote in entry("a", "v", paper=f"p{at}")] for at in range(3)]
    assert team("a", *untimed, rules=rules).points == 6


def test_further_entries_count_half_where_returns_diminish() -> None:
    rules = replace(STRICT, points=Points(diminishing_after=1))
    entries = [entry("a", labels, paper=f"p{at}", day=at + 1) for at, labels in enumerate(("vv", "vv", "t"))]
    assert team("a", *entries, rules=rules).points == 4 + 2 + 0
    assert team("a", *entries).points == 9


def test_a_rank_is_read_with_its_population_and_tie_rule() -> None:
    points = board("points", entry("a", "v"), entry("b", "t"), entry("c", "i"), entry("d", "-"))
    assert [(line.rank, line.team, line.value) for line in points.lines] == [
        (1, "a", "2"),
        (2, "b", "1"),
        (3, "c", "0"),
    ]
    assert points.population == 3
    assert points.ties.startswith("among equals the team with fewer judged claims stands first")


def test_equal_points_go_to_fewer_judged_claims_then_to_the_earlier() -> None:
    lines = board(
        "points",
        entry("a", "vi", day=1),
        entry("b", "v", paper="q", day=3),
        entry("c", "v", paper="r", day=2),
        entry("d", "v", paper="s", day=2),
    ).lines
    assert [(line.rank, line.team) for line in lines] == [(1, "c"), (1, "d"), (3, "b"), (4, "a")]


def test_under_icml_2026_equal_points_go_to_more_logbooks_then_to_the_name() -> None:
    entries = [entry("c", "v"), entry("b", "v", paper="q"), entry("a", "t", paper="r"), entry("a", "t", paper="s")]
    lines = board("points", *entries, rules=PROFILES["icml-2026"]).lines
    assert [(line.rank, line.team) for line in lines] == [(1, "a"), (2, "b"), (3, "c")]
    assert PROFILES["icml-2026"].board.ties is Ties.MORE_LOGBOOKS


def test_a_guest_is_shown_without_a_rank_and_moves_nobody() -> None:
    points = board("points", entry("organiser", "vv"), entry("a", "t"), guests=("organiser",))
    assert [(line.rank, line.team) for line in points.lines] == [(1, "a"), (None, "organiser")]
    assert points.population == 1


def test_first_to_establish_names_who_alone_settled_a_claim_first() -> None:
    entries = [entry("late", "vv", day=2), entry("early", "vt", day=1)]
    assert (team("early", *entries).first, team("late", *entries).first) == (1, 1)


def test_nobody_was_first_when_two_settled_a_claim_at_the_same_instant() -> None:
    entries = [entry("a", "v"), entry("b", "v")]
    assert [team(name, *entries).first for name in "ab"] == [0, 0]


def test_a_contested_claim_is_settled_by_nobody() -> None:
    standing = team("a", entry("a", "v", day=1), entry("b", "f", day=2))
    assert (standing.first, standing.settled, standing.points) == (0, 0, 2)


def test_coverage_counts_settled_claims_nobody_else_attempted() -> None:
    assert team("a", entry("a", "vv"), entry("b", "i-")).alone == 1
    assert team("a", entry("a", "t")).alone == 0


def test_strength_is_the_mean_assurance_over_enough_settled_claims() -> None:
    entries = [entry("a", "v" * 10), entry("b", "v" * 5)]
    assert team("a", *entries).strength == Fraction(5 * 3 + 5 * 1, 10)
    assert team("b", *entries).strength is None
    assert team("b", *entries, rules=replace(STRICT, board=BoardRules(strength_least=5))).strength == 3
    strength = board("strength", *entries)
    assert [(line.rank, line.team, line.value) for line in strength.lines] == [(1, "a", "2.00")]
    assert strength.population == 1


def test_no_votes_give_empty_boards() -> None:
    nothing = ranked()
    assert nothing.teams == ()
    assert [item.population for item in nothing.boards] == [0, 0, 0, 0]
