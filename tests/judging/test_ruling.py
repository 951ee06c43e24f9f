"""The rule table, row by row: each row fires when it should, and not when it only nearly applies."""

from dataclasses import replace

import pytest

from openrepro.challenge.rules import load_rules
from openrepro.claims.claim import Claim, Kind, ReducedCheck
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState, RunState
from openrepro.grades import Grade
from openrepro.judging.compound import rule_compound
from openrepro.judging.label import Direction, Label
from openrepro.judging.reading import Answer, Method, Reader, Substitution
from openrepro.judging.ruling import ROWS, Reason, Ruling, rule
from openrepro.logbooks.logbook import Severity
from openrepro.replication import Outcome
from tests.judging.books import value_claim
from tests.judging.cases import (
    CONTRADICTS,
    ELSEWHERE,
    ICML,
    LINE,
    RUN,
    STRICT,
    SUPPORTS,
    UNDECIDED,
    a_run,
    about_all,
    case_file,
    finding,
    reading,
    sound,
)

PERSON = Reader("person", "reviewer-1")


def shown(ruling: Ruling) -> tuple[str, Label]:
    return ruling.row, ruling.label


def test_a_sound_case_is_verified_and_says_why() -> None:
    ruling = rule(sound())
    assert shown(ruling) == ("row-13", Label.VERIFIED)
    assert ruling.direction is Direction.SUPPORTS
    assert [reason.code for reason in ruling.reasons] == ["row-13", "inside-tolerance"]
    assert not ruling.provisional
    assert ruling.review == ""


# row 1


@pytest.mark.parametrize("kind", [Kind.DEFINITION, Kind.POSITION])
def test_row_1_definitions_and_positions_are_not_testable(kind: Kind) -> None:
    assert shown(rule(sound(claim=value_claim(kind=kind)))) == ("row-1", Label.NOT_TESTABLE)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.testable])
def test_row_1_every_other_kind_is_testable(kind: Kind) -> None:
    assert rule(sound(claim=value_claim(kind=kind))).row != "row-1"


# row 2


def test_row_2_readers_that_disagree_call_for_a_person() -> None:
    ruling = rule(sound(disagreement="One reader finds 3.2, another 9.4."))
    assert shown(ruling) == ("row-2", Label.NOT_JUDGED)
    assert ruling.review


def test_row_2_evidence_that_was_cut_is_not_judged_and_needs_no_person() -> None:
    ruling = rule(sound(cut=True))
    assert shown(ruling) == ("row-2", Label.NOT_JUDGED)
    assert ruling.review == ""


def test_row_2_without_a_reading_nothing_is_verified() -> None:
    assert shown(rule(sound(reading=None, comparison=None))) == ("row-2", Label.NOT_JUDGED)


def test_row_2_names_what_the_reader_left_open() -> None:
    ruling = rule(sound(reading=reading(measured=(), unknown=("measured",)), comparison=None))
    assert shown(ruling) == ("row-2", Label.NOT_JUDGED)
    assert "which number answers it" in ruling.reasons[0].text


def test_row_2_premises_nobody_confirmed_settle_nothing() -> None:
    claim = value_claim(premises=("held-out text",))
    ruling = rule(sound(claim=claim, reading=reading(premises_met=Answer.UNKNOWN)))
    assert shown(ruling) == ("row-2", Label.NOT_JUDGED)
    assert "premises" in ruling.reasons[0].text


def test_row_2_does_not_keep_code_from_deciding_alone() -> None:
    """A failed run is inconclusive without any reading."""
    broken = case_file(Grade.E2, runs=(a_run(RunState.FAILED),))
    assert shown(rule(sound(reading=None, comparison=None, casefile=broken))) == ("row-4", Label.INCONCLUSIVE)


# row 3


@pytest.mark.parametrize("code", [Code.FORGED_OUTPUT, Code.HARD_CODED, Code.COPIED_FROM_PAPER])
@pytest.mark.parametrize("comparison", [SUPPORTS, CONTRADICTS, UNDECIDED])
def test_row_3_evidence_that_nothing_computed(code: Code, comparison: object) -> None:
    ruling = rule(sound(casefile=case_file(Grade.E2, finding(code)), comparison=comparison))
    assert shown(ruling) == ("row-3", Label.INCONCLUSIVE)
    assert ruling.review
    assert ruling.reasons[1] == Reason(code.value, finding(code).text, (LINE,))


