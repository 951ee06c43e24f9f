"""Whether a printed number counts what an axis of a claim's scale counts, by the words that stand around it."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.evidence.axes import IMPLIED, MEASURES, AxisWords, axis_words, family, scaled, singular
from openrepro.evidence.numerals import NUMERAL
from openrepro.evidence.patterns import split_words
from openrepro.evidence.stated_scale import ONE_SEED, assignments, count_of
from openrepro.judging.readers.model.naming import Standing, names_the_papers

NEUTRAL: Final = split_words(
    """a all an and are as at by count counts did done evaluated evaluation for full in is of on our processed
    program ran real run s scale scored set size t the this total trained used using was we were with x"""
)
"""Words beside the axis's and the claim's that leave open nothing of what a number counts."""
LESSER: Final = split_words(
    """available default dropped example excluded failed ignored limit planned remaining requested skipped smoke
    target warmup"""
)
"""Words in a heading or key that say that a number is not what the run used."""
OF_MORE: Final = re.compile(r"(?:\bof|/|\bout of|<|≤|<=|\bup to|\bto|-|–)\s*$", re.I)
"""What stands before a number that only says how many there would be: `5 of 50`."""
LONGEST: Final = 400
_WORD: Final = re.compile(r"[a-z]+")
_NUMBER: Final = re.compile(rf"(?<![\w.]){NUMERAL}")
_APART: Final = re.compile(r"[,;|()\[\]{}\t]|\.\s|\s-\s")
_SUFFIX: Final = re.compile(r"\s?(?P<suffix>(?:[kKMBT]|thousand|million|billion|trillion)(?![A-Za-z]))")
_NEXT_NAME: Final = re.compile(r"[\w\"'`-]+\s*[=:]\s*$")


def counted(axis: str, standing: Standing, claim: Claim, more: str = "") -> Decimal | None:
    """The number at `standing` in units of `axis` where the text around it says that it counts this, else None.

    Its own clause, column or key (`more`) must name what the axis counts, as a count (`agents: 50`, `50 agents`,
    `n_agent=50`; not `agent 50`), and the line, its headings or the key what else the axis's name says; no other word
    than these and the claim's may stand in the clause.
    """
    words = axis_words(axis)
    clause = _clause(standing)
    named = next((text for text in (clause, standing.column, more[:LONGEST]) if _heads(words, text)), None)
    if named is None or _is_of_more(standing) or names_the_papers(standing, claim):
        return None
    allowed = _allowed(words, claim)
    if any(word not in allowed for word in _words(clause) | (_words(named) if named is standing.column else set())):
        return None
    around = (standing.line, standing.column, *standing.headings, more)
    if not _modified(words, around) or _words(" ".join(standing.headings) + " " + more) & LESSER:
        return None
    return _value(standing, words)


def argued(axis: str, quote: str, argv: tuple[str, ...], value: Decimal) -> Decimal | None:
    """What a flag within `quote` of a command counts of `axis`, where it is `value`; else None.

    The flag names what the axis counts and nothing else; what else the axis's name says stands in the command.
    """
    words, line = axis_words(axis), " ".join(argv)[:20_000]
    for name, values in assignments(tuple(quote.split())):
        own, count = axis_words(name), count_of(words, values)
        plain = name not in ONE_SEED and bool(own.heads & words.heads) and own.modifiers <= words.modifiers | {"train"}
        same = (name, values) in {(one.name, one.values) for one in assignments(argv)}
        if plain and same and count == value and _modified(words, (line,)):
            return count / words.unit
    return None


def _clause(standing: Standing) -> str:
    """The words that belong to a number: back and forth to the next mark or number, without the next one's name."""
    before, after = standing.lead[-LONGEST:], standing.line[standing.end : standing.end + LONGEST]
    suffix = _SUFFIX.match(after)
    after = after[suffix.end() :] if suffix else after
    following = _NUMBER.search(after)
    if following is not None:
        after = _NEXT_NAME.sub("", after[: following.start()])
    return f"{_APART.split(before)[-1]} {_APART.split(after)[0]}".lower()


def _heads(words: AxisWords, text: str) -> bool:
    """Whether a text names what the axis counts, in the plural or beside a word for a count."""
    found = _WORD.findall(text.lower())
    plural = any(word != singular(word) and singular(word) in words.heads for word in found)
    return plural or (any(singular(word) in words.heads for word in found) and bool(MEASURES & set(found)))


def _allowed(words: AxisWords, claim: Claim) -> frozenset[str]:
    own = f"{words.axis} {claim.quantity.of if claim.quantity else ''}".lower()
    implied = (word for head in words.heads for word in IMPLIED.get(head, ()))
    families = (family(word) for word in (*words.modifiers, *words.heads, *implied))
    known = frozenset[str]().union(*families) | set(_WORD.findall(own)) | MEASURES | NEUTRAL
    return known | {f"{word}s" for word in known} | {singular(word) for word in known}


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _modified(words: AxisWords, around: Iterable[str]) -> bool:
    said = {form for text in around for word in _words(text[:20_000]) for form in (word, singular(word))}
    implied = frozenset[str]().union(*(IMPLIED.get(head, frozenset()) for head in words.heads))
    return all(family(word) & (said | implied) for word in words.modifiers)


def _is_of_more(standing: Standing) -> bool:
    return OF_MORE.search(standing.line[max(0, standing.start - 12) : standing.start]) is not None


def _value(standing: Standing, words: AxisWords) -> Decimal | None:
    """The number with the suffix behind it; where the axis counts in millions, only one that says so."""
    digits = standing.line[standing.start : standing.end]
    match = _NUMBER.match(digits.lstrip("-−+"))
    suffix = _SUFFIX.match(standing.line, standing.end)
    value = scaled(match.group(), suffix["suffix"] if suffix else None) if match else None
    if value is None or (words.unit != 1 and suffix is None):
        return None
    return value / words.unit
