"""Why a team stands where it stands: the parts add up to what every board says."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from benchmarks.board import records

from openrepro.board.breakdown import EntryScore, breakdown
from openrepro.board.fold import Fold, fold
from openrepro.board.scores import Limit
from openrepro.board.votes import votes_of
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.judging.verdict import Verdict
from tests.board.ballots import entry, event

STRICT, ICML = PROFILES["strict"], PROFILES["icml-2026"]


def capped(rules: Rules, cap: int = 0, after: int = 0) -> Rules:
    return replace(
        rules, entries=replace(rules.entries, daily_cap=cap), points=replace(rules.points, diminishing_after=after)
    )


def ordered(made: Fold) -> list[EntryScore]:
    return sorted(breakdown(made), key=lambda row: row.place)


def assert_sums(made: Fold, rules: Rules) -> None:
    """What the parts of every team add up to is what its standing says."""
    parts = {team: list(rows) for team, rows in groupby(ordered(made), key=lambda row: row.team)}
    assert parts.keys() >= {team.team for team in made.standings.teams}
    for team in made.standings.teams:
        rows = parts[team.team]
        claims = [claim for row in rows for claim in row.claims if claim.established]
        assert sum(row.points for row in rows) == team.points
        assert sum(row.worth for row in rows if not row.limits) == sum(row.points for row in rows if not row.limits)
        assert sum(claim.first for claim in claims) == team.first
        assert sum(claim.alone for claim in claims) == team.alone
        assert len(claims) == team.settled
        assert sum(row.scoring for row in rows) == team.scoring
        assert sum(Limit.DAY in row.limits for row in rows) == team.over_cap
        if team.strength is not None:
            assert Fraction(sum(claim.assurance for claim in claims), len(claims)) == team.strength
    assert all(row.worth == sum(claim.points for claim in row.claims) for rows in parts.values() for row in rows)


@pytest.fixture(scope="module")
def constructed() -> list[Verdict]:
    return records()


@pytest.mark.parametrize("rules", [STRICT, ICML, capped(STRICT, 3, 5)], ids=["strict", "icml-2026", "capped"])
def test_the_parts_of_the_constructed_event_add_up(constructed: list[Verdict], rules: Rules) -> None:
    assert_sums(fold(votes_of(constructed), rules), rules)


@pytest.mark.parametrize("rules", [STRICT, ICML], ids=["strict", "icml-2026"])
def test_the_parts_of_small_boards_add_up(rules: Rules) -> None:
    votes = event(
        entry("a", "vfti"), entry("a", "vvvv", name="a2", day=2), entry("b", "fp-x"), entry("c", "ptv"), entry("d", "p")
    )
    assert_sums(fold(votes, rules), rules)


def rows_of(team: str, made: Fold) -> list[EntryScore]:
    return [row for row in ordered(made) if row.team == team]


def test_a_claim_says_what_it_earned_and_for_whom_it_stands() -> None:
    (row,) = rows_of("a", fold(event(entry("a", "vt"), entry("b", "i", day=2)), STRICT))
    verified, toy = row.claims
    assert (verified.points, verified.established, verified.first, verified.alone) == (2, True, True, False)
    assert (toy.points, toy.established, toy.first) == (1, False, False)
    assert (row.worth, row.points, row.scoring, row.why) == (3, 3, True, "")


def test_a_provisional_falsification_waits_and_a_second_team_ends_the_wait() -> None:
    (row,) = rows_of("a", fold(event(entry("a", "p")), STRICT))
    assert (row.claims[0].waits, row.claims[0].points, row.points) == (True, 0, 0)
    (row,) = rows_of("a", fold(event(entry("a", "p"), entry("b", "p", day=2)), STRICT))
    assert (row.claims[0].waits, row.claims[0].points, row.points) == (False, 2, 2)


def test_a_further_entry_says_why_it_does_not_score() -> None:
    first, second = rows_of("a", fold(event(entry("a", "t"), entry("a", "v", name="later", day=2)), STRICT))
    assert (first.scoring, first.points) == (True, 1)
    assert (second.scoring, second.points) == (False, 0)
    assert second.why == "another entry of the team on this paper scores"
    assert not second.claims[0].points


def test_limits_are_named_where_they_take_points() -> None:
    votes = event(*(entry("a", "vv", paper=f"p{at}") for at in range(4)))
    rows = rows_of("a", fold(votes, capped(STRICT, cap=3, after=1)))
    assert [row.points for row in rows] == [4, 2, 2, 0]
    assert [row.limits for row in rows] == [(), (Limit.HALVED,), (Limit.HALVED,), (Limit.DAY,)]
    assert all(row.worth == 4 for row in rows)