@pytest.mark.parametrize("code", [Code.FORGED_OUTPUT, Code.HARD_CODED, Code.COPIED_FROM_PAPER])
def test_row_3_only_counts_for_the_evidence_that_carries_the_result(code: Code) -> None:
    other = case_file(Grade.E2, finding(code, ELSEWHERE))
    assert rule(sound(casefile=other)).row == "row-13"
    assert rule(sound(casefile=other, carriers=frozenset())).row == "row-3"


def test_row_3_an_unsupported_number_in_prose_is_no_reason_to_reject_a_run() -> None:
    assert rule(sound(casefile=case_file(Grade.E2, finding(Code.UNSUPPORTED_NUMBER)))).row == "row-13"


# row 4


def test_row_4_a_claim_the_entry_does_not_address() -> None:
    for answer in (sound(casefile=case_file(None, addressed=False)), sound(reading=reading(addressed=Answer.NO))):
        assert shown(rule(answer)) == ("row-4", Label.INCONCLUSIVE)
    assert rule(sound(casefile=case_file(addressed=None))).row == "row-13"


def test_row_4_what_is_only_said() -> None:
    assert shown(rule(sound(casefile=case_file(Grade.E0)))) == ("row-4", Label.INCONCLUSIVE)
    assert shown(rule(sound(casefile=case_file(None)))) == ("row-4", Label.INCONCLUSIVE)
    assert rule(sound(casefile=case_file(Grade.E1))).row != "row-4"


def test_row_4_is_not_sure_while_other_evidence_may_be_about_the_claim() -> None:
    case = sound(
        casefile=case_file(Grade.E0, unattributed=(ELSEWHERE,)),
        reading=reading(measured=(), unknown=("measured",)),
        comparison=None,
    )
    assert shown(rule(case)) == ("row-2", Label.NOT_JUDGED)


@pytest.mark.parametrize(
    "states",
    [
        (RunState.SUBMISSION,),
        (RunState.FAILED,),
        (RunState.INTERRUPTED,),
        (RunState.DIVERGED,),
        (RunState.FAILED, RunState.INTERRUPTED),
        (RunState.SUBMISSION, RunState.FAILED),
    ],
)
def test_row_4_runs_that_show_no_result(states: tuple[RunState, ...]) -> None:
    runs = tuple(a_run(state) for state in states)
    ruling = rule(sound(casefile=case_file(Grade.E2, runs=runs)))
    assert shown(ruling) == ("row-4", Label.INCONCLUSIVE)


def test_row_4_one_sound_run_that_carries_the_result_is_enough() -> None:
    runs = (a_run(RunState.FAILED, ELSEWHERE, ELSEWHERE), a_run())
    assert rule(sound(casefile=case_file(Grade.E2, runs=runs))).row == "row-13"


def test_row_4_a_sound_run_beside_the_failed_one_that_carries_the_result_is_not() -> None:
    runs = (a_run(RunState.FAILED), a_run(RunState.COMPLETED, ELSEWHERE, ELSEWHERE))
    assert rule(sound(casefile=case_file(Grade.E2, runs=runs))).row == "row-4"


def test_row_4_a_control_that_failed() -> None:
    assert shown(rule(sound(casefile=case_file(Grade.E2, finding(Code.CONTROL_FAILED))))) == (
        "row-4",
        Label.INCONCLUSIVE,
    )
    assert rule(sound(casefile=case_file(Grade.E2, finding(Code.CONTROL_FAILED, ELSEWHERE)))).row == "row-13"


def test_row_4_the_papers_own_contribution_was_substituted() -> None:
    replaced = reading(substitutions=(Substitution("their optimiser", Answer.YES),))
    assert shown(rule(sound(reading=replaced))) == ("row-4", Label.INCONCLUSIVE)
    other = reading(substitutions=(Substitution("their closed model", Answer.NO),))
    assert rule(sound(reading=other)).row != "row-4"


def test_row_4_a_premise_that_is_not_met() -> None:
    assert shown(rule(sound(reading=reading(premises_met=Answer.NO)))) == ("row-4", Label.INCONCLUSIVE)


# row 5


