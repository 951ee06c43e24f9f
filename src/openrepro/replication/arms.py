"""Comparators of two arms: ordering, mechanism, margin, and no difference."""

from decimal import Decimal

from openrepro.replication.closeness import compare_bound
from openrepro.replication.digits import Agreement, agree, show
from openrepro.replication.estimates import Estimate, difference, estimate, paired, ratio
from openrepro.replication.intervals import ONE_SIDED_LEVEL, Interval, around
from openrepro.replication.regions import (
    ZERO,
    Margins,
    Region,
    claimed,
    incomplete,
    margins_of,
    measured,
    no_spread,
    place,
    region_of,
    undecided,
)
from openrepro.replication.stated import Code, Comparison, Outcome, Sample, Stated
from openrepro.replication.units import UnitSort, sort_of

PAIRS = 6
PAIRS_ONE_SIDED = 5
_ONE = Decimal(1)


def compare_ordering(stated: Stated, sample: Sample) -> Comparison:
    """The paired interval excludes 0 on the stated side, over enough pairs.

    Without a second arm, a stated 0 (`change > 0`, or 1 for a ratio) makes it a bound on the measured difference.
    """
    upward = direction_of(stated)
    if upward is None:
        return incomplete(stated, "direction: neither its comparator nor `better` says which arm wins")
    other = sample.versus
    if other is None and _states_no_difference(stated):
        return _ordered_difference(stated, sample)
    if other is None:
        return undecided(Code.NO_OTHER_ARM, "An ordering needs both arms measured in one run; only one was found.")
    if _counted_once(stated, sample, other):
        found = difference(sample, other)
        return _ordered(stated, around(found.value, ZERO), upward, 1)
    if not paired(sample, other):
        text = "An ordering needs one value per run for both arms, in the same order, so that the runs pair."
        return undecided(Code.ARMS_NOT_PAIRED, text)
    return _ordered_pairs(stated, sample, other, upward)


def compare_margin(stated: Stated, sample: Sample) -> Comparison:
    """The difference or ratio agrees with the stated size and its interval excludes none (0, or 1 for a ratio)."""
    region = region_of(stated)
    if region is None or stated.value is None:
        return incomplete(stated, "size of the margin")
    found = measured_margin(stated, sample)
    if isinstance(found, Comparison):
        return found
    if found.interval is None and (stated.seeds_needed or 1) > 1:
        return no_spread(found, stated)
    none = _ONE if sort_of(stated.unit) is UnitSort.RATIO else ZERO
    if region.reach is None:
        return _margin_bound(stated, found, region, none)
    return _margin_size(stated, found, stated.value, none)


def compare_null(stated: Stated, sample: Sample) -> Comparison:
    """Equivalence by two one-sided tests (Schuirmann 1987) at 5 %: the 90 % interval inside the margin.

    A large p-value of a difference test never supports: it may only mean that the runs were few.
    """
    other = sample.versus
    wide = estimate(sample, stated.unit) if other is None else difference(sample, other)
    narrow = _narrow(stated, sample)
    margins = margins_of(stated, _null_scale(stated, sample))
    if margins is None or not margins.inner:
        return incomplete(stated, "margin of equivalence above 0")
    if narrow is None or wide.interval is None:
        return no_spread(wide, stated)
    return _null(stated, wide, narrow, margins)


def direction_of(stated: Stated) -> bool | None:
    """Whether the first arm is said to be the larger; None when nothing says."""
    if stated.comparator is not None and stated.comparator.one_sided:
        return stated.comparator.upward
    return {"higher": True, "lower": False}.get(stated.better)


def pairs_needed(stated: Stated) -> int:
    """6 pairs, or 5 where the spec fixed a one-sided test beforehand; paired items can stand in for seeds."""
    one_sided = stated.comparator is not None and stated.comparator.one_sided
    fixed = stated.seeds_needed
    least = PAIRS_ONE_SIDED if one_sided and fixed is not None and fixed <= PAIRS_ONE_SIDED else PAIRS
    needed = max(least, fixed or 0)
    if stated.items_needed is not None and stated.items_needed >= PAIRS_ONE_SIDED:
        return min(needed, stated.items_needed)
    return needed


