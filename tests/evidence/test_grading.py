"""Which runs and files stand behind a claim, and so the grade of its evidence."""

import json

from openrepro.evidence.findings import Code
from openrepro.evidence.model import RunState
from openrepro.grades import Grade
from tests.judging.books import OTHER, TEXT, book, claim_page, declared, one_page, run, said
from tests.judging.books import case_file_of as found


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