@pytest.mark.parametrize(
    "code", [Code.UNIT_MISMATCH, Code.DENOMINATOR_MISMATCH, Code.PERCENT_KIND, Code.COUNTED_DIFFERENTLY]
)
@pytest.mark.parametrize("comparison", [SUPPORTS, CONTRADICTS])
def test_row_5_a_suspected_unit_error_settles_nothing_either_way(code: Code, comparison: object) -> None:
    ruling = rule(sound(casefile=case_file(Grade.E2, finding(code)), comparison=comparison))
    assert shown(ruling) == ("row-5", Label.INCONCLUSIVE)
    assert ruling.review


def test_row_5_a_unit_error_of_another_number_does_not_count() -> None:
    assert rule(sound(casefile=case_file(Grade.E2, finding(Code.UNIT_MISMATCH, ELSEWHERE)))).row == "row-13"


def test_row_5_pages_that_contradict_each_other() -> None:
    ruling = rule(sound(casefile=case_file(Grade.E2, finding(Code.CONFLICT, ELSEWHERE))))
    assert shown(ruling) == ("row-5", Label.INCONCLUSIVE)
    assert ruling.review


# rows 6 to 8


def test_row_6_an_exact_counterexample_falsifies_provisionally() -> None:
    ruling = rule(about_all(Method.COUNTEREXAMPLE, Answer.NO))
    assert shown(ruling) == ("row-6", Label.FALSIFIED)
    assert ruling.direction is Direction.CONTRADICTS
    assert ruling.provisional
    assert "second look" in ruling.review


@pytest.mark.parametrize("premises", [Answer.UNKNOWN, Answer.NO])
def test_row_6_not_without_checked_premises(premises: Answer) -> None:
    read = reading(Method.COUNTEREXAMPLE, supports=Answer.NO, premises_met=premises)
    assert rule(about_all(Method.COUNTEREXAMPLE, Answer.NO, reading=read)).label is not Label.FALSIFIED


def test_row_6_not_for_a_claim_that_is_about_no_all() -> None:
    assert rule(sound(reading=reading(Method.COUNTEREXAMPLE, supports=Answer.NO))).row != "row-6"


def test_row_6_not_without_any_evidence_behind_the_answer() -> None:
    bare = reading(Method.COUNTEREXAMPLE, supports=Answer.NO, measured=(), quotes=())
    assert rule(about_all(Method.COUNTEREXAMPLE, Answer.NO, reading=bare)).label is not Label.FALSIFIED


def test_row_6_a_disproof_that_a_machine_or_a_person_checked() -> None:
    assert shown(rule(about_all(Method.MACHINE_CHECKED_PROOF, Answer.NO))) == ("row-6", Label.FALSIFIED)
    by_person = reading(Method.WRITTEN_PROOF, supports=Answer.NO, by=PERSON)
    assert rule(about_all(Method.WRITTEN_PROOF, Answer.NO, reading=by_person)).row == "row-6"
    assert rule(about_all(Method.WRITTEN_PROOF, Answer.NO)).label is not Label.FALSIFIED


def test_row_7_a_checked_proof_verifies() -> None:
    assert shown(rule(about_all(Method.MACHINE_CHECKED_PROOF, Answer.YES))) == ("row-7", Label.VERIFIED)
    by_person = reading(Method.WRITTEN_PROOF, supports=Answer.YES, by=PERSON)
    said = about_all(Method.WRITTEN_PROOF, Answer.YES, reading=by_person, casefile=case_file(Grade.E0, axes=()))
    assert shown(rule(said)) == ("row-7", Label.VERIFIED)


def test_row_7_a_checked_construction_shows_that_something_exists() -> None:
    claim = Claim("demo1.c1", Kind.EXISTENCE, "There is a sequence with four mistakes.")
    built = reading(Method.CONSTRUCTION, supports=Answer.YES)
    assert shown(rule(sound(claim=claim, reading=built, comparison=None))) == ("row-7", Label.VERIFIED)
    assert rule(sound(claim=claim, reading=replace(built, supports=Answer.UNKNOWN), comparison=None)).row != "row-7"
    assert rule(sound(claim=claim, reading=replace(built, measured=(), quotes=()), comparison=None)).row != "row-7"


