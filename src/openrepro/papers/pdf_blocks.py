"""The rows of one column told apart: headings, paragraphs, captions, equations with a number, tables."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from openrepro.papers.labels import begins_with_label
from openrepro.papers.pdf_tables import table_rows
from openrepro.papers.sheets import Piece, Row, Sheet, rows_of
from openrepro.papers.text_writing import Sort

_HEADED: Final = re.compile(r"(?P<number>(?:[0-9]{1,2}|[A-Z])(?:\.[0-9]{1,2}){0,3})\.?\s{1,4}\S.{0,118}")
_NAMES: Final = frozenset(
    (
        *("abstract", "introduction", "related work", "conclusion", "conclusions", "discussion", "acknowledgments"),
        *("acknowledgements", "references", "appendix", "limitations", "broader impact", "impact statement"),
        *("checklist", "supplementary material"),
    )
)
_NUMBER: Final = re.compile(r"\([A-Z]?\.?[0-9]{1,3}(?:\.[0-9]{1,3})?[a-z]?\)")
_ENDS: Final = re.compile(r"[.!?:;]\W{0,3}$")
LARGER: Final = 1.15
SLIGHTLY: Final = 1.06
LONGEST: Final = 200
GAP: Final = 1.4
"""Times the usual distance of rows: where a paragraph ends."""
INDENT: Final = 0.7
"""Times the size of the letters."""


class Chunk(NamedTuple):
    """Rows that belong together; `level` is that of a heading, `floats` what may stand in the midst of a sentence."""

    sort: Sort
    rows: tuple[Row, ...]
    level: int = 0
    floats: bool = False


class Column(NamedTuple):
    """What is usual in a column: its edges, and how far its rows are apart."""

    left: int
    right: int
    leading: float


def chunks_of(sheet: Sheet, pieces: Sequence[Piece], body: int, *, titled: bool) -> list[Chunk]:
    """A column from top to bottom. `body` is the usual size of letters; `titled` where the title may stand."""
    rows = rows_of(pieces)
    tables = table_rows(sheet, rows)
    levels = [0 if number in tables else _level(sheet, row, body) for number, row in enumerate(rows)]
    if titled:
        levels = _with_title(rows, levels)
    column = _column(rows)
    groups: list[list[int]] = []
    for number in range(len(rows)):
        kinds = [(at in tables, levels[at]) for at in (number - 1, number)] if number else []
        if not kinds or kinds[0] != kinds[1] or _parted(sheet, rows[number - 1], rows[number], column, kinds[1]):
            groups.append([])
        groups[-1].append(number)
    return [_chunk(sheet, [rows[at] for at in group], group[0] in tables, levels[group[0]], body) for group in groups]


def _chunk(sheet: Sheet, rows: list[Row], table: bool, level: int, body: int) -> Chunk:
    if table:
        return Chunk(Sort.TABLE, tuple(rows), floats=True)
    if level:
        return Chunk(Sort.HEADING, tuple(rows), level)
    size = median(row.main.size for row in rows)
    small = abs(size - body) > 0.05 * body
    return Chunk(Sort.PROSE, tuple(rows), floats=small or _is_caption(rows[0].said(sheet)))


def _is_caption(words: str) -> bool:
    return begins_with_label(words) and words.lstrip()[:3].lower() in ("fig", "tab", "alg", "lis")


def unfinished(sheet: Sheet, chunk: Chunk) -> bool:
    """Whether a paragraph breaks off in the midst of a sentence."""
    return _ENDS.search(sheet.words(chunk.rows[-1].pieces[-1])[-10:]) is None


def _column(rows: Sequence[Row]) -> Column:
    steps = [before.main.base - after.main.base for before, after in pairwise(rows)]
    downwards = [step for step in steps if step > 0]
    size = median(row.main.size for row in rows)
    leading = min(median(downwards), 2 * size) if downwards else 1.2 * size
    return Column(min(row.left for row in rows), max(row.right for row in rows), max(leading, size))


def _parted(sheet: Sheet, before: Row, after: Row, column: Column, kind: tuple[bool, int]) -> bool:
    """Whether a new paragraph begins between two rows of one kind."""
    table, level = kind
    step = before.main.base - after.main.base
    if table:
        return step > 3 * column.leading
    if level:
        return step > 2 * column.leading or _HEADED.fullmatch(after.said(sheet)) is not None
    size = max(before.main.size, after.main.size)
    far = step > GAP * max(column.leading, size) or abs(before.main.size - after.main.size) > 0.1 * size
    return far or _is_equation(sheet, before) or _is_equation(sheet, after) or _begins(sheet, before, after, column)


def _begins(sheet: Sheet, before: Row, after: Row, column: Column) -> bool:
    """Whether a row begins a paragraph by where it stands, or with a label that no sentence runs into."""
    size = after.main.size
    indent = after.left - column.left
    if before.left - column.left < 0.3 * size and INDENT * size < indent < 4 * size:
        return True
    ended = _ENDS.search(sheet.words(before.pieces[-1])[-10:]) is not None
    return (ended or after.pieces[0].bold) and begins_with_label(after.said(sheet)[:LONGEST])


def _is_equation(sheet: Sheet, row: Row) -> bool:
    last = row.pieces[-1]
    return len(row.pieces) > 1 and last.end - last.start < 12 and _NUMBER.fullmatch(sheet.words(last)) is not None


def _level(sheet: Sheet, row: Row, body: int) -> int:
    """The level of a heading from 2 on; 0 for a row that is none."""
    size = max(piece.size for piece in row.pieces)
    bold = all(piece.bold for piece in row.pieces)
    if (not bold and size < SLIGHTLY * body) or row.pieces[-1].end - row.pieces[0].start > LONGEST:
        return 0
    words = row.said(sheet).strip()
    headed = _HEADED.fullmatch(words)
    if headed is not None and not words.endswith((",", ";")):
        return headed["number"].count(".") + 2
    named = words.rstrip(".:").lower() in _NAMES
    large = size >= LARGER * body and sum(map(str.isalpha, words)) >= 3
    return 2 if named or large else 0


def _with_title(rows: Sequence[Row], levels: list[int]) -> list[int]:
    """The largest letters of the first page, where they stand above all other headings, are the title."""
    largest = max(row.main.size for row in rows)
    first = next((number for number, level in enumerate(levels) if level), None)
    if first is None or rows[first].main.size < largest:
        return levels
    titles = set()
    for number in range(first, len(rows)):
        if not levels[number] or rows[number].main.size < largest:
            break
        titles.add(number)
    return [1 if number in titles else level for number, level in enumerate(levels)]


def in_order(chunks: list[Chunk], sheet: Sheet, *, waiting: bool) -> list[Chunk]:
    """What floats is put where no sentence runs on: after the paragraph that goes on a sentence from before
    (`waiting`), and before the one that breaks off."""
    body = [number for number, chunk in enumerate(chunks) if chunk.sort is Sort.PROSE and not chunk.floats]
    if not body:
        return chunks
    first, last = body[0], body[-1]
    order = list(range(len(chunks)))
    if unfinished(sheet, chunks[last]) and all(chunk.floats for chunk in chunks[last + 1 :]):
        order = [at for at in order if at != last] + [last]
    if waiting and all(chunk.floats for chunk in chunks[:first]):
        order = [first] + [at for at in order if at != first]
    return [chunks[at] for at in order]


def is_open(chunks: Sequence[Chunk], sheet: Sheet, *, before: bool) -> bool:
    """Whether a sentence runs on after a column; one of floats only leaves it as it was."""
    last = next((chunk for chunk in reversed(chunks) if not chunk.floats), None)
    return before if last is None else last.sort is Sort.PROSE and unfinished(sheet, last)


def others(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Chunks that stand beside the text, as words in a drawing do."""
    return [chunk._replace(floats=True, sort=Sort.PROSE, level=0) for chunk in chunks]