def measured_margin(stated: Stated, sample: Sample) -> Estimate | Comparison:
    """The measured difference or ratio in the claim's unit, or why it cannot be formed from the two arms."""
    other = sample.versus
    if other is None:
        return estimate(sample, stated.unit)
    sort = sort_of(stated.unit)
    if sort is UnitSort.PERCENT:
        text = "Two arms give points or a relative percentage; print the claimed margin itself to say which is meant."
        return undecided(Code.PERCENT_KIND, text)
    if sort is not UnitSort.RATIO:
        return difference(sample, other)
    found = ratio(sample, other)
    if found is None:
        return undecided(Code.NOT_A_NUMBER, "The ratio to an arm that measured 0 is not a number.")
    return found


def _counted_once(stated: Stated, sample: Sample, other: Sample) -> bool:
    """Whether one deterministic count per arm decides: the spec says that one run does, and the unit is a count."""
    single = not sample.values and not other.values and sample.half_width is None and other.half_width is None
    return single and stated.seeds_needed == 1 and sort_of(stated.unit) is UnitSort.COUNT


def _states_no_difference(stated: Stated) -> bool:
    """Whether the stated value is that of no difference, so that a single measured number is the difference."""
    return stated.value is not None and stated.value == (_ONE if sort_of(stated.unit) is UnitSort.RATIO else ZERO)


def _ordered_difference(stated: Stated, sample: Sample) -> Comparison:
    needed = pairs_needed(stated)
    if sample.runs < needed and not sample.points:
        return _too_few(sample.runs, needed)
    return compare_bound(stated, sample)


def _ordered_pairs(stated: Stated, sample: Sample, other: Sample, upward: bool) -> Comparison:
    pairs, needed = len(sample.values), pairs_needed(stated)
    if pairs < needed:
        return _too_few(pairs, needed)
    found = difference(sample, other)
    if found.interval is None:
        return no_spread(found, stated)
    return _ordered(stated, found.interval, upward, pairs)


def _too_few(pairs: int, needed: int) -> Comparison:
    return undecided(Code.TOO_FEW_SEEDS, f"{pairs} paired runs were measured; this ordering needs {needed}.")


def _ordered(stated: Stated, found: Interval, upward: bool, pairs: int) -> Comparison:
    word = "larger" if upward else "smaller"
    side = "above" if found.low > 0 else "below"
    over = f"over {pairs} pairs the difference is {show(found.low)} to {show(found.high)} (95 % interval)"
    text = f"The first arm is said to be {word}; {over if pairs > 1 else f'the difference is {show(found.low)}'}"
    if found.contains(ZERO):
        if pairs == 1:
            return Comparison(Outcome.CONTRADICTS, Code.WRONG_SIDE, f"{text}: the two counts are equal.", found)
        return undecided(Code.INTERVAL_CROSSES, f"{text}, which contains 0.", found)
    if (found.low > 0) is upward:
        return Comparison(Outcome.SUPPORTS, Code.ON_RIGHT_SIDE, f"{text}, all of it {side} 0 as stated.", found)
    return Comparison(Outcome.CONTRADICTS, Code.WRONG_SIDE, f"{text}, all of it {side} 0, against the claim.", found)


def _margin_bound(stated: Stated, found: Estimate, region: Region, none: Decimal) -> Comparison:
    """A margin of at least or at most some size; the direction alone is told apart from the size."""
    interval = found.interval or around(found.value, ZERO)
    placed = place(Estimate(found.value, interval), region, margins_of(stated) or Margins(ZERO, ZERO), stated)
    if placed.outcome is not Outcome.CONTRADICTS or not _right_direction(stated, interval, none):
        return placed
    return _direction_only(placed)


def _margin_size(stated: Stated, found: Estimate, size: Decimal, none: Decimal) -> Comparison:
    margins = margins_of(stated)
    interval = found.printed_interval
    right = _right_direction(stated, interval, none)
    if right and _same_size(found, size, margins):
        text = f"Measured {measured(found, stated)} agrees with {claimed(stated)} and excludes {show(none)}."
        margin = None if margins is None else margins.inner
        return Comparison(Outcome.SUPPORTS, Code.MARGIN_CONFIRMED, text, interval.shifted(-size), margin)
    if margins is None:
        return _size_without_tolerance(stated, found, right, none)
    placed = place(found, Region(size, size), margins, stated)
    if placed.outcome is Outcome.CONTRADICTS and _inverted(found, size, none, margins):
        return undecided(Code.RATIO_INVERTED, f"Measured {measured(found, stated)} is the claimed ratio upside down.")
    if placed.outcome is Outcome.SUPPORTS:
        return _nothing_excluded(stated, found, none, placed)
    return _direction_only(placed) if right and placed.code is not Code.INTERVAL_TOO_WIDE else placed


