"""Checks of what a spec states: quantity, statement, tolerance, arms, seeds, scale."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from openrepro.claims.check_codes import CheckCode
from openrepro.claims.claim import Claim, Comparator, Kind, ScaleAxis, Statement
from openrepro.claims.stating import items_needed
from openrepro.replication import UnitSort, number, sort_of
from openrepro.severity import Severity

NOTE, WARNING, SERIOUS = Severity.NOTE, Severity.WARNING, Severity.SERIOUS

MEASURED = frozenset(
    {
        Kind.EXACT,
        Kind.VALUE,
        Kind.BOUND,
        Kind.ORDERING,
        Kind.MARGIN,
        Kind.TREND,
        Kind.NULL,
        Kind.RESOURCE,
        Kind.MECHANISM,
        Kind.DATASET,
    }
)
_SIZED = MEASURED - {Kind.ORDERING, Kind.MECHANISM, Kind.RESOURCE}
_DIRECTED = frozenset({Kind.ORDERING, Kind.MECHANISM})
_ONE_SIDED = frozenset({Comparator.LESS, Comparator.AT_MOST, Comparator.GREATER, Comparator.AT_LEAST})
_TWO_SIDED = frozenset({Comparator.EQUAL, Comparator.ABOUT})
_CHANGE_WORDS = ("increase", "decrease", "reduction", "gain", "improvement", "change", "drop", "loss of", "saving")
_PAIRS, _PAIRS_ONE_SIDED = 6, 5


class Complaint(NamedTuple):
    """What one check found: a code, how much it matters, and a sentence."""

    code: CheckCode
    severity: Severity
    text: str


Complaints = Iterator[Complaint]


def check_untestable(claim: Claim) -> Complaints:
    """A definition or a position has nothing to measure."""
    said = claim.statement
    if claim.scale or (said is not None and (said.value is not None or said.comparator is not Comparator.ABOUT)):
        text = (
            f"A {claim.kind.value} cannot be tested, yet it has a scale or a statement; drop them or change the kind."
        )
        yield Complaint(CheckCode.UNTESTABLE_WITH_SPEC, WARNING, text)


def check_quantity(claim: Claim) -> Complaints:
    """A measured claim names its quantity and its unit."""
    quantity = claim.quantity
    if claim.kind not in MEASURED:
        return
    if quantity is None or not quantity.name.strip():
        yield Complaint(
            CheckCode.NO_QUANTITY, SERIOUS, "Nothing says which quantity is measured; give `quantity.name`."
        )
    elif not quantity.unit.strip():
        yield Complaint(
            CheckCode.NO_UNIT, WARNING, "The quantity has no unit; write `count` or `ratio` where it has none."
        )


def check_percent(claim: Claim) -> Complaints:
    """A change in percent is either points or relative, and the two must not be mixed."""
    quantity = claim.quantity
    if quantity is None or sort_of(quantity.unit) is not UnitSort.PERCENT or claim.kind not in MEASURED:
        return
    unit = quantity.unit.lower()
    told = "point" in unit or "relative" in f"{unit} {quantity.name.lower()}"
    change = claim.kind in (Kind.MARGIN, Kind.NULL) or any(word in quantity.name.lower() for word in _CHANGE_WORDS)
    if change and not told:
        text = (
            "A change in percent may be points or relative; write the unit `percentage points` or `relative percent`."
        )
        yield Complaint(CheckCode.PERCENT_AMBIGUOUS, WARNING, text)


def check_statement(claim: Claim) -> Complaints:
    """A testable claim has a statement whose comparator fits its kind."""
    said = claim.statement
    if said is None:
        if claim.kind is not Kind.QUALITATIVE:
            yield Complaint(CheckCode.NO_STATEMENT, SERIOUS, "Nothing is stated: give a comparator and a value.")
        return
    yield from _check_value(claim, said)
    yield from _check_comparator(claim.kind, said.comparator)
    yield from _check_range(said)


def check_spread(claim: Claim) -> Complaints:
    """A printed ± is positive and says what it is."""
    said = claim.statement
    if said is None:
        return
    spread = _decimal(said.plus_minus)
    if spread is not None and spread <= 0:
        yield Complaint(CheckCode.SPREAD_NOT_POSITIVE, SERIOUS, f"The ± is {spread}; it must be above 0.")
    if spread is not None and not said.spread_kind:
        text = "Nothing says whether the ± is a standard deviation, a standard error or an interval (`spread_kind`)."
        yield Complaint(CheckCode.SPREAD_KIND_MISSING, WARNING, text)
    if spread is None and said.spread_kind:
        yield Complaint(CheckCode.SPREAD_MISSING, WARNING, "`spread_kind` is given, but `plus_minus` is not.")


def check_tolerance(claim: Claim) -> Complaints:
    """A tolerance is there where it is needed, and makes sense."""
    absolute, relative = _decimal(claim.tolerance.absolute), _decimal(claim.tolerance.relative)
    given = [value for value in (absolute, relative) if value is not None]
    if any(value < 0 for value in given):
        yield Complaint(CheckCode.TOLERANCE_NEGATIVE, SERIOUS, "A tolerance is negative; it must be 0 or more.")
    if relative is not None and relative >= 1:
        text = f"The relative tolerance is {relative}, that is {relative * 100:f} %; 5 % is written 0.05."
        yield Complaint(CheckCode.TOLERANCE_LARGE, WARNING, text)
    if len(given) == 2:
        text = (
            "Two tolerances are given: a measurement must keep the smaller, and pass 3 times the larger to contradict."
        )
        yield Complaint(CheckCode.TWO_TOLERANCES, NOTE, text)
    yield from _check_needed_tolerance(claim, given)
    yield from _check_odd_tolerance(claim, absolute, relative)


def check_arms(claim: Claim) -> Complaints:
    """A comparison of two arms names the other arm and a direction."""
    said = claim.statement
    if said is None:
        return
    versus = said.versus is not None and (said.versus.of.strip() or said.versus.value is not None)
    if claim.kind is Kind.MARGIN and not versus:
        yield Complaint(CheckCode.NO_VERSUS, SERIOUS, "A margin is over something: name the other arm in `versus`.")
    if claim.kind in _DIRECTED and not versus and said.value is None:
        text = "An ordering has two arms: name the other in `versus`, or state the sign of a measured difference."
        yield Complaint(CheckCode.NO_VERSUS, SERIOUS, text)
    better = claim.quantity.better if claim.quantity is not None else ""
    if claim.kind in _DIRECTED and said.comparator not in _ONE_SIDED and not better:
        text = "Neither the comparator (`<` or `>`) nor `quantity.better` says which arm should win."
        yield Complaint(CheckCode.NO_DIRECTION, SERIOUS, text)


def check_resource(claim: Claim) -> Complaints:
    """A time or rate is claimed beside a baseline, since machines differ."""
    said = claim.statement
    if claim.kind is not Kind.RESOURCE or said is None or claim.quantity is None:
        return
    sort = sort_of(claim.quantity.unit)
    versus = said.versus
    if sort is UnitSort.HARDWARE and said.value is not None and (versus is None or versus.value is None):
        text = "Times and rates depend on the machine: give the baseline and its value in `versus`, or claim a ratio."
        yield Complaint(CheckCode.NO_BASELINE, SERIOUS, text)
    elif sort is not UnitSort.HARDWARE and said.value is None and versus is None:
        yield Complaint(CheckCode.NO_BASELINE, SERIOUS, "The claim has neither a value nor a baseline in `versus`.")
    elif sort is UnitSort.RATIO and versus is None:
        yield Complaint(CheckCode.NO_BASELINE, WARNING, "A ratio is to a baseline: name it in `versus`.")


def check_seeds(claim: Claim) -> Complaints:
    """Enough seeds are asked for, and the scale asks for the same number."""
    if claim.kind not in MEASURED:
        return
    seeds = claim.seeds_needed
    if seeds is None:
        text = "`seeds_needed` is missing; one run will count. Write 1 for a deterministic quantity."
        yield Complaint(CheckCode.SEEDS_UNSTATED, NOTE, text)
    elif seeds == 0:
        yield Complaint(CheckCode.SEEDS_ZERO, WARNING, "`seeds_needed` is 0; at least one run is needed.")
    yield from _check_paired_seeds(claim)
    axis = next((_decimal(axis.minimum) for axis in claim.scale if axis.axis == "seeds"), None)
    if axis is not None and seeds is not None and axis != seeds:
        text = f"`seeds_needed` is {seeds}, but the scale's axis `seeds` has the minimum {axis}."
        yield Complaint(CheckCode.SEEDS_CONTRADICT, WARNING, text)


def check_scale(claim: Claim) -> Complaints:
    """Each axis once, with a minimum that the paper itself reaches."""
    seen: set[str] = set()
    for axis in claim.scale:
        if axis.axis in seen:
            yield Complaint(CheckCode.AXIS_TWICE, SERIOUS, f"The axis {axis.axis} is given twice.")
        seen.add(axis.axis)
        yield from _check_axis(axis)


def _check_value(claim: Claim, said: Statement) -> Complaints:
    if said.value is None and claim.kind in _SIZED:
        yield Complaint(CheckCode.NO_VALUE, SERIOUS, f"A {claim.kind.value} claim states a value, but there is none.")
    if said.value is None and claim.kind in (Kind.UNIVERSAL, Kind.EXISTENCE):
        text = "No value is stated, so a counterexample or construction cannot be checked by its number."
        yield Complaint(CheckCode.NO_VALUE, NOTE, text)


def _check_comparator(kind: Kind, comparator: Comparator) -> Complaints:
    if kind is Kind.BOUND and comparator in _TWO_SIDED:
        text = f"A bound needs `<`, `<=`, `>`, `>=` or `between`, not `{comparator.value}`; or the kind is value."
        yield Complaint(CheckCode.BOUND_TWO_SIDED, SERIOUS, text)
    if kind is Kind.NULL and comparator not in _TWO_SIDED:
        text = f"No difference is stated with `=`, not with `{comparator.value}`; or the kind is bound."
        yield Complaint(CheckCode.NULL_ONE_SIDED, SERIOUS, text)
    if kind in (Kind.VALUE, Kind.EXACT) and comparator in _ONE_SIDED:
        text = f"A one-sided `{comparator.value}` makes this a bound; it will be compared as one."
        yield Complaint(CheckCode.VALUE_ONE_SIDED, WARNING, text)


def _check_range(said: Statement) -> Complaints:
    low, high = _decimal(said.value), _decimal(said.upper)
    if said.comparator is Comparator.BETWEEN and (low is None or high is None):
        text = "`between` needs `value` as its lower and `upper` as its upper end."
        yield Complaint(CheckCode.RANGE_INCOMPLETE, SERIOUS, text)
    elif said.comparator is Comparator.BETWEEN and low is not None and high is not None and low > high:
        yield Complaint(CheckCode.RANGE_REVERSED, SERIOUS, f"The range runs from {low} down to {high}.")
    elif said.comparator is not Comparator.BETWEEN and high is not None:
        text = f"`upper` is only read with `between`, not with `{said.comparator.value}`."
        yield Complaint(CheckCode.RANGE_UNREAD, WARNING, text)


def _check_needed_tolerance(claim: Claim, given: list[Decimal]) -> Complaints:
    said = claim.statement
    if given or said is None or said.comparator not in _TWO_SIDED or said.value is None or said.plus_minus:
        return
    if claim.kind in (Kind.NULL, Kind.TREND):
        text = f"A {claim.kind.value} claim without a tolerance can never be decided; fix how far is still the same."
        yield Complaint(CheckCode.NO_TOLERANCE, SERIOUS, text)
    elif claim.kind in (Kind.VALUE, Kind.MARGIN, Kind.RESOURCE):
        text = "Without a tolerance or a ± only a match of the printed digits counts; nothing can contradict the claim."
        yield Complaint(CheckCode.NO_TOLERANCE, WARNING, text)


def _check_odd_tolerance(claim: Claim, absolute: Decimal | None, relative: Decimal | None) -> Complaints:
    value = None if claim.statement is None else _decimal(claim.statement.value)
    zero = absolute == 0 or relative == 0
    if zero and claim.kind in (Kind.NULL, Kind.VALUE, Kind.MARGIN, Kind.TREND):
        severity = SERIOUS if claim.kind is Kind.NULL else WARNING
        text = f"A tolerance of 0 leaves no room for rounding or noise in a {claim.kind.value} claim."
        yield Complaint(CheckCode.TOLERANCE_ZERO, severity, text)
    if relative and value == 0 and (claim.kind is not Kind.NULL or not _has_versus(claim)):
        text = "A tolerance relative to a stated 0 is 0; give an absolute one."
        yield Complaint(CheckCode.TOLERANCE_OF_ZERO, SERIOUS, text)
    if claim.kind is Kind.UNIVERSAL and (absolute or relative):
        equality = claim.statement is not None and claim.statement.comparator in _TWO_SIDED
        text = "A statement about all cases is broken by one case, so a tolerance may only cover rounding."
        yield Complaint(CheckCode.UNIVERSAL_TOLERANCE, NOTE if equality else WARNING, text)
    if claim.kind in _DIRECTED and (absolute or relative):
        text = "An ordering has no tolerance: its interval must exclude 0; a size makes it a margin."
        yield Complaint(CheckCode.ORDERING_TOLERANCE, WARNING, text)


def _check_paired_seeds(claim: Claim) -> Complaints:
    seeds, said = claim.seeds_needed, claim.statement
    unit = "" if claim.quantity is None else claim.quantity.unit
    if claim.kind not in _DIRECTED or seeds is None or said is None or sort_of(unit) is UnitSort.COUNT:
        return
    one_sided = said.comparator in _ONE_SIDED
    least = _PAIRS_ONE_SIDED if one_sided else _PAIRS
    items = items_needed(claim)
    if seeds < least and (items is None or items < least):
        text = f"{seeds} pairs cannot show an ordering: {least} seeds, or as many paired items, will be asked for."
        yield Complaint(CheckCode.SEEDS_TOO_FEW, WARNING, text)


def _check_axis(axis: ScaleAxis) -> Complaints:
    paper, minimum = _decimal(axis.paper), _decimal(axis.minimum)
    if minimum is None:
        text = f"The axis {axis.axis} has no minimum, so nothing says what still counts as full scale."
        yield Complaint(CheckCode.NO_MINIMUM, WARNING, text)
    elif minimum <= 0:
        yield Complaint(
            CheckCode.MINIMUM_NOT_POSITIVE, WARNING, f"The minimum of {axis.axis} is {minimum}, which asks for nothing."
        )
    if minimum is not None and paper is not None and minimum > paper:
        text = f"The minimum of {axis.axis} is {minimum}, more than the paper's own {paper}."
        yield Complaint(CheckCode.MINIMUM_ABOVE_PAPER, SERIOUS, text)


def _has_versus(claim: Claim) -> bool:
    return claim.statement is not None and claim.statement.versus is not None


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else number(text)
