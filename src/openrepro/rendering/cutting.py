"""A page's pieces as parts: cut at the borders of cells, and within a huge cell at the borders of its pieces."""

from collections.abc import Sequence
from typing import NamedTuple

from openrepro.logbooks.logbook import Cell
from openrepro.rendering.heads import continued, opening
from openrepro.rendering.limits import CELL, PART
from openrepro.rendering.weave import Piece, weight

_CLOSED = "</section>\n"


class _Found(NamedTuple):
    name: str
    part: int


class Parts:
    """The parts of one page as they fill up, and in which part the first mark of each quote stands."""

    def __init__(self) -> None:
        self._full: list[str] = []
        self._pieces: list[str] = []
        self._size = self._turned = 0
        self.found: list[_Found] = []

    def add(self, cell: Cell, number: int, pieces: Sequence[Piece]) -> None:
        """Adds a cell: its heading, which is the first of its pieces, and what follows it."""
        sizes = [weight(piece.html) for piece in pieces]
        whole = CELL + sum(sizes)
        least = whole if whole <= PART else CELL + sizes[0]
        if self._size and self._size + least > PART:
            self._turn()
        self._put(opening(cell, number))
        self._size += CELL
        for index, (piece, size) in enumerate(zip(pieces, sizes, strict=True)):
            if index and self._size + size > PART:
                self._put(_CLOSED)
                self._turn()
                self._put(opening(cell, number, again=True) + continued(cell))
            self._put(piece.html)
            self.found += [_Found(name, len(self._full)) for name in piece.names]
        self._put(_CLOSED)

    def note(self, html: str) -> None:
        """Adds a line of ours."""
        self._put(html)

    def _put(self, html: str) -> None:
        self._pieces.append(html)
        self._size += weight(html)

    def _turn(self) -> None:
        self._full.append("".join(self._pieces))
        self._turned += self._size
        self._pieces, self._size = [], 0

    @property
    def size(self) -> int:
        """The bytes so far, as they are counted against the limits."""
        return self._turned + self._size

    def done(self) -> tuple[str, ...]:
        """The parts; never empty."""
        if self._pieces or not self._full:
            self._turn()
        return tuple(self._full)
