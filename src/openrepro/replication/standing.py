"""Where a measurement stands on the axis of the claim: the estimate that a comparison is made of, and what is allowed.

For pictures and tables beside a verdict; it decides nothing.
"""

from dataclasses import replace
from decimal import Decimal, localcontext
from typing import NamedTuple

from openrepro.replication.arms import direction_of, measured_margin
from openrepro.replication.digits import CONTEXT, half_unit
from openrepro.replication.estimates import Estimate, difference, estimate, ratio
from openrepro.replication.regions import FACTOR, ZERO, Margins, margins_of, region_of
from openrepro.replication.stated import Relation, Sample, Stated, StatedKind
from openrepro.replication.trends import linear_slope, log_log_slope
from openrepro.replication.units import UnitSort, sort_of

_TWO_ARMS = (StatedKind.ORDERING, StatedKind.MECHANISM, StatedKind.NULL)
_NOT_BY_NUMBERS = (StatedKind.QUALITATIVE, StatedKind.DEFINITION, StatedKind.POSITION)


class Allowed(NamedTuple):
    """The values that the statement allows, `low` to `high` (None: open), and the tolerance around them; `outer` is
    how far beyond them a measurement contradicts."""

    low: Decimal | None
    high: Decimal | None
    inner: Decimal = ZERO
    outer: Decimal = ZERO


def standing(stated: Stated, sample: Sample) -> Estimate | None:
    """The measured value with its interval, in the quantity that the claim states (a difference or a ratio of two
    arms, an exponent); None where the measurement gives no such number. Never raises."""
    with localcontext(CONTEXT):
        found = _standing(stated, sample)
        finite = found is not None and found.value.is_finite() and _finite(found)
        return found if finite else None


def allowed(stated: Stated) -> Allowed | None:
    """What the statement allows; None where it names no number and no direction."""
    with localcontext(CONTEXT):
        if stated.kind in _NOT_BY_NUMBERS:
            return None
        margins = margins_of(stated) or _printed(stated) or _rounding(stated)
        region = region_of(stated)
        if region is not None:
            return Allowed(region.low, region.high, margins.inner, margins.outer)
        upward = direction_of(stated) if stated.kind in _TWO_ARMS and stated.value is None else None
        if stated.kind is StatedKind.NULL:
            return Allowed(ZERO, ZERO, margins.inner, margins.outer)
        return None if upward is None else Allowed(ZERO, None) if upward else Allowed(None, ZERO)


def _standing(stated: Stated, sample: Sample) -> Estimate | None:
    other = sample.versus
    if stated.kind in _NOT_BY_NUMBERS:
        return None
    if stated.kind is StatedKind.TREND:
        return _trend(stated, sample)
    if stated.kind in _TWO_ARMS and other is not None:
        return difference(sample, other)
    if stated.kind is StatedKind.MARGIN:
        found = measured_margin(stated, sample)
        return found if isinstance(found, Estimate) else None
    if stated.kind is StatedKind.RESOURCE:
        return _resource(stated, sample)
    return estimate(sample, stated.unit)


def _resource(stated: Stated, sample: Sample) -> Estimate | None:
    sort = sort_of(stated.unit)
    if sort is UnitSort.HARDWARE:
        return None
    if sort is UnitSort.RATIO and sample.versus is not None:
        return ratio(sample, sample.versus)
    return estimate(replace(sample, versus=None), stated.unit)


def _trend(stated: Stated, sample: Sample) -> Estimate | None:
    if not sample.points:
        return estimate(sample, stated.unit)
    signed = stated.value == 0 and stated.comparator is not None and stated.comparator.one_sided
    slope = linear_slope(sample.points) if signed else log_log_slope(sample.points)
    return None if slope is None else Estimate(slope.value, slope.interval)


def _printed(stated: Stated) -> Margins | None:
    if not stated.plus_minus or stated.comparator not in (Relation.EQUAL, Relation.ABOUT):
        return None
    return Margins(abs(stated.plus_minus), FACTOR * abs(stated.plus_minus))


def _rounding(stated: Stated) -> Margins:
    """Without any tolerance a number agrees that rounds to the stated one; a bound has no such leeway."""
    if stated.value is None or stated.comparator not in (Relation.EQUAL, Relation.ABOUT):
        return Margins(ZERO, ZERO)
    return Margins(half_unit(stated.value), half_unit(stated.value))


def _finite(found: Estimate) -> bool:
    return found.interval is None or (found.interval.low.is_finite() and found.interval.high.is_finite())
