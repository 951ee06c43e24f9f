"""Pages as they are read of PDFs, for tests: lines of words at places, with no PDF and no sandbox."""

from collections.abc import Iterable
from typing import NamedTuple

from openrepro.papers.sheets import Piece, Sheet

WIDTH = 50
"""Tenths of a point of a letter of size 100."""


class Set(NamedTuple):
    """Words set at a place; lengths are tenths of a point."""

    left: int
    base: int
    words: str
    size: int = 100
    bold: bool = False
    hidden: bool = False


def sheet(lines: Iterable[Set]) -> Sheet:
    text, pieces = "", []
    for one in lines:
        start, text = len(text), text + one.words
        right = one.left + len(one.words) * WIDTH * one.size // 100
        pieces.append(Piece(start, len(text), one.left, right, one.base, one.size, 0, one.bold, one.hidden))
    return Sheet(text, tuple(pieces))


def prose(
    left: int = 700, top: int = 7000, rows: int = 8, words: str = "words of a line that goes on and on"
) -> list[Set]:
    """A paragraph of lines, one below the other."""
    return [Set(left, top - 120 * row, words) for row in range(rows)]
