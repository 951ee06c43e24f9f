"""Two ways to set the same words are the same once made comparable; other numbers never are."""

import pytest

from openrepro.papers.normal import normal
from openrepro.papers.text import Span

SAME = [
    ("the e\ufb03cient \ufb01lter", "the efficient filter"),
    ("a multi-\nply step", "a multiply step"),
    ("a multi\u00adply and re\ufffeused", "a multiply and reused"),
    ("state-of-the-art \u2014 still", "state of the art still"),
    ("\u201cquoted\u201d and it\u2019s", '"quoted" and it\'s'),
    ("thin\u2009space\u00a0and\ttab\n", "thin space and tab"),
    (r"$\alpha_{t} \leq 6/5$", "α_t ≤ 6/5"),
    (r"\(t \geq 1\) and $x^{2}$", "t ≥ 1 and x^2"),
    (r"3.1\,\% of 51{,}233", "3.1 % of 51,233"),
    ("Poincar\u00e9, Erd\u0151s", "Poincare, Erdos"),
    ("from \u22125 to 10\u201320", "from -5 to 10-20"),
    ("**bold** and `code`", "bold and code"),
]
OTHER = [
    ("1e-9", "1e9"),
    ("0.5 1", "0.51"),
    ("10^2 runs", "102 runs"),
    ("10\u00b2 runs", "102 runs"),
    ("-3.1", "3.1"),
    ("27.9", "279"),
    ("x < 1", "x <= 1"),
    ("Hedge", "hedge"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_settings_of_the_same_words_are_the_same(one: str, other: str) -> None:
    assert normal(one).text == normal(other).text != ""


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_words_and_numbers_stay_others(one: str, other: str) -> None:
    assert normal(one).text != normal(other).text


def test_characters_know_where_they_stood() -> None:
    made = normal("an e\ufb03cient \u201cmulti-\nply\u201d, 1 2")
    assert made.text == "anefficientmultiply,1 2"
    at = made.text.index("efficient")
    assert made.origins.of(Span(at, at + 9)) == Span(3, 10)
    at = made.text.index("multiply")
    assert made.origins.of(Span(at, at + 8)) == Span(12, 22)


def test_nothing_but_marks_is_nothing() -> None:
    assert normal(" \u00ad$*{}``\u2019 \n").text == ""
