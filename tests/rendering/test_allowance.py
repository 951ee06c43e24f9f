"""Hostile Markdown costs no more than its length: a second for a megabyte, whatever is in it."""

import json
from time import process_time

import pytest

from openrepro.logbooks.trackio import parse
from openrepro.rendering.allowance import Allowance, work_of
from openrepro.rendering.book import rendering_of
from openrepro.rendering.limits import BLOCK_WORK, FORMULAS, LINKS, WORK
from tests.rendering.reading import read, safe_html

BOMBS = (
    *("[", "![", "[](", "[a](b", "[a][b]", "](", "*a ", "**a", "*_", "_a_", "a**b", "***a*b_c_ ", "~~a", "~a~~ "),
    *("`", "`a", "``a`", "\\``", "<", "<a", "<http://a", "&", "&#x", "&amp;", "$", "$a ", "$a$", "$$a\n", "$\\", "\\"),
    *("> ", "> - ", "- ", "- a\n", "1. a\n", "# a\n", "a\n=\n", "> a\n", "a\n", "|", "|a|b|\n|-|-|\n", "```\n"),
    *("    a\n", "~~~ a\n", "<!--", "<?", "<![CDATA[", "[x]: y\n", "[^a]: ", '[a](b "', "[a](<", "[a](((", "\r"),
    *("\x00", "\u200b", "\u202ea", "\ufdd0", "\ud800", "word ", "\t", " ", "x<y>", "a.b ", "\u2028", "👩\u200d💻"),
)


@pytest.mark.parametrize("bomb", BOMBS, ids=ascii)
@pytest.mark.parametrize("size", [6_000, 60_000])
def test_a_bomb_costs_what_its_length_costs(bomb: str, size: int) -> None:
    text = bomb * (size // len(bomb))
    begun = process_time()
    html = safe_html(text)
    assert process_time() - begun < 1.5
    assert len(html) < 400_000
    read(html)


@pytest.mark.parametrize("bomb", ["*a ", "- a\n", "$x_1$ ", "[a](/b) "])
def test_many_small_bombs_cost_no_more_than_one(bomb: str) -> None:
    body = bomb * (8_000 // len(bomb))
    cells = [f"\n\n---\n<!-- trackio-cell\n{json.dumps({'type': 'markdown'})}\n-->\n{body}\n" for _ in range(40)]
    logbook = parse({"pages/a/page.md": "".join(cells).encode()}, name="book")
    begun = process_time()
    rendering = rendering_of(logbook, ())
    assert process_time() - begun < 5
    for part in rendering.pages[0].parts:
        assert len(part) < 220_000


def test_a_table_that_fills_itself_up_is_text() -> None:
    table = "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n" + "|b|\n" * 2_000
    assert work_of(table) > BLOCK_WORK
    assert "too much markup" in read(safe_html(table))


def test_what_is_nested_too_deeply_is_text_and_nothing_is_lost() -> None:
    text = "> " * 40 + "end of it"
    assert "nested too deeply" in read(safe_html(text))
    assert "end of it" in read(safe_html(text))
    assert "end of it" in read(safe_html("*a **b " * 100 + "end of it" + "** c*" * 100))


def test_honest_prose_is_laid_out() -> None:
    text = "## Result\n\nThe loss is **0.3** after `train.py` ran for [two hours](https://a.example).\n\n" * 200
    assert "as it was written" not in read(safe_html(text))


def test_what_is_left_runs_out() -> None:
    allowance = Allowance()
    assert not allowance.refuses("*a*" * 100)
    assert allowance.work < WORK
    assert allowance.refuses("x" * 10**6) == "it is too long to be laid out"
    allowance.work = 10
    assert allowance.refuses("*a*" * 100) == "the logbook has more markup than is laid out"


def test_only_so_many_formulas_and_links_are_made() -> None:
    html = safe_html("$x$ " * (FORMULAS + 50))
    assert html.count("<math") <= FORMULAS
    assert html.count('<code class="tex">') >= 50
    assert safe_html("[a](https://b.example)\n\n" * (LINKS + 5)).count("<a ") <= LINKS
