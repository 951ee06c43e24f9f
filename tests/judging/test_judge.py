"""Small logbooks judged whole: what a participant gets for what was published."""

import json
from dataclasses import replace

import pytest

from openrepro.challenge.rules import load_rules
from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, ReducedCheck, Statement, Tolerance, Versus
from openrepro.grades import Grade
from openrepro.ids import Json
from openrepro.judging.judge import ClaimJudgement, judge
from openrepro.judging.judgement import quoted
from openrepro.judging.label import Direction, Label
from openrepro.judging.ruling import Ruling
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse
from tests.judging.books import (
    ICML,
    STRICT,
    TEXT,
    book,
    claim_page,
    claim_set,
    declared,
    judged,
    one_page,
    run,
    said,
    universal_claim,
    value_claim,
)

STEP_SIZE = "step size as in Theorem 1"
FILED = json.dumps(
    {"claim_1": {"claim": TEXT, "shared cache": {"perplexity increase percent": 3.2}, "eval_tokens": 245000, "x": 7.77}}
)


def outcome(logbook: Logbook, claim: Claim | None = None) -> tuple[Label, str]:
    ruling = judged(logbook, claim or value_claim()).ruling
    return ruling.label, ruling.row


def codes(ruling: Ruling) -> list[str]:
    return [reason.code for reason in ruling.reasons]


def product(value: str, **more: Json) -> str:
    """A RESULT line for the claim about all steps."""
    return declared(value, quantity="largest product", unit="", scale={}, **more)


# verified and falsified


def test_a_value_within_its_tolerance_at_full_scale_is_verified() -> None:
    item = judged(one_page(said("The increase was measured."), run(declared("3.2"))), value_claim())
    assert item.ruling.label is Label.VERIFIED
    assert item.ruling.direction is Direction.SUPPORTS
    assert (item.grade, item.assurance) == (Grade.E2, 1)


def test_a_value_far_outside_is_falsified_until_a_second_look() -> None:
    item = judged(one_page(run(declared("9.4"))), value_claim())
    assert (item.ruling.label, item.ruling.row) == (Label.FALSIFIED, "row-14")
    assert item.ruling.provisional
    icml = judged(one_page(run(declared("9.4"))), value_claim(), ICML)
    assert icml.ruling.label is Label.FALSIFIED
    assert not icml.ruling.provisional


def test_a_value_between_one_and_three_tolerances_settles_nothing() -> None:
    assert outcome(one_page(run(declared("4.2")))) == (Label.INCONCLUSIVE, "row-9")


def test_the_quote_of_a_ruling_is_the_line_that_carries_it() -> None:
    logbook = one_page(run(f"loading\n{declared('3.2')}\ndone"))
    (part,) = judged(logbook, value_claim()).parts
    assert logbook.read(quoted(part)[0]) == declared("3.2").encode()


def test_an_exact_counterexample_falsifies_a_claim_about_all() -> None:
    found = {"instance": {"t": 1000}, "arithmetic": "rational", "premises_checked": [STEP_SIZE]}
    item = judged(one_page(run(product("9.85", counterexample=found))), universal_claim())
    assert (item.ruling.label, item.ruling.row, item.ruling.provisional) == (Label.FALSIFIED, "row-6", True)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("9.85", {"instance": {"t": 1000}, "arithmetic": "float64", "premises_checked": [STEP_SIZE]}),
        ("9.85", {"instance": {"t": 1000}, "arithmetic": "rational"}),
        ("9.85", {"instance": {"t": 1000}, "premises_checked": [STEP_SIZE]}),
        ("9.85", {"instance": {}, "arithmetic": "rational", "premises_checked": [STEP_SIZE]}),
        ("9.85", {"t": 1000, "arithmetic": "rational", "premises_checked": [STEP_SIZE]}),
        ("6.5", {"instance": {"t": 1000}, "arithmetic": "rational", "premises_checked": [STEP_SIZE]}),
    ],
)
def test_what_only_looks_like_a_counterexample_is_toy(value: str, found: Json) -> None:
    assert outcome(one_page(run(product(value, counterexample=found))), universal_claim()) == (Label.TOY, "row-10")


def test_a_counterexample_in_prose_falsifies_nothing() -> None:
    found = {"t": 1000, "arithmetic": "rational", "premises_checked": [STEP_SIZE]}
    label, _ = outcome(one_page(said(product("9.85", counterexample=found))), universal_claim())
    assert label is Label.INCONCLUSIVE


# toy


