"""Text of strangers made safe and measurable for a terminal: no control codes, true widths, wrapping by words."""

import re
import unicodedata

MARK = "\ufffd"

# C0 (but tab and newline), DEL, C1, bidirectional controls, lone surrogates, interlinear marks, tag characters.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile(r"\s+")


def clean(text: str) -> str:
    """`text` with every character that could steer a terminal or reorder a line shown as U+FFFD.

    Line breaks of any kind become newlines; nothing else changes.
    """
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(MARK, _BREAKS.sub("\n", text))


def escape(text: str) -> str:
    """JSON `text` with the characters that `clean` would hide as `\\u` escapes; lone surrogates become U+FFFD."""
    return text if text.isascii() else _UNSAFE.sub(_escaped, text)


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


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if "\ud800" <= character <= "\udfff":
        return MARK
    code = character.encode("utf-16-be").hex()
    return "".join(f"\\u{code[index : index + 4]}" for index in range(0, len(code), 4))
