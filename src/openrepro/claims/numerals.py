"""The numbers that words state: which of a claim's numbers its quote does not have."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from openrepro.replication import number

LONGEST: Final = 100_000
"""Characters of a text that are read."""
_DIGITS: Final = r"[0-9]{1,40}(?:,[0-9]{3}){0,12}(?:\.[0-9]{1,40})?(?:[eE][-+\u2212]?[0-9]{1,4})?|\.[0-9]{1,40}"
_NUMBER: Final = re.compile(
    rf"(?<![A-Za-z0-9_.])(?<![A-Za-z][-\u2010\u2011_])(?P<value>{_DIGITS})"
    r"(?P<percent>\s{0,3}\\?%|\s{1,3}per\s?cent)?"
)
_ANY: Final = re.compile(_DIGITS)
_REFERRED: Final = re.compile(
    r"(?:theorem|lemma|proposition|corollary|definition|remark|assumption|conjecture|algorithm|table|figure|fig|tab"
    r"|equation|eq|section|sec|appendix|page|claim|thm|prop|line|chapter|step|§)s?\.?\s{0,3}\(?$",
    re.IGNORECASE,
)
_COUNTING: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_TENTHS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS: Final = {word: Decimal(20 + 10 * at) for at, word in enumerate(_TENTHS.split())}
_NAMED: Final = (
    {word: Decimal(index) for index, word in enumerate(_COUNTING.split())}
    | _TENS
    | {
        "hundred": Decimal(100),
        "thousand": Decimal(1000),
        "million": Decimal(10**6),
        "half": Decimal("0.5"),
        "once": Decimal(1),
        "twice": Decimal(2),
        "first": Decimal(1),
        "single": Decimal(1),
    }
)
_WORD: Final = re.compile(r"[A-Za-z]{3,9}")


_SPELLED: Final = re.compile(
    r"(?<![A-Za-z-])(?:(?P<tens>" + "|".join(_TENTHS.split()) + r")"
    r"(?:[-\u2010\u2011 ](?P<ones>one|two|three|four|five|six|seven|eight|nine))?"
    r"|(?P<teen>ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen))(?![A-Za-z])"
    r"(?P<percent>\s{0,3}\\?%|\s{1,3}per\s?cent)?",
    re.IGNORECASE,
)
"""Numbers from ten on that are written out; smaller ones are too often no result."""


class Numeral(NamedTuple):
    """A number as printed, its value, and whether a percent sign follows."""

    printed: str
    value: Decimal
    percent: bool


def numerals(text: str) -> Iterator[Numeral]:
    """The numbers in digits; those that are part of a name (`GPT-4`) or say which (`Table 3`) are left out."""
    text = text[:LONGEST]
    for match in _NUMBER.finditer(text):
        value = _value(match["value"])
        if value is not None and not _REFERRED.search(text, max(0, match.start() - 20), match.start()):
            yield Numeral(match["value"], value, match["percent"] is not None)


def missing(said: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The numbers of `said`, as printed, that stand in none of `sources`, neither in digits nor as a word.

    3.1 % and 0.031 are the same number. Numbers from ten on count also where `said` writes them out.
    """
    wanted = [*numerals(said), *_spelled(said)]
    if not wanted:
        return ()
    held = [one for source in sources for one in _all(source)]
    values = {one.value for one in held}
    hundredths = {one.value / 100 for one in held if one.percent}
    found = (one.printed for one in wanted if not _stands(one, values, hundredths))
    return tuple(dict.fromkeys(found))


def _all(source: str) -> Iterator[Numeral]:
    """All numbers of a source, in digits and in words, also those in names and references: they are there."""
    yield from (*numerals(source), *_loose(source), *_named(source), *_spelled(source))


def _value(printed: str) -> Decimal | None:
    return number(printed.replace(",", "").replace("\u2212", "-"))


def _stands(one: Numeral, values: set[Decimal], hundredths: set[Decimal]) -> bool:
    return one.value in values or one.value in hundredths or (one.percent and one.value / 100 in values)


def _loose(text: str) -> Iterator[Numeral]:
    for match in _ANY.finditer(text[:LONGEST]):
        value = _value(match[0])
        if value is not None:
            yield Numeral(match[0], value, False)


def _spelled(text: str) -> Iterator[Numeral]:
    for match in _SPELLED.finditer(text[:LONGEST]):
        parts = (match[name].lower() for name in ("tens", "ones", "teen") if match[name])
        printed = match[0].removesuffix(match["percent"] or "")
        yield Numeral(printed, sum((_NAMED[part] for part in parts), Decimal(0)), match["percent"] is not None)


def _named(text: str) -> Iterator[Numeral]:
    for match in _WORD.finditer(text[:LONGEST]):
        value = _NAMED.get(match[0].lower())
        if value is not None:
            yield Numeral(match[0], value, False)
