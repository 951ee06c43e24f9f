"""The sentences of a paper's text, each with its place, and what part of the paper it stands in. Linear and bounded."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.papers.text import PaperText, Span

SHORTEST: Final = 25
LONGEST: Final = 700
"""Characters of a sentence that is looked at; a longer one is no claim that anybody could quote."""
MOST: Final = 40_000
_END: Final = re.compile(r"[.!?][)\]”’\"']{0,2}\s{1,8}(?=[^\sa-z])|\n[ \t]{0,80}\n")
_SHORT: Final = re.compile(
    r"(?:\b(?:al|Fig|Figs|Eq|Eqs|Sec|Tab|Thm|Prop|Lem|Cor|Def|vs|cf|resp|approx|e\.g|i\.e|Dr|No)|\b[A-Z])\.$"
)
_LOOKED_BACK: Final = 12
_OUT: Final = re.compile(
    r"(?:[0-9A-Z.]{0,8}\s{0,3})?(?:references|bibliography|related work|acknowledge?ments?|prior work|"
    r"background|impact statement|checklist)\b",
    re.IGNORECASE,
)
_ABSTRACT: Final = re.compile(r"(?:[0-9.]{0,6}\s{0,3})?abstract\b", re.IGNORECASE)
_CONCLUSION: Final = re.compile(r"(?:[0-9.]{0,6}\s{0,3})?(?:conclusions?|summary|contributions)\b", re.IGNORECASE)
_PROVED: Final = ("Theorem", "Proposition", "Lemma", "Corollary", "Conjecture", "Claim", "Fact", "Observation")


class Where(StrEnum):
    """The part of a paper that a sentence stands in."""

    ABSTRACT = "abstract"
    STATEMENT = "numbered statement"
    CONCLUSION = "conclusion"
    BODY = "body"
    ASIDE = "aside"


class Sentence(NamedTuple):
    """Characters of a text, its words on one line, and where they stand; `label` where it is a numbered statement."""

    span: Span
    words: str
    where: Where
    label: str = ""


class _Part(NamedTuple):
    start: int
    end: int
    where: Where
    label: str


def sentences(text: PaperText) -> Iterator[Sentence]:
    """The sentences of a text outside its tables, in their order; at most `MOST`."""
    parts = _Parts(text)
    for count, span in enumerate(_spans(text.text)):
        if count == MOST:
            return
        part = parts.at(span.start)
        if part is None:
            continue
        words = " ".join(text.text[span.start : span.end].split())
        if SHORTEST <= len(words) <= LONGEST:
            yield Sentence(span, words, part.where, part.label)


def _spans(text: str) -> Iterator[Span]:
    start = 0
    for match in _END.finditer(text):
        broken = match[0].startswith("\n")
        end = match.start() + (0 if broken else len(match[0].rstrip()))
        if not broken and _SHORT.search(text, max(start, match.start() + 1 - _LOOKED_BACK), match.start() + 1):
            continue
        yield from _trimmed(text, start, end)
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without the spaces at its ends; nothing when it holds too much to be a sentence."""
    if not 0 < end - start <= 4 * LONGEST:
        return
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = end - (len(piece) - len(piece.rstrip()))
    if left < right:
        yield Span(left, right)


class _Parts:
    """Which part of the paper each character stands in, made once: sections, then statements, then tables over them."""

    def __init__(self, text: PaperText) -> None:
        marks: list[_Part] = [_Part(0, len(text.text), _front(text), "")]
        outer = [one for one in text.sections if _of_section(one.title) is not None]
        marks += [_Part(one.span.start, one.span.end, _of_section(one.title) or Where.BODY, "") for one in outer]
        stated = [one for one in text.labels if one.name.startswith(_PROVED)]
        marks += [_Part(one.span.start, one.span.end, Where.STATEMENT, one.name) for one in stated]
        self._tables = _merged(text.tables)
        self._starts, self._found = _flattened(marks)

    def at(self, at: int) -> _Part | None:
        """The part at a character; None in a table."""
        table = bisect_right(self._tables, (at, 1 << 60)) - 1
        if table >= 0 and at < self._tables[table][1]:
            return None
        return self._found[bisect_right(self._starts, at) - 1]


def _front(text: PaperText) -> Where:
    """What stands outside all parts that are told apart: the body."""
    return Where.BODY if text.sections or len(text.text) > 4 * LONGEST else Where.ABSTRACT


def _of_section(title: str) -> Where | None:
    for pattern, where in ((_OUT, Where.ASIDE), (_ABSTRACT, Where.ABSTRACT), (_CONCLUSION, Where.CONCLUSION)):
        if pattern.match(title.strip()[:80]):
            return where
    return Where.BODY if title else None


def _flattened(marks: Sequence[_Part]) -> tuple[list[int], list[_Part]]:
    """Where each part begins to hold: parts nest, and the innermost counts. Those that only overlap are cut."""
    starts: list[int] = []
    found: list[_Part] = []
    open_: list[_Part] = []
    for part in sorted(marks, key=lambda one: (one.start, -one.end)):
        while open_ and open_[-1].end <= part.start:
            ended = open_.pop()
            if open_:
                _begin(starts, found, ended.end, open_[-1])
        open_.append(part)
        _begin(starts, found, part.start, part)
    while len(open_) > 1:
        ended = open_.pop()
        _begin(starts, found, ended.end, open_[-1])
    return starts, found


def _begin(starts: list[int], found: list[_Part], at: int, part: _Part) -> None:
    outer = part._replace(where=Where.ASIDE) if _hidden(found, part) else part
    if starts and at <= starts[-1]:
        found[-1] = outer
    else:
        starts.append(at)
        found.append(outer)


def _hidden(found: Sequence[_Part], part: _Part) -> bool:
    """Whether the part before it is an aside that holds it (a theorem of related work)."""
    return bool(found) and found[-1].where is Where.ASIDE and part.end <= found[-1].end and part is not found[-1]


def _merged(tables: Sequence[Span]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(tables):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
