"""What entries earn, before and after the limits of the rules."""

from dataclasses import replace

from openrepro.board.consensus import consensus
from openrepro.board.scores import Limit, Scores, scores
from openrepro.board.votes import Vote
from openrepro.challenge.rules import PROFILES
from tests.board.ballots import entry, event

STRICT = PROFILES["strict"]


def scored(*entries: list[Vote], cap: int = 0, after: int = 0) -> Scores:
    limits = replace(STRICT.entries, daily_cap=cap), replace(STRICT.points, diminishing_after=after)
    rules = replace(STRICT, entries=limits[0], points=limits[1])
    votes = event(*entries)
    return scores(votes, consensus(votes, rules), rules)


def test_without_limits_an_entry_earns_what_its_labels_are_worth() -> None:
    (earned,) = scored(entry("a", "vfti")).earned["a"]
    assert (earned.worth, earned.points, earned.limits) == (5, 5, ())


def test_the_daily_cap_counts_by_day() -> None:
    books = [entry("a", "v", paper=f"p{at}", day=1 + at // 2) for at in range(4)]
    assert [one.points for one in scored(*books, cap=1).earned["a"]] == [2, 0, 2, 0]
    assert [one.points for one in scored(*books, cap=2).earned["a"]] == [2, 2, 2, 2]


def test_further_entries_count_half_and_those_beyond_the_cap_are_not_among_them() -> None:
    books = [entry("a", "vt", paper=f"p{at}", day=1 + at // 2) for at in range(4)]
    found = scored(*books, cap=1, after=1).earned["a"]
    assert [one.points for one in found] == [3, 0, 1, 0]
    assert [one.limits for one in found] == [(), (Limit.DAY,), (Limit.HALVED,), (Limit.DAY,)]


def test_who_was_first_and_who_was_alone() -> None:
    found = scored(entry("a", "vv"), entry("b", "vi", day=2))
    assert found.established["demo", "demo.c1"][1:3] == ("a", "")
    assert found.established["demo", "demo.c2"][1:3] == ("a", "")
    assert scored(entry("a", "v")).established["demo", "demo.c1"][1:3] == ("a", "a")
    assert scored(entry("a", "v"), entry("b", "v")).established["demo", "demo.c1"][1:3] == ("", "")


def test_what_waits_is_named() -> None:
    assert scored(entry("a", "pv")).waiting == {("demo.c1", "a/demo")}
    assert not scored(entry("a", "f")).waiting
