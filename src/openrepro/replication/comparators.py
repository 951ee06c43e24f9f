"""Whether a measured sample supports or contradicts what a paper states; the one entry is `compare`."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from statistics import median

from openrepro.replication.arms import compare_margin, compare_null, compare_ordering
from openrepro.replication.closeness import compare_bound, compare_exact, compare_value
from openrepro.replication.digits import CONTEXT, half_unit, show, usable
from openrepro.replication.regions import undecided
from openrepro.replication.resources import compare_resource
from openrepro.replication.stated import Code, Comparison, Relation, Sample, Stated, StatedKind
from openrepro.replication.trends import compare_trend

_ZERO = Decimal(0)


def compare(stated: Stated, sample: Sample) -> Comparison:
    """Compare by the kind of claim. Pure; never raises: odd specs and numbers come out undecided.

    Supports when the comparator is satisfied; contradicts beyond 3 times the tolerance with an interval that
    excludes the claim; undecided between the two, with too few seeds, or with an interval wider than the margin.
    """
    with localcontext(CONTEXT):
        return _refused(stated, sample) or _COMPARATORS[stated.kind](stated, sample)


def _refused(stated: Stated, sample: Sample) -> Comparison | None:
    """Why the numbers are not compared at all, or None."""
    if not all(usable(value) for value in (*_numbers_of(stated), *_numbers_of_sample(sample))):
        return undecided(Code.NOT_A_NUMBER, "A number of the claim or of the measurement is not finite, or absurd.")
    odd = _contradiction(stated)
    if odd:
        return undecided(Code.SPEC_CONTRADICTORY, odd)
    needed = stated.seeds_needed or 1
    runs = max(sample.runs, len(sample.points))
    if needed > runs and stated.kind in _BY_NUMBERS:
        return undecided(Code.TOO_FEW_SEEDS, f"{_runs(runs)} measured, but the claim needs {needed} seeds.")
    other = None if sample.versus is None else _inconsistent(sample.versus)
    return _inconsistent(sample, stated.every_run) or other


def _contradiction(stated: Stated) -> str:
    """What in the spec contradicts itself, or nothing."""
    relation = stated.comparator
    if any(value is not None and value < 0 for value in (stated.tolerance_absolute, stated.tolerance_relative)):
        return "The spec's tolerance is negative."
    if relation is Relation.BETWEEN and _reversed(stated):
        return "The spec's range ends below its beginning."
    if stated.kind is StatedKind.BOUND and relation in (Relation.EQUAL, Relation.ABOUT):
        return f"The spec calls it a bound but states `{relation}`, which bounds nothing."
    if stated.kind is StatedKind.NULL and relation is not None and relation.one_sided:
        return f"The spec calls it no difference but states `{relation}`."
    return ""


def _reversed(stated: Stated) -> bool:
    return stated.value is not None and stated.upper is not None and stated.upper < stated.value


def _inconsistent(sample: Sample, every_run: bool = False) -> Comparison | None:
    """A stated value that is neither the mean nor the median of its own runs is not to be believed.

    It may differ by half a unit of its last digit, and by as much as the runs' own values were rounded on average. A
    value that must hold in every run may also be the least or the largest of them.
    """
    if not sample.values:
        return None
    mean = sum(sample.values, _ZERO) / len(sample.values)
    own = half_unit(sample.value) if sample.rounding is None else sample.rounding
    slack = own + sum((half_unit(value) for value in sample.values), _ZERO) / len(sample.values)
    known = [mean, median(sample.values), *((min(sample.values), max(sample.values)) if every_run else ())]
    if any(abs(one - sample.value) <= slack for one in known):
        return None
    runs = len(sample.values)
    of_runs = f"the value {show(mean)} of its one run" if runs == 1 else f"the mean {show(mean)} of its {runs} runs"
    text = f"The measured {show(sample.value)} is not {of_runs}."
    return undecided(Code.VALUES_DISAGREE, text)


def _numbers_of(stated: Stated) -> list[Decimal]:
    found = (
        stated.value,
        stated.upper,
        stated.plus_minus,
        stated.tolerance_absolute,
        stated.tolerance_relative,
        stated.versus_value,
        stated.axis_span,
    )
    return [value for value in found if value is not None]


def _numbers_of_sample(sample: Sample) -> list[Decimal]:
    other = [] if sample.versus is None else _numbers_of_sample(sample.versus)
    single = [value for value in (sample.half_width, sample.span) if value is not None]
    pairs = [value for point in sample.points for value in point]
    return [sample.value, *single, *sample.values, *other, *pairs]


def _runs(count: int) -> str:
    return "1 run was" if count == 1 else f"{count} runs were"


def _not_by_numbers(stated: Stated, sample: Sample) -> Comparison:
    text = f"Claims of the kind {stated.kind.value} are not decided by comparing numbers."
    return undecided(Code.NOT_BY_NUMBERS, text)


def _not_testable(stated: Stated, sample: Sample) -> Comparison:
    return undecided(Code.NOT_TESTABLE, f"A {stated.kind.value} states nothing that could be measured.")


_BY_NUMBERS = frozenset(StatedKind) - {
    StatedKind.UNIVERSAL,
    StatedKind.EXISTENCE,
    StatedKind.QUALITATIVE,
    StatedKind.DEFINITION,
    StatedKind.POSITION,
}

_COMPARATORS: dict[StatedKind, Callable[[Stated, Sample], Comparison]] = {
    StatedKind.EXACT: compare_exact,
    StatedKind.DATASET: compare_exact,
    StatedKind.VALUE: compare_value,
    StatedKind.BOUND: compare_bound,
    StatedKind.ORDERING: compare_ordering,
    StatedKind.MECHANISM: compare_ordering,
    StatedKind.MARGIN: compare_margin,
    StatedKind.TREND: compare_trend,
    StatedKind.NULL: compare_null,
    StatedKind.RESOURCE: compare_resource,
    StatedKind.UNIVERSAL: _not_by_numbers,
    StatedKind.EXISTENCE: _not_by_numbers,
    StatedKind.QUALITATIVE: _not_by_numbers,
    StatedKind.DEFINITION: _not_testable,
    StatedKind.POSITION: _not_testable,
}
