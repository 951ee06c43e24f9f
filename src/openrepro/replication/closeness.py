"""Comparators of one measured number with one stated number: exact, value, value ±, bound."""

from dataclasses import replace
from decimal import Decimal

from openrepro.replication.digits import Agreement, agree, half_unit, show
from openrepro.replication.estimates import Estimate, estimate, spread_moments
from openrepro.replication.intervals import (
    LEVEL,
    ONE_SIDED_LEVEL,
    Interval,
    Moments,
    around,
    predicted,
    t_factor,
    welch_interval,
)
from openrepro.replication.regions import (
    FACTOR,
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
from openrepro.replication.stated import Code, Comparison, Outcome, Relation, Sample, Spread, Stated

_EQUALITIES = (Relation.EQUAL, Relation.ABOUT)
_WORST_FIRST = (Outcome.CONTRADICTS, Outcome.UNDECIDED, Outcome.SUPPORTS)


def compare_exact(stated: Stated, sample: Sample) -> Comparison:
    """Equal after rounding both to printed digits; a tolerance, where the spec has one, widens that."""
    if stated.comparator not in _EQUALITIES:
        return compare_bound(stated, sample)
    if stated.value is None:
        return incomplete(stated, "value")
    if sample.half_width:
        found = estimate(sample, stated.unit)
        text = f"An exact number is claimed, but the measured {measured(found, stated)} comes with a spread."
        return undecided(Code.INTERVAL_TOO_WIDE, text)
    each = [_exactly(stated, value, stated.value) for value in sample.values or (sample.value,)]
    if len({one.outcome for one in each}) > 1:
        return undecided(Code.VALUES_DISAGREE, f"Some runs give {claimed(stated)} and some do not.")
    return each[0]


def compare_value(stated: Stated, sample: Sample) -> Comparison:
    """A rounding match, or the interval inside ± tolerance; with a printed ±, an equivalence test."""
    region = region_of(stated)
    if stated.value is None or region is None:
        return incomplete(stated, "value")
    if stated.comparator not in _EQUALITIES:
        return compare_bound(stated, sample)
    found = estimate(sample, stated.unit)
    if found.interval is None and (stated.seeds_needed or 1) > 1:
        return no_spread(found, stated)
    if stated.plus_minus and found.interval is not None:
        return _compare_means(stated, sample, stated.value)
    margins = margins_of(stated) or _printed_margins(stated)
    if _rounds_to(found, stated.value, margins):
        return _match(found, stated, stated.value, margins)
    return incomplete(stated, "tolerance") if margins is None else place(found, region, margins, stated)


def compare_bound(stated: Stated, sample: Sample) -> Comparison:
    """The whole interval on the stated side, or inside the stated range.

    A single number without any spread counts as it stands, since a bound has no margin to compare digits with.
    """
    region = region_of(stated)
    if region is None:
        return incomplete(stated, "value, or not both ends of its range")
    if stated.every_run:
        return _worst_run(stated, sample, region)
    found = estimate(sample, stated.unit)
    if found.interval is None:
        return no_spread(found, stated) if (stated.seeds_needed or 1) > 1 else _bare(stated, found.value, region)
    return place(found, region, margins_of(stated) or Margins(ZERO, ZERO), stated)


def _bare(stated: Stated, value: Decimal, region: Region) -> Comparison:
    """A number without any spread, as it stands."""
    found = Estimate(value, around(value, ZERO))
    if _touches(value, region):
        text = f"Measured {measured(found, stated)} equals {claimed(stated)} as far as its digits tell."
        return undecided(Code.INTERVAL_CROSSES, text)
    return place(found, region, margins_of(stated) or Margins(ZERO, ZERO), stated)


def _worst_run(stated: Stated, sample: Sample, region: Region) -> Comparison:
    """A bound on every run holds where it holds in the worst of them; a mean says nothing of that."""
    values = sample.values
    if not values and sample.half_width is None and max(sample.seeds or 1, stated.seeds_needed or 1) == 1:
        values = (sample.value,)
    if not values or len(values) < (sample.seeds or 1):
        text = f"The claim is about every run, but {len(values)} of {_counted(sample)} gave their own value."
        return undecided(Code.NO_SPREAD, text)
    ends = (max(values), min(values)) if region.low is None else (min(values), max(values))
    worst = min((_bare(stated, value, region) for value in ends), key=lambda one: _WORST_FIRST.index(one.outcome))
    if len(values) == 1:
        return worst
    return replace(worst, text=f"In the worst of {len(values)} runs, m{worst.text.removeprefix('M')}")


def _counted(sample: Sample) -> str:
    return "its runs" if sample.seeds is None else f"its {sample.seeds} runs"


def _exactly(stated: Stated, value: Decimal, target: Decimal) -> Comparison:
    found = Estimate(value, None)
    agreement = agree(value, target)
    margins = margins_of(stated)
    if agreement is Agreement.MATCH:
        return _match(found, stated, target, margins)
    if margins is not None and margins.inner:
        return place(found, Region(target, target), margins, stated)
    shifted = found.printed_interval.shifted(-target)
    if agreement is Agreement.COARSE:
        text = f"Measured {measured(found, stated)} has too few digits to tell it from {claimed(stated)}."
        return undecided(Code.PRINTED_TOO_COARSELY, text, shifted, ZERO)
    text = f"Measured {measured(found, stated)} is not {claimed(stated)}; they differ by {show(value - target)}."
    return Comparison(Outcome.CONTRADICTS, Code.DIFFERENT_DIGITS, text, shifted, ZERO)


def _match(found: Estimate, stated: Stated, target: Decimal, margins: Margins | None) -> Comparison:
    text = f"Measured {measured(found, stated)} equals {claimed(stated)} after rounding to printed digits."
    shifted = found.printed_interval.shifted(-target)
    margin = ZERO if margins is None else margins.inner
    return Comparison(Outcome.SUPPORTS, Code.ROUNDING_MATCH, text, shifted, margin)


def _rounds_to(found: Estimate, target: Decimal, margins: Margins | None) -> bool:
    """Whether the value rounds to the claimed digits without its interval being wider than the margin."""
    if agree(found.value, target) is not Agreement.MATCH:
        return False
    allowed = half_unit(target) if margins is None else margins.inner
    return found.interval is None or found.interval.half_width <= allowed


def _touches(value: Decimal, region: Region) -> bool:
    """Whether a bare value lies on an end of the region, or outside it by no more than rounding."""
    if region.holds(around(value, ZERO), ZERO):
        return False
    return region.distance(value) <= half_unit(value)


def _printed_margins(stated: Stated) -> Margins | None:
    """The printed ± stands in where the spec fixes no tolerance of its own."""
    if not stated.plus_minus:
        return None
    return Margins(abs(stated.plus_minus), FACTOR * abs(stated.plus_minus))


def _compare_means(stated: Stated, sample: Sample, target: Decimal) -> Comparison:
    """Two one-sided tests (Schuirmann 1987) within the margin, and the claim inside our prediction interval."""
    margins = margins_of(stated) or _printed_margins(stated) or Margins(ZERO, ZERO)
    narrow, wide = (_mean_difference(stated, sample, target, level) for level in (ONE_SIDED_LEVEL, LEVEL))
    found = estimate(sample, stated.unit)
    said, tolerance = f"Measured {measured(found, stated)}", show(margins.inner)
    gap = abs(found.value - target)
    if narrow.half_width > margins.inner:
        text = f"{said}: the interval of its difference from {claimed(stated)} is wider than the margin {tolerance}."
        return undecided(Code.INTERVAL_TOO_WIDE, text, wide, margins.inner)
    if gap > margins.outer and not wide.contains(ZERO):
        text = f"{said} lies {show(gap)} from {claimed(stated)}, beyond 3 times the margin {tolerance}."
        return Comparison(Outcome.CONTRADICTS, Code.BEYOND_TOLERANCE, text, wide, margins.inner)
    if narrow.within(-margins.inner, margins.inner):
        return _inside_prediction(
            stated,
            sample,
            Comparison(
                Outcome.SUPPORTS,
                Code.EQUIVALENT,
                f"{said} is equivalent to {claimed(stated)} within the margin {tolerance} (two one-sided tests, 5 %).",
                wide,
                margins.inner,
            ),
        )
    code = Code.BETWEEN_ONE_AND_THREE if gap > margins.inner else Code.INTERVAL_CROSSES
    text = f"{said} lies {show(gap)} from {claimed(stated)}; the margin {tolerance} is neither kept nor passed 3 times."
    return undecided(code, text, wide, margins.inner)


def _inside_prediction(stated: Stated, sample: Sample, equivalent: Comparison) -> Comparison:
    """Keep `equivalent` unless the claimed value falls outside what our own runs predict."""
    ours = spread_moments(sample)
    if ours is None or stated.value is None:
        return equivalent
    expected = predicted(ours, max(stated.n or 1, 1))
    if expected.contains(stated.value):
        return equivalent
    text = (
        f"{claimed(stated).capitalize()} lies inside the margin but outside {show(expected.low)} to "
        f"{show(expected.high)}, where these runs say that another measurement falls."
    )
    return undecided(Code.OUTSIDE_PREDICTION, text, equivalent.difference, equivalent.margin)


def _mean_difference(stated: Stated, sample: Sample, target: Decimal, level: float) -> Interval:
    """Interval of measured − claimed; the claim's own error counts where its ± and its runs are known."""
    ours, theirs = spread_moments(sample), _claimed_moments(stated, target)
    if ours is not None and theirs is not None:
        found = welch_interval(ours, theirs, level)
        if found is not None:
            return found
    return estimate(sample, stated.unit, level).printed_interval.shifted(-target)


def _claimed_moments(stated: Stated, target: Decimal) -> Moments | None:
    if stated.plus_minus is None or stated.n is None or stated.n < 2:
        return None
    half = abs(stated.plus_minus)
    match stated.spread:
        case Spread.DEVIATION:
            return Moments(target, half**2, stated.n)
        case Spread.ERROR:
            return Moments(target, half**2 * stated.n, stated.n)
        case Spread.INTERVAL:
            return Moments(target, (half / t_factor(stated.n - 1)) ** 2 * stated.n, stated.n)
    return None