def _same_size(found: Estimate, size: Decimal, margins: Margins | None) -> bool:
    """Whether the interval contains the claim without being wider than the margin, or lies inside the margin."""
    interval = found.printed_interval
    if margins is None:
        return interval.contains(size) or (found.interval is None and agree(found.value, size) is Agreement.MATCH)
    if interval.half_width > margins.inner:
        return found.interval is None and agree(found.value, size) is Agreement.MATCH
    return interval.contains(size) or Region(size, size).holds(interval, margins.inner)


def _right_direction(stated: Stated, interval: Interval, none: Decimal) -> bool:
    """Whether all of the interval lies on the claim's side of no difference."""
    if stated.value is None or stated.value == none:
        return False
    return interval.low > none if stated.value > none else interval.high < none


def _size_without_tolerance(stated: Stated, found: Estimate, right: bool, none: Decimal) -> Comparison:
    interval = found.printed_interval
    said = f"Measured {measured(found, stated)}"
    if right:
        text = f"{said} has the stated direction; its size is not {claimed(stated)}, and the spec fixes no tolerance."
        return undecided(Code.DIRECTION_ONLY, text, interval)
    if interval.contains(none) or found.interval is None:
        return undecided(Code.INTERVAL_CROSSES, f"{said} does not exclude {show(none)}, no difference.", interval)
    text = f"{said} lies on the other side of {show(none)} than {claimed(stated)}."
    return Comparison(Outcome.CONTRADICTS, Code.WRONG_SIDE, text, interval)


def _nothing_excluded(stated: Stated, found: Estimate, none: Decimal, placed: Comparison) -> Comparison:
    text = f"Measured {measured(found, stated)} is near {claimed(stated)} but does not exclude {show(none)}."
    return undecided(Code.INTERVAL_CROSSES, text, placed.difference, placed.margin)


def _direction_only(placed: Comparison) -> Comparison:
    text = f"The direction is as stated, the size is not. {placed.text}"
    return Comparison(placed.outcome, Code.DIRECTION_ONLY, text, placed.difference, placed.margin)


def _inverted(found: Estimate, size: Decimal, none: Decimal, margins: Margins) -> bool:
    return none == _ONE and bool(found.value) and abs(1 / found.value - size) <= margins.inner


def _null_scale(stated: Stated, sample: Sample) -> Decimal | None:
    """What a relative margin of no difference is a fraction of: the other arm, as stated or as measured."""
    if stated.versus_value:
        return stated.versus_value
    if sample.versus is not None:
        return sample.versus.value
    return stated.value or None


def _narrow(stated: Stated, sample: Sample) -> Interval | None:
    if sample.versus is None:
        return estimate(sample, stated.unit, ONE_SIDED_LEVEL).interval
    return difference(sample, sample.versus, ONE_SIDED_LEVEL).interval


def _null(stated: Stated, wide: Estimate, narrow: Interval, margins: Margins) -> Comparison:
    centre = stated.value or ZERO
    interval = wide.printed_interval.shifted(-centre)
    gap, tolerance = abs(wide.value - centre), show(margins.inner)
    said = f"Measured difference {measured(wide, stated)}"
    if narrow.half_width > margins.inner:
        text = f"{said} has an interval wider than the margin {tolerance}, which decides nothing."
        return undecided(Code.INTERVAL_TOO_WIDE, text, interval, margins.inner)
    if narrow.shifted(-centre).within(-margins.inner, margins.inner):
        text = f"{said} is equivalent to none within the margin {tolerance} (two one-sided tests, 5 %)."
        return Comparison(Outcome.SUPPORTS, Code.EQUIVALENT, text, interval, margins.inner)
    if gap > margins.outer and not interval.contains(ZERO):
        text = f"{said} lies beyond 3 times the margin {tolerance}."
        return Comparison(Outcome.CONTRADICTS, Code.BEYOND_TOLERANCE, text, interval, margins.inner)
    between = margins.inner < gap <= margins.outer
    code = Code.BETWEEN_ONE_AND_THREE if between else Code.INTERVAL_CROSSES
    text = f"{said} neither keeps the margin {tolerance} nor passes 3 times it."
    return undecided(code, text, interval, margins.inner)
