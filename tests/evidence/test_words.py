"""Content words, and how much of one text another covers."""

import pytest

from openrepro.evidence.words import coverage, weights, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The losses of the Models", {"losse", "model"}),
        ("loss is class", {"loss", "class"}),
        ("3.1 % at 0.5", {"3.1", "0.5"}),
        ("cache-sharing", {"cache", "sharing"}),
        ("The claim of this paper", set()),
        ("naïve Größe", {"naïve", "größe"}),
        ("", set()),
    ],
)
def test_words_are_told_by_case_plural_and_content(text: str, found: set[str]) -> None:
    assert words(text) == found


def test_a_word_in_every_text_weighs_least() -> None:
    weight = weights([words("cache speed"), words("cache regret"), words("cache bound")])
    assert weight["cache"] < weight["speed"] == weight["regret"]


def test_coverage_is_a_share_and_grows_with_what_is_found() -> None:
    wanted = words("cache speed regret")
    weight = weights([wanted])
    shares = [coverage(wanted, words(text), weight) for text in ("", "cache", "cache speed", "cache speed regret more")]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert coverage(frozenset(), wanted, weight) == 0
