"""Distribution functions against scipy, on grids with small counts and extreme tails."""

import math

import pytest
from scipy import special, stats

from openrepro.replication.distributions import (
    beta_cdf,
    normal_cdf,
    normal_quantile,
    t_cdf,
    t_quantile,
)

PROBABILITIES = [1e-12, 1e-6, 0.001, 0.025, 0.05, 0.2, 0.5, 0.8, 0.95, 0.975, 0.999, 1 - 1e-6]
FREEDOMS = [1, 1.5, 2, 3, 4, 9, 30, 200, 5000, 1e6]


@pytest.mark.parametrize("x", [-38, -8, -3, -1.96, -0.1, 0, 0.1, 1.96, 5, 8])
def test_normal_cdf(x: float) -> None:
    assert normal_cdf(x) == pytest.approx(stats.norm.cdf(x), rel=1e-12)


@pytest.mark.parametrize("p", PROBABILITIES)
def test_normal_quantile(p: float) -> None:
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("df", FREEDOMS)
@pytest.mark.parametrize("x", [-1e6, -40, -3, -0.5, -1e-9, 0, 0.2, 1, 4.3, 100, 1e8])
def test_t_cdf(df: float, x: float) -> None:
    assert t_cdf(x, df) == pytest.approx(stats.t.cdf(x, df), rel=1e-8, abs=1e-300)


@pytest.mark.parametrize("df", FREEDOMS)
@pytest.mark.parametrize("p", PROBABILITIES)
def test_t_quantile(df: float, p: float) -> None:
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b"), [(0.5, 0.5), (1, 1), (1, 40), (3, 2), (0.1, 30), (200, 300), (5000, 3), (1e5, 1e5)]
)
def test_beta_cdf_and_quantile(a: float, b: float) -> None:
    for x in (1e-9, 0.01, 0.3, 0.5, 0.7, 0.999):
        assert beta_cdf(x, a, b) == pytest.approx(special.betainc(a, b, x), rel=1e-8, abs=1e-290)


def test_beta_ends() -> None:
    assert (beta_cdf(-1, 2, 3), beta_cdf(2, 2, 3)) == (0, 1)


@pytest.mark.parametrize("p", [0, 1, -0.1, 1.1, math.nan])
def test_a_quantile_of_no_probability_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        normal_quantile(p)
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(p, 3)
