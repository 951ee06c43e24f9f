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
_INVISIBLE: Final = (3, 7)
"""Ways to draw letters that draw nothing."""
_PALE: Final = 250
_TINY: Final = 1.0
_HEAVY: Final = 600
_STRONG: Final = (b"bold", b"black", b"heavy", b"cmbx", b"medi", b"demi", b"sfbx")
_REPLACED: Final = "\ufffd"
_Matrix: Final = c_float * 6


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
    found = _Page(library, text)
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

    def __init__(self, library: CDLL, page: int) -> None:
        self._library, self._page = library, page
        count = min(max(0, library.FPDFText_CountChars(page)), MOST_CHARACTERS + 1)
        unicode = library.FPDFText_GetUnicode
        self.text = "".join([_character(unicode(page, at)) for at in range(count)])
        self._fonts: dict[tuple[bytes, bool], int] = {}
        self._shown: dict[int, bool] = {}
        self._name, self._flags = create_string_buffer(128), c_int()

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
        """A run without spaces is one word where both its ends are alike, and where it moves on evenly."""
        first = self._word(start, end)
        if end - start > 1 and not self._even(first, end - 1):
            yield from (self._word(at, at + 1) for at in range(start, end))
        else:
            yield first

    def _even(self, word: Word, last: int) -> bool:
        """Whether a word ends in the line and as visible as it began, and is not much longer than its letters."""
        _, right, base = self._edges(last, word.angle)
        length = (last + 2 - word.start) * word.size * WIDE
        if abs(base - word.base) >= word.size or not 0 <= right - word.left <= length:
            return False
        text_object = self._library.FPDFText_GetTextObject
        if text_object(self._page, last) == text_object(self._page, word.start):
            return True
        angle = _angle(self._library.FPDFText_GetCharAngle(self._page, last))
        return word.angle == angle and (word.size < _TINY or word.hidden != self._visible(last))

    def _word(self, start: int, end: int) -> Word:
        """A word as it stands when the page is turned so that it reads from left to right."""
        angle = _angle(self._library.FPDFText_GetCharAngle(self._page, start))
        left, right, base = self._edges(start, angle)
        if end - start > 1:
            right = self._edges(end - 1, angle)[1]
        size = self._height(start, self._library.FPDFText_GetFontSize(self._page, start))
        hidden = size < _TINY or not self._visible(start)
        return Word(start, end, left, right, base, size, angle, self._style(start), hidden)

    def _edges(self, at: int, angle: int) -> tuple[float, float, float]:
        """Left, right and baseline of one letter."""
        left, right, bottom, top = self._box(at)
        x, y = self._origin(at, left, bottom)
        if angle == 90:
            return bottom, top, -x
        if angle == 180:
            return -right, -left, -y
        return (-top, -bottom, x) if angle == 270 else (left, right, y)

    def _height(self, at: int, size: float) -> float:
        """The size of letters on the page: that of the font, as far as the matrix of the text stretches it."""
        matrix = _Matrix()
        if self._library.FPDFText_GetMatrix(self._page, at, byref(matrix)):
            return size * math.hypot(matrix[2], matrix[3])
        return size

    def _box(self, at: int) -> tuple[float, float, float, float]:
        """Left, right, bottom, top."""
        edges = [c_double() for _ in range(4)]
        self._library.FPDFText_GetCharBox(self._page, at, *map(byref, edges))
        left, right, bottom, top = (one.value for one in edges)
        return left, right, bottom, top

    def _origin(self, at: int, left: float, bottom: float) -> tuple[float, float]:
        x, y = c_double(), c_double()
        if self._library.FPDFText_GetCharOrigin(self._page, at, byref(x), byref(y)):
            return x.value, y.value
        return left, bottom

    def _visible(self, at: int) -> bool:
        """Whether letters are drawn, and in a colour that white paper shows; asked once for each text object."""
        key = self._library.FPDFText_GetTextObject(self._page, at) or 0
        if key not in self._shown or not key:
            mode = self._library.FPDFTextObj_GetTextRenderMode(key) if key else 0
            self._shown[key] = mode not in _INVISIBLE and (mode in (1, 2, 5, 6) or self._dark(at))
        return self._shown[key]

    def _dark(self, at: int) -> bool:
        colours = [c_uint() for _ in range(4)]
        if not self._library.FPDFText_GetFillColor(self._page, at, *map(byref, colours)):
            return True
        red, green, blue, alpha = (one.value for one in colours)
        return alpha > 255 - _PALE and min(red, green, blue) < _PALE

    def _style(self, at: int) -> int:
        """Whether a font is bold, by its weight or its name."""
        name = self._name
        self._library.FPDFText_GetFontInfo(self._page, at, name, len(name), byref(self._flags))
        key = name.value, self._library.FPDFText_GetFontWeight(self._page, at) >= _HEAVY
        if key not in self._fonts:
            self._fonts[key] = BOLD if key[1] or any(one in key[0].lower() for one in _STRONG) else 0
        return self._fonts[key]


def _angle(radians: float) -> int:
    """Degrees; what is nearly straight or at a right angle is taken to be so."""
    degrees = round(math.degrees(radians)) % 360 if math.isfinite(radians) else 0
    straight = round(degrees / 90) * 90
    return straight % 360 if abs(degrees - straight) <= 3 else degrees


def _character(code: int) -> str:
    """What PDFium gives for a character; what is none stands as U+FFFD, so that counting does not change."""
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else _REPLACED
