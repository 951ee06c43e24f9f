"""A cell's prose cut into passages, each with the claim numbers that it says it is about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from openrepro.evidence.places import Places
from openrepro.evidence.quantities import numerals
from openrepro.evidence.words import words
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, CellType, Logbook, Page, PageRole


class Shape(StrEnum):
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    PARAGRAPH = "paragraph"
    RECORD = "record"


@dataclass(frozen=True)
class Passage:
    """A heading, list item, table row, paragraph, or a record of a result file.

    `trail` holds the headings above it, outermost first. `numbers` are the claim numbers it names as its subject.
    `numeric` counts the numbers a record holds outside its own prose; `source` is a record's JSON text
    and `claim` the claim it states.
    """

    shape: Shape
    text: str
    at: Address
    page: str
    role: PageRole
    trail: tuple[str, ...] = ()
    numbers: frozenset[int] = frozenset()
    numeric: int = 0
    source: str = ""
    claim: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of the text, worked out once however many claims ask."""
        return words(self.text)

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """The numbers in the first characters of the text; none for a heading."""
        return () if self.shape is Shape.HEADING else numerals(self.text[:LONGEST_CITING])


SUBJECT = re.compile(
    r"(?:\bclaims?|\bcl\.)[\s#_:*`-]{0,4}(?P<long>c?[0-9]{1,2}(?:\s{0,2}(?:,|and|&|/|[-–])\s{0,2}c?[0-9]{1,2}){0,8})\b"
    r"|(?<![\w.])[Cc](?P<short>[0-9]{1,2})(?![\w.%])",
    re.IGNORECASE,
)
NUMBER = re.compile(r"[0-9]{1,2}")
DIGIT = re.compile(r"[0-9]")
RANGE = re.compile(r"([0-9]{1,2})\s{0,2}[-–]\s{0,2}c?([0-9]{1,2})")
ITEM = re.compile(r"(?P<indent>[ \t]{0,12})(?:[-*+]|(?P<number>[0-9]{1,3})[.)])[ \t]+")
HEADING = re.compile(r"[ ]{0,3}(?P<level>#{1,6})[ \t]+(?P<text>.*)")
HEAD_LENGTH = 120
LONGEST_TITLE = 2_000
"""Characters of a heading that are kept for the passages below it."""
LONGEST_RAW = 100_000
LONGEST_CITING = 4_000
"""Characters of a passage in which it can cite numbers."""
SAID_FENCES = ("", "text", "txt", "math", "latex", "tex")


class Line(NamedTuple):
    text: str
    start: int
    end: int


def subjects(text: str) -> frozenset[int]:
    """The claim numbers `text` names (`Claim 3`, `claims 1-3`, `C4`)."""
    if DIGIT.search(text) is None:
        return frozenset()
    found: set[int] = set()
    for match in SUBJECT.finditer(text):
        span = match["long"] or match["short"]
        found.update(int(number) for number in NUMBER.findall(span))
        for low, high in RANGE.findall(span):
            found.update(range(int(low), int(high) + 1))
    return frozenset(found)


def passages_of(logbook: Logbook) -> tuple[Passage, ...]:
    """Every passage of every page that is not void, in reading order."""
    return tuple(passage for page in logbook.pages for passage in _of_page(page))


def _of_page(page: Page) -> Iterator[Passage]:
    title = _title(0, page.title)
    for cell in page.cells:
        if not cell.void:
            yield from _of_cell(page, cell, title)


class _Title(NamedTuple):
    """A heading above passages, cut to a bounded length, and the claims that it names."""

    level: int
    text: str
    numbers: frozenset[int]


class _Trail:
    """The headings above the passage that is read: the page's title, the cell's, then those of the prose."""

    def __init__(self, *titles: _Title) -> None:
        self._entries = list(titles)
        self._note()

    def descend(self, heading: str) -> None:
        """Take a heading in: it ends those of its level and below."""
        match = HEADING.match(heading)
        if match is None:
            return
        level = len(match["level"])
        while len(self._entries) > 1 and self._entries[-1].level >= level:
            self._entries.pop()
        self._entries.append(_title(level, match["text"].strip()))
        self._note()

    def _note(self) -> None:
        self.titles = tuple(entry.text for entry in self._entries)
        self.numbers = next((entry.numbers for entry in reversed(self._entries) if entry.numbers), frozenset[int]())
        """What the nearest heading that names claims names."""
        self.lists_claims = not self.numbers and any("claims" in title.lower() for title in self.titles)
        """Whether the headings speak of claims in general, and of no claim by number."""


