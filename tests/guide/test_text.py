"""Texts of ours: marks are taken from our own words only, and values stay what they are."""

from datetime import UTC, datetime

import pytest

from openrepro.guide.markdown import markdown
from openrepro.guide.text import (
    Code,
    Grid,
    Section,
    Span,
    block_json,
    counted,
    face,
    joined,
    listed,
    para,
    plain,
    prose,
)

CLOSE = datetime(2026, 8, 3, 11, 59, 59, tzinfo=UTC)


def test_marks_become_spans() -> None:
    assert prose("Run `x {n}` as [said](/guide#run) by @close.", n=3, close=CLOSE) == (
        Span("Run "),
        Span("x 3", code=True),
        Span(" as "),
        Span("said", to="/guide#run"),
        Span(" by "),
        Span(face(CLOSE), at="2026-08-03T11:59:59Z"),
        Span("."),
    )


def test_a_value_is_never_taken_for_a_mark() -> None:
    hostile = "`code` [a](https://evil.example) @close {n}"
    assert prose("Named {name}.", name=hostile) == (Span(f"Named {hostile}."),)
    assert prose("`{name}`", name=hostile) == (Span(hostile, code=True),)


@pytest.mark.parametrize(
    ("value", "told"),
    [("a | b", r"a \| b"), ("<b>*x*</b> [y](z)", r"\<b>\*x\*\</b> \[y\](z)"), ("two\nlines", "two lines")],
)
def test_markdown_escapes_what_is_no_mark(value: str, told: str) -> None:
    assert markdown([Section("s", "S", (para("{v}", v=value),))]) == f"## S\n\n{told}\n"


def test_code_in_markdown_ends_where_it_should() -> None:
    text = markdown([Section("s", "S", (Code("```\nx"), para("`{v}`", v="a`b|c")))], level=3)
    assert text == "### S\n\n````\n```\nx\n````\n\n``a`b|c``\n"


def test_tables_and_lists_in_markdown() -> None:
    grid = Grid("c", ("a", "b"), ((prose("`x|y`"), prose("2")),))
    items = listed(prose("one"), (), prose("[two](/faq)"), ordered=True)
    assert markdown([Section("s", "S", (grid, items))], site="https://here.example") == (
        "## S\n\n| a | b |\n| --- | --- |\n| `x\\|y` | 2 |\n\n1. one\n2. [two](https://here.example/faq)\n"
    )


def test_sentences_are_joined_without_the_empty_ones() -> None:
    assert plain(joined(prose("One."), (), prose("Two.")).text) == "One. Two."


def test_instants_are_told_in_two_zones() -> None:
    assert face(CLOSE) == "3 August 2026, 11:59:59 UTC (2 August 2026, 23:59:59 AoE)"


def test_counts_have_their_noun() -> None:
    assert [counted(1, "entry", "entries"), counted(2_000, "entry", "entries"), counted(0, "point")] == [
        "1 entry",
        "2,000 entries",
        "0 points",
    ]


def test_blocks_are_told_as_json() -> None:
    assert block_json(para("a")) == {
        "kind": "paragraph",
        "spans": [{"text": "a", "code": False, "to": None, "at": None}],
    }
    assert block_json(Code("x", "sh")) == {"kind": "code", "language": "sh", "text": "x"}
    assert block_json(listed(prose("a")))["ordered"] is False