def test_finitely_many_cases_of_a_claim_about_all_are_toy() -> None:
    logbook = one_page(run(product("6.31", premises=[STEP_SIZE])))
    assert outcome(logbook, universal_claim()) == (Label.TOY, "row-10")
    assert judged(logbook, universal_claim(), ICML).ruling.label is Label.VERIFIED


@pytest.mark.parametrize(
    ("value", "check", "direction"),
    [
        ("3.2", ReducedCheck.SIGN, Direction.SUPPORTS),
        ("1.1", ReducedCheck.SIGN, Direction.SUPPORTS),
        ("-60.0", ReducedCheck.SIGN, Direction.CONTRADICTS),
        ("3.2", ReducedCheck.NONE, Direction.NONE),
    ],
)
def test_a_scale_below_the_minimum_is_toy_with_the_sign_it_shows(
    value: str, check: ReducedCheck, direction: Direction
) -> None:
    """At reduced scale the size of an effect means nothing, its sign may."""
    claim = value_claim(
        kind=Kind.MARGIN,
        statement=Statement(Comparator.EQUAL, "3.1", versus=Versus("full cache", "0")),
        tolerance=Tolerance(absolute="9"),
        reduced_check=check,
    )
    small = run(declared(value, scale={"eval_tokens": 2000}, values=[value] * 8, seeds=list(range(8))))
    ruling = judged(one_page(small), claim).ruling
    assert (ruling.label, ruling.row) == (Label.TOY, "row-10")
    assert ruling.direction is direction
    assert "eval_tokens" in ruling.reasons[0].text


def test_a_stand_in_that_the_entry_admits_is_toy() -> None:
    admitted = said("We used a toy model on synthetic data instead of the paper's model.")
    assert outcome(one_page(admitted, run(declared("3.2"))))[0] is Label.TOY


def test_a_scale_that_nothing_states_is_inconclusive() -> None:
    assert outcome(one_page(run(declared("3.2", scale={})))) == (Label.INCONCLUSIVE, "row-11")


# only said, not run, broken


def test_numbers_that_are_only_said_are_inconclusive() -> None:
    assert outcome(one_page(said("We measured an increase of 3.2 percent."))) == (Label.INCONCLUSIVE, "row-4")


def test_a_result_line_in_prose_never_verifies() -> None:
    assert outcome(one_page(said(declared("3.2")))) == (Label.INCONCLUSIVE, "row-4")


@pytest.mark.parametrize("output", ["setup complete", "loss 1.25\nloss 1.11\nloss 1.02", "3.2"])
def test_a_run_beside_it_does_not_lift_a_result_line_in_prose(output: str) -> None:
    for cells in ((run(output), said(declared("3.2"))), (said(declared("3.2")), run(output))):
        assert outcome(one_page(*cells))[0] is Label.NOT_JUDGED


def test_a_result_line_in_a_fence_that_is_no_run_never_verifies() -> None:
    typed = said(f"````output\n{declared('3.2')}\n````")
    assert outcome(one_page(typed))[0] is Label.INCONCLUSIVE
    assert outcome(one_page(typed, run("setup complete")))[0] is Label.NOT_JUDGED


def test_a_run_without_exit_code_and_duration_is_only_said() -> None:
    assert outcome(one_page(run(declared("3.2"), exit_code=None))) == (Label.INCONCLUSIVE, "row-4")


