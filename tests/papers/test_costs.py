"""What earlier attempts cost: sums of recorded durations, their spread, and what is not known."""

from openrepro.papers.costs import MOST_SECONDS, Attempt, Range, cost_of, seconds_of


def test_runs_are_added_up_and_those_without_a_duration_counted() -> None:
    assert seconds_of(["1.2", "3", None]) == Attempt(5, 2, 1)
    assert seconds_of([]) == Attempt(0, 0, 0)


def test_what_is_no_duration_counts_as_none() -> None:
    odd = ["NaN", "-1", "Infinity", "ten", "1e99", "9" * 1_000, ""]
    assert seconds_of(odd) == Attempt(0, 0, len(odd))
    assert seconds_of([str(MOST_SECONDS)] * 3).seconds == MOST_SECONDS


def test_a_spread_over_attempts() -> None:
    found = cost_of([Attempt(30, 1, 0), Attempt(10, 2, 0), Attempt(0, 0, 4), Attempt(20, 1, 1)])
    assert found is not None
    assert (found.attempts, found.seconds, found.untold) == (4, Range(3, 10, 20, 30), 1)


def test_unknown_is_no_zero() -> None:
    assert cost_of([]) is None
    found = cost_of([Attempt(0, 0, 1)])
    assert found is not None
    assert (found.seconds, found.untold) == (None, 1)
