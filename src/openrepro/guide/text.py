"""Text of ours as data: prose with code, links and instants in it, in paragraphs, lists, code blocks and tables."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from openrepro.ids import Json

_MARKS: Final = re.compile(r"`(?P<code>[^`]+)`|\[(?P<words>[^\]]+)\]\((?P<to>[^)]+)\)|@(?P<at>[a-z_]+)")
_BEHIND: Final = timedelta(hours=12)
_SHAPE: Final = "%-d %B %Y, %H:%M"

Value: TypeAlias = str | int | datetime


class Span(NamedTuple):
    """A stretch of prose: plain, `code`, a link `to` a page of the site, or an instant `at` (UTC, as a database has
    it)."""

    text: str
    code: bool = False
    to: str = ""
    at: str = ""


Prose: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    text: Prose


@dataclass(frozen=True, slots=True)
class Points:
    """A list; `ordered` when its order matters."""

    items: tuple[Prose, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A block to be copied as it is."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a caption; the first cell of each row is its head."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Prose, ...], ...]


Block: TypeAlias = Paragraph | Points | Code | Grid


@dataclass(frozen=True, slots=True)
class Section:
    """A part with a title; `id` names it in addresses and never changes."""

    id: str
    title: str
    blocks: tuple[Block, ...]


def prose(words: str, **values: Value) -> Prose:
    """Prose from our own words, in which `` `code` ``, `[words](/path)` and `@name` (an instant) are marked up.

    `{name}` stands for a value, which is put in afterwards: no mark in it is taken for one of ours.
    """
    return tuple(_spans(words, values))


def _spans(words: str, values: Mapping[str, Value]) -> Iterator[Span]:
    last = 0
    for found in _MARKS.finditer(words):
        if found.start() > last:
            yield Span(words[last : found.start()].format(**values))
        last = found.end()
        yield _marked(found, values)
    if last < len(words):
        yield Span(words[last:].format(**values))


def _marked(found: re.Match[str], values: Mapping[str, Value]) -> Span:
    if found["code"]:
        return Span(found["code"].format(**values), code=True)
    if found["to"]:
        return Span(found["words"].format(**values), to=found["to"])
    instant = values[found["at"]]
    assert isinstance(instant, datetime)
    return Span(face(instant), at=instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def face(instant: datetime) -> str:
    """An instant in UTC and anywhere on Earth (AoE, UTC−12)."""
    at = instant.astimezone(UTC)
    return f"{_told(at)} UTC ({_told(at - _BEHIND)} AoE)"


def _told(at: datetime) -> str:
    return at.strftime(_SHAPE) + (at.strftime(":%S") if at.second else "")


def counted(number: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 point`, `2 points`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def para(words: str, **values: Value) -> Paragraph:
    """A paragraph of `prose`."""
    return Paragraph(prose(words, **values))


def joined(*parts: Prose) -> Paragraph:
    """One paragraph of several sentences; empty ones are left out."""
    spans: list[Span] = []
    for part in filter(None, parts):
        spans += [Span(" "), *part] if spans else part
    return Paragraph(tuple(spans))


def listed(*items: Prose, ordered: bool = False) -> Points:
    """A list of its non-empty items."""
    return Points(tuple(filter(None, items)), ordered)


def plain(spans: Prose) -> str:
    """Prose without its marks."""
    return "".join(span.text for span in spans)


def words_of(block: Block) -> str:
    """All words of a block, to be searched."""
    if isinstance(block, Paragraph):
        return plain(block.text)
    if isinstance(block, Points):
        return "\n".join(map(plain, block.items))
    if isinstance(block, Code):
        return block.text
    return "\n".join([block.caption, *block.head, *(plain(cell) for row in block.rows for cell in row)])


def section_json(section: Section) -> dict[str, Json]:
    """A section as JSON."""
    return {"id": section.id, "title": section.title, "blocks": [block_json(block) for block in section.blocks]}


def block_json(block: Block) -> dict[str, Json]:
    """A block as JSON; `kind` is paragraph, list, code or table."""
    if isinstance(block, Paragraph):
        return {"kind": "paragraph", "spans": _json(block.text)}
    if isinstance(block, Points):
        return {"kind": "list", "ordered": block.ordered, "items": [_json(item) for item in block.items]}
    if isinstance(block, Code):
        return {"kind": "code", "language": block.language, "text": block.text}
    rows: list[Json] = [[_json(cell) for cell in row] for row in block.rows]
    return {"kind": "table", "caption": block.caption, "head": list(block.head), "rows": rows}


def _json(spans: Prose) -> list[Json]:
    return [{"text": span.text, "code": span.code, "to": span.to or None, "at": span.at or None} for span in spans]
