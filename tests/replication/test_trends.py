"""Trends: exponents over a range of an axis, and signs of a change."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats

from openrepro.replication import Code, Outcome, Sample, compare
from openrepro.replication.trends import linear_slope, log_log_slope
from tests.replication.samples import sample, stated, with_mean

SUPPORTS, CONTRADICTS, UNDECIDED = Outcome.SUPPORTS, Outcome.CONTRADICTS, Outcome.UNDECIDED
CLAIM = stated("trend", "= -2", tolerance_absolute="0.1", unit="exponent")


def curve(*points: tuple[float, float]) -> Sample:
    return replace(sample("0"), points=tuple((Decimal(str(x)), Decimal(str(y))) for x, y in points))


def power_law(exponent: float, places: list[float]) -> Sample:
    wobble = [1.01, 0.99, 1.0, 1.01, 0.99, 1.0]
    return curve(*((x, 3 * x**exponent * w) for x, w in zip(places, wobble, strict=False)))


@pytest.mark.parametrize("exponent", [-2, 0.5, 1])
def test_log_log_slope_against_scipy(exponent: float) -> None:
    points = power_law(exponent, [1, 3, 10, 30, 100, 300]).points
    found = log_log_slope(points)
    x, y = (np.log([float(point[i]) for point in points]) for i in (0, 1))
    expected = stats.linregress(x, y)
    assert found is not None
    assert found.interval is not None
    half = stats.t.ppf(0.975, len(points) - 2) * expected.stderr
    assert float(found.value) == pytest.approx(expected.slope, rel=1e-9)
    assert float(found.interval.half_width) == pytest.approx(half, rel=1e-6)
    assert found.span == 300


def test_slopes_that_do_not_exist() -> None:
    one = Decimal(1)
    assert linear_slope([(one, one)]) is None
    assert linear_slope([(one, one), (one, Decimal(2))]) is None
    assert log_log_slope([(one, one), (Decimal(2), Decimal(-1))]) is None
    two = linear_slope([(one, one), (Decimal(2), Decimal(3))])
    assert two is not None
    assert (two.value, two.interval) == (2, None)


def test_exponent_over_more_than_a_decade() -> None:
    assert compare(CLAIM, power_law(-2, [0.01, 0.03, 0.1, 0.3])).outcome is SUPPORTS
    assert compare(CLAIM, power_law(-1, [0.01, 0.03, 0.1, 0.3])).outcome is CONTRADICTS
    assert compare(CLAIM, power_law(-2.2, [0.01, 0.03, 0.1, 0.3])).code is Code.BETWEEN_ONE_AND_THREE


def test_a_short_axis_decides_nothing_unless_the_paper_had_no_longer_one() -> None:
    short = power_law(-2, [1, 2, 3, 4])
    assert compare(CLAIM, short).code is Code.RANGE_TOO_SHORT
    assert compare(replace(CLAIM, axis_span=Decimal(4)), short).outcome in (SUPPORTS, UNDECIDED)
    assert compare(replace(CLAIM, axis_span=Decimal(4)), short).code is not Code.RANGE_TOO_SHORT


def test_a_fitted_exponent_needs_its_range_and_its_spread() -> None:
    values = with_mean("-2.01 -1.98 -2.00 -2.02")
    assert compare(CLAIM, values).code is Code.RANGE_UNKNOWN
    assert compare(CLAIM, replace(values, span=Decimal(20))).outcome is SUPPORTS
    assert compare(CLAIM, replace(values, span=Decimal(5))).code is Code.RANGE_TOO_SHORT
    assert compare(CLAIM, sample("-2.0")).code is Code.NO_SPREAD
    assert compare(CLAIM, curve((1, 1), (100, 0.0001))).code is Code.NO_SPREAD
    assert compare(CLAIM, curve((1, 1), (2, -1), (100, 3))).code is Code.NOT_A_NUMBER


def test_one_sided_exponents_and_missing_specs() -> None:
    at_most = stated("trend", "<= 1", unit="exponent")
    assert compare(at_most, power_law(0.5, [1, 3, 10, 30])).outcome is SUPPORTS
    assert compare(at_most, power_law(2, [1, 3, 10, 30])).outcome is CONTRADICTS
    assert compare(stated("trend", "= 1"), power_law(1, [1, 3, 10])).code is Code.SPEC_INCOMPLETE
    assert compare(stated("trend", "<"), power_law(1, [1, 3, 10])).code is Code.SPEC_INCOMPLETE


def test_sign_over_an_axis() -> None:
    falls = stated("trend", "< 0", unit="sign")
    assert compare(falls, curve((1, 5), (2, 4.1), (4, 2.2), (8, -2))).outcome is SUPPORTS
    assert compare(falls, curve((1, -2), (2, 0.1), (4, 2.2), (8, 5))).outcome is CONTRADICTS
    assert compare(falls, curve((1, 5), (2, 3), (4, 6), (8, 4))).outcome is UNDECIDED
    assert compare(falls, with_mean("-1 -2 -1.5 -1.2 -1.1 -1.6")).outcome is SUPPORTS
    assert compare(falls, with_mean("-1 -2 -1.5")).code is Code.TOO_FEW_SEEDS
