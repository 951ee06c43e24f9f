"""What would raise a verdict: every reason that a ruling can give has an answer."""

import pytest

from openrepro.claims.claim import Kind, ScaleAxis
from openrepro.evidence.findings import Code
from openrepro.judging.label import Label
from openrepro.judging.lacks import SCALE_BELOW, Lack
from openrepro.judging.rule_table import RULE_TABLE
from openrepro.judging.ruling import Reason, rule
from openrepro.lint.raising import OF_COMPARISONS, OF_LACKS, OF_ROWS, RUN_IT, raising
from openrepro.replication.stated import Code as Compared
from tests.judging.books import value_claim
from tests.judging.cases import sound

DECIDED = {
    Compared.ROUNDING_MATCH,
    Compared.INSIDE_TOLERANCE,
    Compared.EQUIVALENT,
    Compared.ON_RIGHT_SIDE,
    Compared.MARGIN_CONFIRMED,
    Compared.DIFFERENT_DIGITS,
    Compared.BEYOND_TOLERANCE,
    Compared.WRONG_SIDE,
    Compared.COUNTEREXAMPLE,
}


def test_every_row_of_the_table_has_an_answer() -> None:
    assert set(OF_ROWS) == {f"row-{row.number}" for row in RULE_TABLE}


def test_every_lack_has_an_answer() -> None:
    assert set(OF_LACKS) == set(Lack)


def test_every_outcome_of_a_comparison_that_leaves_a_claim_open_has_an_answer() -> None:
    assert set(OF_COMPARISONS) == set(Compared) - DECIDED


@pytest.mark.parametrize("code", list(Code))
def test_every_finding_has_an_answer(code: Code) -> None:
    assert raising((Reason(code.value, "It was found."),), Label.INCONCLUSIVE)


@pytest.mark.parametrize("label", [Label.TOY, Label.INCONCLUSIVE])
def test_a_label_without_a_known_reason_says_how_to_begin(label: Label) -> None:
    assert raising((), label) == raising((Reason("of-another-judge", "So be it."),), label) == (RUN_IT,)


def test_a_scale_that_is_too_small_names_the_numbers_of_the_claim() -> None:
    claim = value_claim(scale=(ScaleAxis("eval_tokens", "245000", "24500"), ScaleAxis("seeds", "3", "3")))
    reason = Reason("row-10", f"{SCALE_BELOW} eval_tokens.")
    assert raising((reason,), Label.TOY, claim) == (
        "Run it at full scale: at least 24,500 eval tokens, at least 3 seeds.",
    )
    assert raising((reason,), Label.TOY) == ("Run it at full scale, on every axis that the claim names.",)


def test_nothing_is_said_twice() -> None:
    twice = (Reason("copied-from-paper", "This."), Reason("copied-from-paper", "That."))
    assert len(raising(twice, Label.INCONCLUSIVE)) == 1


def test_what_is_settled_is_not_told_to_measure_more() -> None:
    reasons = (Reason("row-14", "Against."), Reason("direction-only", "The direction is as stated, the size is not."))
    assert len(raising(reasons, Label.FALSIFIED)) == 1
    assert len(raising(reasons, Label.INCONCLUSIVE)) == 2


def test_real_rulings_are_answered_by_their_own_row() -> None:
    assert raising(rule(sound(cut=True)).reasons, Label.NOT_JUDGED) == (OF_LACKS[Lack.CUT],)
    untestable = rule(sound(claim=value_claim(kind=Kind.POSITION)))
    assert raising(untestable.reasons, untestable.label) == (OF_ROWS["row-1"],)
