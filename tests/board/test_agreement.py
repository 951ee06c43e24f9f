"""Agreement between teams, on claims that at least two of them labelled."""

import time

from openrepro.board.agreement import agreement
from openrepro.board.consensus import Tally

BOTH, SPLIT = Tally(verified=2), Tally(verified=1, falsified=1)


def test_pairs_are_counted_per_claim() -> None:
    found = agreement([BOTH, SPLIT, Tally(verified=1), Tally(toy=2, inconclusive=1)])
    assert (found.claims, found.unanimous, found.pairs, found.agreeing) == (3, 1, 5, 2)
    pairs = {(one.one.value, one.other.value): one.pairs for one in found.matrix if one.pairs}
    assert pairs == {
        ("verified", "verified"): 1,
        ("verified", "falsified"): 1,
        ("toy", "toy"): 1,
        ("toy", "inconclusive"): 2,
    }


def test_a_label_agrees_as_often_as_the_other_team_gives_it_too() -> None:
    labels = {one.label.value: one for one in agreement([BOTH, SPLIT]).labels}
    assert (labels["verified"].agreeing, labels["verified"].all) == (2, 3)
    assert (labels["falsified"].agreeing, labels["falsified"].all) == (0, 1)
    assert (labels["toy"].agreeing, labels["toy"].all) == (0, 0)


def test_claims_and_not_pairs_make_the_interval() -> None:
    """Ten teams on one claim are no ten observations: with few claims the interval stays wide."""
    few = agreement([Tally(verified=10), Tally(verified=5, falsified=5)]).as_json()
    many = agreement([BOTH, SPLIT] * 200).as_json()
    assert isinstance(few["interval"], list)
    assert isinstance(many["interval"], list)
    assert float(str(few["interval"][0])) < 45
    assert many["percent"] == "50.0"
    assert many["interval"] == ["45.1", "54.9"]
    assert many["unanimous_interval"] == ["45.1", "54.9"]


def test_where_nothing_differs_there_is_no_interval() -> None:
    assert agreement([BOTH, BOTH]).interval is None
    assert agreement([BOTH]).interval is None
    none = agreement([Tally(verified=1)]).as_json()
    assert (none["pairs"], none["percent"], none["interval"], none["unanimous_interval"]) == (0, None, None, None)


def test_huge_tallies_are_quick() -> None:
    begin = time.perf_counter()
    found = agreement([Tally(verified=10**9, falsified=10**9)] * 3 + [BOTH])
    assert found.interval is not None
    assert time.perf_counter() - begin < 1
