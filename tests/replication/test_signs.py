"""Exact paired tests against scipy, and against plain enumeration where ties leave scipy without one."""

from decimal import Decimal
from itertools import product

import pytest
from scipy import stats

from openrepro.replication.signs import combined_p, doubled_ranks, sign_test, signed_rank_test


def numbers(*values: float) -> list[Decimal]:
    return [Decimal(str(value)) for value in values]


@pytest.mark.parametrize("above", range(8))
def test_sign_test(above: int) -> None:
    data = numbers(*[1] * above, *[-1] * (7 - above), 0, 0)
    assert sign_test(data) == pytest.approx(stats.binomtest(above, 7).pvalue, rel=1e-9)


def test_six_pairs_are_the_fewest_that_can_be_significant_on_two_sides() -> None:
    assert sign_test(numbers(*range(1, 7))) < 0.05 < sign_test(numbers(*range(1, 6)))
    assert signed_rank_test(numbers(*range(1, 7))) < 0.05 < signed_rank_test(numbers(*range(1, 6)))


@pytest.mark.parametrize(
    "data", [[1.0], [1, -2, 3, 4.5], [0.3, -0.1, 0.7, 1.2, -0.4, 0.9, 2.2], [*range(1, 26), -30.5, -0.5]]
)
def test_signed_rank_test_without_ties(data: list[float]) -> None:
    assert signed_rank_test(numbers(*data)) == pytest.approx(stats.wilcoxon(data, method="exact").pvalue, rel=1e-9)


def test_signed_rank_test_with_ties_counts_every_sign_pattern() -> None:
    data = numbers(1, 1, -1, 2, 2, -3, 5)
    ranks = doubled_ranks([abs(value) for value in data])
    observed = sum(rank for rank, value in zip(ranks, data, strict=True) if value > 0)
    low = min(observed, sum(ranks) - observed)
    sums = [sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign) for signs in product((0, 1), repeat=7)]
    assert signed_rank_test(data) == pytest.approx(min(1, 2 * sum(total <= low for total in sums) / 2**7))


def test_no_difference_at_all_says_nothing() -> None:
    assert sign_test(numbers(0, 0)) == 1.0
    assert signed_rank_test([]) == 1.0


def test_too_many_differences_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 200"):
        signed_rank_test(numbers(*range(1, 202)))


@pytest.mark.parametrize("p_values", [[0.5], [0.01, 0.2], [0.04, 0.04, 0.04], [1e-12, 1.0]])
def test_combined_p(p_values: list[float]) -> None:
    assert combined_p(p_values) == pytest.approx(stats.combine_pvalues(p_values, method="fisher").pvalue, rel=1e-9)


def test_combined_p_of_nothing_and_of_zero() -> None:
    assert combined_p([]) == 1.0
    assert combined_p([0.0, 0.5]) == 0.0
