"""Distributions."""

from openrepro.board.spread import Spread, spread


def of(*counts: int) -> Spread:
    found = spread(counts)
    assert found is not None
    return found


def test_small_counts_stand_for_themselves() -> None:
    made = of(1, 1, 2, 5)
    assert [(one.least, one.many) for one in made.bins] == [(1, 2), (2, 1), (3, 0), (4, 0), (5, 1)]
    assert (made.many, made.total, made.quartiles) == (4, 9, (1, 1, 1, 2, 5))


def test_large_counts_are_taken_together_and_none_is_lost() -> None:
    made = of(*range(1, 400))
    assert [(one.least, one.most) for one in made.bins][:5] == [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16)]
    assert sum(one.many for one in made.bins) == 399


def test_what_the_ten_largest_have_together() -> None:
    assert of(*[1] * 20, 100).top == 109
    assert of(3, 4).top == 7


def test_nothing_has_no_distribution() -> None:
    assert spread([]) is None
    assert spread([0, 0]) is None
