"""PDFs read in the sandbox: bytes of strangers in, pages with the places of their words out, or one sentence."""

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib import util
from pathlib import Path
from typing import Any, Final, NamedTuple

from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.papers.pdf_text import pdf_text
from openrepro.papers.sheets import Piece, Sheet
from openrepro.papers.text import MOST_BYTES, PaperText, TextFormat
from openrepro.papers.text_writing import Named
from openrepro.sandbox.faults import SandboxError
from openrepro.sandbox.limits import Limits
from openrepro.sandbox.pdf_child import LIBRARY, MOST_CHARACTERS, MOST_PAGES
from openrepro.sandbox.pdfium import LIBRARY as FILE
from openrepro.sandbox.running import run

PACKAGE: Final = "pypdfium2_raw"
CHILD: Final = "openrepro.sandbox.pdf_child"
LIMITS: Final = Limits(seconds=30, cpu=20, memory=1 << 30, output=128 << 20)
MOST_PIECES: Final = 100_000
"""Of one page."""
FARTHEST: Final = 10_000_000
TOLD_FROM: Final = 0.001
"""The share of characters that cannot be seen, or known, from which it is told."""
_OTHER: Final = "Give another file of the paper: its LaTeX source, HTML, Markdown, or a PDF that a text program wrote."


class PdfFault(StrEnum):
    """Why a file is not read as PDF."""

    LARGE = "large"
    NOT_PDF = "not-pdf"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    EMPTY = "empty"
    PAGES = "pages"
    CHARACTERS = "characters"
    UNSEEN = "unseen"
    UNKNOWN = "unknown"
    SANDBOX = "sandbox"


_TEXTS: Final = {
    PdfFault.LARGE: f"The file has more than {MOST_BYTES[TextFormat.PDF]:,} bytes.",
    PdfFault.NOT_PDF: "The file is no PDF, whatever its name says: it does not begin as one.",
    PdfFault.ENCRYPTED: "The PDF is encrypted and asks for a password.",
    PdfFault.DAMAGED: "The PDF is damaged or cut short.",
    PdfFault.EMPTY: "The PDF has no pages.",
    PdfFault.PAGES: f"The PDF has more than {MOST_PAGES} pages.",
    PdfFault.CHARACTERS: f"The PDF has more than {MOST_CHARACTERS:,} characters.",
    PdfFault.UNSEEN: "No text can be seen on the pages: they are pictures, or their letters are invisible.",
    PdfFault.UNKNOWN: "The PDF does not say which letters its signs are: most of its text cannot be read.",
}


class PdfError(OpenReproError):
    """The PDF is not read, for a reason that is its own."""

    def __init__(self, fault: PdfFault, text: str = "") -> None:
        super().__init__(text or _TEXTS[fault], hint=_OTHER)
        self.fault = fault


class ReadPdf(NamedTuple):
    """The text that is seen on the pages, and what a person should know of the rest, a sentence each."""

    text: PaperText
    notices: tuple[str, ...]


def read_pdf(data: bytes, *, paper: str, version: str) -> ReadPdf:
    """What the PDF `data` says, read in a process of its own in the sandbox.

    Raises PdfError when it cannot be read, SandboxError when this machine has no sandbox.
    """
    sheets = sheets_of(data)
    _check_seen(sheets)
    return ReadPdf(pdf_text(sheets, Named(paper, version, sha256(data), TextFormat.PDF)), tuple(notices_of(sheets)))


def sheets_of(data: bytes) -> tuple[Sheet, ...]:
    """The pages of a PDF. Raises as `read_pdf` does."""
    if len(data) > MOST_BYTES[TextFormat.PDF]:
        raise PdfError(PdfFault.LARGE)
    if b"%PDF-" not in data[:1024]:
        raise PdfError(PdfFault.NOT_PDF)
    try:
        told = run(CHILD, data, given={Path(LIBRARY).name: _library()}, limits=LIMITS)
    except SandboxError as error:
        if error.of_the_machine:
            raise
        raise PdfError(PdfFault.SANDBOX, f"The PDF could not be read. {error.text}") from error
    try:
        return tuple(_sheets(told.splitlines()))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        text = "The program that read the PDF gave an answer of no known form, and it is not used."
        raise PdfError(PdfFault.SANDBOX, text) from None


