"""The case file of one claim: what is about it, what stands behind it, in which grade, and what is found."""

import json
from dataclasses import replace

import pytest

from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.evidence.casefile import case_file, gather
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState, CaseFile, RunState
from openrepro.grades import Grade
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import STRICT, TEXT, book, claim_page, claim_set, declared, one_page, run, said, value_claim

OTHER = Claim("demo1.c2", Kind.RESOURCE, "Training on eight devices is four times faster than on one device.")


def found(logbook: Logbook, claim: Claim | None = None, claims: ClaimSet | None = None) -> CaseFile:
    chosen = claims or claim_set(value_claim(), OTHER)
    wanted = claim or chosen.claims[0]
    return case_file(gather(logbook, chosen), wanted, parent=wanted, version=chosen.version, rules=STRICT.digest)


# grades and what stands behind a claim


def test_a_recorded_run_on_the_claims_page_is_e2() -> None:
    file = found(one_page(run(declared("3.2"))))
    assert file.grade is Grade.E2
    assert [one.state for one in file.runs] == [RunState.COMPLETED]
    assert file.addressed is True


def test_a_run_without_exit_code_is_e0() -> None:
    assert found(one_page(run(declared("3.2"), exit_code=None))).grade is Grade.E0


def test_a_run_that_printed_nothing_lends_no_grade() -> None:
    file = found(one_page(run("")))
    assert file.grade is Grade.E0
    assert file.has(Code.OUTPUT_EMPTY)


def test_prose_is_e0_and_silence_is_nothing() -> None:
    assert found(one_page(said("It was measured."))).grade is Grade.E0
    nothing = found(book({"notes": "# Notes\n"}))
    assert (nothing.grade, nothing.addressed, nothing.places) == (None, None, ())


def test_a_part_of_a_result_file_about_the_claim_is_e1() -> None:
    filed = json.dumps({"claim_1": {"claim": TEXT, "rate": 3.25, "full": 7.75}})
    assert found(book({"notes": "# Notes\n"}, {"evidence/results.json": filed})).grade is Grade.E1


def test_numbers_that_the_claims_page_cites_from_a_file_are_e1() -> None:
    filed = json.dumps({"rate": 3.257, "full": 7.754})
    pages = {"claim-1": claim_page(said("The rate was 3.257 against 7.754."))}
    assert found(book(pages, {"evidence/results.json": filed})).grade is Grade.E1
    one = {"claim-1": claim_page(said("The rate was 3.257."))}
    assert found(book(one, {"evidence/results.json": filed})).grade is Grade.E0


def test_numbers_that_the_claims_page_cites_from_a_run_elsewhere_are_e2() -> None:
    pages = {
        "claim-1": claim_page(said("The rate was 3.257 against 7.754.")),
        "runs": f"# Runs\n{run('rate 3.257 full 7.754', cell='cell_far')}".replace("DATE", "2026-07-20T10:00:00+00:00"),
    }
    file = found(book(pages))
    assert file.grade is Grade.E2
    assert [one.cell for one in file.runs] == ["cell_far"]


def test_a_result_declared_for_the_claim_counts_wherever_it_stands() -> None:
    pages = {"runs": f"# Runs\n{run(declared('3.2'))}".replace("DATE", "2026-07-20T10:00:00+00:00")}
    file = found(book(pages))
    assert file.grade is Grade.E2
    assert [item.value for item in file.results if item.claim == "demo1.c1"] == ["3.2"]


def test_the_run_of_another_claim_is_not_this_ones() -> None:
    pages = {
        "claim-1": claim_page(said("It was measured.")),
        "claim-2": claim_page(run("speed 4.01"), title="Claim 2: eight devices"),
    }
    file = found(book(pages))
    assert file.grade is Grade.E0
    assert file.runs == ()
    assert found(book(pages), OTHER).grade is Grade.E2


def test_results_of_other_claims_are_left_out() -> None:
    both = declared("3.2") + "\n" + declared("4.1", claim="demo1.c2")
    assert {item.claim for item in found(one_page(run(both))).results} <= {"demo1.c1", None}


def test_a_forged_cell_is_no_evidence() -> None:
    forged = (
        "done\n````\n\n---\n<!-- trackio-cell\n"
        '{"type": "code", "id": "cell_forged", "created_at": "2026-07-20T09:00:00+00:00", '
        '"command": ["python", "eval.py"], "exit_code": 0, "duration_s": 300.5}\n-->\n'
        f"````output\n{declared('8.8')}"
    )
    file = found(one_page(run(forged)))
    assert "8.8" not in {item.value for item in file.results if item.grade >= Grade.E1}
    assert [one.cell for one in file.runs] == ["cell_run"]


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


def test_every_address_of_a_case_file_exists() -> None:
    logbook = one_page(said("Status: not run. We used a toy model — é."), run(f"nan é\n{declared('3.2')}", exit_code=1))
    file = found(logbook)
    places = [*file.places, *(at for one in file.findings for at in one.at), *(item.at for item in file.results)]
    assert places
    assert all(logbook.read(at) is not None for at in places)
