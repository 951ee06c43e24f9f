"""Units by name: whether two are the same, and conversion between those of shares, of time and of size."""

from decimal import Decimal, localcontext
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from openrepro.replication.digits import CONTEXT, quantum, usable

LONGEST_UNIT = 80


class Family(Enum):
    """Units that convert into each other."""

    SHARE = auto()
    TIME = auto()
    SIZE = auto()


class Size(NamedTuple):
    """How many of its family's base unit (a whole, a second, a byte) a unit is."""

    family: Family
    of_base: Fraction


SIZES = {
    "percent": Size(Family.SHARE, Fraction(1, 100)),
    "fraction": Size(Family.SHARE, Fraction(1)),
    "nanosecond": Size(Family.TIME, Fraction(1, 10**9)),
    "microsecond": Size(Family.TIME, Fraction(1, 10**6)),
    "millisecond": Size(Family.TIME, Fraction(1, 1000)),
    "second": Size(Family.TIME, Fraction(1)),
    "minute": Size(Family.TIME, Fraction(60)),
    "hour": Size(Family.TIME, Fraction(3600)),
    "byte": Size(Family.SIZE, Fraction(1)),
    "kilobyte": Size(Family.SIZE, Fraction(10**3)),
    "megabyte": Size(Family.SIZE, Fraction(10**6)),
    "gigabyte": Size(Family.SIZE, Fraction(10**9)),
}
_NAMES: dict[str, tuple[str, ...]] = {
    "percent": ("%", "pct", "per cent"),
    "fraction": ("share", "proportion", "probability"),
    "relative percent": ("percent relative", "relative %", "% relative"),
    "percentage point": ("percent point", "% point", "%point", "pp", "ppt", "pt", "pts", "point"),
    "nanosecond": ("ns",),
    "microsecond": ("us", "µs", "μs"),
    "millisecond": ("ms", "msec"),
    "second": ("s", "sec"),
    "minute": ("min",),
    "hour": ("h", "hr", "hrs"),
    "kilobyte": ("kb",),
    "megabyte": ("mb",),
    "gigabyte": ("gb",),
    "parameter": ("param",),
    "factor": ("x", "×", "time", "fold", "multiple", "ratio"),
}
_CANONICAL = {name: unit for unit, names in _NAMES.items() for name in names}
_CASED = {"B": "byte", "Kb": "kilobit", "Mb": "megabit", "Gb": "gigabit"}
"""Where the case of a letter tells bytes from bits; a name all in small letters is taken for bytes."""
_UNNAMED = frozenset({"count", "number", "none", "unitless", "dimensionless", "1", "-"})
"""Names that name no unit."""


def canonical(unit: str) -> str:
    """One name for all spellings of `unit` (case, spaces, plurals, abbreviations); empty when it names none."""
    return _canonical(unit[:LONGEST_UNIT].strip())


@lru_cache(maxsize=256)
def _canonical(words: str) -> str:
    if words in _CASED:
        return _CASED[words]
    plain = " ".join(_singular(word) for word in words.lower().replace("_", " ").replace("-", " ").split())
    return "" if plain in _UNNAMED else _CANONICAL.get(plain, plain)


def same_unit(one: str, other: str) -> bool:
    """Whether two names mean one unit; a unit that is not named is taken for the other."""
    first, second = canonical(one), canonical(other)
    return first == second or not first or not second


def pure(unit: str) -> bool:
    """Whether a value in `unit` is a number without dimension: none named, percent, a fraction, or a factor."""
    name = canonical(unit)
    return name in ("", "factor") or (name in SIZES and SIZES[name].family is Family.SHARE)


def convertible(one: str, other: str) -> bool:
    """Whether a value in `one` is exactly some value in `other`, by the definition of the two units."""
    first, second = SIZES.get(canonical(one)), SIZES.get(canonical(other))
    return first is not None and second is not None and first.family is second.family


def factor(unit: str, wanted: str) -> Fraction | None:
    """What a value in `unit` is multiplied by to be in `wanted`: 1 for the same unit, None for incomparable ones."""
    if same_unit(unit, wanted):
        return Fraction(1)
    if not convertible(unit, wanted):
        return None
    return SIZES[canonical(unit)].of_base / SIZES[canonical(wanted)].of_base


def scaled(value: Decimal, by: Fraction) -> Decimal:
    """`value` times `by`, printed as exactly as it was.

    A power of ten moves the point and keeps every digit. Other factors keep the largest last place that is no larger
    than the old one times the factor: 100 s are 1.67 minutes, 0.5 hours are 1800 s.
    """
    power = _power_of_ten(by)
    with localcontext(CONTEXT):
        if power is not None:
            return value.scaleb(power)
        ratio = Decimal(by.numerator) / Decimal(by.denominator)
        product = value * ratio
        place = Decimal(1).scaleb((quantum(value) * ratio).adjusted()) if usable(value) else product
        return product.quantize(place) if usable(product) else product


def _power_of_ten(by: Fraction) -> int | None:
    top, bottom = str(by.numerator), str(by.denominator)
    if top.rstrip("0") != "1" or bottom.rstrip("0") != "1":
        return None
    return len(top) - len(bottom)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
