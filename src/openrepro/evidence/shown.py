"""The numbers that outputs and result files show, to look up what is said or typed elsewhere."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from openrepro.evidence.model import Grade, Result, UnitKind
from openrepro.evidence.names import is_of_paper, parts_of
from openrepro.evidence.numerals import to_decimal
from openrepro.logbooks.logbook import Address

_LARGEST_EXPONENT = 60
_QUOTING = frozenset({"reported", "published", "expected", "claimed", "literature"})


class Number(NamedTuple):
    """A shown number: its decimal string, where it stands, and what it is called there."""

    value: str
    at: Address
    name: str = ""


class Shown:
    """Shown numbers with their places, for look-up by value.

    A number said with d decimals is supported by a shown one that rounds to it at d decimals, up to sign. A
    percentage is also supported by the fraction it is of one, and a fraction by its percentage.
    """

    def __init__(self, numbers: Iterable[Number]) -> None:
        sized = ((_magnitude(number.value), number) for number in numbers)
        self._shown = sorted((size, number) for size, number in sized if size is not None)
        self._values = [size for size, _ in self._shown]

    def find(self, value: str, kind: UnitKind = UnitKind.PLAIN) -> Address | None:
        """The place of a shown number that supports `value` (a decimal string as printed), or None."""
        number = _magnitude(value)
        if number is None:
            return None
        half = Decimal((0, (5,), _exponent(value) - 1))
        found = self._within(number - half, number + half)
        if found is None and kind is not UnitKind.FACTOR:
            found = self._within((number - half) / 100, (number + half) / 100)
        if found is None and kind in (UnitKind.PLAIN, UnitKind.FRACTION) and number <= 1:
            found = self._within((number - half) * 100, (number + half) * 100)
        return found

    def find_literal(self, value: float, name: str = "") -> Address | None:
        """The place of a shown number that is `value` itself, or `value` printed with at least two digits of it.

        With a `name`, the number must be called by it, or by a part of it.
        """
        exact = abs(Decimal(repr(value)))
        for digits in range(7):
            rounded = round(exact, digits)
            if rounded == exact or len(rounded.normalize().as_tuple().digits) >= 2:
                found = next((item.at for item in self._equal(rounded) if _same_name(item.name, name)), None)
                if found is not None:
                    return found
        return None

    def _equal(self, value: Decimal) -> Iterator[Number]:
        for index in range(bisect_left(self._values, value), len(self._values)):
            if self._values[index] != value:
                return
            yield self._shown[index][1]

    def _within(self, low: Decimal, high: Decimal) -> Address | None:
        index = bisect_left(self._values, low)
        return self._shown[index][1].at if index < len(self._shown) and self._values[index] <= high else None


def shown_in(results: Iterable[Result], *others: Number) -> Shown:
    """What `results` and `others` show: nothing that was only said, and not the paper's own numbers in a file."""
    shown = [result for result in results if result.grade >= Grade.E1]
    quoted = {name for name in {result.name for result in shown} if _is_quoted(name)}
    numbers = [
        Number(value, result.at, result.name)
        for result in shown
        if result.name not in quoted
        for value in (result.value, *((result.plus_minus,) if result.plus_minus else ()), *result.values)
    ]
    return Shown((*numbers, *others))


def _is_quoted(name: str) -> bool:
    """Whether a result is named as the paper's: by its own key, or by a part of the file that only quotes."""
    above, _, key = name.rpartition(".")
    return is_of_paper(key) or bool(parts_of(above) & _QUOTING)


def _same_name(shown: str, wanted: str) -> bool:
    if not wanted:
        return True
    own, other = parts_of(shown.partition(" · ")[0].rpartition(".")[2]), parts_of(wanted)
    return bool(own) and (own <= other or other <= own)


def _magnitude(value: str) -> Decimal | None:
    number = to_decimal(value)
    if number is None or abs(number.adjusted()) > _LARGEST_EXPONENT:
        return None
    return abs(number)


def _exponent(value: str) -> int:
    """The power of ten of the last printed digit: `0.912` → -3, `3.1e-5` → -6, `821` → 0."""
    exponent = Decimal(value).as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
