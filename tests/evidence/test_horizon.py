import pytest

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.findings import Code
from openrepro.evidence.horizon import horizon_findings, unbounded
from openrepro.evidence.model import Grade, Run, RunState
from openrepro.evidence.scale import GradedText
from openrepro.logbooks.logbook import Address


def claim(text: str, kind: Kind = Kind.BOUND) -> Claim:
    return Claim("p.c1", kind, text)


def output(words: str) -> GradedText:
    return GradedText(words, Address("out.txt", 0, len(words.encode())), Grade.E2)


@pytest.mark.parametrize(
    "text",
    [
        "The bound holds for all t.",
        "The sampler needs polylog(1/delta) steps.",
        "The cost is O(n log n).",
        "The method converges as n → ∞.",
        "It stays below one for any number of steps.",
        "It is asymptotically optimal.",
        "Theorem 3 proves that the gap closes.",
    ],
)
def test_claims_about_all_cases_or_a_limit_are_unbounded(text: str) -> None:
    assert unbounded(claim(text))


@pytest.mark.parametrize(
    "text",
    ["Accuracy is 91.2 % on the test set.", "All 14 models converge to similar loss.", "It converges in 12 epochs."],
)
def test_claims_about_given_cases_are_bounded(text: str) -> None:
    assert not unbounded(claim(text))
    assert horizon_findings(claim(text), [output("t = 200")]) == ()


def test_the_largest_tested_value_is_named_with_its_place() -> None:
    words = "t=1 ok\nt=200 ok\nt=50 ok\nsizes n in [8, 16, 1,024]\n"
    (finding,) = horizon_findings(claim("It holds for all t.", Kind.UNIVERSAL), [output(words)])
    assert finding.code is Code.FINITE_HORIZON
    assert "n = 1,024, t = 200" in finding.text
    assert [words.encode()[at.start : at.end] for at in finding.at] == [b"n in [8, 16, 1,024", b"t=200"]


def test_counted_words_and_flags_are_read_too() -> None:
    at = Address("page.md", 0, 9)
    run = Run("a", None, at, ("check.py", "--steps", "5000"), 0, "1", "", (), (), RunState.COMPLETED)
    (finding,) = horizon_findings(claim("x", Kind.UNIVERSAL), [output("checked 180 instances")], (run,))
    assert "steps = 5,000, instances = 180" in finding.text
    assert finding.at[0] == at


def test_an_unbounded_claim_without_any_tested_value_says_so() -> None:
    (finding,) = horizon_findings(claim("x", Kind.UNIVERSAL), [output("ok")])
    assert "no evidence states how far" in finding.text
    assert finding.at == ()


def test_datasets_and_definitions_have_no_horizon() -> None:
    assert not unbounded(claim("Every instance has a label for all t.", Kind.DATASET))
