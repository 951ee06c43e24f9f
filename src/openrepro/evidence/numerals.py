"""How numbers are printed, and the decimal strings they stand for."""

import re
from decimal import Decimal, InvalidOperation

_DIGITS = r"[0-9]{1,40}+"
_GROUPED = r"(?<![\[,])[0-9]{1,3}(?:(?:,|\{,\}|[_\u202f\u2009\u00a0])[0-9]{3}){1,9}+(?![0-9])(?!,[0-9]|\]|_)"
_POWER = r"10(?:(?:\^|\*\*)\{?[-−+]?[0-9]{1,3}+\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}+)"
_EXPONENT = rf"(?:[eE][-−+]?[0-9]{{1,4}}+|\s?(?:·|×|x|\*|\\times|\\cdot)\s?{_POWER})"
NUMERAL = rf"(?:{_POWER}|(?:(?:{_GROUPED}|{_DIGITS})(?:\.{_DIGITS})?+|\.{_DIGITS}){_EXPONENT}?+)"
"""A number without its sign, as a pattern that never backtracks into its own digits."""

_RAISED = re.compile(r"(?<=10)(?=[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹])")
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_DROPPED = str.maketrans("", "", ",_{} \t\u202f\u2009\u00a0")


def decimal_of(printed: str) -> str:
    """The decimal string of a printed number: `11,907` → `11907`, `−3` → `-3`, `3.1·10^{-5}` → `3.1e-5`."""
    if printed.isascii() and printed.replace(".", "", 1).isdecimal():
        return printed
    text = _RAISED.sub("^", printed).translate(_SUPERSCRIPTS).translate(_DROPPED).replace("−", "-").lower()
    mantissa, mark, power = _split_power(text)
    if mark:
        return f"{mantissa}e{int(power)}"
    return text.removeprefix("+")


def to_decimal(value: str) -> Decimal | None:
    """`value` as a finite number, or None."""
    try:
        number = Decimal(value)
    except (InvalidOperation, ValueError):
        return None
    return number if number.is_finite() else None


def significant_digits(value: str) -> int:
    """How many digits of a printed decimal string carry meaning: `0.050` → 2, `74.1` → 3, `300` → 1."""
    digits = value.lower().partition("e")[0].lstrip("+-")
    if "." in digits:
        return len(digits.replace(".", "").lstrip("0"))
    return len(digits.lstrip("0").rstrip("0"))


def _split_power(text: str) -> tuple[str, bool, str]:
    """The mantissa and the power of ten of `3.1·10^-5` or `10**-3`; the text itself when there is none."""
    for sign in ("·", "×", "x", "*", "\\times", "\\cdot"):
        head, found, tail = text.partition(f"{sign}10")
        if found and head and not head.endswith("*"):
            return head.removeprefix("+"), True, tail.lstrip("^*") or "0"
    sign = "-" if text.startswith("-") else ""
    bare = text.lstrip("+-")
    if bare.startswith(("10^", "10**")):
        return f"{sign}1", True, bare[2:].lstrip("^*")
    return text, False, ""
