"""The pages of a PDF as they were read: characters in the order of the file, and where pieces of them stand.

Lengths are tenths of a point, upwards from the bottom of the page. Pieces that are written at a right angle are turned,
so that all of one `angle` read from left to right and from top to bottom.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

ASCENT: Final = 0.7
DESCENT: Final = 0.2
"""Parts of the size that letters reach above and below their baseline."""


class Piece(NamedTuple):
    """Characters `start` to `end` of a sheet that stand in one line without a wide gap. `hidden` ones are not seen by
    whoever looks at the page."""

    start: int
    end: int
    left: int
    right: int
    base: int
    size: int
    angle: int
    bold: bool
    hidden: bool

    @property
    def top(self) -> float:
        return self.base + ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base - DESCENT * self.size


class Sheet(NamedTuple):
    """One page. `text` has one character for each that PDFium counts; `unread` is a page that it could not read."""

    text: str
    pieces: tuple[Piece, ...]
    unread: bool = False

    def words(self, piece: Piece) -> str:
        return self.text[piece.start : piece.end]


class Row(NamedTuple):
    """Pieces that stand beside each other, from left to right."""

    pieces: tuple[Piece, ...]

    @property
    def left(self) -> int:
        return self.pieces[0].left

    @property
    def right(self) -> int:
        return max(piece.right for piece in self.pieces)

    @property
    def main(self) -> Piece:
        """The piece with most characters: its baseline and its size are those of the row."""
        return max(self.pieces, key=lambda piece: piece.end - piece.start)

    def said(self, sheet: Sheet) -> str:
        return " ".join(map(sheet.words, self.pieces))


def rows_of(pieces: Iterable[Piece]) -> list[Row]:
    """Pieces gathered into rows, from top to bottom."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda one: (-one.base, one.left)):
        own = next((row for row in (*rows[-1:], *rows[-2:-1]) if _beside(row[0], piece)), None)
        if own is None:
            rows.append([piece])
        else:
            own.append(piece)
    return [Row(tuple(sorted(row, key=lambda one: one.left))) for row in rows]


def _beside(first: Piece, piece: Piece) -> bool:
    """Whether two pieces share most of their height."""
    shared = min(first.top, piece.top) - max(first.bottom, piece.bottom)
    return shared >= 0.5 * min(first.top - first.bottom, piece.top - piece.bottom)
