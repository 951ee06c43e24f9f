"""Quotes are found where they stand, and what does not fit is told by its code."""

from dataclasses import replace
from time import process_time

import pytest

from openrepro.claims.anchoring import Anchor, AnchorFault, Anchors
from openrepro.claims.claim import Claim, Kind, Locator
from openrepro.demo.example import read_example
from openrepro.papers.text import PaperText, TextFormat
from tests.papers.texts import text_of

SOURCE = """# T

## 1. Setup

The e\ufb03cient method is fast. We use 112 samples of it in all runs.

**Theorem 2.** For every $n \\geq 1$, the multi-
step bound $t |x_t| \\leq 6/5$ holds.

## 2. Results

Our model reaches an accuracy of 89.1 % on the held-out lines, which is best.

**Table 3.** All values.

| model | accuracy | seconds |
| --- | --- | --- |
| ours | 89.1 | 7.5 |

The e\ufb03cient method is fast. It is said twice.
"""
TEXT = text_of(SOURCE)


def anchored(quote: str | None, text: str = "A claim.", locator: Locator | None = None, of: PaperText = TEXT) -> Anchor:
    return Anchors(of).anchor(Claim("t.c1", Kind.VALUE, text, quote=quote, locator=locator))


def codes(anchor: Anchor) -> list[AnchorFault]:
    return [fault.code for fault in anchor.faults]


