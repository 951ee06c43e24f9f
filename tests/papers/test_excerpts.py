"""Excerpts are short, and cut where a reader would."""

from openrepro.papers.excerpts import LONGEST_QUOTE, REACH, excerpt
from openrepro.papers.text import Span

SENTENCES = " ".join(f"Sentence number {number} ends with a word." for number in range(100))


def around(text: str, words: str) -> tuple[str, str, str, bool, bool]:
    at = text.index(words)
    made = excerpt(text, Span(at, at + len(words)))
    return made.before, made.quote, made.after, made.begins, made.ends


def test_excerpts_are_cut_between_sentences() -> None:
    before, quote, after, begins, ends = around(SENTENCES, "Sentence number 50 ends")
    assert (quote, begins, ends) == ("Sentence number 50 ends", False, False)
    assert before.startswith("Sentence number")
    assert before.endswith("word. ")
    assert after.startswith(" with a word. Sentence number 51")
    assert after.endswith("word.")
    assert REACH // 3 <= len(before) <= REACH >= len(after) >= REACH // 3


def test_without_sentences_they_are_cut_between_words() -> None:
    text = "lorem " * 100 + "QUOTE" + " ipsum" * 100
    before, _, after, *_ = around(text, "QUOTE")
    assert before.startswith("lorem ")
    assert after.endswith(" ipsum")


def test_the_ends_of_a_text_are_told() -> None:
    assert around("Before. QUOTE after.", "QUOTE") == ("Before. ", "QUOTE", " after.", True, True)


def test_lines_are_joined_and_paragraphs_stay_apart() -> None:
    assert around("One\nline.\n\n\nNext  para\tQUOTE", "QUOTE")[0] == "One line.\n\nNext para "


def test_no_more_than_an_excerpt_is_given() -> None:
    for text in ("x" * 50_000, "x. Y" * 50_000, " \n" * 50_000):
        made = excerpt(text, Span(20_000, 40_000))
        assert len(made.before + made.quote + made.after) <= LONGEST_QUOTE + 2 * REACH
