"""All that readers may be shown of one logbook, line by line, with what every claim asks of a line worked out once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

from openrepro.evidence.places import Places
from openrepro.evidence.sentences import is_code, is_output
from openrepro.evidence.words import words
from openrepro.judging.masking import Mask, mask_of
from openrepro.judging.parts import Part, is_file, parts_of, tokens_of
from openrepro.judging.readers.model.lines import Line, lines_of
from openrepro.logbooks.logbook import Address, Logbook

STEM: Final = 6
MOST_CHARACTERS: Final = 2_000_000
"""Characters of a logbook in which lines are looked for; what lies beyond is cut."""
HEAD, TAIL = 200_000, 100_000
"""Of a longer block only so many characters at its start and end are looked at."""
LONGEST_AROUND: Final = 600

_VALUE: Final = re.compile(
    r"[:=|]\s{0,4}[`*\"]{0,3}(?:[-+]?[0-9.][0-9.,eE+%-]{0,40}|true|false)[`*\"]{0,3}\s{0,4}(?:[,|}\]\s]|$)", re.I
)
_ROW: Final = re.compile(r"[^,;\t\n]{0,60}(?:[,;\t] ?[-+]?[0-9][0-9.eE+-]{0,40}){2}")
"""A row of a table that a program wrote: numbers between commas."""
_LIMITS: Final = re.compile(
    r"\b(?:not?|never|only|none|without|instead|unavailable|proxy|synthetic|toy|skipped|limited|smaller|missing|cannot"
    r"|outside|un[a-z]{2,20}ed|simulat[a-z]{1,6})\b",
    re.I,
)
_DIGIT: Final = re.compile("[0-9]")
_DECLARED: Final = "RESULT {"


class Seen(NamedTuple):
    """A line of a part, where it stands, its words, and what it weighs whatever the claim is."""

    part: int
    line: Line
    text: str
    at: Address | None
    words: frozenset[str]
    around: frozenset[str]
    weight: float
    numeric: bool

    @property
    def plain(self) -> str:
        """What it says, however it is indented or ended."""
        return self.text.strip(" \t\n,")


@dataclass(frozen=True, slots=True)
class Book:
    """The parts of a logbook and their lines. `first` is the number of a part's first line; `holding` says which lines
    hold a word, `beneath` which stand below a heading or key with it; `tokens` are those of all parts. `passed` is what
    was not looked at, beyond the bounds."""

    logbook: Logbook
    mask: Mask
    parts: tuple[Part, ...]
    lines: tuple[Seen, ...]
    first: tuple[int, ...]
    holding: Mapping[str, tuple[int, ...]]
    beneath: Mapping[str, tuple[int, ...]]
    tokens: int
    passed: tuple[Address, ...] = ()

    def rarity(self, word: str) -> float:
        """How telling a word is within the logbook; 0 for one that is not in it."""
        count = len(self.holding.get(word, ()))
        return log((len(self.lines) + 1) / count) + 0.1 if count else 0.0


_kept: tuple[Book, ...] = ()
MOST_KEPT: Final = 4


def book_of(logbook: Logbook) -> Book:
    """The book of a logbook, which is asked for once per claim and made once."""
    global _kept
    found = next((book for book in _kept if book.logbook is logbook), None)
    if found is None:
        found = _made(logbook)
        _kept = (found, *_kept)[:MOST_KEPT]
    return found


def stems(text: str) -> frozenset[str]:
    """The words of a text by their first letters, so that `converges` finds `convergence`; numbers whole."""
    return frozenset(word if word[0].isdigit() else word[:STEM] for word in words(text.replace("_", " ")))


def _made(logbook: Logbook) -> Book:
    mask = mask_of(logbook)
    parts = tuple(parts_of(logbook, None, None, mask))
    lines: list[Seen] = []
    first: list[int] = []
    passed: list[Address] = []
    left = MOST_CHARACTERS
    for number, part in enumerate(parts):
        first.append(len(lines))
        head, tail = min(left, HEAD), min(max(0, left - HEAD), TAIL)
        lines += _lines(number, part, head, tail)
        passed += _passed(part, head, tail)
        left = max(0, left - len(part.text))
    return Book(
        logbook=logbook,
        mask=mask,
        parts=parts,
        lines=tuple(lines),
        first=tuple(first),
        holding=_index(line.words for line in lines),
        beneath=_index(line.around for line in lines),
        tokens=sum(tokens_of(part.text) for part in parts),
        passed=tuple(passed),
    )


def _index(sets: Iterator[frozenset[str]]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for number, own in enumerate(sets):
        for word in own:
            found.setdefault(word, []).append(number)
    return {word: tuple(numbers) for word, numbers in found.items()}


def _passed(part: Part, head: int, tail: int) -> Iterator[Address]:
    """What lies between the head and tail that are looked at."""
    stretches = tuple(part.shown.kept(((head, len(part.text) - tail),))) if head + tail < len(part.text) else ()
    if stretches:
        places, last = Places(part.block.text, part.block.at), stretches[-1]
        yield places.address(stretches[0].source, last.source + last.end - last.start)


def _lines(number: int, part: Part, head: int, tail: int) -> Iterator[Seen]:
    """The lines of a part, of a long one those at its start and end."""
    about = f"{part.page.title} {part.page.slug.replace('-', ' ')} {part.cell.title}"[:LONGEST_AROUND]
    places = Places(part.block.text, part.block.at)
    known: dict[str, frozenset[str]] = {}
    for line in lines_of(part.text):
        if line.end > head and line.start < len(part.text) - tail:
            continue
        if line.around not in known:
            known[line.around] = stems(f"{line.around} {about}")
        yield _seen(number, part, line, known[line.around], places)


def _seen(number: int, part: Part, line: Line, around: frozenset[str], places: Places) -> Seen:
    text = part.text[line.start : line.end]
    numeric = _DIGIT.search(text) is not None
    valued = _VALUE.search(text) is not None or _ROW.match(text) is not None
    weight = 1.0 + 2 * numeric + 3 * valued + 2 * (_LIMITS.search(text) is not None)
    weight += (1 if is_file(part) else 0) - (8 if is_code(part.block) else 0)
    weight -= 0 if any(map(str.isalnum, text)) else 100
    weight += 10 if _DECLARED in text and is_output(part.block) else 0
    stretches = tuple(part.shown.kept(((line.start, line.end),)))
    at = None
    if stretches:
        last = stretches[-1]
        at = places.address(stretches[0].source, last.source + last.end - last.start)
    return Seen(number, line, text, at, stems(text), around, weight, numeric or valued)
