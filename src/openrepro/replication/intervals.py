"""Confidence intervals of means, differences, ratios and proportions, in decimal arithmetic."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from openrepro.replication.distributions import normal_quantile, t_quantile

LEVEL = 0.95
ONE_SIDED_LEVEL = 0.90
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval `[low, high]`."""

    low: Decimal
    high: Decimal

    @property
    def half_width(self) -> Decimal:
        return (self.high - self.low) / 2

    @property
    def middle(self) -> Decimal:
        return (self.high + self.low) / 2

    def contains(self, value: Decimal) -> bool:
        return self.low <= value <= self.high

    def shifted(self, by: Decimal) -> "Interval":
        return Interval(self.low + by, self.high + by)

    def within(self, low: Decimal, high: Decimal) -> bool:
        return low <= self.low and self.high <= high


class Moments(NamedTuple):
    """Mean, variance (divisor n − 1) and count n of a list of numbers."""

    mean: Decimal
    variance: Decimal
    runs: int

    @property
    def squared_error(self) -> Decimal:
        """The squared standard error of the mean."""
        return self.variance / self.runs


def around(middle: Decimal, half: Decimal) -> Interval:
    return Interval(middle - half, middle + half)


def moments(values: Sequence[Decimal]) -> Moments:
    """Of at least one value; the variance of a single value is 0."""
    count = len(values)
    mean = sum(values, _ZERO) / count
    squares = sum(((value - mean) ** 2 for value in values), _ZERO)
    return Moments(mean, squares / max(count - 1, 1), count)


def t_factor(df: float, level: float = LEVEL) -> Decimal:
    """The two-sided quantile of Student's t: 4.303 for 2 degrees of freedom at 95 %."""
    return Decimal(repr(_t_factor(df, level)))


def z_factor(level: float = LEVEL) -> Decimal:
    """The two-sided quantile of the normal distribution: 1.96 at 95 %."""
    return Decimal(repr(normal_quantile(0.5 + level / 2)))


def mean_interval(values: Sequence[Decimal], level: float = LEVEL) -> Interval | None:
    """Student's t interval of the mean; None for fewer than two values."""
    if len(values) < 2:
        return None
    found = moments(values)
    return around(found.mean, t_factor(found.runs - 1, level) * found.squared_error.sqrt())


def paired_interval(first: Sequence[Decimal], second: Sequence[Decimal], level: float = LEVEL) -> Interval | None:
    """Student's t interval of the mean of `first` − `second`, paired by position."""
    return mean_interval([one - other for one, other in zip(first, second, strict=True)], level)


def predicted(found: Moments, future: int = 1, level: float = LEVEL) -> Interval:
    """The prediction interval from moments of at least two runs."""
    spread = (found.variance * (Decimal(1) / future + Decimal(1) / found.runs)).sqrt()
    return around(found.mean, t_factor(found.runs - 1, level) * spread)


def welch_interval(first: Moments, second: Moments, level: float = LEVEL) -> Interval | None:
    """Interval of the difference of two independent means with unequal variances (Welch-Satterthwaite)."""
    if first.runs < 2 or second.runs < 2:
        return None
    total = first.squared_error + second.squared_error
    half = t_factor(welch_df(first, second), level) * total.sqrt() if total else _ZERO
    return around(first.mean - second.mean, half)


def welch_df(first: Moments, second: Moments) -> float:
    """Welch-Satterthwaite degrees of freedom; the smaller count − 1 when neither arm varies."""
    one, other = first.squared_error, second.squared_error
    if not one + other:
        return float(min(first.runs, second.runs) - 1)
    share = one / (one + other)
    return float(1 / (share**2 / (first.runs - 1) + (1 - share) ** 2 / (second.runs - 1)))


def wilson_interval(share: Decimal, trials: int, level: float = LEVEL) -> Interval:
    """Wilson's score interval of a proportion `share` of `trials` (Wilson 1927, without continuity correction)."""
    z = z_factor(level)
    weight = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / weight
    inner = share * (1 - share) / trials + z * z / (4 * Decimal(trials) ** 2)
    half = z * inner.sqrt() / weight
    return Interval(max(middle - half, _ZERO), min(middle + half, Decimal(1)))


def log_ratio_interval(first: Sequence[Decimal], second: Sequence[Decimal], level: float = LEVEL) -> Interval | None:
    """Interval of the geometric mean of paired ratios `first` / `second`; None unless all are positive."""
    if len(first) < 2 or not all(value > 0 for value in (*first, *second)):
        return None
    logs = [one.ln() - other.ln() for one, other in zip(first, second, strict=True)]
    found = mean_interval(logs, level)
    return None if found is None else Interval(found.low.exp(), found.high.exp())


def fieller_interval(first: Moments, second: Moments, level: float = LEVEL) -> Interval | None:
    """Interval of the ratio of two independent means (Fieller 1954), df by Welch-Satterthwaite.

    None when the denominator is not clearly away from zero: the set is then unbounded.
    """
    if first.runs < 2 or second.runs < 2 or not second.mean:
        return None
    square = t_factor(welch_df(first, second), level) ** 2
    g = square * second.squared_error / second.mean**2
    if g >= 1:
        return None
    ratio = first.mean / second.mean
    root = (first.squared_error * (1 - g) + ratio**2 * second.squared_error).sqrt()
    half = square.sqrt() * root / abs(second.mean)
    return Interval((ratio - half) / (1 - g), (ratio + half) / (1 - g))


@lru_cache(maxsize=4096)
def _t_factor(df: float, level: float) -> float:
    return t_quantile(0.5 + level / 2, df)
