"""The nearest passage is the one that shares most words, or none."""

from openrepro.papers.passages import MOST_WORDS, Passages

TEXT = (
    "The quick brown fox jumps over the lazy dog. A slow red fox walks around the lazy cat on every day. "
    "Nothing else is said here about animals at all."
)


def near(words: str, text: str = TEXT) -> str:
    found = Passages(text).nearest(words)
    return "" if found is None else text[found.span.start : found.span.end]


def test_the_nearest_passage_shares_most_words() -> None:
    assert near("a slow red cat walks around the lazy dog") == "A slow red fox walks around the lazy cat"
    assert near("quick brown foxes jumps over the lazy dog") == "quick brown fox jumps over the lazy dog"
    found = Passages(TEXT).nearest("a slow red cat walks around the lazy dog")
    assert found is not None
    assert (found.shared, found.of) == (8, 9)


def test_what_is_nowhere_near_has_no_passage() -> None:
    assert near("completely other words about something") == ""
    assert near("the lazy evening of many other words that are not there in the text") == ""
    assert near("") == near("fox") == near("words", "") == ""


def test_very_long_quotes_are_looked_for_by_their_beginning() -> None:
    text = " ".join(f"word{number} and" for number in range(1_000))
    found = Passages(text).nearest(text)
    assert found is not None
    assert (found.shared, found.of) == (MOST_WORDS, MOST_WORDS)
