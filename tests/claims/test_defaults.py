"""What is usual for a family of metrics is offered where a spec says nothing, and nowhere else."""

from dataclasses import replace

import pytest

from openrepro.claims.check import check_claim
from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, ReducedCheck, Statement, Tolerance
from openrepro.claims.defaults import USUAL, Family, family_of, filled
from openrepro.severity import Severity


def claim(text: str, **changes: object) -> Claim:
    return replace(Claim("p.c1", Kind.VALUE, text), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("Top-1 accuracy is 91.2 %.", Family.ACCURACY),
        ("The word error rate falls to 4.1 %.", Family.ERROR),
        ("Perplexity is 18.3 on held-out text.", Family.LOSS),
        ("It reaches an AUROC of 0.93.", Family.F1),
        ("ROUGE-L is 41.2.", Family.BLEU),
        ("Inference takes 3.2 seconds.", Family.TIME),
        ("Peak memory is 11 GiB.", Family.MEMORY),
        ("It gives a 3.1x speedup.", Family.RATIO),
        ("The data set contains 11,000 images.", Family.COUNT),
        ("The constant is exactly 2.", Family.CONSTANT),
        ("The loss falls with exponent 0.34.", Family.EXPONENT),
        ("Sheep are nice.", None),
    ],
)
def test_families_are_told_by_their_words(text: str, family: Family | None) -> None:
    assert family_of(claim(text)) is family


def test_the_quantity_counts_before_the_text() -> None:
    assert family_of(claim("Accuracy it is not.", quantity=QuantitySpec("perplexity"))) is Family.LOSS


def test_every_family_says_why() -> None:
    assert set(USUAL) == set(Family)
    assert all(usual.why.endswith(".") and len(usual.why) > 60 for usual in USUAL.values())


def test_what_is_said_stays() -> None:
    told = claim(
        "Accuracy is 91.2 %.",
        quantity=QuantitySpec("accuracy", unit="ratio"),
        statement=Statement(Comparator.ABOUT, "0.912"),
        tolerance=Tolerance(relative="0.02"),
        seeds_needed=1,
    )
    made = filled(told, Family.ACCURACY)
    assert (made.quantity, made.statement) == (replace(told.quantity, better="higher"), told.statement)  # type: ignore[type-var]
    assert (made.tolerance, made.seeds_needed, made.reduced_check) == (told.tolerance, 1, ReducedCheck.NONE)
    assert filled(told, Family.ACCURACY, reduced=True).reduced_check is ReducedCheck.ORDER


def test_a_tolerance_is_offered_only_where_one_is_compared_with() -> None:
    assert filled(claim("x", kind=Kind.ORDERING), Family.ACCURACY).tolerance == Tolerance()
    assert filled(claim("x"), Family.ACCURACY).tolerance.absolute == "1.0"


@pytest.mark.parametrize("family", list(Family))
def test_a_spec_filled_in_has_no_serious_fault_but_what_only_the_paper_knows(family: Family) -> None:
    usual = USUAL[family]
    start = claim("It is 3.", kind=usual.kind, quantity=QuantitySpec("it"), statement=Statement(usual.comparator, "3"))
    serious = {one.code for one in check_claim(filled(start, family)) if one.severity is Severity.SERIOUS}
    assert serious <= {"no-versus", "no-baseline"}


def test_hostile_texts_take_linear_time() -> None:
    assert family_of(claim("9x" * 500_000)) is None
    assert family_of(claim("a" * 1_000_000)) is None
