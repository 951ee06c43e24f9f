"""Numbers in text with their words: value, unit, kind, spread, comparator, name and place."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.labels import OF_DIGITS, OF_LETTERS, OF_LINES, OF_SIGNS
from openrepro.evidence.model import Quantity, UnitKind
from openrepro.evidence.naming import lead_of
from openrepro.evidence.numerals import NUMERAL, decimal_of
from openrepro.evidence.places import Places
from openrepro.evidence.units import UNIT, kind_of
from openrepro.logbooks.logbook import Block

MAX_QUANTITIES = 8_000
"""No more numbers than this are read from one text: half of them from its start, half from its last characters."""

_BEFORE, _AFTER = 80, 50
_TAIL = 200_000
_WORD = r"[^\W\d]\w*+(?:[.\-/]\w++)*+"
_IDENTIFIER = r"\d\w*+(?:[.\-]\w++)*+"
_SPREAD = (
    r"(?:\\?(?P<early>%)?\s{0,3}\$?\(?\s?(?:±|\+/-|\+-|\\pm|&plusmn;)\s{0,3}"
    rf"(?P<spread>{NUMERAL})(?:\s?\))?)"
)
_NUMBER = (
    rf"(?P<sign>(?<![\w)\]}}%])[-−+])?(?P<number>{NUMERAL})(?!\.?\d){_SPREAD}?+"
    rf"(?:(?P<unit>{UNIT})(?!\w)|(?!\w))"
)
_TOKEN = re.compile(
    rf"(?m:^)(?:{'|'.join(OF_LINES)})"
    rf"|(?=[0-9])(?:{'|'.join(OF_DIGITS)})"
    rf"|(?=[-−+.0-9]){_NUMBER}"
    rf"|(?=[^\W\d])(?:{'|'.join((*OF_LETTERS, _WORD))})"
    rf"|{_IDENTIFIER}"
    rf"|(?=[§#^{{])(?:{'|'.join(OF_SIGNS)})"
)
_P_VALUE = re.compile(r"(?:^|[\s_.])p(?:[ _-]?val(?:ue)?s?)?$", re.IGNORECASE)


def quantities(text: str, block: Block) -> tuple[Quantity, ...]:
    """The numbers of `text`, which stands at `block.at`, in order.

    Dates, times of day, hashes, version strings, arXiv ids, URLs and labels such as "Table 3" are not numbers.
    `value` has the digits as printed: thousands separators are removed, `3.1·10^-5` becomes `3.1e-5` and
    U+2212 becomes a hyphen. No more than `MAX_QUANTITIES` are read.
    """
    return tuple(item.quantity for item in located(text, block))


class Located(NamedTuple):
    """A quantity and its characters `[start, end)`."""

    quantity: Quantity
    start: int
    end: int


def located(text: str, block: Block) -> Iterator[Located]:
    """As `quantities`, with the characters of each."""
    places = Places(text, block.at)
    for match in _matches(text):
        yield Located(_quantity(text, match, places), match.start(), match.end())


def numerals(text: str) -> tuple[str, ...]:
    """The decimal strings of the numbers and spreads in a short text, in order."""
    found: list[str] = []
    for match in _matches(text):
        found.append(decimal_of((match.group("sign") or "") + match.group("number")))
        if match.group("spread"):
            found.append(decimal_of(match.group("spread")))
    return tuple(found)


def _matches(text: str) -> Iterator[re.Match[str]]:
    count, position = 0, 0
    for match in islice(_numbers(text, 0), MAX_QUANTITIES // 2):
        count, position = count + 1, match.end()
        yield match
    if count == MAX_QUANTITIES // 2:
        yield from deque(_numbers(text, _tail_start(text, position)), maxlen=MAX_QUANTITIES // 2)


def _tail_start(text: str, position: int) -> int:
    """Where to read on for the tail: at the start of a line when there is one, never inside what was read."""
    start = len(text) - _TAIL
    if start <= position:
        return position
    line = text.find("\n", start, start + _TAIL // 2)
    return start if line < 0 else line


def _numbers(text: str, start: int) -> Iterator[re.Match[str]]:
    return (match for match in _TOKEN.finditer(text, start) if match.group("number") is not None)


def _quantity(text: str, match: re.Match[str], places: Places) -> Quantity:
    before, after = _around(text, match.start(), match.end())
    lead = lead_of(before)
    unit = _unit(match)
    spread = match.group("spread")
    return Quantity(
        value=decimal_of((match.group("sign") or "") + match.group("number")),
        at=places.address(match.start(), match.end()),
        unit=unit,
        kind=UnitKind.P_VALUE if not unit and _P_VALUE.search(lead.name) else kind_of(unit, before, after),
        plus_minus=decimal_of(spread) if spread else None,
        comparator=lead.comparator,
        words=" ".join((before[-60:] + " " + after).split()),
        name=lead.name,
    )


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    before = text[max(0, start - _BEFORE) : start]
    after = text[end : end + _AFTER]
    return before[before.rfind("\n") + 1 :], after.partition("\n")[0]


def _unit(match: re.Match[str]) -> str:
    unit: str = match.group("unit") or match.group("early") or ""
    return unit.strip(" \u00a0\u202f~\\,-$").removeprefix("times") or ("×" if "times" in unit else "")
