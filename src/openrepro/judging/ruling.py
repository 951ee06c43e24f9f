"""The label that the rules derive from case file and reading. Pure; the table in docs/judging.md is the contract."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from openrepro.challenge.rules import FiniteCheck
from openrepro.claims.claim import Kind
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import AxisState, Grade, RunState
from openrepro.ids import Json
from openrepro.judging.case import Case, place
from openrepro.judging.label import Direction, Label
from openrepro.judging.lacks import SCALE_BELOW, Lack
from openrepro.judging.readers.model.question import Silence
from openrepro.judging.reading import Answer, Method, Reading
from openrepro.logbooks.logbook import Address, Severity
from openrepro.replication import Comparison, Outcome

CARRIED_FALSELY = (Code.FORGED_OUTPUT, Code.HARD_CODED, Code.COPIED_FROM_PAPER)
MISMATCHES = (Code.UNIT_MISMATCH, Code.DENOMINATOR_MISMATCH, Code.PERCENT_KIND, Code.COUNTED_DIFFERENTLY)
BROKEN = (RunState.FAILED, RunState.INTERRUPTED, RunState.DIVERGED)
OPEN = {
    "addressed": "whether the entry addresses the claim",
    "method": "how it was tested",
    "measured": "which number answers it",
    "premises_met": "whether its premises held",
}
"""What the fields of the form ask, for fields a reader left unknown."""
SILENT = "silent"
"""The code of the reason that says what becomes of a claim whose model gave no answer."""
SECOND_LOOK = "a falsification counts only after a second look: another reading, another team, a re-run or a person"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a code (`row-10` or a finding's code), a sentence, the bytes it is about."""

    code: str
    text: str
    at: tuple[Address, ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {"code": self.code, "text": self.text, "at": [address.as_json() for address in self.at]}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A label or state with its direction and reasons. `review` says why a person should look, else empty.

    `provisional` is true for a falsification that waits for its second look.
    """

    label: Label
    reasons: tuple[Reason, ...]
    direction: Direction = Direction.NONE
    review: str = ""
    provisional: bool = False

    @property
    def row(self) -> str:
        """The row of the table that decided, e.g. `row-10`; empty for a compound claim's ruling."""
        return next((reason.code for reason in self.reasons if reason.code.startswith("row-")), "")

    def as_json(self) -> dict[str, Json]:
        return {
            "label": self.label.value,
            "direction": self.direction.value,
            "reasons": [reason.as_json() for reason in self.reasons],
            "review": self.review or None,
            "provisional": self.provisional,
        }


Row = Callable[[Case], Ruling | None]


def rule(case: Case) -> Ruling:
    """The ruling of one atomic claim: the first row of the table that matches."""
    for row in ROWS:
        ruling = row(case)
        if ruling is not None:
            return ruling
    return _row_15(case)


def _ruling(
    row: int,
    label: Label,
    text: str,
    *,
    findings: tuple[Finding, ...] = (),
    direction: Direction = Direction.NONE,
    review: str = "",
    provisional: bool = False,
) -> Ruling:
    reasons = (Reason(f"row-{row}", text), *(Reason(item.code.value, item.text, item.at) for item in findings))
    return Ruling(label, reasons, direction, review, provisional)


def _row_1(case: Case) -> Ruling | None:
    if case.claim.kind.testable:
        return None
    return _ruling(1, Label.NOT_TESTABLE, f"A {case.claim.kind.value} states no result that a run could test.")


def _row_2_before(case: Case) -> Ruling | None:
    if case.disagreement:
        return _ruling(2, Label.NOT_JUDGED, case.disagreement, review="two readers disagree")
    if case.cut:
        return _ruling(2, Label.NOT_JUDGED, Lack.CUT.value)
    if case.silent is not None:
        return _unheard(case.silent)
    return None


def _unheard(silence: Silence) -> Ruling:
    ruling = _ruling(2, Label.NOT_JUDGED, f"{Lack.SILENT} {silence.value}.")
    return replace(ruling, reasons=(*ruling.reasons, Reason(SILENT, silence.remedy)))


def _row_3(case: Case) -> Ruling | None:
    findings = case.measured_findings(*CARRIED_FALSELY)
    if not findings:
        return None
    text = "The evidence that carries the result was not computed by the run that shows it."
    return _ruling(3, Label.INCONCLUSIVE, text, findings=findings, review="evidence that was not computed")


def _row_4(case: Case) -> Ruling | None:
    text, findings = _unestablished(case)
    if not text:
        return None
    return _ruling(4, Label.INCONCLUSIVE, text, findings=findings)


def _unestablished(case: Case) -> tuple[str, tuple[Finding, ...]]:
    reading, casefile = case.reading, case.casefile
    if casefile.addressed is False or (reading is not None and reading.addressed is Answer.NO):
        return Lack.NOT_ADDRESSED.value, casefile.of(Code.NOT_RUN)
    if casefile.grade in (None, Grade.E0) and not case.proved_in_writing and not casefile.unattributed:
        codes = (Code.NOT_RUN, Code.SUBMISSION_ONLY, Code.OUTPUT_EMPTY, Code.UNSUPPORTED_NUMBER)
        return Lack.ONLY_SAID.value, casefile.of(*codes)
    if disowned := casefile.of(Code.DISOWNED):
        return Lack.DISOWNED.value, disowned
    if reading is not None and reading.measured and (not_run := _not_run(case)):
        return Lack.NOT_RUN.value, not_run
    if _all_in(case, (RunState.SUBMISSION,)):
        return Lack.HANDED_OVER.value, casefile.of(Code.SUBMISSION_ONLY)
    if _all_in(case, (*BROKEN, RunState.SUBMISSION)):
        ends = casefile.of(Code.RUN_FAILED, Code.RUN_INTERRUPTED, Code.RUN_DIVERGED)
        return Lack.NO_SOUND_END.value, ends
    if controls := case.measured_findings(Code.CONTROL_FAILED):
        return Lack.CONTROL_FAILED.value, controls
    if reading is not None and any(item.is_contribution is Answer.YES for item in reading.substitutions):
        return Lack.CONTRIBUTION_REPLACED.value, ()
    if reading is not None and reading.premises_met is Answer.NO:
        return Lack.PREMISE_UNMET.value, ()
    return "", ()


def _not_run(case: Case) -> tuple[Finding, ...]:
    """What the claim's own passages plainly say was not run."""
    serious = (item for item in case.casefile.of(Code.NOT_RUN) if item.severity is Severity.SERIOUS)
    return tuple(item for item in serious if any(_in_places(at, case.casefile.places) for at in item.at))


def _in_places(at: Address, places: tuple[Address, ...]) -> bool:
    return any(one.file == at.file and one.start <= at.start and at.end <= one.end for one in places)


def _all_in(case: Case, states: tuple[RunState, ...]) -> bool:
    """Whether the runs that carry the result all ended in one of `states`, and nothing else shows a result."""
    runs = tuple(run for run in case.casefile.runs if not case.carriers or place(run.at) in case.carriers)
    return bool(runs) and all(run.state in states for run in runs) and case.grade is not Grade.E1


def _row_5(case: Case) -> Ruling | None:
    if conflicts := case.casefile.of(Code.CONFLICT):
        text = "Current pages of the entry contradict each other on this claim."
        return _ruling(5, Label.INCONCLUSIVE, text, findings=conflicts, review="pages that contradict each other")
    mismatches = case.measured_findings(*MISMATCHES)
    if not mismatches:
        return None
    text = "A measured number may differ from the claim in unit, normalisation or denominator only."
    return _ruling(5, Label.INCONCLUSIVE, text, findings=mismatches, review="a suspected unit or denominator error")


def _row_6(case: Case) -> Ruling | None:
    reading = case.reading
    if case.claim.kind is not Kind.UNIVERSAL or reading is None or reading.supports is not Answer.NO:
        return None
    broken = reading.method is Method.COUNTEREXAMPLE and _rests_on_evidence(reading)
    if not (broken or _checked_proof(reading)) or reading.premises_met is not Answer.YES:
        return None
    if _below_evidence(case) and not _by_person(reading):
        return _row_12_ruling(case)
    text = "A counterexample whose premises are checked contradicts the claim."
    return _falsified(6, text if broken else "A checked disproof contradicts the claim.", case)


def _row_7(case: Case) -> Ruling | None:
    reading = case.reading
    if reading is None or reading.supports is not Answer.YES or reading.premises_met is not Answer.YES:
        return None
    proved = case.claim.kind is Kind.UNIVERSAL and _checked_proof(reading)
    built = case.claim.kind is Kind.EXISTENCE and reading.method is Method.CONSTRUCTION and _rests_on_evidence(reading)
    if not (proved or built):
        return None
    if _below_evidence(case) and not _by_person(reading):
        return _row_12_ruling(case)
    text = "A checked proof establishes the claim." if proved else "A checked construction shows that it exists."
    return _ruling(7, Label.VERIFIED, text, direction=Direction.SUPPORTS)


def _by_person(reading: Reading) -> bool:
    """Whether a person checked the written proof, which then needs no run."""
    return reading.by.reader == "person" and reading.method is Method.WRITTEN_PROOF


def _checked_proof(reading: Reading) -> bool:
    by_machine = reading.method is Method.MACHINE_CHECKED_PROOF and _rests_on_evidence(reading)
    return by_machine or _by_person(reading)


def _rests_on_evidence(reading: Reading) -> bool:
    """Whether the reading names bytes that show what it says; confirmed readings name only what is there."""
    return bool(reading.measured or reading.quotes)


def _row_8(case: Case) -> Ruling | None:
    if not case.proved_in_writing:
        return None
    review = "a written proof that nobody has checked"
    toy = _row_10(case)
    if toy is not None:
        lead = Reason("row-8", "A written proof waits for a person; until then the finite check counts.")
        return replace(toy, reasons=(lead, *toy.reasons), review=review)
    return _ruling(8, Label.NOT_JUDGED, "A written proof waits for a person to check it.", review=review)


def _row_9(case: Case) -> Ruling | None:
    if case.comparison is None or case.comparison.outcome is not Outcome.UNDECIDED:
        return None
    ruling = _ruling(9, Label.INCONCLUSIVE, "The measurement does not settle the direction.")
    return replace(ruling, reasons=(*ruling.reasons, _compared(case.comparison)), direction=Direction.UNDECIDED)


def _row_10(case: Case) -> Ruling | None:
    if case.grade is None or case.grade < Grade.E1:
        return None
    if below := case.axes(AxisState.BELOW):
        text = f"{SCALE_BELOW} {', '.join(below)}."
        return _toy(case, text, case.casefile.of(Code.SCALE_BELOW))
    if _proxy(case):
        return _toy(case, Lack.STAND_IN.value, case.casefile.of(Code.PROXY))
    if _finite_check(case):
        text = Lack.FINITE.value
        return _toy(case, text, case.casefile.of(Code.FINITE_HORIZON))
    return None


def _proxy(case: Case) -> bool:
    admitted = any(finding.severity is Severity.SERIOUS for finding in case.casefile.of(Code.PROXY))
    return admitted or (case.reading is not None and bool(case.reading.substitutions))


def _finite_check(case: Case) -> bool:
    finite = case.method in (Method.EXPERIMENT, Method.NUMERICAL_AUDIT, Method.COUNTEREXAMPLE, Method.WRITTEN_PROOF)
    return case.claim.kind is Kind.UNIVERSAL and finite and case.rules.universal_finite_check == FiniteCheck.TOY


def _toy(case: Case, text: str, findings: tuple[Finding, ...]) -> Ruling:
    return _ruling(10, Label.TOY, text, findings=findings, direction=case.side)


def _row_11(case: Case) -> Ruling | None:
    unknown = case.axes(AxisState.UNKNOWN)
    if not unknown or _outcome(case) is None:
        return None
    text = f"The evidence does not state: {', '.join(unknown)}."
    return _ruling(11, Label.INCONCLUSIVE, text, findings=case.casefile.of(Code.SCALE_UNKNOWN))


def _row_12(case: Case) -> Ruling | None:
    return _row_12_ruling(case) if _settles(case) and _below_evidence(case) else None


def _row_12_ruling(case: Case) -> Ruling:
    text = f"The best evidence is of grade {case.grade or 'none'}; these rules ask for {case.rules.evidence}."
    return _ruling(12, Label.NOT_JUDGED, text, review="a result file without the run that made it")


def _below_evidence(case: Case) -> bool:
    return case.grade is None or case.grade < case.rules.evidence


def _settles(case: Case) -> bool:
    """Whether rows 13 or 14 would match: a decided outcome whose premises are known to hold."""
    if _outcome(case) in (None, Outcome.UNDECIDED) or case.reading is None:
        return False
    return case.reading.premises_met is Answer.YES or not case.claim.premises


def _outcome(case: Case) -> Outcome | None:
    """What the measurement says of the claim, None when there is nothing to compare.

    No comparison of one case settles a claim about all: a counterexample must be exact (row 6), and a finite check
    can only support the claim, where these rules accept one.
    """
    if case.claim.kind is Kind.UNIVERSAL:
        return Outcome.SUPPORTS if _accepted_check(case) else None
    return None if case.comparison is None else case.comparison.outcome


def _accepted_check(case: Case) -> bool:
    reading = case.reading
    if reading is None or case.comparison is not None or case.rules.universal_finite_check != FiniteCheck.VERIFIED:
        return False
    audited = reading.method in (Method.EXPERIMENT, Method.NUMERICAL_AUDIT) and _rests_on_evidence(reading)
    return audited and reading.supports is Answer.YES


def _row_13(case: Case) -> Ruling | None:
    if not _settles(case) or _outcome(case) is not Outcome.SUPPORTS:
        return None
    if case.comparison is None:
        text = "A finite number of cases was checked, which these rules accept for a claim about all of them."
        return _ruling(13, Label.VERIFIED, text, direction=Direction.SUPPORTS)
    ruling = _ruling(13, Label.VERIFIED, "The measurement supports the claim at full scale.")
    return replace(ruling, reasons=(*ruling.reasons, _compared(case.comparison)), direction=Direction.SUPPORTS)


def _row_14(case: Case) -> Ruling | None:
    if not _settles(case) or case.comparison is None or _outcome(case) is not Outcome.CONTRADICTS:
        return None
    ruling = _falsified(14, "The measurement contradicts the claim at full scale.", case)
    return replace(ruling, reasons=(*ruling.reasons, _compared(case.comparison)))


def _compared(comparison: Comparison) -> Reason:
    return Reason(str(comparison.code), comparison.text)


def _falsified(row: int, text: str, case: Case) -> Ruling:
    needs = case.rules.falsified_needs == "second-look"
    return _ruling(
        row,
        Label.FALSIFIED,
        text,
        direction=Direction.CONTRADICTS,
        review=SECOND_LOOK if needs else "",
        provisional=needs,
    )


def _row_2_after(case: Case) -> Ruling | None:
    """Row 2's first half: nothing above could decide, because the reading leaves it open."""
    reading = case.reading
    if reading is None:
        return _ruling(2, Label.NOT_JUDGED, Lack.NO_READING.value)
    left = reading.unknown or (() if _settles(case) else _left_open(case))
    if not left:
        return None
    told = "; ".join(_open_question(name) for name in left)
    text = f"The reader could not tell {told}; code alone cannot decide."
    if "measured" in left:
        text += " A recorded run that prints a RESULT line for the claim would say."
    return _ruling(2, Label.NOT_JUDGED, text, findings=case.casefile.of(Code.RESULT_REFUSED))


def _open_question(name: str) -> str:
    """What a field that was left unknown asks, in words."""
    kind, _, premise = name.partition(": ")
    return f"whether the premise “{premise}” held" if kind == "premise" else OPEN.get(name, name)


def _left_open(case: Case) -> tuple[str, ...]:
    """What a settled outcome would still need, where the reader itself names nothing as unknown."""
    assert case.reading is not None
    premises = ("premises_met",) if case.claim.premises and case.reading.premises_met is Answer.UNKNOWN else ()
    return premises + (("a number that can be compared with the claim",) if _outcome(case) is None else ())


def _row_15(case: Case) -> Ruling:
    text = f"No row of the table matches {case.claim.id}; this is a fault of the judge and was reported."
    return _ruling(15, Label.NOT_JUDGED, text, review="no row of the table matched")


ROWS: tuple[Row, ...] = (
    _row_1,
    _row_2_before,
    _row_3,
    _row_4,
    _row_5,
    _row_6,
    _row_7,
    _row_8,
    _row_9,
    _row_10,
    _row_11,
    _row_12,
    _row_13,
    _row_14,
    _row_2_after,
)
