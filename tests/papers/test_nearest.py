"""Mistyped names: what is near, and when nothing stands out."""

from hypothesis import given
from hypothesis import strategies as st

from openrepro.papers.nearest import distance, nearest


def test_each_kind_of_mistake_counts_one() -> None:
    assert distance("abcdef", "abcdef") == 0
    assert distance("abcdef", "abXdef") == 1
    assert distance("abcdef", "abdef") == 1
    assert distance("abcdef", "abccdef") == 1
    assert distance("abcdef", "bacdef") == 1
    assert distance("abcdef", "badcef") == 2
    assert distance("abcdef", "ghijkl") == 3


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_the_distance_is_the_same_from_both_sides(left: str, right: str) -> None:
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


def test_another_case_comes_first() -> None:
    assert nearest("abcdefghij", ["ABCDEFGHIJ", "abcdefghix"]) == ("ABCDEFGHIJ",)


def test_nothing_is_offered_where_nothing_stands_out() -> None:
    assert nearest("abcd", ["abxy"]) == ()
    assert nearest("abcdefgh", [f"abcdefg{letter}" for letter in "wxyz"]) == ()
    assert nearest("abcdefgh", [f"abcdefg{letter}" for letter in "xyz"]) == ("abcdefgx", "abcdefgy", "abcdefgz")
    assert nearest("64393", ["64394"]) == ()
    assert nearest("abcdefgh", []) == ()
