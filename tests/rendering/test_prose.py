"""Prose: quotes are marked where their bytes stand, and marks change nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.logbooks.logbook import Address
from openrepro.rendering.allowance import Allowance
from openrepro.rendering.model import Quoted
from openrepro.rendering.prose import prose
from openrepro.rendering.weave import Span, Weaver
from tests.rendering.reading import marked, read, safe_html

PAGE = """# Claim **one**

The *value* of `loss` is **0.31 ± 0.02**, see [the table](https://a.example/t) and $x^2 + y$.
A further line of it.

| seed | loss |
|------|-----:|
| 1    | 0.30 |
| 2    | `0.32` |

- first
- second with **bold** text
  ```python
  def run(): return 1
  ```

$$
\\frac{a}{b}
$$

> quoted by *them*

[ref]: https://b.example/x
Last [ref].
"""


def woven(text: str, *spans: tuple[int, int]) -> str:
    quotes = [Quoted(Address("f", 0, 0), f"q{number}", f"c{number}") for number in range(len(spans))]
    weaver = Weaver(quotes)
    places = [Span(start, end, number) for number, (start, end) in enumerate(spans)]
    return "".join(weaver.piece(piece).html for piece in prose(text, places, Allowance()).pieces)


def at(text: str, part: str) -> tuple[int, int]:
    start = text.index(part)
    return start, start + len(part)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("0.31 ± 0.02", "0.31 ± 0.02"),
        ("**0.31 ± 0.02**", "0.31 ± 0.02"),
        ("The *value* of `loss`", "The value of loss"),
        ("value* of", "value of"),
        ("loss", "loss"),
        ("| 2    | `0.32` |", "20.32"),
        ("| 1    | 0.30 |\n| 2    | `0.32`", "10.3020.32"),
        ("# Claim **one**", "Claim one"),
        ("- second with **bold** text", "second with bold text"),
        ("def run(): return 1", "def run(): return 1"),
        ("> quoted by *them*", "quoted by them"),
        ("quoted by *them*\n\n[ref]: https://b.example/x\nLast", "quoted by themLast"),
    ],
)
def test_a_quote_is_marked_exactly(part: str, words: str) -> None:
    html = woven(PAGE, at(PAGE, part))
    found = marked(html)["c0"].replace("\n", "")
    assert found == words
    assert html.count(' id="q0"') == 1
    assert read(html) == read(safe_html(PAGE))


def test_a_quote_in_a_formula_marks_the_formula() -> None:
    html = woven(PAGE, at(PAGE, "x^2"))
    assert '<mark id="q0" class="quote" data-claim="c0"><math' in html
    assert '<mark id="q0" class="quote" data-claim="c0"><math' in woven(PAGE, at(PAGE, "frac{a}"))


def test_a_quote_in_an_address_marks_its_paragraph() -> None:
    html = woven(PAGE, at(PAGE, "a.example/t"))
    assert "The value of loss is" in marked(html)["c0"]
    assert "seed" not in marked(html)["c0"]
    assert read(html) == read(safe_html(PAGE))


def test_a_quote_that_is_only_signs_still_gets_a_mark() -> None:
    assert "q0" in woven(PAGE, at(PAGE, "|------|-----:|"))


def test_one_rough_quote_leaves_the_others_exact() -> None:
    html = woven(PAGE, at(PAGE, "a.example/t"), at(PAGE, "0.30"), at(PAGE, "second"))
    assert marked(html)["c1"] == "0.30"
    assert marked(html)["c2"] == "second"


def test_overlapping_nested_and_equal_quotes_are_all_marked() -> None:
    html = woven(PAGE, at(PAGE, "The *value*"), at(PAGE, "value* of `loss` is"), at(PAGE, "value"), at(PAGE, "value"))
    assert marked(html) == {"c0": "The value", "c1": "value of loss is", "c2": "value", "c3": "value"}
    assert [html.count(f' id="q{number}"') for number in range(4)] == [1, 1, 1, 1]
    read(html)


def test_a_page_may_not_mark_anything_itself() -> None:
    html = safe_html("\ufdd0\ufde0\ufde0\ufde0\ufde0fake\ufdd1\ufde0\ufde0\ufde0\ufde0 <mark id=q0>x</mark>")
    assert "<mark" not in html
    assert "fake" in html


@given(st.text(st.sampled_from("ab *_`[]()#>-|\n$~!\\é\u202e."), max_size=60), st.data())
def test_marks_change_no_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    html = woven(text, (start, end), (end // 2, end))
    assert read(html) == read(safe_html(text))


def test_headings_stay_below_those_of_the_site() -> None:
    html = safe_html("# a\n## b\n### c\n###### d\n")
    assert "<h3>a</h3>" in html
    assert "<h4>b</h4>" in html
    assert html.count("<h6>") == 1
    assert "<h5>c</h5>" in html


def test_pictures_are_not_loaded_but_named() -> None:
    html = safe_html("![loss over time](https://a.example/x.png) ![](/x.png)")
    assert "<img" not in html
    assert "[image not loaded: loss over time (https://a.example/x.png)]" in read(html)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[google.com](https://evil.example/x)", "(leads to evil.example)"),
        ("[https://good.example/login](https://evil.example/)", "(leads to evil.example)"),
        ("[good\u200b.example](https://evil.example/)", "(leads to evil.example)"),
        ("[ｇｏｏｄ．ｅｘａｍｐｌｅ](https://evil.example/)", "(leads to evil.example)"),
        ("[gооd](https://gооd.example/)", "(leads to xn--gd-fmca.example)"),
        ("<https://раураl.example/>", "(leads to xn--"),
        ("[good.example](https://good.example.evil.example/)", "(leads to good.example.evil.example)"),
        ("[x](javascript:alert)", "(javascript:alert, not linked)"),
        ("[x](results.json)", "(results.json, not linked)"),
    ],
)
def test_a_link_says_where_it_leads_when_its_text_does_not(text: str, said: str) -> None:
    assert said in read(safe_html(text))


@pytest.mark.parametrize(
    "text",
    ["[the code](https://good.example/x)", "[www.good.example](https://good.example/)", "<https://good.example>"],
)
def test_an_honest_link_is_left_alone(text: str) -> None:
    html = safe_html(text)
    assert 'rel="nofollow noopener noreferrer ugc"' in html
    assert "leads to" not in html


def test_invisible_characters_are_named() -> None:
    html = safe_html("pass\u200bword `a\u202eb` 👩\u200d💻 \x1b[2J")
    assert 'title="U+200B zero width space"' in html
    assert 'title="U+202E right-to-left override"' in html
    assert "U+200D" not in html
    assert "U+001B" in html
    assert "\u202e" not in html


def test_thousands_of_invisible_characters_do_not_swell_a_page() -> None:
    assert len(safe_html("a\u200b" * 50_000)) < 300_000


def test_raw_tables_lists_and_strikes_are_laid_out() -> None:
    html = safe_html("|a|b|\n|:-:|--:|\n|1|2|\n\n3. x\n\n~~old~~")
    assert '<td class="at-right">2</td>' in html
    assert '<ol start="3">' in html
    assert "<s>old</s>" in html
    read(html)
