"""Power and the number of pairs against statsmodels."""

import math

import pytest
from scipy import integrate, stats
from statsmodels.stats.power import TTestPower

from openrepro.replication.power import paired_power, seeds_needed


@pytest.mark.parametrize("size", [0.1, 0.5, 1.0, 2.5, 6.0])
@pytest.mark.parametrize("pairs", [2, 3, 6, 20, 300])
def test_paired_power(size: float, pairs: int) -> None:
    expected = TTestPower().power(size, pairs, 0.05, alternative="two-sided")
    if math.isnan(expected):  # the reference overflows; the integral over the chi distribution does not
        expected = power_by_quadrature(size, pairs)
    assert paired_power(size, pairs) == pytest.approx(expected, abs=2e-4)


def power_by_quadrature(size: float, pairs: int) -> float:
    df, shift = pairs - 1, size * math.sqrt(pairs)
    critical = stats.t.ppf(0.975, df)

    def seen(s: float) -> float:
        reach = critical * s
        missed = stats.norm.cdf(reach - shift) - stats.norm.cdf(-reach - shift)
        return float((1 - missed) * stats.chi.pdf(s * math.sqrt(df), df) * math.sqrt(df))

    return float(integrate.quad(seen, 0, 1 + 12 / math.sqrt(2 * df), limit=200)[0])


@pytest.mark.parametrize("size", [0.05, 0.3, 0.5, 1.0, 1.5])
def test_seeds_needed(size: float) -> None:
    expected = TTestPower().solve_power(size, power=0.8, alpha=0.05)
    assert seeds_needed(size * 3, 3) == math.ceil(float(expected))


def test_ends() -> None:
    assert seeds_needed(1, 0) == 2
    assert seeds_needed(-1, 1) == seeds_needed(1, 1)
    assert seeds_needed(1e-6, 1) is None
    assert seeds_needed(0, 1) is None
    assert seeds_needed(math.nan, 1) is None
    assert seeds_needed(1, 1, power=1.0) is None