def test_row_7_no_number_of_cases_proves_a_claim_about_all() -> None:
    assert rule(about_all(Method.NUMERICAL_AUDIT, Answer.YES)).row == "row-10"
    assert rule(about_all(Method.EXPERIMENT, Answer.YES)).row == "row-10"


def test_rows_6_and_7_ask_for_recorded_runs() -> None:
    filed = case_file(Grade.E1, axes=())
    for method, supports in ((Method.COUNTEREXAMPLE, Answer.NO), (Method.MACHINE_CHECKED_PROOF, Answer.YES)):
        ruling = rule(about_all(method, supports, casefile=filed))
        assert shown(ruling) == ("row-12", Label.NOT_JUDGED)
        assert ruling.review


def test_row_8_a_proof_nobody_checked_waits_for_a_person() -> None:
    said = case_file(Grade.E0, axes=())
    for supports in Answer:
        read = reading(Method.WRITTEN_PROOF, supports=supports, measured=())
        ruling = rule(about_all(Method.WRITTEN_PROOF, supports, reading=read, casefile=said))
        assert shown(ruling) == ("row-8", Label.NOT_JUDGED)
        assert ruling.review


def test_row_8_until_then_a_finite_check_counts_as_toy() -> None:
    ruling = rule(about_all(Method.WRITTEN_PROOF, Answer.UNKNOWN))
    assert shown(ruling) == ("row-8", Label.TOY)
    assert "row-10" in [reason.code for reason in ruling.reasons]
    assert ruling.review


# rows 9 to 12


def test_row_9_numbers_that_leave_the_direction_open() -> None:
    ruling = rule(sound(comparison=UNDECIDED))
    assert shown(ruling) == ("row-9", Label.INCONCLUSIVE)
    assert ruling.direction is Direction.UNDECIDED
    assert ruling.reasons[1].code == "between-one-and-three"


@pytest.mark.parametrize("check", list(ReducedCheck))
def test_row_9_comes_before_reduced_scale(check: ReducedCheck) -> None:
    below = case_file(Grade.E2, axes=(AxisState.BELOW,))
    case = sound(claim=value_claim(reduced_check=check), casefile=below, comparison=UNDECIDED)
    assert shown(rule(case)) == ("row-9", Label.INCONCLUSIVE)


@pytest.mark.parametrize("side", list(Direction))
@pytest.mark.parametrize("comparison", [SUPPORTS, CONTRADICTS, None])
def test_row_10_below_the_minimum_is_toy_with_the_direction_that_still_means_something(
    side: Direction, comparison: object
) -> None:
    below = case_file(Grade.E2, finding(Code.SCALE_BELOW), axes=(AxisState.MET, AxisState.BELOW))
    ruling = rule(sound(casefile=below, comparison=comparison, side=side))
    assert shown(ruling) == ("row-10", Label.TOY)
    assert ruling.direction is side
    assert "axis_1" in ruling.reasons[0].text
    assert "axis_0" not in ruling.reasons[0].text


def test_row_10_a_stand_in_the_entry_admits() -> None:
    admitted = case_file(Grade.E2, finding(Code.PROXY, severity=Severity.SERIOUS))
    assert shown(rule(sound(casefile=admitted))) == ("row-10", Label.TOY)
    hinted = case_file(Grade.E2, finding(Code.PROXY, severity=Severity.WARNING))
    assert rule(sound(casefile=hinted)).row == "row-13"


def test_row_10_a_substitution_that_is_not_the_contribution() -> None:
    other = reading(substitutions=(Substitution("synthetic data", Answer.NO),))
    assert shown(rule(sound(reading=other))) == ("row-10", Label.TOY)


def test_row_10_needs_more_than_words() -> None:
    """Toy needs a result file at least: a small experiment that is only told is inconclusive."""
    said = case_file(Grade.E0, axes=(AxisState.BELOW,))
    assert rule(sound(casefile=said)).label is Label.INCONCLUSIVE
    filed = case_file(Grade.E1, axes=(AxisState.BELOW,))
    assert rule(sound(casefile=filed)).label is Label.TOY


def test_row_11_an_axis_nothing_states() -> None:
    unknown = case_file(Grade.E2, axes=(AxisState.MET, AxisState.UNKNOWN))
    for comparison in (SUPPORTS, CONTRADICTS):
        ruling = rule(sound(casefile=unknown, comparison=comparison))
        assert shown(ruling) == ("row-11", Label.INCONCLUSIVE)
        assert "axis_1" in ruling.reasons[0].text


