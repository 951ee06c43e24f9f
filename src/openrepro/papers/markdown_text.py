"""Markdown as plain text: line by line, and what marks words dropped; formulas stay as they are written."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Final

from openrepro.papers.text import PaperText, Span
from openrepro.papers.text_writing import Named, Sort, TextWriter

_LINE: Final = re.compile(r"[^\n]*\n?")
_PREFIX: Final = re.compile(r"(?:[ \t]{0,8}>)*[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)?")
_FENCE: Final = re.compile(r"[ \t]{0,8}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r"[ ]{0,3}(?P<level>#{1,6})[ \t]+(?P<title>[^\n]*)")
_CLOSING: Final = re.compile(r"[ \t]+#+[ \t]*$")
_UNDER: Final = re.compile(r"[ ]{0,3}(?P<mark>=+|-{2,})[ \t]*\r?\n?")
_DELIMITER: Final = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?")
_RULE: Final = re.compile(r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\r?\n?")
_TOKEN: Final = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<toggle>`+|\${1,2})"
    r"|(?P<stars>\*+)|(?P<bars>_+)"
    r"|(?P<open>!?\[(?=[^\[\]]{0,1000}\]\())"
    r"|(?P<close>\]\([^()\s]{0,2000}(?:\s[^()]{0,300})?\))"
    r"|<(?P<link>https?://[^<>\s]{1,2000})>"
    r"|(?P<tag><!--[^<>]{0,1000}-->|</?[A-Za-z][^<>]{0,1000}>)"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)


def markdown_text(source: str, named: Named) -> PaperText:
    """The text of a Markdown file, in time linear in its size. Raises OpenReproError when it holds none."""
    return _Markdown(source).read(named)


class _Markdown:
    def __init__(self, source: str) -> None:
        self._source = source
        self._out = TextWriter(source)
        self._held: list[Span] = []
        self._table = False
        self._fence = ""

    def read(self, named: Named) -> PaperText:
        for match in _LINE.finditer(self._source):
            if match[0]:
                self._line(Span(match.start(), match.end()))
        self._flush(at=len(self._source))
        return self._out.done(named)

    def _line(self, line: Span) -> None:
        words = self._source[line.start : min(line.end, line.start + 2_000)]
        fence = _FENCE.match(words)
        if self._fence:
            self._fenced(line, closes=fence is not None and fence[1].startswith(self._fence))
        elif fence is not None:
            self._flush(at=line.start)
            self._fence = fence[1]
        elif not words.strip():
            self._flush(at=line.start)
        else:
            self._words(line, words)

    def _fenced(self, line: Span, *, closes: bool) -> None:
        if not closes:
            self._out.copy(line.start, line.end)
            return
        self._fence = ""
        self._out.end_block(Sort.CODE, at=line.start)

    def _words(self, line: Span, words: str) -> None:
        heading = _HEADING.match(words)
        if heading is not None:
            self._flush(at=line.start)
            closing = _CLOSING.search(heading["title"][-200:].rstrip("\r"))
            end = heading.end("title") - (len(closing[0]) if closing else 0)
            self._held.append(Span(line.start + heading.start("title"), line.start + end))
            self._flush(at=line.end, level=len(heading["level"]))
        elif self._held and not self._table and (under := _UNDER.fullmatch(words)) is not None:
            self._flush(at=line.end, level=1 if under["mark"][0] == "=" else 2)
        elif self._held and _DELIMITER.fullmatch(words.strip()):
            self._table = True
        elif _RULE.fullmatch(words):
            self._flush(at=line.end)
        else:
            prefix = _PREFIX.match(words)
            self._held.append(Span(line.start + (prefix.end() if prefix else 0), line.end))

    def _flush(self, *, at: int, level: int = 0) -> None:
        """Write the lines that are held as one paragraph."""
        if self._fence:
            self._fence = ""
            self._out.end_block(Sort.CODE, at=at)
        lines, table = self._held, self._table
        self._held, self._table = [], False
        if table:
            self._rows(lines)
        else:
            _Inline(self._source, self._out, lines).write()
        self._out.end_block(Sort.TABLE if table else Sort.HEADING if level else Sort.PROSE, at=at, level=level)

    def _rows(self, lines: Sequence[Span]) -> None:
        """The cells of a table, parted by tabs, a row on each line."""
        for line in lines:
            cells = _Inline(self._source, self._out, list(_cells(self._source, line)), between="\t")
            cells.write()
            self._out.put("\n", line.end - 1, line.end)


def _cells(source: str, line: Span) -> Iterator[Span]:
    """The cells between the bars of a line, without the spaces around them."""
    start = line.start
    for end in [*(at for at in range(line.start, line.end) if source[at] == "|"), line.end]:
        words = source[start:end]
        if words.strip():
            yield Span(start + len(words) - len(words.lstrip()), start + len(words.rstrip()))
        start = end + 1


class _Inline:
    """The words of one paragraph, whose marks go over its lines."""

    def __init__(self, source: str, out: TextWriter, lines: Sequence[Span], between: str = "") -> None:
        self._source, self._out, self._lines, self._between = source, out, lines, between
        tokens = (token for line in lines for token in _TOKEN.finditer(source, line.start, line.end))
        self._left = Counter(token[0] for token in tokens if token["toggle"])
        self._inside = ""

    def write(self) -> None:
        for number, (start, end) in enumerate(self._lines):
            if number and self._between:
                self._out.put(self._between, start, start)
            at = start
            for token in _TOKEN.finditer(self._source, start, end):
                self._out.copy(at, token.start())
                self._token(token)
                at = token.end()
            self._out.copy(at, end)

    def _token(self, token: re.Match[str]) -> None:
        start, end = token.span()
        if token["toggle"]:
            self._toggle(token[0], start, end)
        elif self._inside:
            self._out.copy(start, end)
        elif token["escape"]:
            self._out.copy(start + 1, end)
        elif token["link"]:
            self._out.copy(start + 1, end - 1)
        elif token["entity"]:
            self._out.put(unescape(token[0]), start, end)
        elif (token["stars"] or token["bars"]) and not self._marks(token):
            self._out.copy(start, end)

    def _toggle(self, mark: str, start: int, end: int) -> None:
        """Code and formulas: what is in them stays as it is. A mark without a second one is a character."""
        self._left[mark] -= 1
        if self._inside == mark:
            self._inside = ""
        elif self._inside or not self._left[mark]:
            self._out.copy(start, end)
        else:
            self._inside = mark

    def _marks(self, token: re.Match[str]) -> bool:
        """Whether stars or bars emphasise: they touch a word, and bars do not stand within one."""
        before = self._source[token.start() - 1 : token.start()]
        after = self._source[token.end() : token.end() + 1]
        if token["bars"] or (before.isdigit() and after.isdigit()):
            return not (before.isalnum() and after.isalnum()) and bool((before + after).strip())
        return bool(before.strip()) or bool(after.strip())
