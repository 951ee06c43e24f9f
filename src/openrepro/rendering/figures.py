"""Figures of a logbook as documents of their own, and the place where each stands in a page."""

import re
from collections.abc import Sequence
from html import escape

from openrepro.logbooks.logbook import Block, Cell, Logbook
from openrepro.rendering.limits import FIGURE, FIGURES
from openrepro.rendering.model import Gap, RenderedFigure
from openrepro.rendering.unseen import shown, storable
from openrepro.visible import visible

_RASTER = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/]+={0,2})")
_FRAME = (
    '<!doctype html><meta charset="utf-8"><title>{title}</title><img src="data:{kind};base64,{data}" alt="{title}">'
)


class Figures:
    """The figures of a book as they are met; each gets a number from 1."""

    def __init__(self, logbook: Logbook) -> None:
        self._logbook = logbook
        self.found: list[RenderedFigure] = []
        self.gaps: list[Gap] = []

    def document(self, cell: Cell, blocks: Sequence[Block]) -> str:
        """The slot for the HTML document that `blocks`, which follow one another in a fence, hold."""
        first, last = blocks[0].at, blocks[-1].at
        data = self._logbook.files.get(first.file, b"")[first.start : last.end]
        return self._slot(cell, cell.title or "Figure", data.decode("utf-8", "replace"), len(data))

    def raster(self, cell: Cell, block: Block, title: str) -> str | None:
        """The slot for the picture that `block` holds as a data URI; None when it is no picture of a known kind."""
        match = _RASTER.fullmatch(block.text)
        if match is None:
            return None
        name = visible(title or cell.title or "Picture")[:200]
        document = _FRAME.format(title=escape(storable(name)), kind=match[1], data=match[2])
        return self._slot(cell, name, document, len(document))

    def _slot(self, cell: Cell, title: str, document: str, size: int) -> str:
        title = visible(title)[:200]
        if size > FIGURE or len(self.found) >= FIGURES:
            why = f"it is larger than {FIGURE // 10**6} MB" if size > FIGURE else f"only {FIGURES} figures are shown"
            self.gaps.append(Gap(f"figure {title[:80]}", f"The figure is not shown: {why}; it is in the file."))
            return f'<p class="left-out">The figure “{shown(title)}” is not shown: {why}; it is in the file.</p>'
        number = len(self.found) + 1
        self.found.append(RenderedFigure(number, cell.id or "", title, document))
        return f'<p class="figure-slot" data-figure="{number}">Figure {number}: {shown(title)}</p>'