@pytest.mark.parametrize("comparison", [SUPPORTS, CONTRADICTS])
def test_row_12_a_result_file_without_its_run_is_not_judged(comparison: object) -> None:
    ruling = rule(sound(casefile=case_file(Grade.E1), comparison=comparison))
    assert shown(ruling) == ("row-12", Label.NOT_JUDGED)
    assert ruling.review
    assert "E1" in ruling.reasons[0].text
    assert "E2" in ruling.reasons[0].text


def test_row_12_a_recorded_run_beside_it_does_not_lift_a_result_file() -> None:
    """The grade that counts is that of the evidence which carries the value."""
    filed = case_file(Grade.E1)
    beside = replace(filed, grade=Grade.E2, runs=(a_run(RunState.COMPLETED, ELSEWHERE, ELSEWHERE),))
    assert shown(rule(sound(casefile=beside))) == ("row-12", Label.NOT_JUDGED)


def test_row_12_rules_may_accept_result_files() -> None:
    rules = load_rules(b'schema = "openrepro.challenge/1"\n[judging]\nevidence = "E1"\n').judging
    assert shown(rule(sound(casefile=case_file(Grade.E1), rules=rules))) == ("row-13", Label.VERIFIED)
    assert shown(rule(sound(casefile=case_file(Grade.E0), rules=rules))) == ("row-4", Label.INCONCLUSIVE)


def test_row_12_rules_may_ask_for_re_runs() -> None:
    rules = load_rules(b'schema = "openrepro.challenge/1"\n[judging]\nevidence = "E3"\n').judging
    assert rule(sound(rules=rules)).row == "row-12"
    assert rule(sound(casefile=case_file(Grade.E3), rules=rules)).row == "row-13"


# rows 13 to 15


def test_row_14_is_provisional_until_a_second_look() -> None:
    ruling = rule(sound(comparison=CONTRADICTS))
    assert shown(ruling) == ("row-14", Label.FALSIFIED)
    assert ruling.direction is Direction.CONTRADICTS
    assert ruling.provisional
    assert "second look" in ruling.review


def test_rows_13_and_14_at_every_scale_that_is_met() -> None:
    met = case_file(Grade.E2, axes=(AxisState.MET, AxisState.MET, AxisState.MET))
    assert rule(sound(casefile=met)).row == "row-13"
    assert rule(sound(casefile=case_file(Grade.E2, axes=()))).row == "row-13"


def test_row_15_is_never_reached_by_a_filled_reading() -> None:
    for kind in Kind:
        for supports in Answer:
            for method in Method:
                for comparison in (None, SUPPORTS, CONTRADICTS, UNDECIDED):
                    read = reading(method, supports=supports)
                    ruling = rule(sound(claim=value_claim(kind=kind), reading=read, comparison=comparison))
                    assert ruling.row != "row-15"


def test_the_table_has_the_rows_of_the_contract_in_their_order() -> None:
    numbers = [int(row.__name__.split("_")[2]) for row in ROWS]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 2]


def test_the_first_match_wins() -> None:
    """Each fault, added to those of later rows, takes over."""
    faults = (Code.HARD_CODED, Code.CONTROL_FAILED, Code.UNIT_MISMATCH)
    rows = []
    for index in range(len(faults)):
        found = tuple(finding(code) for code in faults[index:])
        rows.append(rule(sound(casefile=case_file(Grade.E2, *found, axes=(AxisState.BELOW,)))).row)
    assert rows == ["row-3", "row-4", "row-5"]


def test_every_ruling_opens_with_its_row_and_a_sentence() -> None:
    for case in (sound(), sound(cut=True), sound(comparison=UNDECIDED), sound(reading=None, comparison=None)):
        first = rule(case).reasons[0]
        assert first.code.startswith("row-")
        assert first.text.endswith(".")


# profiles


