"""How a reader of a format writes down what it finds: pieces of text with their origin, paragraphs, parts."""

from collections.abc import Sized
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from openrepro.errors import OpenReproError
from openrepro.papers.labels import Paragraph, labels_of
from openrepro.papers.text import (
    MOST_CHARACTERS,
    MOST_PARTS,
    Label,
    Origins,
    PaperText,
    Run,
    Span,
    TextFormat,
    TextPage,
    nested,
)

LONGEST_TITLE: Final = 300


class Sort(StrEnum):
    """What a paragraph is."""

    PROSE = "prose"
    HEADING = "heading"
    TABLE = "table"
    CODE = "code"


class Block(NamedTuple):
    """A paragraph of the text."""

    sort: Sort
    span: Span


class Heading(NamedTuple):
    level: int
    title: str
    start: int


class Named(NamedTuple):
    """Which file this is: the paper, its version, and the SHA-256 of the bytes."""

    paper: str
    version: str
    sha256: str
    format: TextFormat


class TextWriter:
    """The text of one file in the making. Pieces are written in order; `end_block` closes a paragraph."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self._blocks: list[Block] = []
        self._headings: list[Heading] = []
        self._labels: list[Label] = []
        self._pages: list[int] = []
        self._begun = self._first = 0
        self._open = False
        self.size = 0

    def copy(self, start: int, end: int) -> None:
        """Write characters of the file as they are; no paragraph begins with spaces."""
        if not self._open:
            words = self._source[start:end]
            start, self._open = end - len(words.lstrip()), bool(words.strip())
        if start < end:
            last = self._runs[-1] if self._runs else None
            if last is None or last.source.end != start or self.size - last.start != start - last.source.start:
                self._runs.append(Run(self.size, Span(start, end)))
            else:
                self._runs[-1] = Run(last.start, Span(last.source.start, end))
            self._write(self._source[start:end])

    def put(self, text: str, start: int, end: int) -> None:
        """Write `text`, made of the characters of the file from `start` to `end`."""
        if text and text == self._source[start:end]:
            self.copy(start, end)
        elif text and (self._open or not text.isspace()):
            self._open = True
            self._runs.append(Run(self.size, Span(start, end)))
            self._write(text)
            self._runs.append(Run(self.size, Span(end, end)))

    def end_block(self, sort: Sort = Sort.PROSE, *, at: int, level: int = 0) -> None:
        """Close the paragraph that was written since the last one; with nothing in it, there is none."""
        if not self._open:
            return
        span = Span(self._begun, self.size)
        self._blocks.append(Block(sort, span))
        if sort is Sort.HEADING:
            title = " ".join("".join(self._pieces[self._first :]).split())
            self._headings.append(Heading(level, title[:LONGEST_TITLE], span.start))
            self._few(self._headings, "headings")
        self._runs.append(Run(self.size, Span(at, at)))
        self._write("\n\n")
        self._begun, self._first, self._open = self.size, len(self._pieces), False

    def end_page(self) -> None:
        """Close the page; once there is one, all text stands on pages."""
        self._pages.append(self.size)
        self._few(self._pages, "pages")

    def label(self, name: str, start: int) -> None:
        """Name what was written since character `start` of the text."""
        self._labels.append(Label(name, Span(start, self.size)))
        self._few(self._labels, "labels")

    def done(self, named: Named) -> PaperText:
        """The text as a whole. Raises OpenReproError when there is none."""
        self.end_block(at=len(self._source))
        text = "".join(self._pieces)
        if not text.strip():
            raise OpenReproError("The file holds no text.", hint="Give the file that the paper's text stands in.")
        own = {label.name for label in self._labels}
        found = labels_of(text, [Paragraph(block.sort is Sort.TABLE, block.span) for block in self._blocks])
        labels = (*self._labels, *(one for one in found if one.name not in own))
        tables = tuple(block.span for block in self._blocks if block.sort is Sort.TABLE)
        self._few(labels, "labels")
        self._few(tables, "tables")
        sections = nested(self._headings, len(text))
        order = sorted(labels, key=lambda one: one.span)
        return PaperText(*named, text, sections, tuple(order), tables, self._numbered(), Origins(self._runs))

    def _numbered(self) -> tuple[TextPage, ...]:
        if not self._pages:
            return ()
        starts = [0, *self._pages]
        spans = (Span(start, end) for start, end in pairwise([*starts, self.size]))
        return tuple(TextPage(number, span) for number, span in enumerate(spans, 1) if span.end > span.start)

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self.size += len(text)
        if self.size > MOST_CHARACTERS:
            raise OpenReproError(
                f"The text has more than {MOST_CHARACTERS:,} characters.", hint="Give the paper's text alone."
            )

    def _few(self, parts: Sized, name: str) -> None:
        if len(parts) > MOST_PARTS:
            raise OpenReproError(f"The text has more than {MOST_PARTS:,} {name}: it is no paper.")