def notices_of(sheets: Sequence[Sheet]) -> Iterator[str]:
    """What was left out of the text, or is doubtful in it."""
    hidden = [(number, piece.end - piece.start) for number, sheet in enumerate(sheets, 1) for piece in _hidden(sheet)]
    letters = sum(size for _, size in hidden)
    if letters:
        pages = sorted({number for number, _ in hidden})
        share = _share(letters, _letters(sheets))
        yield f"{letters:,} characters ({share}) cannot be seen on {_pages(pages)}; they are left out of the text."
    unread = [number for number, sheet in enumerate(sheets, 1) if sheet.unread]
    if unread:
        yield f"{_pages(unread).capitalize()} could not be read."
    unknown = sum(map(_unknown, sheets))
    if unknown > TOLD_FROM * _letters(sheets):
        yield f"{unknown:,} characters ({_share(unknown, _letters(sheets))}) are signs of no known letter."


def _check_seen(sheets: Sequence[Sheet]) -> None:
    if not any(not piece.hidden for sheet in sheets for piece in sheet.pieces):
        raise PdfError(PdfFault.UNSEEN)
    if sum(map(_unknown, sheets)) * 2 > _letters(sheets):
        raise PdfError(PdfFault.UNKNOWN)


def _hidden(sheet: Sheet) -> Iterator[Piece]:
    return (piece for piece in sheet.pieces if piece.hidden)


def _letters(sheets: Sequence[Sheet]) -> int:
    return sum(piece.end - piece.start for sheet in sheets for piece in sheet.pieces)


def _unknown(sheet: Sheet) -> int:
    """Characters that stand for no letter: replaced ones, control characters, those of private use."""
    return sum(
        sheet.text.count(one)
        for one in {*sheet.text}
        if one == "\ufffd" or "\ue000" <= one <= "\uf8ff" or (one < " " and one not in "\t\n\r\f\x02")
    )


def _share(part: int, whole: int) -> str:
    share = 100 * part / max(1, whole)
    return f"{share:.1f} %" if share >= 0.1 else "under 0.1 %"


def _pages(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
    return f"pages {', '.join(map(str, numbers[:5]))}{more}"


def _library() -> Path:
    """PDFium, as the package pypdfium2 brings it."""
    found = util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        hint = "Install it: pip install 'openrepro[server]'."
        raise OpenReproError("PDFs cannot be read: pypdfium2 is not installed.", hint=hint)
    return Path(found.origin).with_name(FILE)


def _sheets(lines: Sequence[bytes]) -> Iterator[Sheet]:
    """The pages as the child tells them; nothing that it says is trusted before it is checked."""
    for line in lines:
        value = json.loads(line)
        if "fault" in value:
            raise PdfError(PdfFault(value["fault"]))
        if "text" in value:
            yield _sheet(value)
    if len(lines) - 1 != json.loads(lines[0])["pages"]:
        raise ValueError(len(lines))


def _sheet(value: dict[str, Any]) -> Sheet:
    text, pieces = value["text"], value["pieces"]
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS or len(pieces) > MOST_PIECES:
        raise ValueError(len(pieces))
    return Sheet(
        text.encode("utf-8", "replace").decode(),
        tuple(_piece(one, len(text)) for one in pieces),
        value.get("unread") is True,
    )


def _piece(one: list[int], size: int) -> Piece:
    start, end, left, right, base, height, angle, bold, hidden = map(int, one)
    if not 0 <= start < end <= size or max(map(abs, (left, right, base, height, angle))) > FARTHEST:
        raise ValueError(one)
    return Piece(start, end, min(left, right), max(left, right), base, max(1, height), angle, bool(bold), bool(hidden))
