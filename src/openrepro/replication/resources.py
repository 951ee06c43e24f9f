"""Comparator of resource claims: ratios to a baseline of the same run, and amounts no machine changes."""

from dataclasses import replace

from openrepro.replication.arms import compare_ordering, measured_margin
from openrepro.replication.closeness import compare_bound, compare_value
from openrepro.replication.estimates import Estimate, ratio
from openrepro.replication.intervals import around
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
from openrepro.replication.stated import Code, Comparison, Outcome, Relation, Sample, Stated
from openrepro.replication.units import UnitSort, sort_of


def compare_resource(stated: Stated, sample: Sample) -> Comparison:
    """Times and rates are compared as ratios to the baseline of the same run, never across machines."""
    sort = sort_of(stated.unit)
    if stated.value is None:
        return compare_ordering(stated, sample)
    if sort is UnitSort.HARDWARE:
        return _timed(stated, sample)
    if sample.versus is not None and sort in (UnitSort.RATIO, UnitSort.PERCENT):
        return _relative(stated, sample)
    alone = replace(sample, versus=None)
    equality = stated.comparator in (Relation.EQUAL, Relation.ABOUT)
    return compare_value(stated, alone) if equality else compare_bound(stated, alone)


def _timed(stated: Stated, sample: Sample) -> Comparison:
    """A time claimed beside the time of a baseline: both become ratios to their own baseline."""
    if sample.versus is None or not stated.versus_value or stated.value is None:
        text = (
            f"The claim is in {stated.unit}, which depends on the machine; only a ratio to a baseline that was "
            "measured in the same run can be compared."
        )
        return undecided(Code.NOT_COMPARABLE_HARDWARE, text)
    base = abs(stated.versus_value)
    absolute = None if stated.tolerance_absolute is None else stated.tolerance_absolute / base
    upper = None if stated.upper is None else stated.upper / base
    scaled = replace(stated, value=stated.value / base, upper=upper, tolerance_absolute=absolute, unit="ratio")
    return _relative(scaled, sample)


def _relative(stated: Stated, sample: Sample) -> Comparison:
    found = measured_margin(stated, sample)
    if isinstance(found, Comparison):
        return found
    region = region_of(stated)
    if region is None:
        return incomplete(stated, "value")
    if found.interval is None and (stated.seeds_needed or 1) > 1:
        return no_spread(found, stated)
    known = found if found.interval is not None else Estimate(found.value, around(found.value, ZERO))
    margins = margins_of(stated)
    if margins is None and region.reach is not None:
        return incomplete(stated, "tolerance")
    placed = place(known, region, margins or Margins(ZERO, ZERO), stated)
    return placed if placed.outcome is not Outcome.CONTRADICTS else _unless_inverted(stated, sample, placed)


def _unless_inverted(stated: Stated, sample: Sample, placed: Comparison) -> Comparison:
    """A ratio that holds upside down (time for speed) is a question of form, not a contradiction."""
    other = None if sample.versus is None else ratio(sample.versus, sample)
    region = region_of(stated)
    if other is None or region is None or stated.value is None:
        return placed
    slack = margins_of(stated) or Margins(ZERO, ZERO)
    if region.distance(other.value) <= slack.inner:
        text = "The measured ratio is the claimed one upside down; say which arm is divided by which."
        return undecided(Code.RATIO_INVERTED, text, placed.difference, placed.margin)
    return placed
