"""PDFs: what is seen on their pages in the order one reads it, and a sentence for all that is no paper."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from openrepro.papers.text import Span
from openrepro.sandbox.faults import SandboxError
from openrepro.sandbox.pdf import PdfError, PdfFault, read_pdf, sheets_of
from tests.papers.texts import labelled, part
from tests.sandbox.files import Line, hostile, needs_sandbox, pdf, read

pytestmark = needs_sandbox


def columns(number: int, words: str = "word") -> list[Line]:
    """A page of two columns, written row by row across both."""
    rows = [(72 + 250 * side, 700 - 12 * row, side, row) for row in range(20) for side in (0, 1)]
    return [Line(x, y, f"{words} of page {number} in column {side} and row {row}") for x, y, side, row in rows]


def test_columns_are_read_one_after_the_other() -> None:
    text = read([columns(1), columns(2)]).text
    assert [(one.number, text.text[slice(*one.span)].count("page 2") > 0) for one in text.pages] == [
        (1, False),
        (2, True),
    ]
    first, second = text.text.find("page 1 in column 0 and row 19"), text.text.find("page 1 in column 1 and row 0")
    assert -1 < first < second < text.text.find("page 2 in column 0 and row 0")


def test_characters_of_a_text_lead_to_those_of_pdfium() -> None:
    data = pdf([columns(1), columns(2)])
    text = read_pdf(data, paper="p", version="v1").text
    whole = "".join(sheet.text for sheet in sheets_of(data))
    at = text.text.find("page 2 in column 1 and row 7")
    start, end = text.source(Span(at, at + 28))
    assert whole[start:end] == "page 2 in column 1 and row 7"
    assert text.page(at) == 2


def test_headings_labels_and_tables_are_told_apart() -> None:
    cells_of = ("Method Loss", "SGD 0.31", "Adam 0.25")
    rows = [
        Line(72, 740, "A paper on nothing", 17, "F2"),
        Line(72, 700, "1 Introduction", 12, "F2"),
        Line(72, 680, "Words of an intro-"), Line(72, 668, "duction, with a dash at the end of the line."),
        Line(72, 640, "Theorem 2.", font="F2"), Line(130, 640, "For all x this holds."),
        Line(150, 610, "a = b + c"), Line(400, 610, "(4)"),
        Line(72, 580, "Table 3. What came of it.", 9),
        *(Line(72 + 90 * at, 565 - 12 * row, cell, 9) for row, cells in enumerate(cells_of)
          for at, cell in enumerate(cells.split())),
        Line(72, 500, "2.1 Details", 11, "F2"),
        Line(72, 480, "Words of the rest of it, which go on until the end of the line."),
    ]  # fmt: skip
    text = read([rows]).text
    titles = [(one.level, one.title) for one in text.sections]
    assert titles == [(1, "A paper on nothing"), (2, "1 Introduction"), (3, "2.1 Details")]
    assert "an introduction, with a dash" in text.text
    assert labelled(text, "Theorem 2") == "Theorem 2. For all x this holds."
    assert labelled(text, "Equation (4)") == "a = b + c (4)"
    assert labelled(text, "Table 3") == "Table 3. What came of it. Method Loss SGD 0.31 Adam 0.25"
    assert [part(text, one) for one in text.tables] == ["Method Loss SGD 0.31 Adam 0.25"]


def test_margins_are_no_text() -> None:
    pages = [
        [Line(200, 760, "Running Head of a Paper", 8), Line(300, 30, str(number), 8), *columns(number),
         *(Line(40, 700 - 12 * row, f"{20 * number + row:03}", 7) for row in range(20))]
        for number in range(1, 4)
    ]  # fmt: skip
    text = read(pages).text.text
    assert "Running" not in text
    assert "025" not in text
    assert "row 19" in text


@pytest.mark.parametrize(
    "line",
    [Line(72, 300, "secret", before="3 Tr"), Line(72, 300, "secret", before="1 g"),
     Line(900, 300, "secret"), Line(72, 300, "secret", 0.4)],
)  # fmt: skip
def test_what_nobody_sees_is_left_out_and_told(line: Line) -> None:
    found = read([[*columns(1), line]])
    assert "secret" not in found.text.text
    assert "6 characters" in found.notices[0]
    assert "cannot be seen on page 1" in found.notices[0]
    assert read([columns(1)]).notices == ()


def test_turned_words_and_pages_are_read() -> None:
    stamp = Line(30, 300, "arXiv stamp at the side", turn="0 1 -1 0")
    assert "arXiv stamp at the side" in read([[*columns(1), stamp]]).text.text
    assert "row 3" in read([columns(1)], "/Rotate 90").text.text


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("empty", PdfFault.NOT_PDF),
        ("HTML named pdf", PdfFault.NOT_PDF),
        ("cut short", PdfFault.DAMAGED),
        ("301 pages", PdfFault.PAGES),
        ("encrypted", PdfFault.ENCRYPTED),
        ("nothing but invisible letters", PdfFault.UNSEEN),
        ("fonts that do not say", PdfFault.UNKNOWN),
        ("a bomb in a bomb", PdfFault.SANDBOX),
    ],
)
def test_a_hostile_file_costs_one_sentence(name: str, fault: PdfFault) -> None:
    data = next(data for known, data in hostile() if known == name)
    begun = time.monotonic()
    with pytest.raises(PdfError) as raised:
        read_pdf(data, paper="p", version="v1")
    assert raised.value.fault is fault
    assert raised.value.text.count("\n") == 0
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("name", ["pages that hold themselves", "deep arrays", "turned", "numbers without bounds"])
def test_odd_files_are_read(name: str) -> None:
    data = next(data for known, data in hostile() if known == name)
    assert read_pdf(data, paper="p", version="v1").text.text


def test_without_a_sandbox_no_pdf_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxError, match="not installed"):
        read([columns(1)])


@pytest.mark.parametrize(
    "said", [b"", b"{}", b"[1]", b'{"pages":1}\n{"text":"a","pieces":[[0,9,0,0,0,0,0,0,0]]}', b"[" * 90_000]
)
def test_an_answer_of_no_known_form_is_not_used(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.sandbox.pdf.run", lambda *_, **__: said)
    with pytest.raises(PdfError, match="no known form"):
        read([columns(1)])


def test_functions_of_pdfium_are_declared_as_its_own_package_does() -> None:
    code = (
        "import ctypes, pypdfium2_raw as raw; from openrepro.sandbox.pdfium import PROTOTYPES\n"
        "for name, (_, arguments) in PROTOTYPES.items():\n"
        "    theirs = getattr(raw, name).argtypes\n"
        "    assert [ctypes.sizeof(one) for one in theirs] == [ctypes.sizeof(one) for one in arguments], name\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-500:]
