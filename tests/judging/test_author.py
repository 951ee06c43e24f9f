"""What the author says is read only as a control: it gives a label to compare with, never to use."""

import pytest

from openrepro.judging.author import author_label
from openrepro.judging.judge import judge
from openrepro.judging.label import Label
from tests.judging.books import STRICT, claim_set, declared, one_page, run, said, value_claim


def label(*verdicts: str) -> Label:
    logbook = one_page(*(said(text, cell=f"cell_{index}") for index, text in enumerate(verdicts)), run(declared("9.4")))
    return author_label(logbook, judge(logbook, claim_set(value_claim()), STRICT).claims[0])


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ("**Verdict: verified**", Label.VERIFIED),
        ("**Verdict: falsified**", Label.FALSIFIED),
        ("**Verdict: toy**", Label.TOY),
        ("**Verdict: inconclusive**", Label.INCONCLUSIVE),
        ("We ran the script for an hour.", Label.INCONCLUSIVE),
    ],
)
def test_the_authors_own_verdict(verdict: str, expected: Label) -> None:
    assert label(verdict) is expected


def test_most_of_several_verdicts_counts() -> None:
    assert label("**Verdict: verified**", "Status: falsified", "Outcome: falsified") is Label.FALSIFIED


def test_it_is_not_what_the_judge_says() -> None:
    logbook = one_page(said("**Verdict: verified**"), run(declared("9.4")))
    judged = judge(logbook, claim_set(value_claim()), STRICT).claims[0]
    assert author_label(logbook, judged) is Label.VERIFIED
    assert judged.ruling.label is Label.FALSIFIED
