"""Reads one PDF with PDFium, inside the sandbox: characters page by page, and where on the page each piece stands."""

import json
import math
from collections.abc import Iterator
from ctypes import CDLL, byref, c_double, c_float, c_int, c_uint, create_string_buffer
from typing import Any, Final, NamedTuple

from openrepro.sandbox.pdfium import PASSWORD, SECURITY, load

LIBRARY: Final = "/code/libpdfium.so"
MOST_PAGES: Final = 300
MOST_CHARACTERS: Final = 2_000_000
WIDE: Final = 1.2
"""Times the size of the letters: a gap that parts columns or cells, and not words."""
SHIFT: Final = 0.75
"""Times the size: how far up or down a piece may stand in a line, as an exponent does."""
TENTH: Final = 10
BOLD: Final = 1
_OUTLINED: Final = (1, 2, 5, 6)
_INVISIBLE: Final = (3, 7)
"""Ways to draw letters that draw nothing."""
_PALE: Final = 250
_TINY: Final = 1.0
_HEAVY: Final = 600
_STRONG: Final = (b"bold", b"black", b"heavy", b"cmbx", b"medi", b"demi", b"sfbx")
_REPLACED: Final = "\ufffd"
_Matrix: Final = c_float * 6
_Rectangle: Final = c_float * 4
"""Left, top, right, bottom."""


class Word(NamedTuple):
    """Characters without space between them: first and last, edges, baseline, size, angle in degrees, style, hidden."""

    start: int
    end: int
    left: float
    right: float
    base: float
    size: float
    angle: int
    style: int
    hidden: bool


class Dress(NamedTuple):
    """How letters are drawn: size on the page, angle in degrees, style, and whether nobody sees them."""

    size: float
    angle: int
    style: int
    hidden: bool


class Edges(NamedTuple):
    """Where a letter stands, and whether that is off the page."""

    left: float
    right: float
    base: float
    off: bool


def main(data: bytes) -> bytes:
    """Lines of JSON: first what the file is, or why it is not read, then each page."""
    library = load(LIBRARY)
    document = library.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        encrypted = library.FPDF_GetLastError() in (PASSWORD, SECURITY)
        return _line({"fault": "encrypted" if encrypted else "damaged"})
    count = library.FPDF_GetPageCount(document)
    if not 0 < count <= MOST_PAGES:
        return _line({"fault": "pages" if count > 0 else "empty", "pages": count})
    return b"".join(_told(library, document, count))


def _told(library: CDLL, document: int, count: int) -> Iterator[bytes]:
    yield _line({"pages": count})
    size = 0
    for number in range(count):
        page = _page(library, document, number)
        size += len(page["text"])
        if size > MOST_CHARACTERS:
            yield _line({"fault": "characters"})
            return
        yield _line(page)


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _page(library: CDLL, document: int, number: int) -> dict[str, Any]:
    """The text of a page and its pieces; a page that cannot be read has none, and says so."""
    page = library.FPDF_LoadPage(document, number)
    text = library.FPDFText_LoadPage(page) if page else None
    if not text:
        return {"text": "", "pieces": [], "unread": True}
    found = _Page(library, page, text)
    told = {"text": found.text, "pieces": [_piece(words) for words in found.pieces()]}
    library.FPDFText_ClosePage(text)
    library.FPDF_ClosePage(page)
    return told


def _piece(words: list[Word]) -> list[int]:
    first, last = words[0], words[-1]
    edges = (
        min(word.left for word in words),
        max(word.right for word in words),
        max(words, key=lambda word: word.end - word.start).base,
        max(word.size for word in words),
    )
    style = first.style & last.style
    return [first.start, last.end, *map(_tenths, edges), first.angle, style, int(first.hidden)]


def _tenths(value: float) -> int:
    return round(max(-1e6, min(1e6, value)) * TENTH) if math.isfinite(value) else 0


