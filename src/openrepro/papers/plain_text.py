"""Plain text: paragraphs by empty lines, pages by form feeds, headings and tables by how they look."""

import re
from typing import Final

from openrepro.papers.text import PaperText, Span
from openrepro.papers.text_writing import Named, Sort, TextWriter

_LINE: Final = re.compile(r"[^\n\f]*[\n\f]?")
_NUMBERED: Final = re.compile(
    r"(?P<number>(?:[0-9]{1,2}|[A-H])(?:\.[0-9]{1,2}){0,3})\.?[ \t]{1,4}[A-Z][^\n]{1,100}(?<![.,;:])"
)
_NAMES: Final = frozenset(
    (
        *("abstract", "introduction", "related work", "conclusion", "conclusions", "discussion", "acknowledgments"),
        *("acknowledgements", "references", "appendix", "limitations", "broader impact", "impact statement"),
    )
)
_COLUMNS: Final = re.compile(r"\S(?:[ ]{2,}|\t)(?=\S)")
_LONGEST: Final = 120
"""Characters of a line that may be a heading."""
_FEWEST_ROWS: Final = 2


def plain_text(source: str, named: Named) -> PaperText:
    """The text of a plain file, in time linear in its size. Raises OpenReproError when it holds none."""
    return _Plain(source).read(named)


class _Plain:
    def __init__(self, source: str) -> None:
        self._source = source
        self._out = TextWriter(source)
        self._held: list[Span] = []

    def read(self, named: Named) -> PaperText:
        for match in _LINE.finditer(self._source):
            end = match.end() - (1 if match[0][-1:] == "\f" else 0)
            if self._source[match.start() : end].strip():
                self._held.append(Span(match.start(), end))
            else:
                self._flush(match.start())
            if match[0][-1:] == "\f":
                self._flush(end)
                self._out.end_page()
        self._flush(len(self._source))
        return self._out.done(named)

    def _flush(self, at: int) -> None:
        """Write the lines that are held: a heading where the first one looks so, and the rest as one paragraph."""
        lines, self._held = self._held, []
        level = self._level(lines[0]) if lines else 0
        if level:
            self._out.copy(*lines[0])
            self._out.end_block(Sort.HEADING, at=lines[0].end, level=level)
            lines = lines[1:]
        for line in lines:
            self._out.copy(*line)
        self._out.end_block(Sort.TABLE if self._is_table(lines) else Sort.PROSE, at=at)

    def _level(self, line: Span) -> int:
        """The level of a heading; 0 for a line that is none."""
        if line.end - line.start > _LONGEST:
            return 0
        words = self._source[line.start : line.end].strip()
        numbered = _NUMBERED.fullmatch(words)
        if numbered is not None:
            return numbered["number"].count(".") + 1
        return 1 if words.rstrip(".:").lower() in _NAMES else 0

    def _is_table(self, lines: list[Span]) -> bool:
        """Whether most lines have columns with wide gaps between them."""
        rows = sum(bool(_COLUMNS.search(self._source[start : min(end, start + 400)].strip())) for start, end in lines)
        return rows >= _FEWEST_ROWS and rows * 2 > len(lines)
