"""What stands around the text of a page and is none of it: running heads, page numbers, numbers of lines."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from openrepro.papers.sheets import Piece, Row, Sheet, rows_of

_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_DIGITS: Final = re.compile(r"[0-9]+|\b[ivxlc]{1,6}\b")
_PAGE: Final = re.compile(r"(?:Page )?(?:[0-9]{1,4}|[ivxlc]{1,6})(?: of [0-9]{1,4})?")
FEWEST_LINES: Final = 5
"""Numbers in a margin that make it one of line numbers."""
IN_TEXT: Final = 0.05
"""The share of the lines that may reach over the margin of line numbers."""
LONG: Final = 25
"""Characters of a piece that is surely text."""
NEAR: Final = 60
"""Tenths of a point that the same running head may move between pages."""
APART: Final = 1.6
"""Times the size: how far running heads stand from the text."""
OUTER: Final = 2
"""Rows at the top and at the bottom of a page that may be running heads."""


class _Edge(NamedTuple):
    words: str
    place: int
    top: bool


def bodies(sheets: Sequence[Sheet]) -> list[list[Piece]]:
    """The pieces of each sheet that belong to its text, in the order of the file."""
    kept = [_without_line_numbers(sheet, [piece for piece in sheet.pieces if not piece.hidden]) for sheet in sheets]
    edges = [list(_edges(sheet, pieces)) for sheet, pieces in zip(sheets, kept, strict=True)]
    counted = Counter(key for found in edges for key in {edge for _, edge in found})
    often = _often(counted, len(sheets))
    return [
        [piece for piece in pieces if piece not in dropped]
        for pieces, dropped in zip(kept, (_dropped(found, often) for found in edges), strict=True)
    ]


def _often(counted: Counter[_Edge], sheets: int) -> set[_Edge]:
    """Running heads: on at least three pages, or on two of few; a place counts with the ones next to it."""
    least = 2 if sheets <= 4 else 3
    found = set()
    for edge in counted:
        near = (edge._replace(place=edge.place + step) for step in (-1, 0, 1))
        if sum(counted.get(one, 0) for one in near) >= least:
            found.add(edge)
    return found


def _dropped(found: Iterable[tuple[Row, _Edge]], often: set[_Edge]) -> set[Piece]:
    return {
        piece for row, edge in found if edge in often or _PAGE.fullmatch(edge.words) is not None for piece in row.pieces
    }


def _edges(sheet: Sheet, pieces: list[Piece]) -> Iterator[tuple[Row, _Edge]]:
    """The outermost rows of a page, with what they say but for numbers, and where."""
    rows = rows_of(piece for piece in pieces if not piece.angle)
    for top, inwards in ((True, rows), (False, rows[:OUTER:-1])):
        for row in inwards[: _apart(inwards)]:
            words = row.said(sheet).strip()
            plain = words if _PAGE.fullmatch(words) else _DIGITS.sub("#", words)
            yield row, _Edge(plain[:200], row.main.base // NEAR, top)


def _apart(rows: list[Row]) -> int:
    """How many of the outermost rows stand apart from those further in, as running heads do."""
    steps = [abs(one.main.base - other.main.base) for one, other in pairwise(rows[: OUTER + 1])]
    wide = [number for number, step in enumerate(steps, 1) if step > APART * rows[number - 1].main.size]
    return max(wide, default=0)


def _without_line_numbers(sheet: Sheet, pieces: list[Piece]) -> list[Piece]:
    """Numbers that stand one below the other where no text is, counting upwards, are those of lines."""
    long = [piece for piece in pieces if piece.end - piece.start >= LONG and not piece.angle]
    lefts, rights = sorted(piece.left for piece in long), sorted(piece.right for piece in long)
    columns: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if not piece.angle and _NUMBER.fullmatch(sheet.words(piece)):
            over = bisect_left(lefts, piece.right) - bisect_right(rights, piece.left)
            if over <= IN_TEXT * len(long):
                columns[piece.left // NEAR].append(piece)
    numbers = {piece for column in columns.values() if _counts(sheet, column) for piece in column}
    return [piece for piece in pieces if piece not in numbers] if long else pieces


def _counts(sheet: Sheet, column: list[Piece]) -> bool:
    values = [int(sheet.words(piece)) for piece in sorted(column, key=lambda one: -one.base)]
    rising = sum(after > before for before, after in pairwise(values))
    return len(values) >= FEWEST_LINES and rising >= 0.9 * (len(values) - 1)
