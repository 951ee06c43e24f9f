"""Prose falls into passages that know which claim they are about and where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.evidence.passages import Passage, Shape, passages_of, subjects
from tests.judging.books import book, claim_page, one_page, run, said


def of(text: str, *, title: str = "Notes") -> list[Passage]:
    """The passages of a page that holds `text`, without its heading."""
    logbook = book({"notes": f"# {title}\n\n{text}\n"})
    return [item for item in passages_of(logbook) if item.page == "pages/notes/page.md"][1:]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Claim 3 holds", {3}),
        ("claims 1-3", {1, 2, 3}),
        ("Claims 2, 4 and 6", {2, 4, 6}),
        ("claim #2", {2}),
        ("claim_2", {2}),
        ("C4: the rate", {4}),
        ("cl. 7", {7}),
        ("claim c2", {2}),
        ("We claim 40 years", {40}),
        ("the exclaim 3", set()),
        ("C4.5 trees and C3% of it", set()),
        ("Figure 3, Table 2", set()),
        ("reclaim 3", set()),
        ("", set()),
    ],
)
def test_the_claim_numbers_that_a_text_names(text: str, numbers: set[int]) -> None:
    assert subjects(text) == numbers


def test_headings_items_rows_and_paragraphs_are_told_apart() -> None:
    text = (
        "## Results\n\nOne line\nand its next.\n\nAnother.\n\n- item one\n  goes on\n- item two\n\n| a | b |\n| 1 | 2 |"
    )
    assert [(item.shape, item.text.strip()) for item in of(text)] == [
        (Shape.HEADING, "## Results"),
        (Shape.PARAGRAPH, "One line\nand its next."),
        (Shape.PARAGRAPH, "Another."),
        (Shape.ITEM, "- item one\n  goes on"),
        (Shape.ITEM, "- item two"),
        (Shape.ROW, "| a | b |"),
        (Shape.ROW, "| 1 | 2 |"),
    ]


def test_a_passage_is_about_the_claim_of_its_nearest_heading() -> None:
    text = "## Claim 2\n\nIt was run.\n\n### Details\n\nFor hours.\n\n## Claim 5\n\nIt was not.\n\n## Thanks\n\nTo all."
    found = {item.text.strip(): item.numbers for item in of(text) if item.shape is Shape.PARAGRAPH}
    assert found == {"It was run.": {2}, "For hours.": {2}, "It was not.": {5}, "To all.": frozenset()}


def test_a_passage_that_opens_with_a_claim_is_about_that_one() -> None:
    found = of("## Claim 2\n\n- Claim 4: it was run.\n- It was run.\n\n| Claim 3 | 0.5 |\n\nWe think claim 9 is odd.")
    assert [item.numbers for item in found if item.shape is not Shape.HEADING] == [{4}, {2}, {3}, {2}]


def test_a_claim_page_is_about_its_claim_throughout() -> None:
    logbook = one_page(said("It was run."))
    assert {item.numbers for item in passages_of(logbook) if item.page.endswith("claim-1/page.md")} == {frozenset({1})}


def test_a_numbered_list_below_a_heading_of_claims_numbers_them() -> None:
    found = of("## Claims of the paper\n\n1. The rate is 3.\n2. The rate is 4.\n\n## Steps\n\n1. Load.\n")
    assert [item.numbers for item in found if item.shape is Shape.ITEM] == [{1}, {2}, frozenset()]


def test_outputs_of_runs_and_void_cells_are_no_passages() -> None:
    logbook = one_page(said("It was run."), run("Claim 1 is verified by this output."))
    assert not [item for item in passages_of(logbook) if "this output" in item.text]


def test_a_typed_text_fence_is_a_passage_and_code_is_not() -> None:
    text = "````text\nx = 3\n````\n\n````python\nx = 4\n````"
    assert [item.text.strip() for item in of(text)] == ["x = 3"]


@given(st.text(st.sampled_from("ab é—#-*|>1.\n\t `$\udcff\u2028"), max_size=200))
def test_every_passage_stands_at_its_bytes(text: str) -> None:
    logbook = book({"notes": text, "claim-1": claim_page(said(text))})
    for item in passages_of(logbook):
        assert logbook.read(item.at) == item.text.encode("utf-8", "surrogateescape")
