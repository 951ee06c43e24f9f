"""Near-same text: found however it is moved about or padded, not found where two people wrote it."""

import random
import re
import time

from openrepro.entries.likeness import Shared
from openrepro.entries.likeness_words import compare_words, runs_in, words_of
from openrepro.logbooks.logbook import Logbook
from tests.entries.prose import book, paragraphs

OWN = paragraphs("own", 10)


def compared(left: Logbook, right: Logbook, *common: str) -> Shared | None:
    return compare_words(words_of(left), words_of(right), runs_in(common))


def share(left: Logbook, right: Logbook) -> float:
    found = compared(left, right)
    return 0.0 if found is None else float(found.share)


def test_two_independent_texts_are_not_alike() -> None:
    assert compared(book(*OWN), book(*paragraphs("other", 10))) is None
    assert compared(book(""), book("")) is None


def test_the_same_text_is_alike_whatever_pages_it_stands_on() -> None:
    assert share(book(*OWN), book(*OWN)) == 1.0
    assert share(book("\n\n".join(OWN)), book(*OWN)) == 1.0


def test_shuffling_white_space_case_numbers_and_emphasis_hide_nothing() -> None:
    shuffled = OWN[:]
    random.Random(1).shuffle(shuffled)
    assert share(book(*OWN), book("\n\n".join(shuffled))) > 0.95
    spaced = [re.sub(" ", " \n  ", text) for text in OWN]
    assert share(book(*OWN), book(*spaced)) == 1.0
    assert share(book(*OWN), book(*(text.upper() for text in OWN))) == 1.0
    numbered = [f"{text} 12.5 of 300 are right, and 7 are wrong, as table 3 says." for text in OWN]
    changed = [f"{text} 99.1 of 471 are right, and 2 are wrong, as table 8 says." for text in OWN]
    assert share(book(*numbered), book(*changed)) == 1.0
    assert share(book(*OWN), book(*(re.sub(r"(\w+)\.", r"**\1**.", text) for text in OWN))) > 0.9


def test_a_copy_is_found_inside_a_much_longer_text() -> None:
    found = compared(book(*OWN), book(*paragraphs("padding", 50), *OWN))
    assert found is not None
    assert found.share == "1.00"


def test_one_copied_page_among_many_own_ones_is_found() -> None:
    mine = book(*OWN, "\n\n".join(paragraphs("taken", 2)))
    theirs = book(*paragraphs("other", 12), "\n\n".join(paragraphs("taken", 2)))
    found = compared(mine, theirs)
    assert found is not None
    assert float(found.share) < 0.4
    assert found.passages[0].size == 120


def test_a_few_copied_sentences_are_nothing_to_show() -> None:
    quoted = paragraphs("quoted", 1)
    assert compared(book(*OWN, *quoted), book(*paragraphs("other", 10), *quoted)) is None


def test_one_word_repeated_is_no_text() -> None:
    assert compared(book("word " * 5_000), book("word " * 5_000)) is None


def test_passages_point_at_the_same_words_on_both_sides() -> None:
    mine, theirs = book("Ünïcode — first.\n\n" + OWN[0], *OWN[1:4]), book(*paragraphs("own", 4))
    found = compared(mine, theirs)
    assert found is not None
    assert len(found.passages) == 4
    for passage in found.passages:
        left, right = mine.read(passage.left), theirs.read(passage.right)
        assert left == right
        assert left is not None
        assert left.decode().split() == left.decode().split()[: passage.size]
        assert len(left.decode().split()) == passage.size


def test_what_the_paper_and_its_claims_say_does_not_count() -> None:
    claims = " ".join(paragraphs("claims", 3))
    mine, theirs = book(claims, *paragraphs("a", 2)), book(claims, *paragraphs("b", 2))
    assert compared(mine, theirs) is not None
    assert compared(mine, theirs, claims) is None


def test_headings_code_and_outputs_are_left_aside() -> None:
    title = "# " + " ".join(paragraphs("title", 2)) + "\n\n"
    code = "```python\n" + "\n".join(f"value_{at} = compute(left, right, {at})" for at in range(80)) + "\n```\n"
    assert compared(book(title + OWN[0] + "\n\n" + code), book(title + paragraphs("x", 1)[0] + "\n\n" + code)) is None


def test_time_grows_with_the_text_and_no_faster() -> None:
    hostile = ("word " * 100_000, "a b " * 125_000, "\n".join(paragraphs("long", 1_000)))
    for text in hostile:
        left, right = book(text), book(text + " end")
        start = time.perf_counter()
        compare_words(words_of(left), words_of(right), frozenset())
        assert time.perf_counter() - start < 10
