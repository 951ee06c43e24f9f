"""The interval that one sample, or the difference or ratio of two arms, gives for the measured quantity."""

from decimal import Decimal
from typing import NamedTuple

from openrepro.replication.digits import half_unit
from openrepro.replication.intervals import (
    LEVEL,
    Interval,
    Moments,
    around,
    fieller_interval,
    log_ratio_interval,
    mean_interval,
    moments,
    paired_interval,
    t_factor,
    welch_interval,
    wilson_interval,
    z_factor,
)
from openrepro.replication.stated import Sample, Spread

_HUNDRED = Decimal(100)


class Estimate(NamedTuple):
    """A measured value and its interval, which is None where a single number came without any spread."""

    value: Decimal
    interval: Interval | None

    @property
    def printed_interval(self) -> Interval:
        """The interval, or else half a unit of the last printed digit to either side."""
        return self.interval or around(self.value, half_unit(self.value))


def estimate(sample: Sample, unit: str = "", level: float = LEVEL) -> Estimate:
    """The sample's value with the interval of its per-run values, of its binomial count, or of its printed ±."""
    return Estimate(sample.value, _interval(sample, unit, level))


def difference(sample: Sample, other: Sample, level: float = LEVEL) -> Estimate:
    """The first arm minus the second: paired by run where the runs pair, else Welch's interval."""
    return Estimate(sample.value - other.value, _difference_interval(sample, other, level))


def ratio(sample: Sample, other: Sample, level: float = LEVEL) -> Estimate | None:
    """The first arm divided by the second; None when the second is zero.

    Paired positive runs give the interval of their geometric mean ratio, other arms Fieller's.
    """
    if not other.value:
        return None
    return Estimate(sample.value / other.value, _ratio_interval(sample, other, level))


def paired(sample: Sample, other: Sample) -> bool:
    """Whether both arms give one value per run for the same number of runs."""
    return len(sample.values) == len(other.values) >= 2


def spread_moments(sample: Sample) -> Moments | None:
    """Mean, variance and count of the runs, from their values or from a printed standard deviation or error."""
    if len(sample.values) >= 2:
        return moments(sample.values)
    count = sample.seeds
    if sample.half_width is None or count is None or count < 2:
        return None
    half = abs(sample.half_width)
    match sample.spread:
        case Spread.DEVIATION:
            variance = half**2
        case Spread.INTERVAL:
            variance = (half / t_factor(count - 1)) ** 2 * count
        case _:
            variance = half**2 * count
    return Moments(sample.value, variance, count)


def _interval(sample: Sample, unit: str, level: float) -> Interval | None:
    found = mean_interval(sample.values, level)
    if found is not None:
        return found
    if sample.proportion and sample.n:
        return _share_interval(sample.value, sample.n, unit, level)
    known = spread_moments(sample)
    if known is not None:
        return around(sample.value, t_factor(known.runs - 1, level) * known.squared_error.sqrt())
    return _printed_spread(sample, level)


def _printed_spread(sample: Sample, level: float) -> Interval | None:
    """A ± over an unknown number of runs: an interval as it stands, anything else times the normal quantile."""
    if sample.half_width is None:
        return None
    factor = z_factor(level) / z_factor() if sample.spread is Spread.INTERVAL else z_factor(level)
    return around(sample.value, abs(sample.half_width) * factor)


def _share_interval(value: Decimal, trials: int, unit: str, level: float) -> Interval | None:
    whole = _HUNDRED if "percent" in unit.lower() or "%" in unit else Decimal(1)
    if trials < 1 or not 0 <= value <= whole:
        return None
    found = wilson_interval(value / whole, trials, level)
    return Interval(found.low * whole, found.high * whole)


def _difference_interval(sample: Sample, other: Sample, level: float) -> Interval | None:
    if paired(sample, other):
        return paired_interval(sample.values, other.values, level)
    one, two = spread_moments(sample), spread_moments(other)
    return None if one is None or two is None else welch_interval(one, two, level)


def _ratio_interval(sample: Sample, other: Sample, level: float) -> Interval | None:
    if paired(sample, other):
        found = log_ratio_interval(sample.values, other.values, level)
        if found is not None:
            return found
    one, two = spread_moments(sample), spread_moments(other)
    return None if one is None or two is None else fieller_interval(one, two, level)
