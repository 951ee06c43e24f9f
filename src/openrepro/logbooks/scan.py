"""A linear scan of a page's bytes: cell markers, code fences and headings, each with its place.

Line ends may be `\\n`, `\\r\\n` or a lone `\\r`. The scan looks at a copy in which every `\\r` is a `\\n`; it has the
same length, so places in it are places in the page.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_EVENT = re.compile(rb"^[ \t]{0,3}(?:(?P<fence>`{3,}|~{3,})|(?P<cell><!--[ \t]{0,3}trackio-cell)(?![\w-]))", re.M)
_HEADING = re.compile(r"^[ ]{0,3}(#{1,6})[ \t]+([^\n]*)", re.M)
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_RETURN_ENDS = re.compile(rb"\A[^\r\n]*+\r(?!\n)|<!--[ \t]{0,3}trackio-cell[ \t]{0,3}\r(?!\n)")
_BLANK = b" \t\r\n"


class FenceLine(NamedTuple):
    """A line that may open or close a fence: its place `[start, end)` without line end, and where the next begins."""

    start: int
    end: int
    after: int
    char: str
    size: int
    info: str

    @property
    def bare(self) -> bool:
        return not self.info

    @property
    def is_output(self) -> bool:
        words = self.info.split(maxsplit=1)
        return bool(words) and words[0].lower() == "output"

    def closes(self, opener: "FenceLine") -> bool:
        return not self.info and self.char == opener.char and self.size >= opener.size


class Marker(NamedTuple):
    """A `<!-- trackio-cell` at the start of a line; `after` is the place behind these words."""

    start: int
    after: int


class Fence(NamedTuple):
    """A fence: its opening line, its closing line if it has one, and where its content lies."""

    opener: FenceLine
    closer: FenceLine | None
    start: int
    end: int
    balanced: bool = True


class Heading(NamedTuple):
    level: int
    title: str
    start: int


class Scan(NamedTuple):
    """All fence lines and markers of a page, each list in the order of the page."""

    lines: bytes
    fences: tuple[FenceLine, ...]
    markers: tuple[Marker, ...]


def readable(data: bytes) -> bytes:
    """The page with `\\n` for each lone `\\r` when those end its lines; else as it is. No byte moves."""
    return _LONE_RETURN.sub(b"\n", data) if ends_in_returns(data) else data


def ends_in_returns(data: bytes) -> bool:
    """Whether a lone `\\r` ends the first line of a page, or a line with a cell marker."""
    return _RETURN_ENDS.search(data) is not None


def scan(data: bytes) -> Scan:
    """The fence lines and cell markers of a page, whether or not they are inside one another."""
    lines = data.replace(b"\r", b"\n")
    fences: list[FenceLine] = []
    markers: list[Marker] = []
    for match in _EVENT.finditer(lines):
        if match["cell"]:
            markers.append(Marker(match.start("cell"), match.end("cell")))
        elif line := _fence_line(data, lines, match):
            fences.append(line)
    return Scan(lines, tuple(fences), tuple(markers))


def _fence_line(data: bytes, lines: bytes, match: re.Match[bytes]) -> FenceLine | None:
    run = match["fence"]
    end = line_end(lines, match.end())
    info = lines[match.end() : end].strip(b" \t")
    if run.startswith(b"`") and b"`" in info:
        return None
    text = info.decode("utf-8", "replace")
    return FenceLine(match.start(), end, next_line(data, end), chr(run[0]), len(run), text)


def line_end(lines: bytes, place: int) -> int:
    """Where the line that `place` lies in ends, without its line end."""
    end = lines.find(b"\n", place)
    return len(lines) if end < 0 else end


def next_line(data: bytes, end: int) -> int:
    """Where the line after a line that ends at `end` begins."""
    if data[end : end + 2] == b"\r\n":
        return end + 2
    return min(end + 1, len(data))


def pair_fences(lines: Sequence[FenceLine], end: int) -> tuple[Fence, ...]:
    """The fences that `lines` make when read from outside any fence up to `end`; the last may be unclosed."""
    fences: list[Fence] = []
    opener: FenceLine | None = None
    for line in lines:
        if opener is None:
            opener = line
        elif line.closes(opener):
            fences.append(Fence(opener, line, opener.after, line.start))
            opener = None
    if opener is not None:
        fences.append(Fence(opener, None, min(opener.after, end), end, balanced=False))
    return tuple(fences)


def headings(text: str) -> Iterator[Heading]:
    """The `#` headings of a stretch of prose (no fences in it)."""
    for match in _HEADING.finditer(text.replace("\r", "\n")):
        title = match[2].strip().rstrip("#").strip()
        if title:
            yield Heading(len(match[1]), title, match.start())


def trim(data: bytes, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` without blank lines at its start and blanks at its end."""
    body = data[start:end].rstrip(_BLANK)
    if not body:
        return start, start
    first = start + len(body) - len(body.lstrip(_BLANK))
    while first > start and data[first - 1 : first] in (b" ", b"\t"):
        first -= 1
    return first, start + len(body)
