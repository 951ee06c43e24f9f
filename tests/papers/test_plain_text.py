"""Plain text: paragraphs, pages, and what looks like a heading or a table."""

from openrepro.papers.text import Span, TextFormat
from tests.papers.texts import labelled, paragraphs, part, text_of

PAPER = """Title of it

Abstract
We show much.

3.1 Results of it
The gain is 3.1 per-
cent.
\fTable 2: Times.

single     158   7
batched   0.75   7

4 Discussion

Done.
"""


def test_pages_paragraphs_and_headings() -> None:
    text = text_of(PAPER, TextFormat.PLAIN)
    assert paragraphs(text)[:4] == ["Title of it", "Abstract", "We show much.", "3.1 Results of it"]
    assert [(one.level, one.title) for one in text.sections] == [
        (1, "Abstract"),
        (2, "3.1 Results of it"),
        (1, "4 Discussion"),
    ]
    assert [one.number for one in text.pages] == [1, 2]
    assert (text.page(text.text.index("gain")), text.page(text.text.index("batched"))) == (1, 2)


def test_tables_are_told_by_their_columns() -> None:
    text = text_of(PAPER, TextFormat.PLAIN)
    assert part(text, text.tables[0]) == "single 158 7 batched 0.75 7"
    assert labelled(text, "Table 2").endswith("0.75 7")


def test_text_without_form_feeds_has_no_pages() -> None:
    text = text_of("One.\n\nTwo.", TextFormat.PLAIN)
    assert (text.pages, text.page(0), text.source(Span(0, 4))) == ((), None, Span(0, 4))
