"""HTML cut into tags and words, in one pass: what never ends is dropped, and nothing is looked for twice."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.papers.text import Span

_NAME: Final = re.compile(r"(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]{0,40})")
_REST: Final = re.compile(r"[^\"'>]*")
_RAW: Final = {name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "textarea", "title")}


class Piece(NamedTuple):
    """A tag (`name` in small letters, `opens` or closes) or, without a name, words with their entities."""

    span: Span
    name: str = ""
    opens: bool = True


def pieces(source: str) -> Iterator[Piece]:
    """The pieces of `source` in order, without comments, declarations and the content of scripts and styles."""
    at = 0
    while True:
        start = source.find("<", at)
        yield Piece(Span(at, len(source) if start < 0 else start))
        if start < 0:
            return
        name = _NAME.match(source, start + 1)
        end = _end(source, start, named=name is not None)
        if end < 0:
            return
        if name is not None:
            yield Piece(Span(start, end), name["name"].lower(), not name["close"])
            end = _behind(source, name, end)
        elif end == start + 1:
            yield Piece(Span(start, end))
        if end < 0:
            return
        at = end


def _end(source: str, start: int, *, named: bool) -> int:
    """Where what begins with `<` ends; -1 when it never does. A `<` that begins nothing ends behind itself."""
    if named:
        return _end_of_tag(source, start + 1)
    if source.startswith("<!--", start):
        found = source.find("-->", start + 4)
        return found + 3 if found >= 0 else -1
    if source.startswith(("<!", "<?", "</"), start):
        return source.find(">", start) + 1 or -1
    return start + 1


def _end_of_tag(source: str, at: int) -> int:
    """Behind the `>` of a tag; one between quotation marks does not end it."""
    while True:
        match = _REST.match(source, at)
        at = match.end() if match else at
        if at >= len(source):
            return -1
        if source[at] == ">":
            return at + 1
        closing = source.find(source[at], at + 1)
        if closing < 0:
            return -1
        at = closing + 1


def _behind(source: str, tag: re.Match[str], end: int) -> int:
    """Where to go on behind a tag: what a script or style holds is passed over."""
    ends = _RAW.get(tag["name"].lower())
    if ends is None or tag["close"] or source[end - 2] == "/":
        return end
    found = ends.search(source, end)
    return found.start() if found else -1
