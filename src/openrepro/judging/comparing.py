"""The measured value as a sample in the unit of the claim, compared with what the claim states."""

from decimal import Decimal

from openrepro.claims.claim import Claim, Kind, ReducedCheck
from openrepro.claims.spec import stated_of
from openrepro.evidence.mismatch import unit_kind
from openrepro.evidence.model import UnitKind
from openrepro.judging.label import Direction
from openrepro.judging.quotes import decimal
from openrepro.judging.reading import Measured
from openrepro.replication import Comparison, Outcome, Sample, compare, counterexample, same_side
from openrepro.replication.stated import Code

NOT_COMPARED = (Code.NOT_BY_NUMBERS, Code.NOT_TESTABLE)
LONGEST_COUNT = 15
"""Digits of a count; a longer one is no count of cases or seeds."""

SHIFTS = {(UnitKind.FRACTION, UnitKind.PERCENT): 2, (UnitKind.PERCENT, UnitKind.FRACTION): -2}
"""Powers of ten from the measured to the claimed kind; the printed digits stay the same."""


def comparison_of(claim: Claim, measured: tuple[Measured, ...]) -> Comparison | None:
    """The comparison of the first measured value with the claim; None when nothing comparable is measured.

    For a universal claim it is None unless the case breaks the statement: no single case supports one.
    """
    if not measured or claim.statement is None:
        return None
    sample = sample_of(claim, measured[0])
    if sample is None:
        return None
    if claim.kind is Kind.UNIVERSAL:
        broken = counterexample(stated_of(claim), sample)
        return broken if broken.outcome is Outcome.CONTRADICTS else None
    comparison = compare(stated_of(claim), sample)
    return None if comparison.code in NOT_COMPARED else comparison


def reduced_direction(claim: Claim, measured: tuple[Measured, ...]) -> Direction:
    """The direction that still carries meaning at reduced scale: which side of equality the value lies on.

    `none` where the spec says that nothing does, or where nothing was measured.
    """
    if claim.reduced_check is ReducedCheck.NONE or not measured or claim.statement is None:
        return Direction.NONE
    sample = sample_of(claim, measured[0])
    if sample is None:
        return Direction.NONE
    if claim.kind is Kind.UNIVERSAL:
        broken = counterexample(stated_of(claim), sample).outcome is Outcome.CONTRADICTS
        return Direction.CONTRADICTS if broken else Direction.SUPPORTS
    return Direction(same_side(stated_of(claim), sample).value)


def sample_of(claim: Claim, measured: Measured) -> Sample | None:
    """`measured` as a sample; a fraction becomes percent where the claim is in percent, and the other way round."""
    shift = _shift(claim, measured)
    value = _shifted(measured.value, shift)
    if value is None:
        return None
    values = [_shifted(item, shift) for item in measured.values]
    pairs = [(decimal(axis), _shifted(found, shift)) for axis, found in measured.points]
    points = tuple((axis, found) for axis, found in pairs if axis is not None and found is not None)
    axis = [point[0] for point in points]
    return Sample(
        value=value,
        printed=measured.value if shift == 0 else str(value),
        half_width=None if measured.plus_minus is None else _shifted(measured.plus_minus, shift),
        n=_count(measured.n),
        seeds=_count(measured.seeds),
        values=tuple(item for item in values if item is not None) if None not in values else (),
        versus=_other_arm(measured, shift),
        points=points,
        span=max(axis) / min(axis) if axis and min(axis) > 0 else None,
    )


def _other_arm(measured: Measured, shift: int) -> Sample | None:
    """The other arm as a sample of its own: its printed value, else the mean of its values."""
    values = [_shifted(item, shift) for item in measured.versus_values]
    whole = tuple(item for item in values if item is not None) if None not in values else ()
    value = _shifted(measured.versus, shift) if measured.versus is not None else None
    if value is None and whole:
        value = sum(whole, Decimal(0)) / len(whole)
    return None if value is None else Sample(value, str(value), values=whole, seeds=len(whole) or None)


def _shift(claim: Claim, measured: Measured) -> int:
    claimed = unit_kind(claim.quantity.unit if claim.quantity else "", UnitKind.PLAIN)
    return SHIFTS.get((unit_kind(measured.unit, UnitKind.PLAIN), claimed), 0)


def _shifted(text: str, shift: int) -> Decimal | None:
    value = decimal(text)
    if value is None or shift == 0:
        return value
    return value.scaleb(shift) if abs(value.adjusted()) < LONGEST_COUNT else None


def _count(text: str | None) -> int | None:
    plain = text is not None and text.isascii() and text.isdecimal() and len(text) <= LONGEST_COUNT
    return int(text) if text is not None and plain else None
