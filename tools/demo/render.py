"""Render the example papers from Markdown to PDF, byte for byte the same at every run, and find a text's page."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Preformatted, SimpleDocTemplate, Spacer, Table, TableStyle

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10.8, leading=14.6, spaceAfter=6, alignment=4)
TITLE = ParagraphStyle("title", parent=BODY, fontName="Times-Bold", fontSize=19, leading=24, alignment=1, spaceAfter=10)
SECTION = ParagraphStyle("section", parent=BODY, fontName="Times-Bold", fontSize=13, leading=17, spaceBefore=9)
NOTICE = ParagraphStyle(
    "notice", parent=BODY, fontName="Times-Italic", borderColor=colors.grey, borderWidth=0.7, borderPadding=6,
    leftIndent=12, rightIndent=12, spaceBefore=4, spaceAfter=16, alignment=1,
)  # fmt: skip
CODE = ParagraphStyle("code", fontName="Courier", fontSize=9.5, leading=12, leftIndent=18, spaceBefore=2, spaceAfter=8)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=10, leading=12, spaceAfter=0, alignment=0)


class PagedDocument(SimpleDocTemplate):
    """A document that notes on which page each paragraph ended."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.page_of: dict[str, int] = {}

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        source = getattr(flowable, "source", None)
        if source is not None:
            self.page_of[source] = self.page


class WholeParagraph(Paragraph):
    """A paragraph that is never split between pages, so that a quote has one page; `source` is its Markdown."""

    source = ""

    def split(self, width: float, height: float) -> list[Flowable]:
        return []


def render(source: Path, target: Path) -> dict[str, int]:
    """Write `target` (PDF) from `source` (Markdown); the page on which each source line stands."""
    lines = source.read_text(encoding="utf-8").splitlines()
    document = PagedDocument(
        str(target), pagesize=A4, invariant=1, title=lines[0].removeprefix("# "), author="OpenRepro demo",
        subject="Example paper, not a scientific publication",
        leftMargin=30 * mm, rightMargin=30 * mm, topMargin=28 * mm, bottomMargin=28 * mm,
    )  # fmt: skip
    document.build(list(flowables(lines)), onFirstPage=_footer, onLaterPages=_footer)
    return document.page_of


def flowables(lines: list[str]) -> Iterator[Flowable]:
    """The Markdown that the papers use: headings, notices, tables, code fences, one paragraph per line."""
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        if line.startswith("```"):
            end = lines.index("```", position)
            yield Preformatted("\n".join(lines[position:end]), CODE)
            position = end + 1
        elif line.startswith("|"):
            start = position - 1
            while position < len(lines) and lines[position].startswith("|"):
                position += 1
            yield from table(lines[start:position])
        elif line:
            yield paragraph(line)


def paragraph(line: str) -> WholeParagraph:
    marks = (("# ", TITLE), ("## ", SECTION), ("> ", NOTICE), ("", BODY))
    mark, style = next(pair for pair in marks if line.startswith(pair[0]))
    result = WholeParagraph(inline(line.removeprefix(mark)), style)
    result.source = line
    return result


def table(rows: list[str]) -> Iterator[Flowable]:
    cells = [[Paragraph(inline(cell.strip()), CELL) for cell in row.strip("|").split("|")] for row in rows]
    del cells[1]
    grid = TableStyle([("LINEBELOW", (0, 0), (-1, 0), 0.7, colors.black), ("LINEBELOW", (0, 1), (-1, -1), 0.2, "grey")])
    yield Table(cells, style=grid)
    yield Spacer(1, 9)


def inline(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"`([^`]+)`", r'<font face="Courier">\1</font>', text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)


def _footer(canvas: Any, document: SimpleDocTemplate) -> None:
    canvas.setFont("Times-Italic", 9)
    canvas.drawCentredString(A4[0] / 2, 15 * mm, f"Example paper of OpenRepro's demo - page {document.page}")
