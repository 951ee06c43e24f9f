"""HTML as plain text: paragraphs, headings and tables as browsers show them; scripts, styles and menus left out."""

import re
from html import unescape
from typing import Final

from openrepro.papers.html_tags import Piece, pieces
from openrepro.papers.text import PaperText, Span
from openrepro.papers.text_writing import Named, Sort, TextWriter

_SKIPPED: Final = frozenset(
    (
        *("head", "script", "style", "noscript", "template", "svg", "nav", "annotation", "annotation-xml", "button"),
        *("select", "iframe", "object", "textarea", "title"),
    )
)
_BLOCKS: Final = frozenset(
    (
        *("p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote", "figure", "figcaption"),
        *("ul", "ol", "li", "dl", "dt", "dd", "form", "fieldset", "address", "details", "summary", "hr", "body"),
    )
)
_LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
_WORDS: Final = re.compile(r"(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?)|[^&]+|&")


def html_text(source: str, named: Named) -> PaperText:
    """The text of an HTML file, in time linear in its size. Raises OpenReproError when it holds none."""
    return _Html(source).read(named)


class _Html:
    def __init__(self, source: str) -> None:
        self._source = source
        self._out = TextWriter(source)
        self._skipping = ""
        self._depth = 0
        self._tables = 0

    def read(self, named: Named) -> PaperText:
        for piece in pieces(self._source):
            if self._skipping:
                self._skip(piece)
            elif not piece.name:
                self._words(piece.span)
            elif piece.name in _SKIPPED and piece.opens and not self._is_empty(piece):
                self._skipping, self._depth = piece.name, 1
            else:
                self._tag(piece)
        self._end(Sort.TABLE if self._tables else Sort.PROSE, len(self._source))
        return self._out.done(named)

    def _is_empty(self, piece: Piece) -> bool:
        return self._source[piece.span.end - 2] == "/"

    def _skip(self, piece: Piece) -> None:
        if piece.name == self._skipping and not (piece.opens and self._is_empty(piece)):
            self._depth += 1 if piece.opens else -1
        if self._depth <= 0:
            self._skipping = ""

    def _words(self, span: Span) -> None:
        for match in _WORDS.finditer(self._source, *span):
            if match["entity"]:
                self._out.put(unescape(match[0]), *match.span())
            else:
                self._out.copy(*match.span())

    def _tag(self, piece: Piece) -> None:
        at = piece.span.start
        if piece.name == "table":
            self._table(at, opens=piece.opens)
        elif self._tables:
            self._in_table(piece)
        elif piece.name in _LEVELS:
            self._end(Sort.PROSE if piece.opens else Sort.HEADING, at, level=_LEVELS[piece.name])
        elif piece.name == "pre":
            self._end(Sort.PROSE if piece.opens else Sort.CODE, at)
        elif piece.name in _BLOCKS:
            self._end(Sort.PROSE, at)
        elif piece.name == "br":
            self._out.put("\n", *piece.span)

    def _table(self, at: int, *, opens: bool) -> None:
        if opens and not self._tables:
            self._end(Sort.PROSE, at)
        self._tables = max(0, self._tables + (1 if opens else -1))
        if not opens and not self._tables:
            self._end(Sort.TABLE, at)

    def _in_table(self, piece: Piece) -> None:
        """A whole table is one paragraph: rows are lines, cells are parted by tabs."""
        if piece.name in ("tr", "caption") and not piece.opens:
            self._out.put("\n", *piece.span)
        elif piece.name in ("td", "th") and not piece.opens:
            self._out.put("\t", *piece.span)
        elif piece.name in _BLOCKS or piece.name == "br":
            self._out.put(" ", *piece.span)

    def _end(self, sort: Sort, at: int, level: int = 0) -> None:
        self._out.end_block(sort, at=at, level=level)