def test_the_icml_2026_profile_takes_a_finite_check_for_all_cases() -> None:
    ruling = rule(about_all(Method.NUMERICAL_AUDIT, Answer.YES, rules=ICML))
    assert shown(ruling) == ("row-13", Label.VERIFIED)
    assert shown(rule(about_all(Method.NUMERICAL_AUDIT, Answer.UNKNOWN, rules=ICML))) == ("row-2", Label.NOT_JUDGED)
    bare = reading(Method.NUMERICAL_AUDIT, supports=Answer.YES, measured=(), quotes=())
    assert rule(about_all(Method.NUMERICAL_AUDIT, Answer.YES, rules=ICML, reading=bare)).label is Label.NOT_JUDGED


@pytest.mark.parametrize("rules", [STRICT, ICML])
def test_no_profile_takes_a_rounded_counterexample_for_an_exact_one(rules: object) -> None:
    for supports in Answer:
        broken = about_all(Method.NUMERICAL_AUDIT, supports, comparison=CONTRADICTS, rules=rules)
        assert rule(broken).label not in (Label.FALSIFIED, Label.VERIFIED)


def test_the_icml_2026_profile_asks_for_no_second_look() -> None:
    ruling = rule(sound(comparison=CONTRADICTS, rules=ICML))
    assert shown(ruling) == ("row-14", Label.FALSIFIED)
    assert not ruling.provisional
    assert ruling.review == ""


def test_no_profile_lets_faults_pass() -> None:
    for code in (Code.HARD_CODED, Code.CONTROL_FAILED, Code.UNIT_MISMATCH, Code.CONFLICT):
        assert rule(sound(casefile=case_file(Grade.E2, finding(code)), rules=ICML)).label is Label.INCONCLUSIVE


# compound claims


def part(label: Label, *, provisional: bool = False, review: str = "") -> Ruling:
    direction = Direction.CONTRADICTS if label is Label.FALSIFIED else Direction.NONE
    return Ruling(label, (Reason("row-0", f"It is {label}.", (RUN,)),), direction, review, provisional)


def test_all_parts_verified_verify_the_whole() -> None:
    ruling = rule_compound((part(Label.VERIFIED), part(Label.VERIFIED)))
    assert ruling.label is Label.VERIFIED
    assert "2 verified" in ruling.reasons[0].text


@pytest.mark.parametrize("other", [label for label in Label if label is not Label.FALSIFIED])
def test_one_falsified_part_falsifies_the_whole(other: Label) -> None:
    ruling = rule_compound((part(other), part(Label.FALSIFIED, provisional=True, review="second look")))
    assert ruling.label is Label.FALSIFIED
    assert ruling.direction is Direction.CONTRADICTS
    assert ruling.provisional
    assert "second look" in ruling.review


def test_one_falsification_that_is_confirmed_is_enough() -> None:
    ruling = rule_compound((part(Label.FALSIFIED, provisional=True), part(Label.FALSIFIED)))
    assert not ruling.provisional


@pytest.mark.parametrize(
    ("labels", "whole"),
    [
        ((Label.VERIFIED, Label.TOY), Label.TOY),
        ((Label.VERIFIED, Label.INCONCLUSIVE), Label.INCONCLUSIVE),
        ((Label.TOY, Label.INCONCLUSIVE), Label.INCONCLUSIVE),
        ((Label.VERIFIED, Label.NOT_JUDGED), Label.NOT_JUDGED),
        ((Label.INCONCLUSIVE, Label.NOT_JUDGED), Label.NOT_JUDGED),
        ((Label.VERIFIED, Label.NOT_TESTABLE), Label.VERIFIED),
        ((Label.NOT_TESTABLE, Label.NOT_TESTABLE), Label.NOT_TESTABLE),
    ],
)
def test_else_the_weakest_part_counts(labels: tuple[Label, ...], whole: Label) -> None:
    for order in (labels, labels[::-1]):
        assert rule_compound(tuple(part(label) for label in order)).label is whole


def test_a_whole_asks_for_the_person_that_any_part_asks_for_once() -> None:
    ruling = rule_compound((part(Label.VERIFIED, review="look"), part(Label.TOY, review="look"), part(Label.TOY)))
    assert ruling.review == "look"


def test_a_ruling_as_json_has_all_that_the_document_shows() -> None:
    value = rule(sound(comparison=CONTRADICTS)).as_json()
    assert value["label"] == "falsified"
    assert value["direction"] == Outcome.CONTRADICTS.value
    assert value["provisional"] is True
    assert isinstance(value["reasons"], list)
    assert rule(sound()).as_json()["review"] is None
