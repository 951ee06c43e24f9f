"""Strangers' text cannot steer a terminal, and is measured in true columns."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.cli.plain import clean, cut, escape, one_line, pad, width, wrap


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[2J",
        "\x1b]0;title\x07",
        "\x9b31m",
        "\x00",
        "\x7f",
        "\u202e",
        "\u2066",
        "\u200f",
        "\u061c",
        "\udcff",
        "\U000e0041",
    ],
)
def test_no_control_survives(hostile: str) -> None:
    shown = clean(f"a{hostile}b")
    assert "\ufffd" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b\x00\x7f\u202e\u2066\u200f\u061c\udcff\U000e0041")


def test_honest_text_is_left_alone() -> None:
    text = "Perplexity 9.4 ± 0.1, 困惑度, مرحبا, naïve, 👍🏽"
    assert clean(text) == text


@pytest.mark.parametrize(
    "unseen",
    list("\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\u180e\ufe00\ufff0\U000e0100\U0001d173\U000e0fff"),
)
def test_no_character_without_a_form_hides(unseen: str) -> None:
    assert clean(f"a{unseen}b") == "a\ufffdb"
    assert unseen not in escape(json.dumps(f"a{unseen}b", ensure_ascii=False))


def test_joiners_and_styles_of_emoji_are_left_alone_but_not_runs_of_them() -> None:
    text = "👩🏽\u200d🔬 ❤\ufe0f\u200d🔥 ✓\ufe0e"
    assert clean(text) == text
    assert clean("❤\ufe0f\ufe0f\ufe0e") == "❤\ufe0f\ufffd\ufffd"
    assert clean("a\u200d🔬") == "a\ufffd🔬"


@given(st.text(max_size=200))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_line_breaks_of_every_kind_become_newlines() -> None:
    assert clean("a\r\nb\rc\u2028d\x0be") == "a\nb\nc\nd\ne"


def test_one_line_has_single_spaces() -> None:
    assert one_line("  a\n\n b\tc\u2029") == "a b c"


def test_escape_keeps_json_valid_and_hides_nothing() -> None:
    text = escape(json.dumps({"a": "x\u202ey\x9b±\U000e0041"}, ensure_ascii=False))
    assert json.loads(text) == {"a": "x\u202ey\x9b±\U000e0041"}
    assert "\u202e" not in text
    assert "±" in text


def test_width_counts_columns_not_characters() -> None:
    assert width("abc") == 3
    assert width("日本") == 4
    assert width("e\u0301") == 1


def test_cut_marks_what_is_gone() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert cut("日本語", 4) == "日…"
    assert cut("abc", 3) == "abc"


def test_pad_fills_to_columns() -> None:
    assert pad("日", 4) == "日  "
    assert pad("1", 3, right=True) == "  1"


def test_wrap_breaks_between_words() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("a\n\nb", 10) == ["a", "", "b"]


def test_wrap_breaks_a_word_that_is_too_long() -> None:
    assert wrap("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]


@given(st.text(max_size=200), st.integers(min_value=2, max_value=30))
def test_wrapped_lines_fit_and_lose_nothing(text: str, columns: int) -> None:
    lines = wrap(text, columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(clean(text).split())


def test_a_megabyte_without_spaces_is_quick() -> None:
    begin = time.process_time()
    wrap("\x1b" * 1_000_000, 80)
    assert time.process_time() - begin < 5
