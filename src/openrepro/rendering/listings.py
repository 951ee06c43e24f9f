"""Outputs and listings: exact text, the quotes in it, colours where they are cheap, and long ones cut in the middle."""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    _TokenType,
)

from openrepro.rendering.allowance import Allowance
from openrepro.rendering.limits import BLOCK, CODE, CODE_LINE, PIECE
from openrepro.rendering.unseen import storable, unreserved
from openrepro.rendering.weave import Span, planted, weight

_LEXERS = {
    **dict.fromkeys(("python", "py", "python3"), "python"),
    **dict.fromkeys(("bash", "sh", "shell", "zsh"), "bash"),
    **{name: name for name in ("json", "toml", "yaml")},
    "yml": "yaml",
}
_CLASSES = (
    (Comment, "t-c"),
    (Keyword, "t-k"),
    (String, "t-s"),
    (Number, "t-m"),
    (Name.Function, "t-f"),
    (Name.Class, "t-f"),
    (Name.Builtin, "t-b"),
    (Name.Tag, "t-b"),
    (Name.Decorator, "t-b"),
    (Operator.Word, "t-k"),
)
_NEAR = 1_000
_QUOTED = 30_000


class _Window(NamedTuple):
    start: int
    end: int


def listing(
    text: str, spans: Sequence[Span] = (), *, language: str = "", label: str = "", allowance: Allowance | None = None
) -> str:
    """`text` as `pre`, with the sentinels of `spans`; what is left out of a long one is said where it would stand.

    It is coloured as `language` where that is known, cheap and left in `allowance`.
    """
    windows = _windows(text, spans)
    language = _language(text, spans, language, allowance)
    shown = [_cut(text, spans, window, language) for window in windows]
    if len(windows) == 1 and windows[0] == (0, len(text)):
        return _pre(shown[0], label)
    pieces = [_pre(shown[0], label)]
    for before, window, html in zip(windows, windows[1:], shown[1:], strict=False):
        pieces += [_left_out(window.start - before.end), _pre(html, label)]
    if windows[-1].end < len(text):
        pieces.append(_left_out(len(text) - windows[-1].end))
    return "".join(pieces)


def _language(text: str, spans: Sequence[Span], language: str, allowance: Allowance | None) -> str:
    """The name of the lexer that colours `text`, or nothing when it is not known or would cost too much."""
    name = _LEXERS.get(language.lower(), "")
    if not name or allowance is None or len(text) > CODE or max(map(len, text.split("\n"))) > CODE_LINE:
        return ""
    marked = sum(span.end - span.start for span in spans)
    return name if marked <= CODE // 8 and allowance.takes_listing(text) else ""


def _pre(html: str, label: str) -> str:
    name = f' role="region" aria-label="{escape(label)}"' if label else ""
    # A line break right behind the tag is swallowed by browsers, so one is put there.
    return f'<pre tabindex="0"{name}>\n{html}</pre>'


def _left_out(count: int) -> str:
    return f'<p class="left-out">{count:,} characters are left out here; the whole is in the file.</p>'


def _windows(text: str, spans: Sequence[Span]) -> list[_Window]:
    """The parts of `text` that are shown: all, or its head, its tail and what surrounds the quotes."""
    if _is_short(text):
        return [_Window(0, len(text))]
    end = BLOCK // 8
    wanted, quoted = [_Window(0, end), _Window(len(text) - end, len(text))], 0
    for span in spans:
        window = _Window(max(0, span.start - _NEAR), min(len(text), span.end + _NEAR))
        quoted += window.end - window.start
        if quoted <= _QUOTED:
            wanted.append(window)
    return _joined(sorted(wanted))


def _is_short(text: str) -> bool:
    return len(text) <= BLOCK and weight(text) + 5 * sum(map(text.count, "&<>\"'")) <= PIECE


def _joined(windows: Iterable[_Window]) -> list[_Window]:
    joined: list[_Window] = []
    for window in windows:
        if joined and window.start <= joined[-1].end:
            joined[-1] = _Window(joined[-1].start, max(joined[-1].end, window.end))
        else:
            joined.append(window)
    return joined


def _cut(text: str, spans: Sequence[Span], window: _Window, language: str) -> str:
    part = unreserved(text[window.start : window.end])
    inner = [
        Span(max(span.start, window.start) - window.start, min(span.end, window.end) - window.start, span.quote)
        for span in spans
        if span.start < window.end and window.start < span.end
    ]
    return _coloured(part, inner, language) if language else _plain(part, inner)


def _plain(text: str, spans: Sequence[Span]) -> str:
    return escape(planted(text, spans), quote=False)


@cache
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name)


def _coloured(text: str, spans: Sequence[Span], language: str) -> str:
    pieces, place = [], 0
    marked = planted(text, spans)
    for _, kind, value in _lexer(language).get_tokens_unprocessed(storable(text)):
        taken = _taken(marked, place, len(value))
        name = _class(kind)
        html = escape(marked[place:taken], quote=False)
        pieces.append(f'<span class="{name}">{html}</span>' if name and value.strip() else html)
        place = taken
    return "".join([*pieces, escape(marked[place:], quote=False)])


def _taken(marked: str, place: int, size: int) -> int:
    """Where `size` characters of text end in text with sentinels (five characters each), from `place` on."""
    if marked.isascii():
        return place + size
    while size > 0 and place < len(marked):
        if marked[place] in "\ufdd0\ufdd1":
            place += 5
        else:
            place += 1
            size -= 1
    return place


def _class(kind: _TokenType) -> str:
    return next((name for one, name in _CLASSES if kind in one), "")
