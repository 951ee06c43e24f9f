"""Quotes woven into HTML: sentinel characters in a text become balanced `mark` elements, whatever tags lie between."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from openrepro.rendering.limits import MARKS, MARKS_DEEP
from openrepro.rendering.model import Quoted
from openrepro.rendering.unseen import lines, named
from openrepro.visible import MARK, replaced

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_DIGITS = "\ufde0\ufde1\ufde2\ufde3\ufde4\ufde5\ufde6\ufde7\ufde8\ufde9"
_SENTINEL = re.compile(f"[{_OPEN}{_CLOSE}][{_DIGITS}]{{4}}")
_TOKEN = re.compile(r'<math[ >].*?</math>|<(?:[^<>"]|"[^"]*")*>|[^<]+|<', re.S)
_IN_MATH = "\u2061\u2062\u2063\u2064"


class Span(NamedTuple):
    """Characters `[start, end)` of a text that quote number `quote` rests on."""

    start: int
    end: int
    quote: int


class Piece(NamedTuple):
    """HTML that is not cut, and the names of the quotes whose first mark it holds."""

    html: str
    names: tuple[str, ...] = ()


def weight(html: str) -> int:
    """The bytes of `html` as it is sent."""
    return len(html) if html.isascii() else len(html.encode("utf-8", "replace"))


def opener(quote: int) -> str:
    return _OPEN + _digits(quote)


def closer(quote: int) -> str:
    return _CLOSE + _digits(quote)


def _digits(quote: int) -> str:
    return "".join(_DIGITS[int(digit)] for digit in f"{quote:04d}")


def around(text: str, quotes: Iterable[int]) -> str:
    """`text` between the sentinels of `quotes`."""
    quotes = tuple(quotes)
    return "".join(map(opener, quotes)) + text + "".join(map(closer, reversed(quotes)))


def planted(text: str, spans: Sequence[Span]) -> str:
    """`text` with the sentinels of `spans` in it."""
    points = sorted(
        [(span.start, 1, opener(span.quote)) for span in spans] + [(span.end, 0, closer(span.quote)) for span in spans]
    )
    pieces, last = [], 0
    for place, _, sentinel in points:
        pieces += [text[last:place], sentinel]
        last = place
    return "".join([*pieces, text[last:]])


def cleared(text: str) -> str:
    """`text` without sentinels."""
    return text if text.isascii() else _SENTINEL.sub("", text)


def sentinels(text: str) -> list[str]:
    """The sentinels in `text`, in order."""
    return [] if text.isascii() else _SENTINEL.findall(text)


def uprooted(text: str) -> tuple[str, list[Span]]:
    """`text` without sentinels, and the spans that they stood for (those that close)."""
    pieces: list[str] = []
    opened: dict[str, int] = {}
    spans: list[Span] = []
    last = size = 0
    for match in _SENTINEL.finditer(text):
        pieces.append(text[last : match.start()])
        size += match.start() - last
        last = match.end()
        if match[0][0] == _OPEN:
            opened[match[0][1:]] = size
        elif match[0][1:] in opened:
            spans.append(Span(opened.pop(match[0][1:]), size, _number(match[0])))
    return "".join([*pieces, text[last:]]), spans


def _number(sentinel: str) -> int:
    return int("".join(str(_DIGITS.index(digit)) for digit in sentinel[1:]))


class Weaver:
    """Weaves the pieces of a book in their order; the first mark of each quote is given its id."""

    def __init__(self, quotes: Sequence[Quoted]) -> None:
        self._quotes = quotes
        self._open: list[int] = []
        self._marked: set[int] = set()
        self._first: list[int] = []
        self._left = 0

    def piece(self, html: str) -> Piece:
        """The piece with marks for sentinels and names for invisible characters.

        Where very many quotes lie over one another, some are marked at their beginning only.
        """
        self._first, self._left = [], MARKS
        woven = "".join(self._woven(html))
        return Piece(woven, tuple(self._quotes[quote].name for quote in self._first))

    def ended(self) -> None:
        """Forgets quotes that were left open; each block closes its own."""
        self._open.clear()

    def _woven(self, html: str) -> Iterable[str]:
        listing = 0
        for match in _TOKEN.finditer(html):
            token = match[0]
            if token.startswith("<math"):
                yield self._within(_plain_math(token))
            elif token[0] == "<" and len(token) > 1:
                listing += token.startswith("<pre") - token.startswith("</pre")
                yield token if token.isascii() else replaced(cleared(token), lambda _: MARK)
            else:
                yield from self._text(lines(token), listing > 0)

    def _text(self, text: str, listing: bool) -> Iterable[str]:
        last = 0
        for match in _SENTINEL.finditer(text):
            yield self._run(text[last : match.start()], listing)
            self._turn(match[0])
            last = match.end()
        yield self._run(text[last:], listing)

    def _turn(self, sentinel: str) -> None:
        quote = _number(sentinel)
        if sentinel[0] == _OPEN:
            if quote < len(self._quotes) and quote not in self._open:
                self._open.append(quote)
        elif quote in self._open:
            self._open.remove(quote)

    def _run(self, text: str, listing: bool) -> str:
        html = named(text)
        return self._within(html) if text.strip() or (listing and text) else html

    def _within(self, html: str) -> str:
        if not self._open:
            return html
        shown = [quote for place, quote in enumerate(self._open) if self._is_marked(place, quote)]
        return "".join(map(self._mark, shown)) + html + "</mark>" * len(shown)

    def _is_marked(self, place: int, quote: int) -> bool:
        if quote not in self._marked:
            return True
        self._left -= place < MARKS_DEEP
        return place < MARKS_DEEP and self._left >= 0

    def _mark(self, quote: int) -> str:
        one = self._quotes[quote]
        first = quote not in self._marked
        if first:
            self._marked.add(quote)
            self._first.append(quote)
        name = f' id="{escape(one.name)}"' if first else ""
        return f'<mark{name} class="quote" data-claim="{escape(one.claim)}">'


def _plain_math(html: str) -> str:
    return replaced(cleared(html), lambda character: character if character in _IN_MATH else MARK)
