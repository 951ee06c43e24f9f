"""Where the bytes of an address are shown: the page, its part, and the id of the element to jump to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.rendering.model import Rendering

_CELL: Final = re.compile(r'<section class="cell [a-z -]*" id="(c-[0-9]+)">')


class Spot(NamedTuple):
    """An element of a rendered page: the page, its part (both from 0) and its id; without one, the top of the part."""

    page: int
    part: int
    anchor: str = ""


class _Cell(NamedTuple):
    start: int
    end: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Where:
    """Finds spots. `pages` maps files to page numbers, `cells` to their cells in order."""

    pages: Mapping[str, int]
    cells: Mapping[str, Sequence[_Cell]] = field(default_factory=dict)

    def of(self, at: Address) -> Spot | None:
        """The spot of the cell that an address begins in; None for what is on no page, such as a result file."""
        page = self.pages.get(at.file)
        if page is None:
            return None
        inside = (cell.spot for cell in self.cells.get(at.file, ()) if cell.start <= at.start < cell.end)
        return next(inside, Spot(page, 0))

    def json(self, at: Address) -> dict[str, Json]:
        """An address with its spot."""
        spot = self.of(at)
        told: dict[str, Json] = {"page": None, "part": None, "anchor": ""} if spot is None else spot._asdict()
        return at.as_json() | told


def where_in(logbook: Logbook, rendering: Rendering) -> Where:
    """The spots of a logbook's cells as they were rendered."""
    pages = {page.file: number for number, page in enumerate(rendering.pages)}
    cells: dict[str, list[_Cell]] = {}
    for page in logbook.pages:
        number = pages.get(page.file)
        if number is None:
            continue
        spots = list(_spots(rendering.pages[number].parts, number))
        cells[page.file] = [
            _Cell(cell.at.start, cell.at.end, spot) for cell, spot in zip(page.cells, spots, strict=False)
        ]
    return Where(pages, cells)


def _spots(parts: Sequence[str], page: int) -> Iterator[Spot]:
    for number, part in enumerate(parts):
        for match in _CELL.finditer(part):
            yield Spot(page, number, match[1])
