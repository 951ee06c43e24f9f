"""Code finds candidates for claims in a paper's text, says why, quotes them verbatim, and stays bounded."""

from time import process_time

import pytest

from openrepro.claims.anchoring import Anchors
from openrepro.claims.claim import Comparator, Kind
from openrepro.claims.extraction import MOST_CANDIDATES, Candidate, Why, candidates
from openrepro.demo.example import read_example
from openrepro.papers.text import PaperText, TextFormat
from tests.papers.texts import text_of

SOURCE = """# T

## Abstract

Large caches cost much. We show that sharing them reduces memory by 41.5 % compared with full caches.
Our code is online.

## 1 Introduction

The rest of the paper is organised as follows. Who would want that? Let us see.

**Theorem 2.** For every $n \\geq 1$, the bound $t |x_t| \\leq 6/5$ holds.

## 2 Results

As Table 3 shows, our model reaches an accuracy of 89.1 % ± 0.4 on the held-out lines.
Training takes between 2.5 and 3.5 seconds. Ours takes 7.5 seconds, and theirs takes 9.25 seconds.

**Table 3.** All values.

| model | accuracy | seconds |
| --- | --- | --- |
| ours | 89.1 ± 0.4 % | 7.5 |

## Related work

Smith reaches an accuracy of 93.0 % with a larger model and outperforms the baseline.
"""
TEXT = text_of(SOURCE)


def found(text: PaperText = TEXT) -> tuple[Candidate, ...]:
    return candidates(text)


def one(words: str) -> Candidate:
    [only] = [each for each in found() if words in each.claim.text]
    return only


def test_a_result_of_the_abstract_is_found_with_its_number_and_its_other_arm() -> None:
    candidate = one("sharing them")
    claim = candidate.claim
    assert {Why.ABSTRACT, Why.RESULT, Why.NUMBER, Why.COMPARES} <= set(candidate.why)
    assert claim.kind is Kind.RESOURCE
    assert claim.quote == "We show that sharing them reduces memory by 41.5 % compared with full caches."
    assert claim.statement is not None
    assert claim.statement.value == "41.5"
    assert claim.statement.versus is not None
    assert claim.statement.versus.of == "full caches"
    assert claim.quantity is not None
    assert (claim.quantity.unit, claim.quantity.better) == ("percent", "lower")


def test_a_theorem_is_a_statement_about_all_cases_without_its_number() -> None:
    claim = one("For every").claim
    assert claim.kind is Kind.UNIVERSAL
    assert claim.text.startswith("For every")
    assert claim.locator is not None
    assert claim.locator.label == "Theorem 2"


def test_a_number_of_a_table_is_told_with_the_table_and_the_spread() -> None:
    candidate = one("89.1")
    assert Why.TABLE in candidate.why
    assert candidate.claim.locator is not None
    assert candidate.claim.locator.label == "Table 3"
    assert candidate.claim.statement is not None
    assert (candidate.claim.statement.value, candidate.claim.statement.plus_minus) == ("89.1", "0.4")


def test_several_assertions_in_one_sentence_are_taken_apart() -> None:
    claim = one("Ours takes").claim
    assert [part.id for part in claim.conjuncts] == [f"{claim.id}a", f"{claim.id}b"]
    assert [part.statement.value for part in claim.conjuncts if part.statement] == ["7.5", "9.25"]
    assert all(part.quote == claim.quote for part in claim.conjuncts)


def test_a_range_has_two_ends() -> None:
    statement = one("between").claim.statement
    assert statement is not None
    assert (statement.comparator, statement.value, statement.upper) == (Comparator.BETWEEN, "2.5", "3.5")


@pytest.mark.parametrize("words", ["rest of the paper", "Who would", "Our code", "Smith", "model | accuracy"])
def test_what_states_no_result_of_the_paper_is_left_out(words: str) -> None:
    assert not [each for each in found() if words in each.claim.text]


def test_every_candidate_is_anchored_where_it_says() -> None:
    anchors = Anchors(TEXT)
    assert [fault for each in found() for fault in anchors.anchor(each.claim).faults] == []


def test_the_same_text_gives_the_same_candidates_and_no_sentence_twice() -> None:
    again = text_of(
        SOURCE + "\n\nAs Table 3 shows, our model reaches an accuracy of 89.1 % ± 0.4 on the held-out lines."
    )
    assert found() == candidates(text_of(SOURCE))
    assert len([each for each in candidates(again) if "89.1" in each.claim.text]) == 1


def test_two_thirds_of_the_claims_of_the_example_are_found() -> None:
    example = read_example()
    known = [claim for each in example.papers for claim in each.claims]
    quotes = " ".join(
        candidate.claim.quote or ""
        for data in example.texts.values()
        for candidate in candidates(text_of(data.decode()))
    )
    hits = [claim for claim in known if claim.quote and " ".join(claim.quote.split()) in quotes]
    assert len(hits) * 3 >= len(known) * 2 - 3


def test_there_are_never_too_many() -> None:
    many = "\n\n".join(f"Our method number{n} improves topic{n * 7} by {n}.5 % over rival{n * 3}." for n in range(300))
    assert len(candidates(text_of(many))) == MOST_CANDIDATES


@pytest.mark.parametrize(
    "piece", ["We show than 3.1 % over x. ", "**Theorem 1.** For all x it is 3.\n\n", "A. ", "al. (1"]
)
def test_takes_time_linear_in_the_size(piece: str) -> None:
    def took(count: int) -> float:
        text = text_of(piece * count, form=TextFormat.PLAIN)
        begun = process_time()
        candidates(text)
        return process_time() - begun

    assert took(8_000) < 8 * took(2_000) + 0.2
