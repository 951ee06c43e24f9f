"""What is shown of a text still knows which of it is the source's own."""

import re

from hypothesis import given
from hypothesis import strategies as st

from openrepro.judging.traced import Change, Traced, traced


def standing(text: Traced, source: str) -> bool:
    """Whether every stretch says the same in the source, and all are in order without overlap."""
    last = 0
    for start, end, place in text.stretches:
        if start < last or text.text[start:end] != source[place : place + end - start]:
            return False
        last = end
    return True


@st.composite
def changes(draw: st.DrawFn, length: int) -> list[Change]:
    ends = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    pairs = zip(ends[::2], ends[1::2], strict=False)
    return [Change(start, end, draw(st.text("xyz", max_size=3))) for start, end in pairs]


@given(st.data(), st.text("abc\n", max_size=40))
def test_after_any_changes_each_stretch_stands_in_the_source(data: st.DataObject, source: str) -> None:
    text = traced(source)
    for _ in range(3):
        text = text.changed(data.draw(changes(len(text.text))))
        assert standing(text, source)


def test_what_is_ours_is_in_no_stretch() -> None:
    text = traced("say HELLO now").replaced(re.compile("[A-Z]+"), lambda _match: "[x]")
    assert text.text == "say [x] now"
    assert [text.text[start:end] for start, end, _ in text.stretches] == ["say ", " now"]
    assert list(text.kept([(2, 5), (6, 9)])) == [(2, 4, 2), (7, 9, 9)]


def test_a_match_that_is_shown_as_it_is_breaks_nothing() -> None:
    assert len(traced("a b").replaced(re.compile(" "), lambda match: match[0]).stretches) == 1
