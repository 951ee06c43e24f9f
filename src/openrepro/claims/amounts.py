"""What a sentence of a paper says in numbers: which one it states, with unit, comparator, spread and other arm."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from openrepro.claims.claim import Comparator, QuantitySpec, Statement, Versus
from openrepro.replication import number

LONGEST: Final = 2_000
"""Characters of a sentence that are read."""
_BEFORE: Final = 40
_DIGITS: Final = r"-?[0-9]{1,20}(?:,[0-9]{3}){0,6}(?:\.[0-9]{1,20})?(?:[eE]-?[0-9]{1,2}(?![0-9]))?"
_UNITS: Final = (
    r"%|per ?cent(?:age points?)?|points?|pp|times|-?fold|x\b|×|ms|milliseconds?|seconds?|s\b|minutes?|hours?|days?"
    r"|GB|MB|KB|GiB|MiB|bytes|parameters|tokens|FLOPs?|dB|bits?|nats?|lines|samples|images|characters|mistakes|steps"
)
_PLUS_MINUS: Final = r"\s{0,2}(?:±|\\pm|\+/-)\s{0,2}"
_AMOUNT: Final = re.compile(
    rf"(?<![A-Za-z0-9_.,^/-])(?P<value>{_DIGITS})(?![0-9])(?:{_PLUS_MINUS}(?P<spread>[0-9.]{{1,20}}))?"
    rf"(?:(?:\s|\\|-){{0,3}}(?P<unit>{_UNITS})(?![A-Za-z]))?(?:{_PLUS_MINUS}(?P<after>[0-9.]{{1,20}}))?"
)
_WHICH: Final = re.compile(
    r"(?:theorem|lemma|proposition|corollary|definition|table|figure|fig\.?|section|sec\.?|equation|eq\.?|appendix|"
    r"algorithm|assumption|step|layer|version|seeds?|\()\s{0,2}$",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_COMPARATORS: Final[Sequence[tuple[Comparator, re.Pattern[str]]]] = tuple(
    (comparator, re.compile(rf"(?:{words})\s{{0,2}}(?:a |an |the |only )?$", re.IGNORECASE))
    for comparator, words in (
        (Comparator.AT_MOST, r"at most|no more than|up to|<=|≤|bounded by"),
        (Comparator.AT_LEAST, r"at least|no (?:less|fewer) than|>=|≥"),
        (Comparator.LESS, r"(?:less|fewer|lower|smaller) than|below|under|<"),
        (Comparator.GREATER, r"(?:more|greater|higher|larger) than|above|over|exceed(?:s|ing)?|>"),
        (Comparator.ABOUT, r"about|around|approximately|roughly|nearly|almost|≈|~"),
        (Comparator.BETWEEN, r"between"),
    )
)
_UPPER: Final = re.compile(
    rf"\s{{0,2}}(?:and|to|–|-)\s{{0,2}}(?P<upper>{_DIGITS})(?:(?:\s|\\|-){{0,3}}(?P<unit>{_UNITS})(?![A-Za-z]))?"
)
_QUANTITY: Final = re.compile(
    r"(?P<name>(?:[a-z][a-z0-9-]{1,20} ){0,2}(?:accurac(?:y|ies)|perplexity|error(?: rate)?|loss|regret|f1(?: score)?|"
    r"bleu|rouge|auc|auroc|map|recall|precision|win rate|success rate|pass@[0-9k]{1,4}|latency|runtime|run time|time|"
    r"speed-?up|throughput|memory|flops|parameters|mistakes|variance|bias|risk|fid|score|reward|return|lines|"
    r"characters|samples|rate))\b",
    re.IGNORECASE,
)
_VERSUS: Final = re.compile(
    r"\b(?:than|compared (?:with|to)|relative to|outperform(?:s|ed|ing)?|versus|vs\.?|as fast[a-z ]{0,20} as|over)\s"
    r"(?P<of>(?:the |a |an )?[A-Za-z][\w\s@+-]{2,60}?)(?=[,.;:()]|\s(?:by|on|in|at|from|with|while|when|and)\b|$)",
    re.IGNORECASE,
)
_SMALLER: Final = re.compile(
    r"\b(?:lower|fewer|less|reduc(?:e[sd]?|ing|tion)|decreas\w{1,4}|smaller|faster)\b", re.IGNORECASE
)
_BETTER_LOW: Final = ("error", "loss", "perplexity", "regret", "latency", "time", "memory", "risk", "fid", "mistakes")
_SCALES: Final = frozenset(("steps", "samples", "images", "tokens", "minutes", "hours", "days"))
"""Units of how much was done, mostly."""
_NO_ARM: Final = frozenset(("half", "twice", "once", "them", "it"))
_UNIT_NAMES: Final = {"%": "percent", "per cent": "percent", "x": "ratio", "×": "ratio", "times": "ratio"}


class Amount(NamedTuple):
    """A number of a sentence as printed, its unit, what is said before it, and where it begins."""

    value: str
    unit: str
    spread: str | None
    comparator: Comparator
    upper: str | None
    start: int


@lru_cache(maxsize=64)
def amounts(sentence: str) -> tuple[Amount, ...]:
    """The numbers that a sentence states; those that say which (`Table 3`), of names and years are left out."""
    text = sentence[:LONGEST]
    return tuple(_amount(text, match) for match in _AMOUNT.finditer(text) if _states(text, match))


def statement_of(sentence: str) -> Statement | None:
    """What a sentence states, as far as its words tell; None when it states no number and compares nothing."""
    found, versus = amounts(sentence), _versus(sentence)
    if not found:
        return None if versus is None else Statement(_side(sentence), versus=versus)
    main = main_amount(found)
    return Statement(main.comparator, main.value, plus_minus=main.spread, versus=versus, upper=main.upper)


def quantity_of(sentence: str) -> QuantitySpec | None:
    """The quantity that a sentence names, with the unit of its number; None when it names none that is known."""
    match = _QUANTITY.search(sentence[:LONGEST])
    if match is None:
        return None
    name = match["name"].lower()
    found = amounts(sentence)
    better = "lower" if any(word in name for word in _BETTER_LOW) else ""
    return QuantitySpec(_stripped(name), unit=main_amount(found).unit if found else "", better=better)


def main_amount(found: Sequence[Amount]) -> Amount:
    """The number that a sentence is most likely about: the first with a unit or a spread, else the first with decimals,
    else the last; what only says how much was done (steps, samples) comes after all others."""
    told = [one for one in found if one.unit not in _SCALES] or list(found)
    measured = [one for one in told if one.unit or one.spread] or [one for one in told if "." in one.value]
    return measured[0] if measured else told[-1]


def measured(found: Sequence[Amount]) -> bool:
    """Whether any of the numbers looks measured: it has a unit, a spread or decimals."""
    return any(one.spread or "." in one.value or (one.unit and one.unit not in _SCALES) for one in found)


def compares(sentence: str) -> bool:
    """Whether a sentence names another arm."""
    return _versus(sentence) is not None


def _states(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    year = (
        not match["unit"] and not match["spread"] and not match["after"] and _YEAR.fullmatch(match["value"]) is not None
    )
    return not year and _WHICH.search(before) is None and number(_plain(match["value"])) is not None


def _amount(text: str, match: re.Match[str]) -> Amount:
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    comparator = next((one for one, words in _COMPARATORS if words.search(before)), Comparator.EQUAL)
    upper = _UPPER.match(text, match.end()) if comparator is Comparator.BETWEEN else None
    if comparator is Comparator.BETWEEN and upper is None:
        comparator = Comparator.EQUAL
    unit = (match["unit"] or (upper["unit"] if upper else "") or "").lower().strip("- ")
    spread = (match["spread"] or match["after"] or "").rstrip(".")
    spread = spread if number(spread) is not None else None
    return Amount(
        _plain(match["value"]),
        _UNIT_NAMES.get(unit, "ratio" if unit == "fold" else unit),
        spread,
        comparator,
        None if upper is None else _plain(upper["upper"]),
        match.start(),
    )


def _versus(sentence: str) -> Versus | None:
    match = _VERSUS.search(sentence[:LONGEST])
    named = () if match is None else tuple(match["of"].split())
    return Versus(" ".join(named)) if named and named[0].lower() not in _NO_ARM else None


def _side(sentence: str) -> Comparator:
    return Comparator.LESS if _SMALLER.search(sentence[:LONGEST]) else Comparator.GREATER


def _stripped(name: str) -> str:
    words = name.split()
    while len(words) > 1 and words[0] in ("the", "a", "an", "of", "in", "mean", "is", "and", "to", "its", "that"):
        words.pop(0)
    return " ".join(words)


def _plain(printed: str) -> str:
    """A printed number as a decimal: without marks of thousands, and without an exponent."""
    plain = printed.replace(",", "")
    return f"{Decimal(plain):f}" if "e" in plain.lower() else plain
