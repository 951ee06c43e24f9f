"""What a text says, cut into sentences, table cells, headings and the strings of JSON records."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from openrepro.logbooks.logbook import Block, BlockKind

LONGEST = 2_000
"""Characters of one sentence; a longer stretch without an end is cut into several."""

LEAST_FIELD = 2
"""A JSON string must be longer than this, its quotation marks included, to say anything."""

EXCERPT = 140

_END = re.compile(r"[.!?;][\"')\]*_`]{0,3}(?=\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|etc|fig|figs|sec|eq|eqs|tab|thm|prop|al|resp|approx|no)|\b[A-Za-z])\.$", re.I
)
_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_RULE = re.compile(r"[|\s:+-]+")
_HEADING = re.compile(r"[ ]{0,3}#{1,6}[ \t]")
_ITEM = re.compile(r"[ \t]{0,12}(?:[-*+]|[0-9]{1,3}[.)])[ \t]")
_CODE_INFO = (
    "python",
    "py",
    "bash",
    "sh",
    "diff",
    "js",
    "javascript",
    "yaml",
    "toml",
    "html",
    "css",
    "lean",
    "r",
    "raw",
)


_ITEM_MARKS = frozenset("-*+0123456789")


class Form(StrEnum):
    HEADING = "heading"
    CELL = "table cell"
    FIELD = "field"
    ITEM = "item"
    PLAIN = "plain"


class Sentence(NamedTuple):
    """A stretch `text[start:end]` of a block.

    `key` is the column's header or the JSON key, lower case; `row` is the whole row of a table cell.
    """

    text: str
    start: int
    end: int
    form: Form
    key: str = ""
    row: str = ""


def said(block: Block) -> Iterator[Sentence]:
    """The sentences of one block: of prose and of fences without a language; the strings of JSON fences."""
    if block.kind is BlockKind.PROSE:
        yield from sentences(block.text)
    elif block.kind is BlockKind.FENCE:
        if is_record(block):
            yield from fields(block.text)
        elif language(block) in ("", "text", "txt", "md", "markdown"):
            yield from sentences(block.text)


def language(block: Block) -> str:
    """The first word of a fence's info string, lower case."""
    return block.info.split(maxsplit=1)[0].lower() if block.info.strip() else ""


def is_record(block: Block) -> bool:
    """Whether a fence holds JSON: it says so, or it opens like an object or array and names no other language."""
    if language(block) in ("json", "jsonl"):
        return True
    opening = block.text.lstrip()[:1]
    return opening in ("{", "[") and opening != "" and language(block) in ("", "output", "text")


def is_output(block: Block) -> bool:
    return block.kind is BlockKind.FENCE and language(block) == "output"


def is_code(block: Block) -> bool:
    return block.kind is BlockKind.FENCE and language(block) in _CODE_INFO


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences, headings, list items and table cells of Markdown, in order. Linear in the text."""
    pending: tuple[int, Form] | None = None
    header: list[str] = []
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        if line.isspace() and pending is None and not header:
            start = end
            continue
        form = _form(line)
        if form is not Form.PLAIN and pending is not None:
            yield from _split(text, pending[0], start, pending[1])
            pending = None
        if form is Form.CELL:
            cells = list(_row(line, start, header))
            if not _RULE.fullmatch(line):
                header = header or [cell.text.strip(" *`_").lower() for cell in cells]
                yield from cells
        elif form is Form.HEADING:
            yield from _clip(text, start, end, form)
        elif form is not None and pending is None:
            pending = (start, form)
        header = header if form is Form.CELL else []
        start = end
    if pending is not None:
        yield from _split(text, pending[0], start, pending[1])


def _form(line: str) -> Form | None:
    """The form of a line; None for a blank one."""
    first = line.lstrip()[:1]
    if first == "|":
        return Form.CELL
    if first == "#" and _HEADING.match(line):
        return Form.HEADING
    if first in _ITEM_MARKS and _ITEM.match(line):
        return Form.ITEM
    return Form.PLAIN if first else None


def _row(line: str, start: int, header: list[str]) -> Iterator[Sentence]:
    row = line[:LONGEST]
    for column, part in enumerate(line.split("|")):
        if part and not part.isspace():
            key = header[column - 1][:80] if 0 < column <= len(header) else ""
            yield Sentence(part[:LONGEST], start, start + len(part), Form.CELL, key, row)
        start += len(part) + 1


def _split(text: str, start: int, end: int, form: Form) -> Iterator[Sentence]:
    first = start
    for match in _END.finditer(text, start, end):
        if _ABBREVIATION.search(text, max(first, match.start() - 8), match.start() + 1):
            continue
        yield from _clip(text, first, match.end(), form)
        first = match.end()
    yield from _clip(text, first, end, form)


def _clip(text: str, start: int, end: int, form: Form) -> Iterator[Sentence]:
    """`text[start:end]` without white space around it, cut after LONGEST characters."""
    while start < end:
        stop = min(end, start + LONGEST)
        piece = text[start:stop]
        inner = piece.strip()
        if inner:
            offset = start + piece.index(inner[0])
            yield Sentence(inner, offset, offset + len(inner), form)
        start = stop


def fields(text: str) -> Iterator[Sentence]:
    """The string values of JSON text with their keys, whether or not it is valid. Linear in the text.

    A string that does not end on its line opens nothing, except on the last line.
    """
    key = ""
    position = text.find('"')
    while position >= 0:
        match = _STRING.match(text, position)
        if match is None:
            line_end = text.find("\n", position)
            if line_end < 0:
                yield Sentence(text[position + 1 :][:LONGEST], position + 1, len(text), Form.FIELD, key)
                return
            position = text.find('"', line_end)
            continue
        after = match.end()
        while after < len(text) and after < match.end() + 8 and text[after] in " \t\r\n":
            after += 1
        if text[after : after + 1] == ":":
            key = match[0][1:81].rstrip('"').lower()
        elif match.end() - match.start() > LEAST_FIELD:
            yield Sentence(match[0][1:-1][:LONGEST], match.start() + 1, match.end() - 1, Form.FIELD, key)
        position = text.find('"', match.end())


def holds_any(lowered: str, stems: tuple[str, ...]) -> bool:
    """Whether a lower-case text holds one of `stems`: a cheap question to ask before a costly pattern."""
    for stem in stems:  # noqa: SIM110 - a loop, because it is asked of every sentence and is twice as fast
        if stem in lowered:
            return True
    return False


def excerpt(text: str) -> str:
    """A short, printable form of a sentence for use in a finding."""
    clean = "".join(char if char.isprintable() else " " for char in text[: 2 * EXCERPT])
    flat = " ".join(clean.split()).strip("*_` ")
    return flat if len(flat) <= EXCERPT else flat[: EXCERPT - 1].rstrip() + "…"
