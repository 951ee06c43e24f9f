"""The order in which a page is read: its columns, and what stands across them."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from statistics import median
from typing import Final

from openrepro.papers.sheets import Piece

POINT: Final = 10
WIDEST: Final = 20_000
"""Points of a page that are looked at."""
FEWEST: Final = 6
"""Pieces on either side of what parts two columns."""
ACROSS: Final = 0.2
"""Of the pieces of the lesser column: how many may stand across both."""
BROAD: Final = 0.2
"""Of the breadth of the text: how broad the pieces of a column are, taken together."""
MARGIN: Final = 60
"""Tenths of a point that a piece reaches into both columns where it stands across them."""


def flows(pages: Sequence[Sequence[Piece]]) -> list[list[list[Piece]]]:
    """For each page its pieces in parts that are read one after the other, each from top to bottom."""
    found = [gutter(pieces) for pieces in pages]
    known = [one for one in found if one is not None]
    usual = round(median(known)) if known else None
    return [
        _parts(pieces, own if own is not None else _usual(pieces, usual))
        for pieces, own in zip(pages, found, strict=True)
    ]


def gutter(pieces: Sequence[Piece]) -> int | None:
    """Where the space between two columns is; None on a page of one column."""
    if len(pieces) < 2 * FEWEST:
        return None
    left, right = min(one.left for one in pieces), max(one.right for one in pieces)
    points = min((right - left) // POINT, WIDEST)
    covered = _covered(pieces, left, points)
    inner = range(int(points * 0.3), int(points * 0.7))
    least = min((covered[at] for at in inner), default=0)
    free = [at for at in inner if covered[at] == least]
    if not free:
        return None
    at = left + free[len(free) // 2] * POINT
    sides = [one for one in pieces if one.right <= at], [one for one in pieces if one.left >= at]
    fewest = min(map(len, sides))
    broad = all(_breadth(side) >= BROAD * (right - left) for side in sides if side)
    return at if fewest >= FEWEST and least <= ACROSS * fewest and broad else None


def _covered(pieces: Sequence[Piece], left: int, points: int) -> list[int]:
    """How many pieces stand over each point of the breadth of the text."""
    steps = [0] * (points + 2)
    for piece in pieces:
        first = min((piece.left - left) // POINT, points)
        steps[first] += 1
        steps[min(max(first, (piece.right - left) // POINT) + 1, points + 1)] -= 1
    return list(accumulate(steps))


def _breadth(side: Sequence[Piece]) -> float:
    """How broad pieces are, those that say more counting more."""
    letters = sum(one.end - one.start for one in side)
    return sum((one.right - one.left) * (one.end - one.start) for one in side) / letters


def _usual(pieces: Sequence[Piece], at: int | None) -> int | None:
    """The gutter of the other pages, where this one may have it too."""
    if at is None:
        return None
    across = sum(_is_across(one, at) for one in pieces)
    return at if across <= ACROSS * len(pieces) else None


def _is_across(piece: Piece, at: int) -> bool:
    return piece.left < at - MARGIN and piece.right > at + MARGIN


def _parts(pieces: Sequence[Piece], at: int | None) -> list[list[Piece]]:
    if at is None:
        return [list(pieces)] if pieces else []
    across = sorted((one for one in pieces if _is_across(one, at)), key=lambda one: -one.base)
    heights = [-one.base for one in across]
    between: list[tuple[list[Piece], list[Piece]]] = [([], []) for _ in range(len(across) + 1)]
    for piece in pieces:
        if not _is_across(piece, at):
            between[bisect_left(heights, -piece.base)][piece.left + piece.right > 2 * at].append(piece)
    return _joined(across, between)


def _joined(across: list[Piece], between: list[tuple[list[Piece], list[Piece]]]) -> list[list[Piece]]:
    """What stands across, as one part as long as no column comes between."""
    parts: list[list[Piece]] = []
    open_ = False
    for number, columns in enumerate(between):
        held = [column for column in columns if column]
        parts += held
        open_ = open_ and not held
        if number < len(across):
            if not open_:
                parts.append([])
            parts[-1].append(across[number])
            open_ = True
    return parts