def _title(level: int, text: str) -> _Title:
    return _Title(level, text[:LONGEST_TITLE], subjects(text[:LONGEST_TITLE]))


def _of_cell(page: Page, cell: Cell, title: _Title) -> Iterator[Passage]:
    trail = _Trail(title, _title(0, cell.title)) if cell.title else _Trail(title)
    for block in cell.blocks:
        if block.kind is BlockKind.PROSE:
            yield from _of_block(page, block, trail)
        elif cell.type is CellType.FIGURE and block.info.strip().lower() == "raw":
            yield _raw_data(page, block, trail)
        elif block.kind is BlockKind.FENCE and block.info.strip().lower() in SAID_FENCES and not cell.is_run:
            yield _whole(page, block, trail)


def _raw_data(page: Page, block: Block, trail: _Trail) -> Passage:
    """The raw data that a figure cell carries: a result file of its own."""
    whole = _whole(page, block, trail)
    return replace(whole, shape=Shape.RECORD, text="", numeric=len(numerals(block.text[:LONGEST_RAW])))


def _whole(page: Page, block: Block, trail: _Trail) -> Passage:
    """A fence of plain text or formulas, as one passage."""
    numbers = _subject(Shape.PARAGRAPH, "", trail, page.claims)
    return Passage(Shape.PARAGRAPH, block.text, block.at, page.file, page.role, trail.titles, numbers)


def _of_block(page: Page, block: Block, trail: _Trail) -> Iterator[Passage]:
    places = Places(block.text, block.at)
    for shape, group in _groups(block.text):
        text = block.text[group[0].start : group[-1].end]
        if shape is Shape.HEADING:
            trail.descend(text)
        yield Passage(
            shape=shape,
            text=text,
            at=places.address(group[0].start, group[-1].end),
            page=page.file,
            role=page.role,
            trail=trail.titles,
            numbers=_subject(shape, text, trail, page.claims),
        )


def _subject(shape: Shape, text: str, trail: _Trail, page_claims: tuple[int, ...]) -> frozenset[int]:
    """The claim numbers a passage is about: those its own head names, else its nearest heading, else its page."""
    item = ITEM.match(text)
    if item is not None and item["number"] and trail.lists_claims:
        return frozenset({int(item["number"])})
    own = subjects(text[:HEAD_LENGTH]) if shape is not Shape.PARAGRAPH else _leading(text)
    return own or trail.numbers or frozenset(page_claims)


def _leading(text: str) -> frozenset[int]:
    """A paragraph is about a claim when it opens with its number."""
    head = text[:HEAD_LENGTH].lstrip(" \t*_`>[").lower()
    return (
        subjects(text[:40])
        if head.startswith(("claim", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"))
        else frozenset()
    )


def _lines(text: str) -> Iterator[Line]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield Line(line, start, start + len(line))
        start += len(line)


def _groups(text: str) -> Iterator[tuple[Shape, list[Line]]]:
    """Lines grouped into passages: a heading or a table row alone, an item with its continuation, a paragraph."""
    shape, group = Shape.PARAGRAPH, list[Line]()
    for line in _lines(text):
        kind = _kind(line.text)
        continues = kind is None or (kind is Shape.PARAGRAPH and shape in (Shape.PARAGRAPH, Shape.ITEM))
        nested = kind is Shape.ITEM and shape is Shape.ITEM and bool(group) and _indent(line) > _indent(group[0])
        if group and (not continues or _ended(kind, group)) and not nested:
            yield shape, group
            group = []
        if kind is None and not group:
            continue
        if not group:
            shape = kind or Shape.PARAGRAPH
        group.append(line)
    if group:
        yield shape, group


def _ended(kind: Shape | None, group: list[Line]) -> bool:
    """Whether a paragraph line after a blank one starts anew."""
    return kind is Shape.PARAGRAPH and not group[-1].text.strip()


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip(" \t"))


def _kind(line: str) -> Shape | None:
    stripped = line.strip()
    if not stripped:
        return None
    if stripped.startswith("|"):
        return Shape.ROW
    if HEADING.match(line):
        return Shape.HEADING
    return Shape.ITEM if ITEM.match(line) else Shape.PARAGRAPH