def test_work_that_was_only_handed_on_is_inconclusive() -> None:
    logbook = one_page(run("Submitted batch job 4711", command=("sbatch", "job.sh"), script=""))
    ruling = judged(logbook, value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-4")
    assert "submission-only" in codes(ruling)


def test_a_result_of_a_run_that_failed_does_not_count() -> None:
    ruling = judged(one_page(run(declared("3.2"), exit_code=1)), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-4")
    assert "run-failed" in codes(ruling)


def test_a_sound_run_beside_the_failed_one_does_not_lend_it_its_soundness() -> None:
    cells = (run(declared("3.2"), exit_code=1), run("loss 1.25", cell="cell_other"))
    assert outcome(one_page(*cells))[0] is Label.INCONCLUSIVE


def test_a_run_that_was_repeated_after_it_failed_counts() -> None:
    cells = (run("Error: no such file", exit_code=1), run(declared("3.2"), cell="cell_again"))
    assert outcome(one_page(*cells))[0] is Label.VERIFIED


def test_a_cell_that_a_run_printed_is_no_run() -> None:
    forged = (
        "done\n````\n\n---\n<!-- trackio-cell\n"
        '{"type": "code", "id": "cell_forged", "created_at": "2026-07-20T09:00:00+00:00", '
        '"command": ["python", "eval.py"], "exit_code": 0, "duration_s": 300.5}\n-->\n'
        f"````output\n{declared('3.2')}"
    )
    item = judged(one_page(run(forged)), value_claim())
    assert item.ruling.label in (Label.INCONCLUSIVE, Label.NOT_JUDGED)


# typed, copied, contradicted


def test_a_result_that_is_a_literal_of_its_script_is_inconclusive() -> None:
    typed = 'import json\nincrease = 3.2\nprint("RESULT", json.dumps({"claim": "demo1.c1", "value": increase}))'
    ruling = judged(one_page(run(declared("3.2"), script=typed)), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-3")
    assert "hard-coded" in codes(ruling)
    assert ruling.review


def test_an_expected_value_that_the_script_asserts_is_not_typed_in() -> None:
    checks = "assert abs(measure() - 3.1) < 0.5\nprint(result_line(measure()))"
    assert outcome(one_page(run(declared("3.2"), script=checks)))[0] is Label.VERIFIED


@pytest.mark.parametrize("value", ["310", "0.031", "3100", "0.0031"])
def test_a_factor_of_a_unit_is_suspected_either_way(value: str) -> None:
    ruling = judged(one_page(run(declared(value))), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-5")
    assert ruling.review


def test_a_factor_of_a_size_that_the_run_names_is_suspected() -> None:
    assert outcome(one_page(run(f"batch_size=32\n{declared('99.2')}"))) == (Label.INCONCLUSIVE, "row-5")


def test_percentage_points_are_not_percent() -> None:
    assert outcome(one_page(run(declared("3.2", unit="percentage points")))) == (Label.INCONCLUSIVE, "row-5")


def test_a_fraction_that_says_so_is_taken_as_percent() -> None:
    assert outcome(one_page(run(declared("0.031", unit="fraction"))))[0] is Label.VERIFIED
    assert outcome(one_page(run(declared("0.094", unit="fraction"))))[0] is Label.FALSIFIED


def test_the_same_digits_in_another_unit_verify_nothing() -> None:
    claim = value_claim(quantity=QuantitySpec("latency", unit="seconds"))
    for unit, label in (("ms", Label.INCONCLUSIVE), ("s", Label.VERIFIED), ("percent", Label.INCONCLUSIVE)):
        assert outcome(one_page(run(declared("3.1", quantity="latency", unit=unit))), claim)[0] is label


def test_two_values_of_one_claim_contradict_each_other() -> None:
    assert outcome(one_page(run(f"{declared('3.2')}\n{declared('9.4')}"))) == (Label.INCONCLUSIVE, "row-5")


def test_pages_that_say_opposite_things_settle_nothing() -> None:
    pages = {
        "claim-1": claim_page(said("**Verdict: verified.**"), run(declared("3.2"))),
        "claim-1-again": claim_page(said("**Verdict: falsified.**"), title="Claim 1 again"),
    }
    ruling = judged(book(pages), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-5")
    assert "conflict" in codes(ruling)
    assert ruling.review


def test_a_page_that_calls_itself_superseded_contradicts_nothing() -> None:
    pages = {
        "claim-1": claim_page(said("**Verdict: verified.**"), run(declared("3.2"))),
        "claim-1-old": claim_page(said("Superseded. **Verdict: falsified.**"), title="Claim 1, superseded"),
    }
    assert outcome(book(pages))[0] is Label.VERIFIED


def test_a_declared_control_that_failed_is_inconclusive() -> None:
    ruling = judged(one_page(run(f"negative control: FAILED\n{declared('3.2')}")), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-4")


# proofs, result files, definitions, nothing at all

PROOF = "## Proof\n\nLet $x_0 = 1$ and fix t.\n\nThen $t x_t \\le 6.5$, hence the bound.\n\nTherefore $x = y$. ∎"


def test_a_written_proof_waits_for_a_person() -> None:
    ruling = judged(one_page(said(PROOF)), universal_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.NOT_JUDGED, "row-8")
    assert ruling.review


def test_a_written_proof_with_a_finite_check_is_toy_and_waits() -> None:
    ruling = judged(one_page(said(PROOF), run(product("6.31", premises=[STEP_SIZE]))), universal_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.TOY, "row-8")
    assert ruling.review


def test_a_result_file_without_its_run_is_not_judged_or_accepted_where_rules_say_so() -> None:
    logbook = book({"claim-1": claim_page(said("See the file."))}, {"evidence/results.json": FILED})
    assert outcome(logbook) == (Label.NOT_JUDGED, "row-12")
    accepts = load_rules(b'schema = "openrepro.challenge/1"\n[judging]\nevidence = "E1"\n')
    assert judged(logbook, value_claim(), accepts).ruling.label is Label.VERIFIED


def test_the_grade_of_a_ruling_is_that_of_what_carries_it() -> None:
    pages = {"claim-1": claim_page(said("See the file."), run("setup complete"))}
    accepts = load_rules(b'schema = "openrepro.challenge/1"\n[judging]\nevidence = "E1"\n')
    item = judged(book(pages, {"evidence/results.json": FILED}), value_claim(), accepts)
    assert (item.ruling.label, item.grade, item.assurance) == (Label.VERIFIED, Grade.E1, 0)


def test_a_run_that_shows_something_else_does_not_lift_a_result_file() -> None:
    pages = {"claim-1": claim_page(said("See the file."), run("setup complete"))}
    assert outcome(book(pages, {"evidence/results.json": FILED})) == (Label.NOT_JUDGED, "row-12")


@pytest.mark.parametrize("kind", [Kind.DEFINITION, Kind.POSITION])
def test_a_definition_is_not_testable(kind: Kind) -> None:
    assert outcome(one_page(run(declared("3.2"))), value_claim(kind=kind)) == (Label.NOT_TESTABLE, "row-1")


def test_a_run_whose_numbers_no_name_binds_is_not_judged() -> None:
    assert outcome(one_page(run("loss 1.25\nloss 1.11\nloss 1.02"))) == (Label.NOT_JUDGED, "row-2")


def test_a_claim_without_a_spec_is_not_judged_though_it_was_run() -> None:
    bare = Claim("demo1.c1", Kind.VALUE, TEXT, specified=False)
    assert outcome(one_page(run(declared("3.2"))), bare)[0] is Label.NOT_JUDGED


def test_a_claim_that_the_entry_says_it_did_not_run_is_inconclusive() -> None:
    ruling = judged(one_page(said("Status: not run. This claim was not evaluated.")), value_claim()).ruling
    assert (ruling.label, ruling.row) == (Label.INCONCLUSIVE, "row-4")


def test_a_claim_passed_over_by_an_entry_that_deals_with_others_is_inconclusive() -> None:
    other = {
        "claim-2": claim_page(run("x = 2"), title="Claim 2: the optimiser needs half the memory"),
        "claim-3": claim_page(run("x = 3"), title="Claim 3: training is stable for all widths"),
    }
    claims = claim_set(
        value_claim(),
        Claim("demo1.c2", Kind.RESOURCE, "The optimiser needs half the memory."),
        Claim("demo1.c3", Kind.VALUE, "Training is stable for all widths."),
    )
    first = judge(book(other), claims, STRICT).claims[0].ruling
    assert (first.label, first.row) == (Label.INCONCLUSIVE, "row-4")


def test_an_existing_object_that_was_constructed_is_verified() -> None:
    claim = universal_claim(
        kind=Kind.EXISTENCE,
        text="There is a sequence of four rounds with four mistakes.",
        quantity=QuantitySpec("mistakes"),
        statement=Statement(Comparator.EQUAL, "4"),
        premises=(),
    )
    four = one_page(run(declared("4", quantity="mistakes", unit="", scale={})))
    assert outcome(four, claim) == (Label.VERIFIED, "row-7")
    three = one_page(run(declared("3", quantity="mistakes", unit="", scale={})))
    assert outcome(three, claim)[0] is not Label.VERIFIED


# several claims, parts, own claims


def test_each_claim_is_ruled_by_its_own_evidence() -> None:
    pages = {
        "claim-1": claim_page(run(declared("3.2"))),
        "claim-2": claim_page(
            run(declared("9.4", claim="demo1.c2"), cell="cell_two"), title="Claim 2: the same at a quarter"
        ),
    }
    second = value_claim(id="demo1.c2", text="The variant loses 3.1 % perplexity at a quarter of the cache.")
    labels = [item.ruling.label for item in judge(book(pages), claim_set(value_claim(), second), STRICT).claims]
    assert labels == [Label.VERIFIED, Label.FALSIFIED]


def test_parts_of_a_claim_are_ruled_one_by_one() -> None:
    parts = (value_claim(id="demo1.c1a"), value_claim("9.4", id="demo1.c1b"))
    whole = value_claim(conjuncts=parts)
    output = declared("3.2", claim="demo1.c1a") + "\n" + declared("9.4", claim="demo1.c1b")
    item = judged(one_page(run(output)), whole)
    assert [part.ruling.label for part in item.parts] == [Label.VERIFIED, Label.VERIFIED]
    assert item.ruling.label is Label.VERIFIED
    half = judged(one_page(run(declared("3.2", claim="demo1.c1a"))), whole)
    assert half.ruling.label is Label.NOT_JUDGED
    broken = judged(one_page(run(output.replace("9.4", "30"))), whole)
    assert broken.ruling.label is Label.FALSIFIED


def test_without_a_claims_file_the_claims_are_the_entrys_own_pages() -> None:
    logbook = book({"claim-1": claim_page(said(f"Claim: {TEXT}"), run(declared("3.2")))})
    judgement = judge(logbook, None, STRICT)
    assert judgement.guessed
    assert [item.claim.text for item in judgement.claims] == [TEXT]
    assert not judgement.claims[0].claim.specified
    assert judgement.claims[0].ruling.label not in (Label.VERIFIED, Label.FALSIFIED)


def test_a_logbook_without_claims_and_an_empty_one_are_judged_to_nothing() -> None:
    for logbook in (book({"notes": "# Notes\n\nNothing here.\n"}), parse({}, name="empty")):
        judgement = judge(logbook, None, STRICT)
        assert judgement.claims == ()
    assert judge(parse({}, name="empty"), claim_set(value_claim()), STRICT).claims[0].ruling.label not in (
        Label.VERIFIED,
        Label.FALSIFIED,
    )


def test_a_ratio_of_two_sides_of_one_run_is_not_a_time() -> None:
    claim = value_claim(
        kind=Kind.RESOURCE,
        quantity=QuantitySpec("latency", unit="seconds"),
        statement=Statement(Comparator.EQUAL, "3.1", versus=Versus("full cache")),
    )
    label, _ = outcome(one_page(run(declared("3.1", quantity="latency", unit="s"))), claim)
    assert label not in (Label.VERIFIED, Label.FALSIFIED)


@pytest.mark.parametrize("digits", ["9" * 400, "9" * 5000, "1e99999"])
def test_absurd_numbers_are_no_evidence_and_no_fault(digits: str) -> None:
    line = declared("3.2", n=0, seeds=[0]).replace('"n": 0', f'"n": {digits}')
    assert judged(one_page(run(line)), value_claim()).ruling.label is not Label.FALSIFIED
    absurd = declared("0").replace('"value": "0"', f'"value": "{digits}"')
    assert judged(one_page(run(absurd)), value_claim()).ruling.label is not Label.VERIFIED


def test_text_that_is_not_utf_8_is_judged_all_the_same() -> None:
    page = claim_page(run(f"caf\udce9 \udcff\n{declared('3.2')}"))
    logbook = book({"claim-1": page})
    item = judged(logbook, value_claim())
    assert item.ruling.label is Label.VERIFIED
    assert logbook.read(quoted(item.parts[0])[0]) == declared("3.2").encode()


def test_the_weakest_part_gives_grade_and_assurance() -> None:
    item = judged(one_page(run(declared("3.2"))), value_claim())
    said_part = replace(item.parts[0], casefile=replace(item.parts[0].casefile, grade=Grade.E0))
    none_part = replace(item.parts[0], casefile=replace(item.parts[0].casefile, grade=None))
    rerun_part = replace(item.parts[0], casefile=replace(item.parts[0].casefile, grade=Grade.E3))
    assert ClaimJudgement(item.claim, (item.parts[0], said_part), item.ruling).grade is Grade.E0
    assert ClaimJudgement(item.claim, (item.parts[0], none_part), item.ruling).grade is None
    rerun_part = replace(rerun_part, reading=None)
    assert ClaimJudgement(item.claim, (rerun_part,), item.ruling).assurance == 2
    assert ClaimJudgement(item.claim, (item.parts[0], none_part), item.ruling).assurance == 0


def test_a_refused_result_line_is_named_where_it_leaves_the_claim_open() -> None:
    whole = judged(one_page(run('INFO RESULT {"claim": "demo1.c1", "value": "3.2"}')), value_claim())
    assert whole.ruling.label is Label.NOT_JUDGED
    assert "result-refused" in [reason.code for reason in whole.ruling.reasons]
