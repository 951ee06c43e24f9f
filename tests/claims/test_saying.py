"""Specs in plain sentences: every kind, comparator and field has its words, and nothing that is said is lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from openrepro.claims.claim import Claim, Comparator, Kind, ReducedCheck
from openrepro.claims.saying import About, amount, said
from openrepro.claims.spec import parse_claims
from openrepro.demo.example import read_example
from openrepro.evidence.guess import unspecified
from openrepro.papers.sources import read_claims
from tests.claims.specs import changed, claim_set


def claim(**changes: Any) -> Claim:
    data = json.dumps([claim_set(changed(**changes))]).encode()
    return parse_claims(data, suffix=".json").sets[0].claims[0]


def told(about: About, **changes: Any) -> list[str]:
    return [one.text for one in said(claim(**changes)) if one.about is about]


def test_a_whole_spec_in_sentences() -> None:
    assert [one.text for one in said(claim())] == [
        "A measured value: another measurement must agree with it within the tolerance.",
        "The perplexity increase (shared cache, 50 %) is 3.1 relative percent.",
        "It is compared with full cache.",
        "Counted: non-padding tokens.",
        "Lower is better.",
        "A measurement agrees within 0.5 relative percent of what is stated, and contradicts beyond three times that; "
        "what lies between decides nothing.",
        "Eval tokens: at least 24,500 (the paper used 245,000).",
        "Seeds: at least 3.",
        "At least 3 independent runs (seeds).",
        "evaluation on held-out text.",
        "an increase above 4.6 % at full scale.",
        "A smaller run still says which way the effect goes; its size carries no meaning then.",
    ]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_says_what_kind_it_is(kind: Kind) -> None:
    sentences = told(About.KIND, kind=kind.value)
    assert len(sentences) == 1
    assert sentences[0].endswith(".")


def test_no_two_kinds_are_said_alike() -> None:
    assert len({told(About.KIND, kind=kind.value)[0] for kind in Kind}) == len(Kind)


@pytest.mark.parametrize(
    ("comparator", "words"),
    [
        (Comparator.EQUAL, "is 3.1"),
        (Comparator.ABOUT, "is about 3.1"),
        (Comparator.LESS, "is below 3.1"),
        (Comparator.AT_MOST, "is at most 3.1"),
        (Comparator.GREATER, "is above 3.1"),
        (Comparator.AT_LEAST, "is at least 3.1"),
    ],
)
def test_every_comparator_has_its_words(comparator: Comparator, words: str) -> None:
    assert words in told(About.STATED, statement__comparator=comparator.value)[0]


def test_a_range_names_both_ends() -> None:
    stated = told(About.STATED, statement__comparator="between", statement__upper="4.0")
    assert "lies between 3.1 and 4.0 relative percent" in stated[0]


def test_a_count_is_said_as_a_number_of_things() -> None:
    quantity = {"name": "lines", "of": "released corpus", "unit": "lines", "better": None, "counted": None}
    stated = told(About.STATED, quantity=quantity, statement__value="1200")
    assert stated[0] == "The number of lines (released corpus) is 1,200."


def test_an_order_without_a_number_names_the_other_arm() -> None:
    assert (
        "is smaller than that of full cache."
        in told(About.STATED, kind="ordering", statement__comparator="<", statement__value=None)[0]
    )
    assert (
        "is larger than that of full cache."
        in told(About.STATED, kind="ordering", statement__comparator=">", statement__value=None)[0]
    )


@pytest.mark.parametrize(
    ("tolerance", "words"),
    [
        ({"absolute": None, "relative": "0.25"}, "within 25 % of"),
        ({"absolute": "0.5", "relative": "0.1"}, "within 0.5 relative percent and within 10 % of"),
        ({"absolute": None, "relative": None}, "fixes no tolerance"),
    ],
)
def test_tolerances(tolerance: dict[str, str | None], words: str) -> None:
    assert words in told(About.TOLERANCE, tolerance=tolerance)[0]


def test_a_bound_needs_no_tolerance() -> None:
    nothing = {"absolute": None, "relative": None}
    assert not told(About.TOLERANCE, kind="bound", statement__comparator="<", tolerance=nothing)


def test_a_printed_spread_says_what_it_is() -> None:
    stated = told(About.STATED, statement__plus_minus="0.2", statement__spread_kind="std", statement__n=5)
    assert "The paper prints ± 0.2 (a standard deviation, over 5 runs)." in stated


def test_a_bound_for_every_run_says_so() -> None:
    every = told(About.STATED, kind="bound", statement__comparator="<", text="It is below 3.1 % for every seed.")
    assert "It must hold in every run, not only on average." in every
    assert "It must hold in every run, not only on average." not in told(About.STATED, kind="bound")


def test_what_a_smaller_run_says_depends_on_the_reduced_check() -> None:
    assert len({told(About.REDUCED, reduced_check=check.value)[0] for check in ReducedCheck}) == len(ReducedCheck)


def test_a_compound_claim_tells_how_its_parts_count() -> None:
    parts = [changed(id="demo1.c2a"), changed(id="demo1.c2b")]
    assert told(About.PARTS, conjuncts=parts)[0].startswith("It has 2 parts that are ruled one by one")
    assert not told(About.STATED, conjuncts=parts)


def test_numbers_keep_their_digits() -> None:
    assert amount("245000", "tokens") == "245,000 tokens"
    assert amount("0.000000001") == "0.000000001"
    assert amount("12345.60") == "12,345.60"
    assert amount("-1200") == "-1,200"
    assert amount("14", "factor") == "a factor of 14"
    assert amount("1e999999", "x y") == "1e999999 x y"
    assert amount("9" * 5000) == "9" * 5000


def test_the_claims_of_the_example_are_all_said() -> None:
    for claims in read_example().papers:
        for one in claims.claims:
            sentences = said(one)
            assert sentences[0].about is About.KIND
            assert all(sentence.text.strip() and "None" not in sentence.text for sentence in sentences), one.id
            if one.statement is not None and not one.conjuncts:
                assert any(sentence.about is About.STATED for sentence in sentences), one.id


def test_claims_that_nobody_specified_say_so(shared_data: Path) -> None:
    given = read_claims((shared_data / "claims" / "curated_200.json").read_bytes()).claims
    texts = [one.text for stated in given.values() for one in stated]
    claims = unspecified("demo1", dict(enumerate(texts, start=1))).claims
    assert len(claims) == 1056
    for one in claims:
        sentences = [item.text for item in said(one)]
        assert len(sentences) == 2
        assert "Nobody has written down what exactly is to be measured" in sentences[1]