class _Page:
    """One page; `text` has one character for each that PDFium counts."""

    def __init__(self, library: CDLL, page: int, text: int) -> None:
        self._library, self._page = library, text
        self._bounds, self._matrix = _Rectangle(), _Matrix()
        self._doubles = tuple(c_double() for _ in range(4))
        self._references = tuple(map(byref, self._doubles))
        library.FPDF_GetPageBoundingBox(page, byref(self._bounds))
        count = min(max(0, library.FPDFText_CountChars(text)), MOST_CHARACTERS + 1)
        unicode = library.FPDFText_GetUnicode
        self.text = "".join([_character(unicode(text, at)) for at in range(count)])
        self._dresses: dict[int, Dress] = {}

    def pieces(self) -> Iterator[list[Word]]:
        """Words that stand in a line with no wide gap between them."""
        piece: list[Word] = []
        for word in self._words():
            if piece and not self._follows(piece[0], piece[-1], word):
                yield piece
                piece = []
            piece.append(word)
        if piece:
            yield piece

    def _follows(self, first: Word, last: Word, word: Word) -> bool:
        if (last.hidden, last.angle) != (word.hidden, word.angle):
            return False
        if word.angle % 90:
            return word.start - last.end <= 1
        size = max(first.size, word.size)
        near = abs(word.base - first.base) <= SHIFT * size
        return near and -WIDE * size < word.left - last.right <= WIDE * min(size, last.size * 2)

    def _words(self) -> Iterator[Word]:
        start = 0
        for at, character in enumerate(self.text):
            if character.isspace():
                if start < at:
                    yield from self._parts(start, at)
                start = at + 1
        if start < len(self.text):
            yield from self._parts(start, len(self.text))

    def _parts(self, start: int, end: int) -> Iterator[Word]:
        """A run without spaces is one word where it ends in the line and as it began, and moves on evenly."""
        first, last = self._dress(start), self._dress(end - 1)
        head = self._edges(start, first.angle)
        tail = self._edges(end - 1, first.angle)
        length = (end - start + 1) * first.size * WIDE
        alike = (first.angle, first.hidden) == (last.angle, last.hidden)
        if end - start == 1 or (
            alike and abs(tail.base - head.base) < first.size and 0 <= tail.right - head.left < length
        ):
            yield _word(start, end, first, head, tail)
        else:
            yield from (self._letter(at) for at in range(start, end))

    def _letter(self, at: int) -> Word:
        dress = self._dress(at)
        edges = self._edges(at, dress.angle)
        return _word(at, at + 1, dress, edges, edges)

    def _dress(self, at: int) -> Dress:
        """How a letter is drawn; letters of one text object are drawn alike."""
        key = self._library.FPDFText_GetTextObject(self._page, at) or 0
        dress = self._dresses.get(key)
        if dress is None or not key:
            angle, stretch = self._set(at)
            size = stretch * self._library.FPDFText_GetFontSize(self._page, at)
            hidden = size < _TINY or not self._drawn(at, key)
            dress = self._dresses[key] = Dress(size, angle, self._style(at), hidden)
        return dress

    def _set(self, at: int) -> tuple[int, float]:
        """The direction of a letter in degrees, and how far the matrix of the text stretches it upwards."""
        matrix = self._matrix
        if not self._library.FPDFText_GetMatrix(self._page, at, byref(matrix)):
            return 0, 1.0
        return _angle(math.atan2(matrix[1], matrix[0])), math.hypot(matrix[2], matrix[3])

    def _drawn(self, at: int, key: int) -> bool:
        """Whether letters are drawn, and in a colour that white paper shows."""
        mode = self._library.FPDFTextObj_GetTextRenderMode(key) if key else 0
        return mode not in _INVISIBLE and (mode in _OUTLINED or self._dark(at))

    def _dark(self, at: int) -> bool:
        colours = [c_uint() for _ in range(4)]
        if not self._library.FPDFText_GetFillColor(self._page, at, *map(byref, colours)):
            return True
        red, green, blue, alpha = (one.value for one in colours)
        return alpha > 255 - _PALE and min(red, green, blue) < _PALE

    def _style(self, at: int) -> int:
        """Whether a font is bold, by its weight or its name."""
        name, flags = create_string_buffer(128), c_int()
        self._library.FPDFText_GetFontInfo(self._page, at, name, len(name), byref(flags))
        heavy = self._library.FPDFText_GetFontWeight(self._page, at) >= _HEAVY
        return BOLD if heavy or any(one in name.value.lower() for one in _STRONG) else 0

    def _edges(self, at: int, angle: int) -> Edges:
        """Where a letter stands when the page is turned so that it reads from left to right."""
        left, right, bottom, top = self._doubles
        self._library.FPDFText_GetCharBox(self._page, at, *self._references)
        box = left.value, right.value, bottom.value, top.value
        self._library.FPDFText_GetCharOrigin(self._page, at, *self._references[:2])
        bounds = self._bounds
        off = box[0] >= bounds[2] or box[1] <= bounds[0] or box[2] >= bounds[1] or box[3] <= bounds[3]
        return _turned(box, left.value, right.value, angle, off)


def _turned(box: tuple[float, float, float, float], x: float, y: float, angle: int, off: bool) -> Edges:
    left, right, bottom, top = box
    if angle == 90:
        return Edges(bottom, top, -x, off)
    if angle == 180:
        return Edges(-right, -left, -y, off)
    return Edges(-top, -bottom, x, off) if angle == 270 else Edges(left, right, y, off)


def _word(start: int, end: int, dress: Dress, head: Edges, tail: Edges) -> Word:
    hidden = dress.hidden or (head.off and tail.off)
    return Word(start, end, head.left, tail.right, head.base, dress.size, dress.angle, dress.style, hidden)


def _angle(radians: float) -> int:
    """Degrees; what is nearly straight or at a right angle is taken to be so."""
    degrees = round(math.degrees(radians)) % 360 if math.isfinite(radians) else 0
    straight = round(degrees / 90) * 90
    return straight % 360 if abs(degrees - straight) <= 3 else degrees


def _character(code: int) -> str:
    """What PDFium gives for a character; what is none stands as U+FFFD, so that counting does not change."""
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else _REPLACED
