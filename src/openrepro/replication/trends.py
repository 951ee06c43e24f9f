"""Comparator of trends: the exponent of a power law, or the sign of a change, over a range of an axis."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from openrepro.replication.arms import pairs_needed
from openrepro.replication.closeness import compare_bound
from openrepro.replication.digits import show
from openrepro.replication.estimates import Estimate, estimate
from openrepro.replication.intervals import LEVEL, Interval, around, t_factor
from openrepro.replication.regions import (
    ZERO,
    Margins,
    incomplete,
    margins_of,
    no_spread,
    place,
    region_of,
    undecided,
)
from openrepro.replication.stated import Code, Comparison, Sample, Stated

DECADE = Decimal(10)

Point = tuple[Decimal, Decimal]


class Slope(NamedTuple):
    """A fitted slope with its interval and the ratio of the largest to the smallest axis value."""

    value: Decimal
    interval: Interval | None
    span: Decimal | None


def compare_trend(stated: Stated, sample: Sample) -> Comparison:
    """The exponent's interval against the stated one, over at least a decade or the paper's range."""
    region = region_of(stated)
    if region is None or stated.comparator is None:
        return incomplete(stated, "exponent")
    if stated.value == 0 and stated.comparator.one_sided:
        return _compare_sign(stated, sample)
    margins = margins_of(stated)
    if margins is None and region.reach is not None:
        return incomplete(stated, "tolerance")
    slope = _slope(stated, sample)
    if slope is None:
        return undecided(Code.NOT_A_NUMBER, "An exponent needs positive points at 2 or more places of the axis.")
    if slope.interval is None:
        return no_spread(Estimate(slope.value, None), stated)
    short = _range_fault(stated, slope.span)
    if short is not None:
        return short
    return place(Estimate(slope.value, slope.interval), region, margins or Margins(ZERO, ZERO), stated)


def log_log_slope(points: Sequence[Point], level: float = LEVEL) -> Slope | None:
    """Least-squares exponent of y ~ x^k with its t interval; None unless all points are positive."""
    if not all(x > 0 and y > 0 for x, y in points):
        return None
    found = linear_slope([(x.ln(), y.ln()) for x, y in points], level)
    if found is None:
        return None
    places = [x for x, _ in points]
    return Slope(found.value, found.interval, max(places) / min(places))


def linear_slope(points: Sequence[Point], level: float = LEVEL) -> Slope | None:
    """Least-squares slope with its t interval (n − 2 degrees of freedom); no interval for two points."""
    count = len(points)
    if count < 2 or len({x for x, _ in points}) < 2:
        return None
    mean_x = sum((x for x, _ in points), ZERO) / count
    mean_y = sum((y for _, y in points), ZERO) / count
    across = sum(((x - mean_x) ** 2 for x, _ in points), ZERO)
    if not across:
        return None
    value = sum(((x - mean_x) * (y - mean_y) for x, y in points), ZERO) / across
    if count == 2:
        return Slope(value, None, None)
    rest = sum(((y - mean_y - value * (x - mean_x)) ** 2 for x, y in points), ZERO)
    half = t_factor(count - 2, level) * (rest / (count - 2) / across).sqrt()
    return Slope(value, around(value, half), None)


def _slope(stated: Stated, sample: Sample) -> Slope | None:
    if sample.points:
        return log_log_slope(sample.points)
    found = estimate(sample, stated.unit)
    return Slope(found.value, found.interval, sample.span)


def _range_fault(stated: Stated, span: Decimal | None) -> Comparison | None:
    """Why the range of the axis is not enough, or None: a decade or the paper's range, whichever is shorter."""
    paper = stated.axis_span
    needed = DECADE if paper is None or paper < 1 else min(DECADE, paper)
    if span is None:
        return undecided(Code.RANGE_UNKNOWN, "Nothing says over which range of the axis the exponent was fitted.")
    if span >= needed:
        return None
    text = f"The axis covers a factor of {show(span)}; an exponent needs a factor of {show(needed)}."
    return undecided(Code.RANGE_TOO_SHORT, text)


def _compare_sign(stated: Stated, sample: Sample) -> Comparison:
    """Whether a change along the axis has the stated sign, from points or from one change per run."""
    region = region_of(stated)
    if not sample.points or region is None:
        needed = pairs_needed(stated)
        if sample.runs < needed:
            text = f"{sample.runs} runs of the change were measured; its sign needs {needed}."
            return undecided(Code.TOO_FEW_SEEDS, text)
        return compare_bound(stated, sample)
    slope = linear_slope(sample.points)
    if slope is None:
        return undecided(Code.NOT_A_NUMBER, "A trend needs points at 2 or more places of the axis.")
    found = Estimate(slope.value, slope.interval)
    if slope.interval is None:
        return no_spread(found, stated)
    return place(found, region, margins_of(stated) or Margins(ZERO, ZERO), stated)
