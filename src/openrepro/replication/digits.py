"""Numbers as printed: reading them, their last digit, and whether two agree after rounding."""

import re
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from enum import Enum, auto

# Ample for any printed number; nothing traps, so that hostile numbers yield NaN instead of an exception.
CONTEXT = Context(prec=40, Emin=-9999, Emax=9999, traps=[])

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,60}(?:\.[0-9]{0,60})?|\.[0-9]{1,60})(?:[eE][+-]?[0-9]{1,3})?")
_LARGEST_EXPONENT = 300
_SHORT = 12
_LONGEST_UNIT = 40
_UNSAID = frozenset({"count", "counts", "ratio", "exponent", "sign", "share"})


class Agreement(Enum):
    """Whether two printed numbers are one number: yes, no, or the measured one has too few digits to tell."""

    MATCH = auto()
    COARSE = auto()
    NONE = auto()


def number(text: str) -> Decimal | None:
    """The finite decimal number that `text` prints, its digits kept; None for anything else."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if len(plain) > 130 or _NUMBER.fullmatch(plain) is None:
        return None
    value = Decimal(plain)
    return value if usable(value) else None


def usable(value: Decimal) -> bool:
    """Whether `value` is finite and of a size that arithmetic here can carry."""
    return value.is_finite() and (not value or abs(value.adjusted()) <= _LARGEST_EXPONENT)


def quantum(value: Decimal) -> Decimal:
    """One unit of the last printed digit: 0.01 for 12.30, 1 for 229, 1E+3 for 3e3."""
    exponent = value.as_tuple().exponent
    return Decimal((0, (1,), exponent)) if isinstance(exponent, int) else Decimal(0)


def half_unit(value: Decimal) -> Decimal:
    """Half a unit of the last printed digit: how far the true number may lie from the printed one."""
    return quantum(value) / 2


def agree(measured: Decimal, claimed: Decimal) -> Agreement:
    """Compare after rounding both to the coarser printed precision; half-even and half-up both count.

    A measured number that is the coarser one agrees with many claims, so it is COARSE unless the two are equal.
    """
    if measured == claimed:
        return Agreement.MATCH
    coarser = max(quantum(measured), quantum(claimed))
    if not _equal_at(measured, claimed, coarser):
        return Agreement.NONE
    return Agreement.COARSE if quantum(measured) > quantum(claimed) else Agreement.MATCH


def show(value: Decimal, unit: str = "") -> str:
    """`value` for a sentence, with its unit: as printed when short, else to six significant digits."""
    short = value if len(value.as_tuple().digits) <= _SHORT else value.normalize(Context(prec=6))
    text = f"{short:f}" if -6 < short.adjusted() < _SHORT else f"{short.normalize():e}"
    said = unit and len(unit) <= _LONGEST_UNIT and unit not in _UNSAID
    return f"{text} {unit}" if said else text


def _equal_at(one: Decimal, other: Decimal, unit: Decimal) -> bool:
    return any(
        one.quantize(unit, rounding, CONTEXT) == other.quantize(unit, rounding, CONTEXT)
        for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP)
    )
