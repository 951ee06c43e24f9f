"""Which rows of a column are a table: those whose gaps stand one below the other."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from openrepro.papers.sheets import Row, Sheet

_NUMBER: Final = re.compile(r"\([A-Z]?\.?[0-9]{1,3}(?:\.[0-9]{1,3})?[a-z]?\)")
FEWEST: Final = 2
FEWEST_FULL: Final = 3
"""Rows that begin and end with the column, as justified lines with wide gaps do."""
MOST_CELLS: Final = 40
FLUSH: Final = 15
APART: Final = 3.0
"""Times the size: how far rows of one table are apart at most."""


class _Gap(NamedTuple):
    left: int
    right: int


def table_rows(sheet: Sheet, rows: Sequence[Row]) -> set[int]:
    """The numbers of the rows that are part of a table, single rows in the midst of one included."""
    if not rows:
        return set()
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    gaps = [_gaps(sheet, row) for row in rows]
    found: set[int] = set()
    run: list[int] = []
    for number in range(len(rows) + 1):
        goes_on = bool(run) and number < len(rows) and _below(rows, gaps, run[-1], number)
        if goes_on:
            run.append(number)
        else:
            found |= _kept(rows, run, left, right)
            run = [number] if number < len(rows) and gaps[number] else []
    return found | _between(rows, found)


def _kept(rows: Sequence[Row], run: list[int], left: int, right: int) -> set[int]:
    full = all(rows[at].left - left < FLUSH and right - rows[at].right < FLUSH for at in run)
    return set(run) if len(run) >= (FEWEST_FULL if full else FEWEST) else set()


def _gaps(sheet: Sheet, row: Row) -> list[_Gap]:
    """The gaps of a row; a formula with its number has none that count."""
    words = sheet.words(row.pieces[-1])
    if len(row.pieces) > MOST_CELLS or (len(words) < 12 and _NUMBER.fullmatch(words)):
        return []
    size = row.main.size
    return [
        _Gap(before.right, after.left) for before, after in pairwise(row.pieces) if after.left - before.right > size / 2
    ]


def _below(rows: Sequence[Row], gaps: Sequence[list[_Gap]], upper: int, lower: int) -> bool:
    """Whether two rows share a gap of some breadth, and are near."""
    size = max(rows[upper].main.size, rows[lower].main.size)
    near = rows[upper].main.base - rows[lower].main.base < APART * size
    return near and any(
        min(one.right, other.right) - max(one.left, other.left) > size / 2
        for one in gaps[upper]
        for other in gaps[lower]
    )


def _between(rows: Sequence[Row], found: set[int]) -> set[int]:
    return {
        at
        for at in range(1, len(rows) - 1)
        if at not in found
        and at - 1 in found
        and at + 1 in found
        and rows[at - 1].main.base - rows[at + 1].main.base < APART * rows[at].main.size
    }
