"""PDF: the pages that were read of it put in order, and told apart into headings, paragraphs, tables and captions."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from openrepro.papers.pdf_blocks import Chunk, chunks_of, in_order, is_open, others
from openrepro.papers.sheet_columns import flows
from openrepro.papers.sheet_margins import bodies
from openrepro.papers.sheets import Piece, Row, Sheet
from openrepro.papers.text import PaperText
from openrepro.papers.text_writing import Named, Sort, TextWriter

_LIGATURES: Final = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_ODD: Final = re.compile(r"[\ufb00-\ufb06\ufffe\u00ad\u0002\s]")
_SOFT: Final = ("\ufffe", "\u00ad", "\u0002")
MOST_ANGLES: Final = 8
_CLOSE: Final = 0.12
"""Times the size: a gap that parts no words."""


def pdf_text(sheets: Sequence[Sheet], named: Named) -> PaperText:
    """The text of a PDF. The characters that `source` leads to are those of the sheets, one after the other.

    Takes time in proportion to the number of pieces, but for sorting. Raises OpenReproError when there is no text.
    """
    return _Writing(sheets).done(named)


class _Writing:
    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self._sheets = sheets
        self._source = "".join(sheet.text for sheet in sheets)
        self._starts = list(accumulate((len(sheet.text) for sheet in sheets), initial=0))
        self._out = TextWriter(self._source)

    def done(self, named: Named) -> PaperText:
        pages = bodies(self._sheets)
        body = _usual_size(pages)
        straight = [_at_angle(page, _usual_angle(page)) for page in pages]
        waiting = False
        for number, parts in enumerate(flows(straight)):
            sheet = self._sheets[number]
            columns = [chunks_of(sheet, part, body, titled=number + at == 0) for at, part in enumerate(parts)]
            columns = [*columns[:-1], [*(columns[-1] if columns else []), *_beside(sheet, pages[number], body)]]
            for column in columns:
                for chunk in in_order(column, sheet, waiting=waiting):
                    self._chunk(self._starts[number], chunk)
                waiting = is_open(column, sheet, before=waiting)
            self._out.end_page()
        return self._out.done(named)

    def _chunk(self, at: int, chunk: Chunk) -> None:
        for number, row in enumerate(chunk.rows):
            end = at + row.pieces[-1].end
            soft = self._row(at, row, cells=chunk.sort is Sort.TABLE)
            if number + 1 < len(chunk.rows) and not soft:
                self._out.put("\n", end, end)
        self._out.end_block(chunk.sort, at=at + chunk.rows[-1].pieces[-1].end, level=chunk.level)

    def _row(self, at: int, row: Row, *, cells: bool) -> bool:
        """Write a row; gives whether it ends with a hyphen that only parts a word at the end of a line."""
        before: Piece | None = None
        for piece in row.pieces:
            if before is not None and (cells or piece.left - before.right > _CLOSE * piece.size):
                self._out.put("\t" if cells else " ", at + before.end, at + before.end)
            self._piece(at + piece.start, at + piece.end)
            before = piece
        return self._source[at + row.pieces[-1].end - 1] in _SOFT

    def _piece(self, start: int, end: int) -> None:
        """Write a piece: ligatures as letters, any space as one space, no soft hyphens."""
        for match in _ODD.finditer(self._source, start, end):
            self._out.copy(start, match.start())
            odd = match[0]
            self._out.put(_LIGATURES.get(odd, "" if odd in _SOFT else " "), match.start(), match.end())
            start = match.end()
        self._out.copy(start, end)


def _usual_size(pages: Sequence[Sequence[Piece]]) -> int:
    """The size that most letters have."""
    counted = Counter[int]()
    for page in pages:
        for piece in page:
            counted[piece.size] += piece.end - piece.start
    return max(counted, key=lambda size: (counted[size], size), default=0)


def _usual_angle(pieces: Sequence[Piece]) -> int:
    counted = Counter({0: 0})
    for piece in pieces:
        counted[piece.angle] += piece.end - piece.start
    return max(counted, key=lambda angle: (counted[angle], -angle))


def _at_angle(pieces: Sequence[Piece], angle: int) -> list[Piece]:
    return [piece for piece in pieces if piece.angle == angle]


def _beside(sheet: Sheet, pieces: Sequence[Piece], body: int) -> list[Chunk]:
    """What stands at another angle than the text of the page, as in drawings and margins."""
    usual = _usual_angle(pieces)
    angles = sorted({piece.angle for piece in pieces} - {usual})
    groups = [_at_angle(pieces, angle) for angle in angles[:MOST_ANGLES]]
    return [chunk for group in groups for chunk in others(chunks_of(sheet, group, body, titled=False))]
