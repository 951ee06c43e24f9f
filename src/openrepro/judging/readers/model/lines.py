"""A text cut into lines that can be shown alone, each with the line that says what it is about."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

LONGEST_LINE: Final = 400
LONGEST_HEADING: Final = 200
KEYS_ABOVE: Final = 6
"""The keys of enclosing JSON objects that count as what a line is about, and the headings above prose."""
_TOKEN: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"(\s{0,8}:)?|[\[\]{}]|\n|,')
_SHORT_RECORD: Final = 100
_HEADING: Final = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+([^\n]*)")


class Line(NamedTuple):
    """Characters `[start, end)` of a text. `around` holds the words of headings or keys above; `parent` is the number
    of the line without which it can't be understood: the header of its table, the key of its object; or None."""

    start: int
    end: int
    around: str = ""
    parent: int | None = None


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text that are not blank, long ones in several pieces; of JSON with the keys above. Linear."""
    return _of_record(text) if text.lstrip()[:1] in ("{", "[") else _of_prose(text)


def _of_prose(text: str) -> Iterator[Line]:
    trail: list[tuple[int, str]] = []
    header: int | None = None
    count = start = 0
    for line in text.splitlines(keepends=True):
        row = line.lstrip().startswith("|")
        heading = None if row else _HEADING.match(line)
        header = header if row else None
        if heading is not None:
            trail = [above for above in trail if above[0] < len(heading[1])]
        around = " ".join(name for _level, name in trail[-KEYS_ABOVE:])
        for first, last in _pieces(line):
            if not line[first:last].isspace():
                yield Line(start + first, start + last, around, header)
                count += 1
        if heading is not None:
            trail.append((len(heading[1]), heading[2][:LONGEST_HEADING]))
        elif row and header is None:
            header = count - 1
        start += len(line)


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    """A line, or its sentences where it is long."""
    first = 0
    while len(line) - first > LONGEST_LINE:
        stop = line.rfind(". ", first + LONGEST_LINE // 3, first + LONGEST_LINE)
        last = first + LONGEST_LINE if stop < 0 else stop + 2
        yield first, last
        first = last
    if first < len(line):
        yield first, len(line)


class _Keys:
    """The keys of the objects that enclose a place in JSON, each with the line that opened it."""

    def __init__(self) -> None:
        self._open: list[tuple[str, int]] = []
        self.key = ""
        self.around = ""
        self.parent: int | None = None

    def enter(self, line: int) -> None:
        self._open.append((self.key[:LONGEST_HEADING], line))
        self.key = ""

    def leave(self) -> None:
        if self._open:
            self._open.pop()

    def note(self) -> None:
        """Remember what encloses the line that begins here."""
        named = [(key, line) for key, line in self._open[-KEYS_ABOVE:] if key]
        self.around = " ".join(key for key, _line in named)
        self.parent = named[-1][1] if named else None


def _of_record(text: str) -> Iterator[Line]:
    keys, start, count = _Keys(), 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        stop = match.end() if token == "\n" or (token == "," and match.end() - start > _SHORT_RECORD) else None
        stop = match.end() if stop is None and match.end() - start > LONGEST_LINE else stop
        if match[2] is not None:
            keys.key = match[1]
        elif token in ("[", "{"):
            keys.enter(count)
        elif token in ("]", "}"):
            keys.leave()
        if stop is not None:
            for line in _records(text[start:stop], start, keys):
                yield line
                count += 1
            start = stop
            keys.note()
    yield from _records(text[start:], start, keys)


def _records(text: str, start: int, keys: _Keys) -> Iterator[Line]:
    """A line of JSON that begins at `start`, in pieces where it holds a long string."""
    for first, last in _pieces(text):
        if not text[first:last].isspace():
            yield Line(start + first, start + last, keys.around, keys.parent)
