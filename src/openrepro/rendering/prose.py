"""Prose of a logbook as pieces of safe HTML, with the sentinels of its quotes standing where their bytes stand."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from markdown_it.token import Token

from openrepro.rendering.hostile import reason_for_text
from openrepro.rendering.limits import PIECE
from openrepro.rendering.listings import listing
from openrepro.rendering.markup import NESTING, PAGES, Allowance, Reader
from openrepro.rendering.sanitise import REL, clean
from openrepro.rendering.unseen import storable, unreserved
from openrepro.rendering.weave import Span, around, cleared, planted, sentinels, uprooted

_CHUNK = 40_000
_ALONE = 8
_PAGE_LINK = re.compile(f'<a href="{re.escape(PAGES)}([0-9]{{1,6}})" rel="{REL}">')
_READER = Reader()
_TOO_LARGE = "it is too large to be laid out"
_TOO_DEEP = "it is nested too deeply"


class Prose(NamedTuple):
    """Safe HTML in pieces that are never cut, with sentinels; `plain` says why it is shown as text, if it is."""

    pieces: tuple[str, ...]
    plain: str = ""


class _Group(NamedTuple):
    """The tokens of one top-level element and the lines `[start, end)` that it was made from."""

    tokens: Sequence[Token]
    start: int
    end: int


def prose(text: str, spans: Sequence[Span], allowance: Allowance) -> Prose:
    """Markdown `text` of a stranger as HTML, with sentinels for `spans`; takes from `allowance`."""
    text = unreserved(storable(text))
    if reason := reason_for_text(text):
        return Prose(_as_text(text, spans, reason), reason)
    trial = replace(allowance)
    plain = _laid_out(text, trial)
    pieces = _quoted(text, spans, plain, allowance) if spans else plain.pieces
    allowance.formulas, allowance.links = trial.formulas, trial.links
    return Prose(pieces, plain.plain)


def _quoted(text: str, spans: Sequence[Span], plain: Prose, allowance: Allowance) -> tuple[str, ...]:
    """The pieces with sentinels where they change nothing else, else around the paragraphs that hold the bytes."""
    bare = "".join(plain.pieces)
    for tried in (tuple(spans), tuple(_narrowed(text, span) for span in spans)):
        if fits := _fitting(text, tried, bare, allowance):
            return fits
    exact = [one for span in spans if (one := _alone(text, span, bare, allowance))] if len(spans) <= _ALONE else []
    rough = [span for span in spans if span.quote not in {one.quote for one in exact}]
    pieces = _by_lines(text, exact, rough, allowance)
    if "".join(map(cleared, pieces)) == bare:
        return pieces
    return _by_lines(text, (), spans, allowance)


def _alone(text: str, span: Span, bare: str, allowance: Allowance) -> Span | None:
    tried = (span, _narrowed(text, span))
    return next((one for one in tried if _fitting(text, (one,), bare, allowance)), None)


def _fitting(text: str, spans: Sequence[Span], bare: str, allowance: Allowance) -> tuple[str, ...]:
    """The pieces with sentinels for `spans`, or none when these change the rendering or get lost in it."""
    source = planted(text, spans)
    pieces = _laid_out(source, replace(allowance)).pieces
    html = "".join(pieces)
    whole = cleared(html) == bare and sorted(sentinels(html)) == sorted(sentinels(source))
    return pieces if whole else ()


def _narrowed(text: str, span: Span) -> Span:
    """`span` without what is no letter or digit at its ends, where Markdown's own signs stand."""
    part = text[span.start : span.end]
    first = next((place for place, character in enumerate(part) if character.isalnum()), 0)
    last = next((place for place, character in enumerate(reversed(part)) if character.isalnum()), 0)
    return Span(span.start + first, span.end - last, span.quote)


def _by_lines(text: str, exact: Sequence[Span], rough: Sequence[Span], allowance: Allowance) -> tuple[str, ...]:
    """The pieces with sentinels around all text of the elements whose lines hold a byte of a span of `rough`."""
    source = planted(text, exact)
    tokens = _READER.parse(source, {})
    marked = [token for token in tokens if token.map and token.type in ("inline", "fence", "code_block", "math_block")]
    for span in rough:
        first, last = text.count("\n", 0, span.start), text.count("\n", 0, max(span.start, span.end - 1))
        touched = [token for token in marked if token.map and token.map[0] <= last and first < token.map[1]]
        for token in touched or marked:
            _enclose(token, span.quote)
    return _written(tokens, source, replace(allowance)).pieces


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
    lines = text.splitlines(keepends=True) if "\n" in text else [text]
    pieces: list[str] = []
    plain, waiting = "", ""
    for group in _groups(tokens):
        env = {"allowance": allowance}
        html = _safe(_READER.renderer.render(group.tokens, _READER.options, env))
        if len(html) > PIECE:
            plain = _TOO_LARGE
            html = "".join(_as_text(*uprooted("".join(lines[group.start : group.end])), _TOO_LARGE))
        if waiting and len(waiting) + len(html) > _CHUNK:
            pieces.append(waiting)
            waiting = ""
        waiting += html
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
