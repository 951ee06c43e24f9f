"""Prose of a logbook as pieces of safe HTML, with the sentinels of its quotes standing where their bytes stand."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from markdown_it.token import Token

from openrepro.rendering.allowance import Allowance, work_of
from openrepro.rendering.limits import EXACT_WORK, PIECE
from openrepro.rendering.listings import listing
from openrepro.rendering.markup import NESTING, PAGES, Reader
from openrepro.rendering.sanitise import REL, clean
from openrepro.rendering.unseen import storable, unreserved
from openrepro.rendering.weave import Span, around, cleared, planted, sentinels, uprooted, weight

_CHUNK = 40_000
_ALONE = 8
_SIGNS = 200
_BREAK = re.compile("\r\n?|\n")
_PAGE_LINK = re.compile(f'<a href="{re.escape(PAGES)}([0-9]{{1,6}})" rel="{REL}">')
_READER = Reader()
_TOO_LARGE = "it is too large to be laid out"
_TOO_DEEP = "it is nested too deeply"


class Prose(NamedTuple):
    """Safe HTML in pieces that are never cut, with sentinels; `plain` says why it is shown as text, if it is."""

    pieces: tuple[str, ...]
    plain: str = ""


class _Trial(NamedTuple):
    """What trials are measured by: the HTML without marks, what was allowed before it, and what further work takes."""

    bare: str
    before: Allowance
    pays: Allowance


class _Lines(NamedTuple):
    start: int
    end: int


class _Group(NamedTuple):
    """The tokens of one top-level element and the lines `[start, end)` that it was made from."""

    tokens: Sequence[Token]
    start: int
    end: int


def prose(text: str, spans: Sequence[Span], allowance: Allowance) -> Prose:
    """Markdown `text` of a stranger as HTML, with sentinels for `spans`; takes from `allowance`."""
    text = unreserved(storable(text))
    if reason := allowance.refuses(text):
        return Prose(_as_text(text, spans, reason), reason)
    before = replace(allowance)
    plain = _laid_out(text, allowance)
    if not spans:
        return plain
    return Prose(_quoted(text, spans, _Trial("".join(plain.pieces), before, allowance)), plain.plain)


def _quoted(text: str, spans: Sequence[Span], trial: _Trial) -> tuple[str, ...]:
    """The pieces with sentinels where they change nothing else, else around the paragraphs that hold the bytes."""
    work = work_of(text)
    for tried in (tuple(spans), tuple(_narrowed(text, span) for span in spans)):
        if trial.pays.takes(work) and (fits := _fitting(text, tried, trial)):
            return fits
    few = len(spans) <= _ALONE and work <= EXACT_WORK
    exact = [one for span in spans if few and (one := _alone(text, span, work, trial))]
    numbers = {one.quote for one in exact}
    pieces = _by_lines(text, exact, [span for span in spans if span.quote not in numbers], trial)
    if "".join(map(cleared, pieces)) == trial.bare:
        return pieces
    return _by_lines(text, (), spans, trial)


def _alone(text: str, span: Span, work: int, trial: _Trial) -> Span | None:
    """The span as it is or narrowed, when it can be marked exactly while no other is."""
    for tried in (span, _narrowed(text, span)):
        if trial.pays.takes(work) and _fitting(text, (tried,), trial):
            return tried
    return None


def _fitting(text: str, spans: Sequence[Span], trial: _Trial) -> tuple[str, ...]:
    """The pieces with sentinels for `spans`, or none when these change the rendering or get lost in it."""
    source = planted(text, spans)
    pieces = _laid_out(source, replace(trial.before)).pieces
    html = "".join(pieces)
    whole = cleared(html) == trial.bare and sorted(sentinels(html)) == sorted(sentinels(source))
    return pieces if whole else ()


def _narrowed(text: str, span: Span) -> Span:
    """`span` without what is no letter or digit at its ends, where Markdown's own signs stand."""
    head, tail = text[span.start : span.end][:_SIGNS], text[span.start : span.end][-_SIGNS:]
    first = next((place for place, character in enumerate(head) if character.isalnum()), 0)
    last = next((place for place, character in enumerate(reversed(tail)) if character.isalnum()), 0)
    return Span(span.start + first, span.end - last, span.quote)


def _by_lines(text: str, exact: Sequence[Span], rough: Sequence[Span], trial: _Trial) -> tuple[str, ...]:
    """The pieces with sentinels around all text of the elements whose lines hold a byte of a span of `rough`."""
    source = planted(text, exact)
    tokens = _READER.parse(source, {})
    marked = [token for token in tokens if token.map and token.type in ("inline", "fence", "code_block", "math_block")]
    starts, ends = [_map(token).start for token in marked], [_map(token).end for token in marked]
    breaks = [match.start() for match in _BREAK.finditer(text)] if rough else []
    for span in rough:
        first, last = bisect_left(breaks, span.start), bisect_left(breaks, max(span.start, span.end - 1))
        touched = marked[bisect_right(ends, first) : bisect_right(starts, last)]
        for token in touched or marked:
            _enclose(token, span.quote)
    return _written(tokens, source, replace(trial.before)).pieces


def _map(token: Token) -> _Lines:
    return _Lines(*(token.map or (0, 0)))


def _enclose(token: Token, quote: int) -> None:
    if token.children is None:
        token.content = around(token.content, (quote,))
        return
    opened, closed = around("\n", (quote,)).split("\n")
    token.children.insert(0, Token("text", "", 0, content=opened))
    token.children.append(Token("text", "", 0, content=closed))


def _laid_out(text: str, allowance: Allowance) -> Prose:
    return _written(_READER.parse(text, {}), text, allowance)


def _written(tokens: Sequence[Token], text: str, allowance: Allowance) -> Prose:
    if any(token.level >= NESTING - 2 or _deep(token.children or ()) for token in tokens):
        return Prose(_as_text(*uprooted(text), _TOO_DEEP), _TOO_DEEP)
    starts = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    pieces: list[str] = []
    plain, waiting, held = "", "", 0
    for group in _groups(tokens):
        env = {"allowance": allowance}
        html = _safe(_READER.renderer.render(group.tokens, _READER.options, env))
        size = weight(cleared(html))
        if size > PIECE:
            plain = _TOO_LARGE
            html = "".join(_as_text(*uprooted(text[starts[group.start] : starts[group.end]]), _TOO_LARGE))
            size = weight(cleared(html))
        if waiting and held + size > _CHUNK:
            pieces.append(waiting)
            waiting, held = "", 0
        waiting, held = waiting + html, held + size
    return Prose((*pieces, waiting), plain)


def _deep(children: Sequence[Token]) -> bool:
    return any(child.level > 2 * NESTING for child in children)


def _groups(tokens: Sequence[Token]) -> Iterator[_Group]:
    start = 0
    for index, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            first = tokens[start].map or [0, 0]
            yield _Group(tokens[start : index + 1], first[0], first[1])
            start = index + 1


def _safe(html: str) -> str:
    return _PAGE_LINK.sub(r'<a class="to-page" data-page="\1">', clean(html))


def _as_text(text: str, spans: Sequence[Span], reason: str) -> tuple[str, ...]:
    note = f'<p class="note">This passage is shown as it was written: {reason}.</p>'
    return (note + listing(text, spans),)
