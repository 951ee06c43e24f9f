"""The long numbers that a logbook's runs printed and its result files hold: what nobody obtains twice by chance."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from openrepro.entries.likeness import Shared, SharedPassage
from openrepro.evidence.places import Places
from openrepro.evidence.runs import runs_of
from openrepro.logbooks.logbook import Address, FileKind, Logbook

LEAST_DIGITS: Final = 5
LEAST_NUMBERS: Final = 3
LEAST_WEIGHT: Final = 8
LEAST_SHARE: Final = 0.2
HEAVY: Final = 100
HEAVIEST: Final = 8
MOST_NUMBERS: Final = 50_000
MOST_PASSAGES: Final = 12
MOST_BYTES: Final = 5_000_000

_NUMERAL: Final = re.compile(
    r"(?<![\w.])[0-9]{1,40}(?:,[0-9]{3}){0,8}(?:\.[0-9]{1,40})?(?:[eE](?P<power>[-+]?[0-9]{1,4}))?(?![\w])"
)
_DAY: Final = re.compile(r"(?:19|20)[0-9]{2}[01][0-9][0-3][0-9](?:[0-9]{6})?")
_PERIODIC: Final = re.compile(r"^[0-9]{0,4}([0-9]{1,3})\1{3,}[0-9]{0,3}$")
"""Fractions such as 1/3 and 1/11."""
_NOISE: Final = -12
"""Powers of ten below which a number is what rounding left over."""
KEPT_DIGITS: Final = 12
_ROUND: Final = 1_000


class Numbers(NamedTuple):
    """Long numbers by their digits, each with the first place where it stands."""

    places: Mapping[str, Address]


def numbers_of(logbook: Logbook) -> Numbers:
    """The long numbers of run outputs and result files, and the instants of runs to a fraction of a second."""
    places: dict[str, Address] = {}
    for digits, address in _all(logbook):
        if len(places) >= MOST_NUMBERS:
            break
        places.setdefault(digits, address)
    return Numbers(places)


def _all(logbook: Logbook) -> Iterator[tuple[str, Address]]:
    for run in runs_of(logbook):
        if "." in run.created_at and run.duration_s:
            yield f"{run.created_at} {run.duration_s}", run.at
        for output in run.outputs:
            yield from _long(output.text, Places(output.text, output.at))
    for entry in logbook.files_of(FileKind.RESULT):
        data = logbook.files.get(entry.path, b"")[:MOST_BYTES]
        text = data.decode("utf-8", "surrogateescape")
        yield from _long(text, Places(text, Address(entry.path, 0, len(data))))


def _long(text: str, places: Places) -> Iterator[tuple[str, Address]]:
    for match in _NUMERAL.finditer(text):
        digits = digits_of(match[0])
        if digits:
            yield digits, places.address(*match.span())


def digits_of(printed: str) -> str:
    """The digits of a number that tells its origin: five or more that carry meaning; empty for any other.

    Left out are dates, round numbers and powers of two, rounding noise, simple fractions, and doubles that only look
    long (0.30000000000000004). At most twelve digits count; how the number is scaled or grouped does not matter.
    """
    mantissa, _, power = printed.replace(",", "").lower().partition("e")
    if power and int(power) <= _NOISE:
        return ""
    whole, _, fraction = mantissa.partition(".")
    digits = _settled((whole + fraction).strip("0"))
    if len(digits) < LEAST_DIGITS or _DAY.fullmatch(whole) or _PERIODIC.search(digits):
        return ""
    return "" if _is_round(digits) else digits


def _settled(digits: str) -> str:
    """The digits without the last ones of a double, which rounding decides: 0.30000000000000004 is 0.3."""
    if len(digits) <= KEPT_DIGITS:
        return digits
    rest = digits[KEPT_DIGITS:]
    rounded = int(digits[:KEPT_DIGITS]) + (rest[0] >= "5")
    return str(rounded).rstrip("0")


def _is_round(digits: str) -> bool:
    """Whether little is left once the factors two and five are taken out: 65,536, 131,072, 12,500."""
    if len(digits) > KEPT_DIGITS:
        return False
    number = int(digits)
    for factor in (2, 5):
        while number % factor == 0:
            number //= factor
    return number < _ROUND


def digits_in(texts: Iterable[str]) -> frozenset[str]:
    """The long numbers of some texts: those of the paper and its claims are nobody's own."""
    found = (digits_of(match[0]) for text in texts for match in _NUMERAL.finditer(text))
    return frozenset(digits for digits in found if digits)


def compare_numbers(left: Numbers, right: Numbers, common: frozenset[str]) -> Shared | None:
    """What two sets of long numbers share beyond `common` ones; None when it is too little to be worth showing."""
    mine, theirs = left.places.keys() - common, right.places.keys() - common
    both = mine & theirs
    weight = sum(map(_weight, both))
    if len(both) < LEAST_NUMBERS or weight < LEAST_WEIGHT:
        return None
    share = len(both) / min(len(mine), len(theirs))
    if share < LEAST_SHARE and weight < HEAVY:
        return None
    first = sorted(both, key=lambda digits: (-_weight(digits), left.places[digits]))[:MOST_PASSAGES]
    passages = (SharedPassage(left.places[one], right.places[one], len(one), one) for one in first)
    return Shared(f"{share:.2f}", len(both), len(mine), len(theirs), tuple(passages))


def _weight(digits: str) -> int:
    """How telling a number is: its digits beyond the first four."""
    return min(len(digits) - LEAST_DIGITS + 1, HEAVIEST)
