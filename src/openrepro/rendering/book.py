"""A logbook as pages of safe HTML, the judge's quotes marked in them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from openrepro.logbooks.logbook import Cell, CellType, Logbook, Page
from openrepro.rendering.allowance import Allowance
from openrepro.rendering.cells import CellBlocks, Numbered, overlap
from openrepro.rendering.cutting import Parts
from openrepro.rendering.figures import Figures
from openrepro.rendering.heads import head
from openrepro.rendering.limits import BOOK, CELLS, GAPS, PAGES, PART, QUOTES
from openrepro.rendering.model import Gap, Placed, Quoted, RenderedPage, Rendering
from openrepro.rendering.weave import Piece, Weaver, around, weight

VERSION = "3"
"""Changes whenever the same logbook would be rendered differently."""
_TOO_MUCH = "What follows in this cell is not shown: the logbook is too large"
_EMPTY = '<p class="left-out">This page is empty.</p>\n'


def rendering_of(logbook: Logbook, quotes: Sequence[Quoted]) -> Rendering:
    """`logbook` as safe HTML with a mark for every quote that is found in it; never raises on a logbook."""
    return _Book(logbook, tuple(quotes)).rendering()


class _Book:
    def __init__(self, logbook: Logbook, quotes: tuple[Quoted, ...]) -> None:
        self._logbook = logbook
        self._quotes = quotes[:QUOTES]
        self._weaver = Weaver(self._quotes)
        self._figures = Figures(logbook)
        self._allowance = Allowance({page.slug: number for number, page in enumerate(logbook.pages[:PAGES])})
        self._places: list[Placed] = []
        self._gaps = [_lost(quote, f"only {QUOTES} quotes are marked") for quote in quotes[QUOTES:]]
        self._left = BOOK
        self._cells = 0

    def rendering(self) -> Rendering:
        pages = tuple(self._page(number, page) for number, page in enumerate(self._logbook.pages[:PAGES]))
        if len(self._logbook.pages) > PAGES:
            self._gaps.append(Gap(self._logbook.name[:80], f"Only the first {PAGES} pages are shown."))
        self._gaps += self._figures.gaps + self._unfound()
        return Rendering(pages, tuple(self._figures.found), tuple(self._places), tuple(self._gaps[:GAPS]))

    def _page(self, number: int, page: Page) -> RenderedPage:
        parts = Parts()
        self._allowance.new_page()
        quotes = self._by_cell(page)
        for place, cell in enumerate(page.cells):
            if parts.size > self._left - PART or self._cells >= CELLS:
                left = f"{len(page.cells) - place} further cells of this page are not shown: the logbook is too large"
                parts.note(f'<p class="left-out">{left}.</p>\n')
                self._gaps.append(Gap(page.file[:200], f"{left}; the whole is in the file."))
                break
            self._cell(cell, quotes.get(place, []), parts)
        if not page.cells:
            parts.note(_EMPTY)
        self._left -= parts.size
        self._places += [Placed(found.name, number, found.part) for found in parts.found]
        return RenderedPage(page.slug, page.title, page.file, page.role.value, parts.done())

    def _by_cell(self, page: Page) -> dict[int, list[Numbered]]:
        """The quotes of each cell of `page`, by the cell's place in it; cells tile their file."""
        starts = [cell.at.start for cell in page.cells]
        found: dict[int, list[Numbered]] = {}
        for number, quote in enumerate(self._quotes):
            if quote.at.file == page.file and starts:
                first = max(0, bisect_right(starts, quote.at.start) - 1)
                for place in range(first, bisect_left(starts, quote.at.end)):
                    if overlap(quote.at, page.cells[place].at):
                        found.setdefault(place, []).append(Numbered(number, quote))
        return found

    def _cell(self, cell: Cell, quotes: Sequence[Numbered], parts: Parts) -> None:
        self._cells += 1
        opened, _, closed = around("\n", _of_head(cell, quotes)).partition("\n")
        pieces = [self._weaver.piece(head(cell, opened=opened, closed=closed))]
        left = self._left - PART - parts.size
        for html in CellBlocks(cell, quotes, self._figures, self._allowance).pieces():
            if left < 0:
                pieces.append(Piece(f'<p class="left-out">{_TOO_MUCH}.</p>\n'))
                self._gaps.append(Gap(cell.at.file[:200], f"{_TOO_MUCH}; the whole is in the file."))
                break
            pieces.append(self._weaver.piece(html))
            left -= weight(pieces[-1].html)
        self._weaver.ended()
        parts.add(cell, self._cells, pieces)

    def _unfound(self) -> list[Gap]:
        found = {place.name for place in self._places}
        files = {page.file for page in self._logbook.pages}
        return [
            _lost(quote, "it is in a part that is not shown" if quote.at.file in files else "its file is no page")
            for quote in self._quotes
            if quote.name not in found
        ]


def _of_head(cell: Cell, quotes: Sequence[Numbered]) -> list[int]:
    """The quotes that begin in the header of a cell, or touch nothing of it that is shown."""
    numbers = []
    for number, quote in quotes:
        body = cell.blocks[0].at.start if cell.blocks else cell.at.end
        header = cell.type is not CellType.PROSE and quote.at.start < body
        if header or not any(overlap(quote.at, block.at) for block in cell.blocks):
            numbers.append(number)
    return numbers


def _lost(quote: Quoted, why: str) -> Gap:
    at = quote.at
    where = f"{at.file[:200]}, bytes {at.start} to {at.end}"
    return Gap(where, f"The quote {quote.name} of {quote.claim} is not marked: {why}.")
