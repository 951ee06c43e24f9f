"""The measured value as a sample in the unit of the claim, compared with what the claim states."""

from decimal import Decimal

from openrepro.claims.claim import Claim
from openrepro.claims.spec import stated_of
from openrepro.evidence.mismatch import unit_kind
from openrepro.evidence.model import UnitKind
from openrepro.judging.quotes import decimal
from openrepro.judging.reading import Measured
from openrepro.replication import Comparison, Sample, compare
from openrepro.replication.stated import Code

NOT_COMPARED = (Code.NOT_BY_NUMBERS, Code.NOT_TESTABLE)
LONGEST_COUNT = 15
"""Digits of a count; a longer one is no count of cases or seeds."""

SHIFTS = {(UnitKind.FRACTION, UnitKind.PERCENT): 2, (UnitKind.PERCENT, UnitKind.FRACTION): -2}
"""Powers of ten from the measured to the claimed kind; the printed digits stay the same."""


def comparison_of(claim: Claim, measured: tuple[Measured, ...]) -> Comparison | None:
    """The comparison of the first measured value with the claim; None when nothing comparable is measured."""
    if not measured or claim.statement is None:
        return None
    sample = sample_of(claim, measured[0])
    if sample is None:
        return None
    comparison = compare(stated_of(claim), sample)
    return None if comparison.code in NOT_COMPARED else comparison


def sample_of(claim: Claim, measured: Measured) -> Sample | None:
    """`measured` as a sample; a fraction becomes percent where the claim is in percent, and the other way round."""
    shift = _shift(claim, measured)
    value = _shifted(measured.value, shift)
    if value is None:
        return None
    values = [_shifted(item, shift) for item in measured.values]
    return Sample(
        value=value,
        printed=measured.value if shift == 0 else str(value),
        half_width=None if measured.plus_minus is None else _shifted(measured.plus_minus, shift),
        n=_count(measured.n),
        seeds=_count(measured.seeds),
        values=tuple(item for item in values if item is not None) if None not in values else (),
    )


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