def located(**more: object) -> Locator:
    return replace(Locator("v1", TEXT.sha256), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", read_example().papers, ids=lambda one: one.paper)
def test_every_quote_of_the_example_stands_at_its_locator(paper) -> None:  # type: ignore[no-untyped-def]
    text = text_of(read_example().texts[paper.paper].decode())
    anchors = Anchors(text)
    for claim in (part for one in paper.claims for part in (one, *one.conjuncts)):
        found = anchors.anchor(claim)
        assert (found.faults, found.times) == ((), 1), claim.id
        assert found.place is not None
        assert claim.locator is not None
        assert found.place.source == claim.locator.span


def test_a_quote_is_found_in_other_type() -> None:
    found = anchored("the multistep bound t |x_t| ≤ 6/5 holds.")
    assert found.place is not None
    assert (found.place.label, found.place.section, found.place.page) == ("Theorem 2", "1. Setup", None)
    start, end = found.place.source
    assert SOURCE[start:end] == "the multi-\nstep bound $t |x_t| \\leq 6/5$ holds."
    assert found.faults == ()


@pytest.mark.parametrize("quote", [None, "", "  \n", "\u00ad"])
def test_no_quote_is_told(quote: str | None) -> None:
    assert codes(anchored(quote)) in ([AnchorFault.QUOTE_EMPTY], [AnchorFault.QUOTE_MISSING])
    assert anchored(None).faults[0].text == "The claim has no quote of the paper."


def test_a_quote_that_is_not_there_gets_the_nearest_passage() -> None:
    found = anchored("Our model reaches an accuracy of 91.3 % on the held-out lines")
    assert codes(found) == [AnchorFault.QUOTE_MISSING]
    assert found.place is None
    assert found.nearest is not None
    assert found.nearest.place.section == "2. Results"
    assert found.nearest.shared == found.nearest.of - 2
    nothing = anchored("Something altogether different and not in this paper")
    assert (codes(nothing), nothing.nearest) == ([AnchorFault.QUOTE_MISSING], None)


@pytest.mark.parametrize("quote", ["We use 12 samples of it", "odel reaches an accuracy", "accuracy of 89 % on the"])
def test_words_and_numbers_are_not_cut(quote: str) -> None:
    assert codes(anchored(quote)) == [AnchorFault.QUOTE_MISSING]


def test_a_very_short_quote_is_told() -> None:
    assert codes(anchored("89.1 %")) == [AnchorFault.QUOTE_SHORT]


def test_numbers_must_stand_in_the_quote_or_in_the_table_of_the_label() -> None:
    quote = "Our model reaches an accuracy of 89.1 % on the held-out lines"
    assert codes(anchored(quote, "It reaches 89.1 %.")) == []
    lost = anchored(quote, "It reaches 89.1 % in 7.5 seconds.")
    assert codes(lost) == [AnchorFault.NUMBER_MISSING]
    assert "7.5" in lost.faults[0].text
    assert codes(anchored(quote, "It reaches 89.1 % in 7.5 seconds.", located(label="Table 3"))) == []
    assert codes(anchored(quote, "In 9.5 seconds.", located(label="Table 3"))) == [AnchorFault.NUMBER_MISSING]


def test_of_several_places_the_locator_tells_which() -> None:
    quote = "The efficient method is fast."
    first, second = SOURCE.index("The e\ufb03"), SOURCE.rindex("The e\ufb03")
    assert anchored(quote).times == 2
    for at in (first, second):
        found = anchored(quote, locator=located(span=(at, at + 27)))
        assert found.place is not None
        assert (found.place.source.start, found.faults) == (at, ())
    within = anchored(quote, locator=located(label="Section 2"))
    assert within.place is not None
    assert within.place.source.start == second


@pytest.mark.parametrize(
    ("locator", "wanted"),
    [
        (located(span=(0, 40)), [AnchorFault.WRONG_LOCATOR]),
        (located(label="Theorem 2"), [AnchorFault.WRONG_LOCATOR]),
        (located(label="Section 2"), []),
        (located(label="Figure 9"), [AnchorFault.LABEL_UNKNOWN]),
        (located(page=7), []),
        (Locator("v2", "1" * 64, span=(0, 40)), [AnchorFault.WRONG_VERSION]),
        (Locator("v2", TEXT.sha256), []),
        (Locator("v1", "1" * 64, span=(0, 40)), [AnchorFault.OTHER_FILE]),
        (Locator("v2", ""), [AnchorFault.WRONG_VERSION]),
        (Locator("v1", ""), []),
    ],
)
def test_locators_are_checked(locator: Locator, wanted: list[AnchorFault]) -> None:
    assert codes(anchored("Our model reaches an accuracy of 89.1 %", locator=locator)) == wanted


def test_pages_are_checked_where_there_are_some() -> None:
    paged = text_of("First page of it.\n\fThe quote stands on this one.\n", TextFormat.PLAIN)
    quote = "The quote stands on this one."
    found = anchored(quote, locator=Locator("v1", paged.sha256, page=1), of=paged)
    assert codes(found) == [AnchorFault.WRONG_LOCATOR]
    assert found.faults[0].text == "The quote stands on page 2, not on page 1."
    assert codes(anchored(quote, locator=Locator("v1", paged.sha256, page=2), of=paged)) == []


def test_a_quote_that_is_everywhere_is_counted_to_a_bound() -> None:
    text = text_of("same words again. " * 5_000, TextFormat.PLAIN)
    assert anchored("same words again.", of=text).times == 50


def test_a_quote_is_compared_to_its_end() -> None:
    said = "The very same words. " * 5_000
    text = text_of(f"{said}And an end.", TextFormat.PLAIN)
    assert codes(anchored(f"{said}And an end.", of=text)) == []
    assert codes(anchored(f"{said}And another end.", of=text)) == [AnchorFault.QUOTE_MISSING]


def test_quotes_that_cut_words_everywhere_cost_little() -> None:
    text = text_of("1" * 1_000_000, TextFormat.PLAIN)
    begun = process_time()
    assert codes(anchored("1" * 40, of=text)) == [AnchorFault.QUOTE_MISSING]
    assert process_time() - begun < 2


CITING = text_of(
    r"As \citet{doe} show, our method beats the best of \citep{a, b} by 3.1 points~\cite{c}. It has $x \in [0, 1]$.",
    TextFormat.LATEX,
)


@pytest.mark.parametrize(
    "quote",
    [
        "As Doe et al. (2020) show, our method beats the best of (Roe, 2019; Poe and Low, 2021b) by 3.1 points [12].",
        "As [3] show, our method beats the best of [1, 2] by 3.1 points [12]",
        "As show, our method beats the best of by 3.1 points.",
        "our method beats the best of [@a, @b] by 3.1 points",
        "[7] show, our method beats the best of [4–6]",
        "by 3.1 points [12]. It has x ∈ [0, 1].",
    ],
)
def test_citations_stand_as_printed_or_not_at_all(quote: str) -> None:
    assert not codes(anchored(quote, of=CITING))


@pytest.mark.parametrize(
    "quote",
    [
        "our method [1] beats the best of",
        "our method beats the best of [1, 2] by 3.1 [12] points",
        "It has x ∈ [0, 2].",
        "It has x ∈ [1] [0, 1].",
        "our method (Doe, 2020) beats the best of",
        "beats the best of (all others) by 3.1 points",
    ],
)
def test_what_looks_like_a_citation_stands_only_where_one_is(quote: str) -> None:
    assert codes(anchored(quote, of=CITING)) == [AnchorFault.QUOTE_MISSING]


def test_keys_of_citations_are_no_numbers() -> None:
    text = text_of(r"Our method beats the best of \cite{12, 7.5} by 3 points.", TextFormat.LATEX)
    quote = "Our method beats the best of [@12, @7.5] by 3 points."
    assert not codes(anchored(quote, quote, of=text))
    assert codes(anchored(quote, "It is better by 12 points.", of=text)) == [AnchorFault.NUMBER_MISSING]


def test_marks_and_brackets_without_end_cost_little() -> None:
    text = text_of("[@a] " * 20_000 + "[@" * 100_000 + "[@" + "a" * 500_000, TextFormat.PLAIN)
    began = process_time()
    for quote in ("a [1]" * 2_000, "(A" * 5_000, "[1, " * 5_000, "A" * 10_000 + " (2020)", "([@" * 5_000):
        anchored(quote, of=text)
    assert process_time() - began < 4
