"""Exact tests of paired differences that assume no normality: the sign test and Wilcoxon's signed ranks."""

import math
from collections.abc import Sequence
from decimal import Decimal

from openrepro.replication.distributions import binomial_cdf, chi_square_tail

_EXACT_UP_TO = 200


def sign_test(differences: Sequence[Decimal]) -> float:
    """Two-sided p-value that positive and negative differences are equally likely; zeros are left out."""
    above = sum(1 for value in differences if value > 0)
    below = sum(1 for value in differences if value < 0)
    return min(1.0, 2 * binomial_cdf(min(above, below), above + below, 0.5)) if above + below else 1.0


def signed_rank_test(differences: Sequence[Decimal]) -> float:
    """Two-sided exact p-value of Wilcoxon's signed-rank test; zeros are left out, ties share their ranks.

    Counts all sign patterns by dynamic programming over doubled ranks: O(n³). Raises ValueError above 200
    differences, where the sign test or a t interval serves.
    """
    rest = [value for value in differences if value]
    if len(rest) > _EXACT_UP_TO:
        raise ValueError(f"the exact signed-rank test takes at most {_EXACT_UP_TO} differences")
    ranks = doubled_ranks([abs(value) for value in rest])
    positive = sum(rank for rank, value in zip(ranks, rest, strict=True) if value > 0)
    low = min(positive, sum(ranks) - positive)
    counts = _subset_sums(ranks)
    return min(1.0, 2 * float(sum(counts[: low + 1])) / 2 ** len(ranks)) if ranks else 1.0


def doubled_ranks(values: Sequence[Decimal]) -> list[int]:
    """Twice the rank of each value from 1 up, so that shared ranks stay whole."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            ranks[index] = start + end + 1
        start = end
    return ranks


def combined_p(p_values: Sequence[float]) -> float:
    """One p-value of independent ones by Fisher's method: −2 Σ ln p is chi-square with 2k degrees of freedom."""
    if not p_values:
        return 1.0
    if min(p_values) <= 0:
        return 0.0
    return chi_square_tail(-2 * math.fsum(math.log(p) for p in p_values), len(p_values))


def _subset_sums(ranks: Sequence[int]) -> list[int]:
    """How many subsets of `ranks` have each sum from 0 to the total."""
    counts = [0] * (sum(ranks) + 1)
    counts[0] = 1
    reached = 0
    for rank in ranks:
        for total in range(reached, -1, -1):
            counts[total + rank] += counts[total]
        reached += rank
    return counts
