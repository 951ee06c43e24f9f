"""The measured value as a sample in the unit of the claim, compared with what the claim states."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from openrepro.claims.claim import Claim, Kind, ReducedCheck
from openrepro.claims.spec import stated_of
from openrepro.judging.label import Direction
from openrepro.judging.reading import Measured
from openrepro.judging.shown import decimal
from openrepro.replication import (
    Comparison,
    Outcome,
    Sample,
    Stated,
    canonical,
    compare,
    counterexample,
    factor,
    half_unit,
    keeps,
    pure,
    same_side,
    same_unit,
    scaled,
)
from openrepro.replication.stated import Code

PERCENT = "percent"
NOT_COMPARED = (Code.NOT_BY_NUMBERS, Code.NOT_TESTABLE)
LONGEST_COUNT = 15
"""Digits of a count; a longer one is no count of cases or seeds."""


def comparison_of(claim: Claim, measured: tuple[Measured, ...]) -> Comparison | None:
    """The comparison of the first measured value with the claim; None when nothing comparable is measured.

    For a universal claim it is None unless the case breaks the statement: no single case supports one.
    """
    if not measured or claim.statement is None:
        return None
    if claim.kind is Kind.UNIVERSAL:
        return breaking(claim, measured[0])
    sample = sample_of(claim, measured[0])
    if sample is None:
        return None
    comparison = compare(_stated(claim, measured[0]), sample)
    return None if comparison.code in NOT_COMPARED else _as_printed(claim, measured[0], comparison)


def breaking(claim: Claim, measured: Measured) -> Comparison | None:
    """How the measured case breaks the statement of `claim`; None when it does not, in any unit it may be in."""
    if claim.statement is None:
        return None
    found = [counterexample(_stated(claim, measured), sample) for sample in _samples(claim, measured)]
    if not found or any(one.outcome is not Outcome.CONTRADICTS for one in found):
        return None
    return _as_printed(claim, measured, found[-1])


def keeping(claim: Claim, measured: Measured) -> bool | None:
    """Whether the measured case keeps the statement of `claim`, in any unit it may be in; None when nothing tells."""
    if claim.statement is None:
        return None
    found = {keeps(stated_of(claim), sample) for sample in _samples(claim, measured)}
    return None if not found or None in found else found == {True}


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
        if breaking(claim, measured[0]) is not None:
            return Direction.CONTRADICTS
        return Direction.SUPPORTS if keeping(claim, measured[0]) else Direction.UNDECIDED
    return Direction(same_side(stated_of(claim), sample).value)


def sample_of(claim: Claim, measured: Measured) -> Sample | None:
    """`measured` as a sample in the unit of the claim; None when its unit is another one that does not convert."""
    by = factor(measured.unit, _unit(claim))
    return None if by is None else _sample(measured, by)


def _samples(claim: Claim, measured: Measured) -> tuple[Sample, ...]:
    """The measured case; where the claim names no unit, a percentage as it stands and as a fraction, or nothing at all
    when the value has a dimension."""
    found = [sample_of(claim, measured)]
    if canonical(_unit(claim)):
        return tuple(sample for sample in found if sample is not None)
    if not pure(measured.unit):
        return ()
    if canonical(measured.unit) == PERCENT:
        found.append(_sample(measured, Fraction(1, 100)))
    return tuple(sample for sample in found if sample is not None) if None not in found else ()


def _sample(measured: Measured, by: Fraction) -> Sample | None:
    printed, value = decimal(measured.value), _scaled(measured.value, by)
    if printed is None or value is None:
        return None
    pairs = [(decimal(axis), _scaled(found, by)) for axis, found in measured.points]
    points = tuple((axis, found) for axis, found in pairs if axis is not None and found is not None)
    axis = [point[0] for point in points]
    return Sample(
        value=value,
        printed=measured.value if by == 1 else str(value),
        half_width=None if measured.plus_minus is None else _scaled(measured.plus_minus, by),
        n=_count(measured.n),
        seeds=_count(measured.seeds),
        values=_all_scaled(measured.values, by),
        versus=_other_arm(measured, by),
        points=points,
        span=max(axis) / min(axis) if axis and min(axis) > 0 else None,
        rounding=None if by == 1 else scaled(half_unit(printed), by),
    )


def _other_arm(measured: Measured, by: Fraction) -> Sample | None:
    """The other arm as a sample of its own: its printed value, else the mean of its values."""
    whole = _all_scaled(measured.versus_values, by)
    value = _scaled(measured.versus, by) if measured.versus is not None else None
    if value is None and whole:
        value = sum(whole, Decimal(0)) / len(whole)
    return None if value is None else Sample(value, str(value), values=whole, seeds=len(whole) or None)


def _stated(claim: Claim, measured: Measured) -> Stated:
    """What is stated, to be said with the unit as measured, or the claim's where the value was converted to it."""
    if not same_unit(measured.unit, _unit(claim)):
        return stated_of(claim)
    return replace(stated_of(claim), shown_unit=_shown(measured.unit))


def _as_printed(claim: Claim, measured: Measured, comparison: Comparison) -> Comparison:
    """The comparison, saying what was printed where that is in another unit."""
    if same_unit(measured.unit, _unit(claim)):
        return comparison
    printed = f"{measured.value} {_shown(measured.unit)}"
    return replace(comparison, text=f"{comparison.text} The run printed {printed}.")


def _shown(unit: str) -> str:
    return unit.strip() if unit.isprintable() else ""


def _unit(claim: Claim) -> str:
    return claim.quantity.unit if claim.quantity else ""


def _all_scaled(texts: tuple[str, ...], by: Fraction) -> tuple[Decimal, ...]:
    """All of `texts` scaled, or none when one is no number."""
    found = [_scaled(text, by) for text in texts]
    return tuple(value for value in found if value is not None) if None not in found else ()


def _scaled(text: str, by: Fraction) -> Decimal | None:
    value = decimal(text)
    return value if value is None or by == 1 else scaled(value, by)


def _count(text: str | None) -> int | None:
    plain = text is not None and text.isascii() and text.isdecimal() and len(text) <= LONGEST_COUNT
    return int(text) if text is not None and plain else None
