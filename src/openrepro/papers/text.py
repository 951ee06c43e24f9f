"""The text of one version of a paper: what it says, its parts, and where each character of it stands in the file."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

READER: Final = "2"
"""Changes whenever the same file would be read differently."""
MOST_CHARACTERS: Final = 2_000_000
"""Of the text that a file gives; a paper of 80 pages has about 300,000."""
MOST_PARTS: Final = 10_000
"""Of sections, of labels, of tables and of pages."""


class TextFormat(StrEnum):
    """What a file of a paper's text is written in."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"
    LATEX = "latex"
    PDF = "pdf"


MOST_BYTES: Final[Mapping[TextFormat, int]] = {
    TextFormat.PLAIN: 5_000_000,
    TextFormat.MARKDOWN: 5_000_000,
    TextFormat.HTML: 20_000_000,
    TextFormat.LATEX: 5_000_000,
    TextFormat.PDF: 50_000_000,
}
"""Of a file; HTML and PDF carry pictures."""


class Span(NamedTuple):
    """Characters from `start` to `end`, `end` excluded."""

    start: int
    end: int

    def holds(self, at: int) -> bool:
        return self.start <= at < self.end


class Section(NamedTuple):
    """A heading (`level` from 1) with all that stands under it, deeper sections included."""

    level: int
    title: str
    span: Span


class Label(NamedTuple):
    """What papers refer to by a name: `Theorem 2`, `Table 3`, `Equation (4)`, with its words or its caption."""

    name: str
    span: Span


class TextPage(NamedTuple):
    """A page by the number that is counted from 1."""

    number: int
    span: Span


class Run(NamedTuple):
    """The text from character `start` on is `source` of the file: word for word where both are as long, else made of
    it (an entity, a command)."""

    start: int
    source: Span


class Origins:
    """Where the characters of a text stand in the file that it was read from. Runs are in order; there is no text
    before the first one."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._starts, self._sources, self._ends = array("q"), array("q"), array("q")
        for start, source in runs:
            self._starts.append(start)
            self._sources.append(source.start)
            self._ends.append(source.end)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origins) and self.as_lists() == other.as_lists()

    def __hash__(self) -> int:
        return hash(self._starts.tobytes())

    def as_lists(self) -> tuple[list[int], list[int], list[int]]:
        """Starts in the text, and starts and ends in the file."""
        return self._starts.tolist(), self._sources.tolist(), self._ends.tolist()

    def of(self, span: Span) -> Span:
        """The characters of the file that `span` of the text was made of."""
        first, last = self._at(span.start), self._at(max(span.start, span.end - 1))
        return Span(first.start, max(first.end, last.end) if span.end > span.start else first.start)

    def _at(self, at: int) -> Span:
        """What one character was made of."""
        run = bisect_right(self._starts, at) - 1
        if run < 0:
            return Span(at, at + 1)
        start, source, end = self._starts[run], self._sources[run], self._ends[run]
        stop = self._starts[run + 1] if run + 1 < len(self._starts) else None
        if stop is not None and stop - start != end - source:
            return Span(source, end)
        place = source + at - start
        return Span(place, place + 1) if place < end else Span(source, end)


@dataclass(frozen=True, slots=True)
class PaperText:
    """What one file says. `text` is plain: paragraphs parted by an empty line, no markup but formulas.

    Spans are of `text`; `origins` leads from there to the characters of the file. Where a format has no pages, `pages`
    is empty. `tables` are all tables, with a caption or without.
    """

    paper: str
    version: str
    sha256: str
    format: TextFormat
    text: str
    sections: tuple[Section, ...] = ()
    labels: tuple[Label, ...] = ()
    tables: tuple[Span, ...] = ()
    pages: tuple[TextPage, ...] = ()
    origins: Origins = field(default_factory=lambda: Origins(()))

    def source(self, span: Span) -> Span:
        """The characters of the file for a span of `text`; counted in the decoded file."""
        return self.origins.of(span)

    def section(self, at: int) -> str:
        """The title of the deepest section that holds the character `at`; empty outside all."""
        found = [one for one in self.sections if one.span.holds(at)]
        return max(found, key=lambda one: (one.level, one.span.start)).title if found else ""

    def label(self, at: int) -> str:
        """The name of the shortest labelled part that holds the character `at`; empty outside all."""
        found = [one for one in self.labels if one.span.holds(at)]
        return min(found, key=lambda one: one.span.end - one.span.start).name if found else ""

    def page(self, at: int) -> int | None:
        """The page that the character `at` stands on; None where the format has no pages."""
        return next((one.number for one in self.pages if one.span.holds(at)), None)


def nested(headings: Sequence[tuple[int, str, int]], end: int) -> tuple[Section, ...]:
    """Sections from their headings (level, title, start), each reaching to the next one that is not deeper."""
    ends = [end] * len(headings)
    open_: list[int] = []
    for number, (level, _, start) in enumerate(headings):
        while open_ and headings[open_[-1]][0] >= level:
            ends[open_.pop()] = start
        open_.append(number)
    return tuple(
        Section(level, title, Span(start, stop)) for (level, title, start), stop in zip(headings, ends, strict=True)
    )
