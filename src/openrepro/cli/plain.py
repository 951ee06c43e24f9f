"""Text of strangers made safe and measurable for a terminal: no control codes, true widths, wrapping by words."""

import re
import unicodedata

from openrepro.visible import MARK
from openrepro.visible import escaped as escape
from openrepro.visible import visible as clean

__all__ = ["MARK", "clean", "cut", "escape", "one_line", "pad", "width", "wrap"]

_SPACES = re.compile(r"\s+")


def one_line(text: str) -> str:
    """`text` cleaned, on one line, with single spaces."""
    return _SPACES.sub(" ", clean(text)).strip()


def width(text: str) -> int:
    """The number of terminal columns that cleaned `text` takes."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """`text`, or as much of it as fits `columns` with an ellipsis at the end."""
    if width(text) <= columns:
        return text
    return _head(text, max(columns - 1, 0)) + "…"


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """`text` filled with spaces to `columns`; at the left when `right` is asked for."""
    gap = " " * max(columns - width(text), 0)
    return gap + text if right else text + gap


def wrap(text: str, columns: int) -> list[str]:
    """The lines of `text`, none wider than `columns`, broken between words where that is possible."""
    return [line for part in clean(text).split("\n") for line in _wrap_line(part, max(columns, 2))]


def _wrap_line(text: str, columns: int) -> list[str]:
    lines: list[str] = []
    line = ""
    room = columns
    for word in _SPACES.split(text.strip()):
        size = width(word)
        if line and size < room:
            line, room = f"{line} {word}", room - size - 1
            continue
        if line:
            lines.append(line)
        *full, line = _chop(word, columns)
        lines.extend(full)
        room = columns - width(line)
    return [*lines, line]


def _chop(word: str, columns: int) -> list[str]:
    """`word` in pieces that fit; the last one may be continued."""
    pieces: list[str] = []
    start = used = 0
    for index, character in enumerate(word):
        size = _columns(character)
        if used + size > columns:
            pieces.append(word[start:index])
            start, used = index, 0
        used += size
    return [*pieces, word[start:]]


def _head(text: str, columns: int) -> str:
    used = 0
    for index, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:index]
    return text


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
