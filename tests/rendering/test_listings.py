"""Outputs: exact text, marks in it, colours where they are cheap, and cuts that say what is left out."""

from openrepro.logbooks.logbook import Address
from openrepro.rendering.allowance import Allowance
from openrepro.rendering.limits import BLOCK, PIECE
from openrepro.rendering.listings import listing
from openrepro.rendering.model import Quoted
from openrepro.rendering.weave import Span, Weaver
from tests.rendering.reading import marked, read


def woven(text: str, *spans: Span, language: str = "") -> str:
    quotes = [Quoted(Address("f", 0, 0), f"q{number}", f"c{number}") for number in range(len(spans))]
    return Weaver(quotes).piece(listing(text, spans, language=language, allowance=Allowance())).html


def test_an_output_is_shown_exactly() -> None:
    text = "\n  a <b> & 'c' \"d\"\n\tx\n\n"
    assert read(woven(text)) == "\n" + text


def test_progress_bars_and_windows_line_ends_become_lines() -> None:
    assert read(woven("1%\r2%\r\n3%")) == "\n1%\n2%\n3%"


def test_a_quote_is_marked_exactly_in_plain_and_coloured_text() -> None:
    text = "def mean(values):\n    return sum(values) / 3  # é done\n"
    start = text.index("sum")
    span = Span(start, text.index(" done"), 0)
    for language in ("", "python", "text"):
        html = woven(text, span, language=language)
        assert marked(html)["c0"] == "sum(values) / 3  # é"
        assert read(html) == "\n" + text
    assert 'class="t-k"' in woven(text, span, language="python")


def test_what_is_not_understood_or_dear_is_not_coloured() -> None:
    assert "t-" not in woven("x = 1", language="brainfuck")
    assert "t-k" not in woven("def f(): pass\n" * 3_000, language="python")
    assert "t-k" not in woven("def f(): pass; " * 40, language="python")


def test_a_long_output_keeps_its_head_its_tail_and_its_quotes() -> None:
    text = "".join(f"line {number}\n" for number in range(30_000))
    start = text.index("line 15000")
    html = woven(text, Span(start, start + 10, 0))
    assert "line 0\n" in html
    assert "line 29999" in html
    assert marked(html)["c0"] == "line 15000"
    assert html.count("characters are left out here; the whole is in the file") == 2
    assert len(html) < BLOCK
    read(html)


def test_an_output_of_signs_that_swell_is_cut_as_well() -> None:
    assert len(woven("&" * BLOCK)) < PIECE
    assert len(woven("\u200b" * BLOCK)) < PIECE


def test_bytes_that_are_no_text_are_named() -> None:
    html = woven(b"caf\xe9".decode("utf-8", "surrogateescape"))
    assert 'title="byte 0xE9, which is no UTF-8"' in html
    html.encode("utf-8")
