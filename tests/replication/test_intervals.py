"""Intervals against scipy and statsmodels, on small, unequal and extreme samples."""

import math
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from openrepro.replication.intervals import (
    Interval,
    fieller_interval,
    log_ratio_interval,
    mean_interval,
    moments,
    paired_interval,
    predicted,
    welch_df,
    welch_interval,
    wilson_interval,
)

SAMPLES = [
    ["9.2", "9.5", "9.5"],
    ["1", "2"],
    ["0.001", "0.0012", "0.0009", "0.0011", "0.0010", "0.0013"],
    ["1000000.1", "1000000.2", "1000000.4", "1000000.1"],
    ["-5", "3", "12", "0", "-0.5", "7.25", "3", "3"],
    ["1e-12", "3e-12", "2e-12"],
    ["1e15", "1.1e15", "0.7e15"],
]


def numbers(texts: list[str]) -> list[Decimal]:
    return [Decimal(text) for text in texts]


def floats(texts: list[str]) -> list[float]:
    return [float(text) for text in texts]


def assert_interval(found: Interval | None, low: float, high: float, rel: float = 1e-7) -> None:
    assert found is not None
    scale = max(abs(low), abs(high), high - low)
    assert float(found.low) == pytest.approx(low, rel=rel, abs=scale * 1e-9)
    assert float(found.high) == pytest.approx(high, rel=rel, abs=scale * 1e-9)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("sample", SAMPLES)
def test_mean_interval(sample: list[str], level: float) -> None:
    data = floats(sample)
    low, high = stats.t.interval(level, len(data) - 1, loc=np.mean(data), scale=stats.sem(data))
    assert_interval(mean_interval(numbers(sample), level), low, high)


@pytest.mark.parametrize("first", SAMPLES)
@pytest.mark.parametrize("second", SAMPLES)
def test_welch_interval(first: list[str], second: list[str]) -> None:
    expected = CompareMeans(DescrStatsW(floats(first)), DescrStatsW(floats(second)))
    low, high = expected.tconfint_diff(alpha=0.05, usevar="unequal")
    one, two = moments(numbers(first)), moments(numbers(second))
    assert welch_df(one, two) == pytest.approx(expected.dof_satt(), rel=1e-8)
    assert_interval(welch_interval(one, two), low, high)


def test_paired_interval() -> None:
    first, second = ["3.1", "2.9", "3.4", "3.3", "2.8", "3.0"], ["2.9", "2.8", "3.1", "3.3", "2.5", "2.8"]
    expected = stats.ttest_rel(floats(first), floats(second)).confidence_interval(0.95)
    assert_interval(paired_interval(numbers(first), numbers(second)), expected.low, expected.high)


@pytest.mark.parametrize(
    ("share", "trials"), [(0, 1), (0, 20), (1, 7), (3, 10), (50, 100), (1, 100_000), (99_999, 100_000)]
)
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_proportion_intervals(share: int, trials: int, level: float) -> None:
    low, high = proportion_confint(share, trials, 1 - level, "wilson")
    assert_interval(wilson_interval(Decimal(share) / trials, trials, level), low, high)


def test_prediction_interval_of_one_run_and_of_a_mean() -> None:
    sample = ["27.7", "27.9", "28.2", "27.8", "28.0"]
    data = floats(sample)
    t = stats.t.ppf(0.975, 4)
    for future in (1, 10):
        half = t * np.std(data, ddof=1) * math.sqrt(1 / future + 1 / 5)
        assert_interval(predicted(moments(numbers(sample)), future), np.mean(data) - half, np.mean(data) + half)


def test_log_ratio_interval_is_the_paired_interval_of_logs() -> None:
    first, second = ["10", "12", "11", "13"], ["5", "5.5", "6", "6.1"]
    logs = np.log(np.array(floats(first)) / np.array(floats(second)))
    low, high = stats.t.interval(0.95, 3, loc=logs.mean(), scale=stats.sem(logs))
    assert_interval(log_ratio_interval(numbers(first), numbers(second)), math.exp(low), math.exp(high))
    assert log_ratio_interval(numbers(["1", "-1"]), numbers(["1", "1"])) is None
    assert log_ratio_interval(numbers(["1"]), numbers(["1"])) is None


def test_fieller_limits_solve_the_quadratic_they_are_defined_by() -> None:
    one, two = moments(numbers(["10", "12", "11", "13"])), moments(numbers(["5", "5.5", "6", "6.1", "5.7"]))
    found = fieller_interval(one, two)
    assert found is not None
    t = stats.t.ppf(0.975, welch_df(one, two))
    for ratio in (float(found.low), float(found.high)):
        distance = float(one.mean) - ratio * float(two.mean)
        error = math.sqrt(float(one.squared_error) + ratio**2 * float(two.squared_error))
        assert abs(distance) / error == pytest.approx(t, rel=1e-7)


def test_fieller_is_unbounded_when_the_denominator_may_be_zero() -> None:
    assert fieller_interval(moments(numbers(["1", "2", "3"])), moments(numbers(["-1", "1", "0.2"]))) is None


def test_one_value_has_no_interval() -> None:
    assert mean_interval([Decimal(3)]) is None
    assert welch_interval(moments([Decimal(3)]), moments([Decimal(3), Decimal(4)])) is None


def test_equal_values_give_an_interval_of_no_width() -> None:
    assert mean_interval([Decimal("0.5")] * 4) == Interval(Decimal("0.5"), Decimal("0.5"))
