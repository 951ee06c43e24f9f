"""One logbook, its claims, the rules: the judgement. Pure: case file → reading → ruling, for every claim."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.casefile import Evidence, case_file, gather
from openrepro.evidence.declared import Declared
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.guess import Guessed, guess_claims
from openrepro.evidence.mismatch import mismatch_findings
from openrepro.evidence.model import CaseFile, Run, RunState
from openrepro.evidence.records import records_of
from openrepro.grades import Grade
from openrepro.judging.case import Case, carrying_grade, place
from openrepro.judging.comparing import comparison_of, reduced_direction
from openrepro.judging.compound import rule_compound
from openrepro.judging.quotes import confirm, void_cells
from openrepro.judging.readers.rules import read
from openrepro.judging.reading import Measured, Reading
from openrepro.judging.ruling import Ruling, rule
from openrepro.logbooks.logbook import Address, Logbook, Severity
from openrepro.replication import Comparison

ReadClaim = Callable[[Claim, CaseFile], Reading | None]


@dataclass(frozen=True, slots=True)
class Part:
    """An atomic claim judged: its case file, the confirmed reading, the comparison, the ruling."""

    claim: Claim
    casefile: CaseFile
    reading: Reading | None
    comparison: Comparison | None
    ruling: Ruling

    @property
    def grade(self) -> Grade | None:
        """The grade of the evidence that carries the result."""
        return carrying_grade(self.casefile, self.reading)


@dataclass(frozen=True, slots=True)
class ClaimJudgement:
    """A claim judged. `parts` are its conjuncts, or the claim itself where it is atomic."""

    claim: Claim
    parts: tuple[Part, ...]
    ruling: Ruling

    @property
    def grade(self) -> Grade | None:
        """The grade of the evidence that the ruling rests on: the weakest part's."""
        grades = [part.grade for part in self.parts]
        return None if None in grades else min(grade for grade in grades if grade is not None)

    @property
    def assurance(self) -> int:
        """0 said, 1 captured by the participant's tool, 2 re-run by us; 3 and 4 are derived on the board."""
        if self.grade is None or self.grade < Grade.E2:
            return 0
        return 2 if self.grade is Grade.E3 else 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """One logbook judged. `guessed`: its claims were taken from its own pages, which state `left_out` more.

    `runs` are its runs with their outputs whole, `declared` what the RESULT lines of each declare.
    """

    logbook: Logbook
    paper: str
    claims: tuple[ClaimJudgement, ...]
    findings: tuple[Finding, ...]
    guessed: bool = False
    left_out: int = 0
    runs: tuple[Run, ...] = ()
    declared: tuple[Declared, ...] = ()


def judge(logbook: Logbook, claims: ClaimSet | None, rules: Rules, *, reader: ReadClaim = read) -> Judgement:
    """Judge every claim of `claims`, or of the logbook's own claim pages when there are none."""
    records = records_of(logbook)
    guess = guess_claims(logbook, records) if claims is None else Guessed(claims, 0)
    chosen = guess.claims
    evidence = gather(logbook, chosen, records)
    bench = _Bench(evidence, chosen.version, rules, rules.digest, reader, void_cells(logbook))
    judged = tuple(_judge_claim(bench, claim) for claim in chosen.claims)
    return Judgement(
        logbook=logbook,
        paper=chosen.paper,
        claims=judged,
        findings=evidence.findings,
        guessed=claims is None,
        left_out=guess.left_out,
        runs=evidence.whole,
        declared=evidence.declared,
    )


@dataclass(frozen=True, slots=True)
class _Bench:
    """What every claim of one logbook is judged with; digests are taken once."""

    evidence: Evidence
    version: str
    rules: Rules
    digest: str
    reader: ReadClaim
    void: tuple[Address, ...]


def _judge_claim(bench: _Bench, claim: Claim) -> ClaimJudgement:
    atoms = claim.conjuncts if claim.conjuncts and claim.kind.testable else (claim,)
    parts = tuple(_judge_part(bench, atom, claim) for atom in atoms)
    ruling = parts[0].ruling if len(parts) == 1 else rule_compound(tuple(part.ruling for part in parts))
    return ClaimJudgement(claim, parts, ruling)


def _judge_part(bench: _Bench, atom: Claim, parent: Claim) -> Part:
    evidence = bench.evidence
    casefile = case_file(evidence, atom, parent=parent, version=bench.version, rules=bench.digest)
    reading = bench.reader(atom, casefile)
    if reading is not None:
        reading = confirm(reading, evidence.logbook, bench.void)
    measured = () if reading is None else reading.measured
    comparison = comparison_of(atom, measured)
    casefile = replace(casefile, findings=casefile.findings + _from_reading(atom, reading, evidence))
    case = Case(
        claim=atom,
        casefile=casefile,
        reading=reading,
        rules=bench.rules.judging,
        comparison=comparison,
        side=reduced_direction(atom, measured),
        cut=bool(casefile.unread),
        carriers=_carriers(casefile, measured),
    )
    return Part(atom, casefile, reading, comparison, rule(case))


def _carriers(casefile: CaseFile, measured: tuple[Measured, ...]) -> frozenset[str]:
    """Where the result stands: the measured values, else the recorded runs that came to their end, else anywhere."""
    if measured:
        return frozenset(place(item.at) for item in measured)
    ended = (run for run in casefile.runs if run.grade >= Grade.E2 and run.state is RunState.COMPLETED)
    return frozenset(place(run.at) for run in ended)


def _from_reading(claim: Claim, reading: Reading | None, evidence: Evidence) -> tuple[Finding, ...]:
    """The findings that only a reading can give: mismatches of measured numbers, and values that disagree."""
    if reading is None:
        return ()
    conflicts = tuple(
        Finding(Code.CONFLICT, doubt.why, () if doubt.at is None else (doubt.at,), Severity.SERIOUS)
        for doubt in reading.contradictions
    )
    return conflicts + mismatch_findings(claim, reading.measured, evidence.sizes)
