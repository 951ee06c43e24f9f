"""Cases for the ruling table: one that is verified by row 13, and changes of it."""

from dataclasses import replace
from decimal import Decimal

from openrepro.challenge.rules import PROFILES, JudgingRules
from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import AxisState, CaseFile, Output, Result, Run, RunState, ScaleReading, Source
from openrepro.grades import Grade
from openrepro.judging.case import Case
from openrepro.judging.reading import Answer, Measured, Method, Reader, Reading
from openrepro.logbooks.logbook import Address, Severity
from openrepro.replication import Code as Because
from openrepro.replication import Comparison, Outcome
from tests.judging.books import value_claim

STRICT: JudgingRules = PROFILES["strict"].judging
ICML: JudgingRules = PROFILES["icml-2026"].judging
RUN = Address("pages/claim-1/page.md", 100, 900, "cell_run")
OUTPUT = Address("pages/claim-1/page.md", 700, 890, "cell_run")
LINE = Address("pages/claim-1/page.md", 700, 800, "cell_run")
ELSEWHERE = Address("pages/other/page.md", 5, 60, "cell_other")
READER = Reader("rules", "rules/1")
SUPPORTS = Comparison(Outcome.SUPPORTS, Because.INSIDE_TOLERANCE, "It lies inside.", margin=Decimal("0.5"))
CONTRADICTS = Comparison(Outcome.CONTRADICTS, Because.BEYOND_TOLERANCE, "It lies far outside.")
UNDECIDED = Comparison(Outcome.UNDECIDED, Because.BETWEEN_ONE_AND_THREE, "It lies between.")


def a_run(state: RunState = RunState.COMPLETED, at: Address = RUN, output: Address = OUTPUT) -> Run:
    exit_code = 1 if state is RunState.FAILED else 0
    outputs = (Output("3.2", output),)
    return Run("claim-1", at.cell, at, ("python", "a.py"), exit_code, "1.5", "", (), outputs, state)


def finding(code: Code, at: Address = LINE, severity: Severity = Severity.WARNING) -> Finding:
    return Finding(code, f"Something about {code}.", (at,), severity)


def case_file(
    grade: Grade | None = Grade.E2,
    *findings: Finding,
    runs: tuple[Run, ...] = (a_run(),),
    axes: tuple[AxisState, ...] = (AxisState.MET,),
    addressed: bool | None = True,
    unattributed: tuple[Address, ...] = (),
) -> CaseFile:
    """A case file whose one result stands on LINE, in a run's output, in the grade given."""
    kept = runs if grade is not None and grade >= Grade.E2 else tuple(replace(run, exit_code=None) for run in runs)
    results = () if grade is None else (Result("3.2", LINE, grade, Source.DECLARED, claim="demo1.c1"),)
    scale = tuple(ScaleReading(f"axis_{index}", state, "10") for index, state in enumerate(axes))
    return CaseFile(
        "0" * 64,
        "demo1.c1",
        "1" * 64,
        "2" * 64,
        (RUN,),
        addressed,
        grade,
        kept,
        results,
        scale,
        findings,
        unattributed=unattributed,
    )


def reading(method: Method = Method.EXPERIMENT, **more: object) -> Reading:
    """A reading that leaves nothing open, of one value on LINE."""
    filled = Reading(
        claim="demo1.c1",
        by=READER,
        addressed=Answer.YES,
        method=method,
        measured=(Measured("3.2", LINE, "percent"),),
        premises_met=Answer.YES,
        quotes=(LINE,),
    )
    return replace(filled, **more)  # type: ignore[arg-type]


def sound(**more: object) -> Case:
    """A case that row 13 verifies; `more` replaces parts of it."""
    case = Case(
        claim=value_claim(),
        casefile=case_file(),
        reading=reading(),
        rules=STRICT,
        comparison=SUPPORTS,
        carriers=frozenset({"cell_run"}),
    )
    return replace(case, **more)  # type: ignore[arg-type]


def about_all(method: Method, supports: Answer, **more: object) -> Case:
    """A case of a claim about all cases; nothing is compared."""
    claim = Claim("demo1.c1", Kind.UNIVERSAL, "It holds for every n.", premises=("n is even",))
    parts: dict[str, object] = {
        "claim": claim,
        "reading": reading(method, supports=supports),
        "comparison": None,
        "casefile": case_file(axes=()),
    }
    return sound(**parts | more)
