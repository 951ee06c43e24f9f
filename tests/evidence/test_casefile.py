"""The case file of one claim: what is about it, what stands behind it, in which grade, and what is found."""

from dataclasses import replace

import pytest

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState
from openrepro.grades import Grade
from tests.judging.books import OTHER, book, claim_page, claim_set, declared, one_page, run, said, value_claim
from tests.judging.books import case_file_of as found

# addressed or passed over


def test_a_claim_that_the_entry_says_it_did_not_run_is_not_addressed() -> None:
    file = found(one_page(said("Status: not run.")))
    assert file.addressed is False
    assert file.has(Code.NOT_RUN)


def test_a_verdict_weighs_against_the_admission_but_never_for_the_claim() -> None:
    file = found(one_page(said("**Verdict: verified.** The full benchmark was not run.")))
    assert file.addressed is True
    assert file.grade is Grade.E0


def test_a_recorded_run_weighs_more_than_an_admission() -> None:
    assert found(one_page(said("Status: not run."), run(declared("3.2")))).addressed is True


def test_an_admission_about_another_claim_is_not_about_this_one() -> None:
    pages = {
        "claim-1": claim_page(said("It was measured."), run(declared("3.2"))),
        "summary": "# Summary\n\n- Claim 1: measured.\n- Claim 2: not run.\n",
    }
    assert not found(book(pages)).has(Code.NOT_RUN)
    assert found(book(pages), OTHER).has(Code.NOT_RUN)


def test_an_entry_that_deals_with_two_others_passes_a_claim_over() -> None:
    third = Claim("demo1.c3", Kind.UNIVERSAL, "The regret never exceeds the logarithm of the horizon.")
    claims = claim_set(value_claim(), OTHER, third)
    pages = {
        "claim-1": claim_page(said("Measured.")),
        "claim-2": claim_page(said("Measured."), title="Claim 2: eight devices"),
    }
    assert found(book(pages), third, claims).addressed is False
    assert found(book({"claim-1": pages["claim-1"]}), third, claims).addressed is None


# stand-ins, scale, findings


@pytest.mark.parametrize(
    ("text", "admits"),
    [
        ("We used synthetic data in place of the paper's corpus.", True),
        ("This is a toy-scale model run on a small dataset.", True),
        ("No synthetic data was used.", False),
        ("We used the released model and the full test set.", False),
    ],
)
def test_a_stand_in_is_found_where_it_is_admitted(text: str, admits: bool) -> None:
    assert found(one_page(said(text), run(declared("3.2")))).has(Code.PROXY) is admits


def test_a_word_of_the_claim_itself_admits_nothing() -> None:
    claim = replace(value_claim(), text="On synthetic data the variant loses 3.1 % perplexity at half the cache.")
    logbook = one_page(said("On synthetic data the variant loses 3.2 %."), run(declared("3.2")))
    assert not found(logbook, claim, claim_set(claim)).has(Code.PROXY)


@pytest.mark.parametrize(
    ("scale", "state"),
    [({"eval_tokens": 245000}, AxisState.MET), ({"eval_tokens": 9}, AxisState.BELOW), ({}, AxisState.UNKNOWN)],
)
def test_each_axis_is_read_from_the_claims_results(scale: dict[str, int], state: AxisState) -> None:
    (axis,) = found(one_page(run(declared("3.2", scale=dict(scale))))).scale
    assert (axis.axis, axis.state) == ("eval_tokens", state)


def test_the_same_bytes_and_claim_give_the_same_digest() -> None:
    logbook = one_page(run(declared("3.2")))
    assert found(logbook).digest == found(one_page(run(declared("3.2")))).digest
    assert found(logbook).digest != found(one_page(run(declared("3.3")))).digest
    assert found(logbook).digest != found(logbook, OTHER).digest


def test_what_stands_under_no_claim_is_in_the_digest_as_far_as_it_may_be_about_it() -> None:
    def digest(output: str, prose: str = "We ran it.", result: str = "1.5") -> str:
        pages = {"notes": claim_page(said(prose), run(output), title="Notes")}
        file = found(book(pages, {"results/loss.json": f'{{"loss": {result}}}'}))
        assert len(file.unattributed) == 2
        return file.digest

    assert digest("loss 1.0") == digest("loss 1.0", "We ran all of it, with care.")
    assert len({digest("loss 1.0"), digest("loss 1.1"), digest("loss 1.0", result="1.6")}) == 3


def test_every_address_of_a_case_file_exists() -> None:
    logbook = one_page(said("Status: not run. We used a toy model — é."), run(f"nan é\n{declared('3.2')}", exit_code=1))
    file = found(logbook)
    places = [*file.places, *(at for one in file.findings for at in one.at), *(item.at for item in file.results)]
    assert places
    assert all(logbook.read(at) is not None for at in places)
