"""One logbook, its claims, the rules: the judgement. Pure: case file → reading → ruling, for every claim."""

from collections.abc import Callable, Iterable
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
from openrepro.judging.look import Look
from openrepro.judging.quotes import confirm, void_cells
from openrepro.judging.readers.model.question import Silence
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
    """A claim judged. `parts` are its conjuncts, or the claim itself where it is atomic; `looks` are those that models
    had at it, in order; `case_file` is the digest of the case file where it is not that of the parts together."""

    claim: Claim
    parts: tuple[Part, ...]
    ruling: Ruling
    looks: tuple[Look, ...] = ()
    case_file: str = ""

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
    return bench_of(logbook, claims, rules).by(reader)


@dataclass(frozen=True, slots=True)
class Bench:
    """What every claim of one logbook is judged with: read once, with the digests taken once.

    `guessed`: the claims are of the logbook's own pages, which state `left_out` more.
    """

    evidence: Evidence
    claims: ClaimSet
    rules: Rules
    digest: str
    void: tuple[Address, ...]
    guessed: bool = False
    left_out: int = 0

    @property
    def logbook(self) -> Logbook:
        return self.evidence.logbook

    def by(self, reader: ReadClaim) -> Judgement:
        """The judgement of all claims by one reader."""
        return self.judgement(self.judged(claim, reader) for claim in self.claims.judged)

    def case_file(self, atom: Claim, parent: Claim) -> CaseFile:
        """The case file of `atom`, which is `parent` itself or one of its conjuncts."""
        return case_file(self.evidence, atom, parent=parent, version=self.claims.version, rules=self.digest)

    def judged(self, claim: Claim, reader: ReadClaim) -> ClaimJudgement:
        """`claim` judged by what one reader makes of each of its atoms."""
        files = ((atom, self.case_file(atom, claim)) for atom in atoms_of(claim))
        return claim_judgement(claim, tuple(self.part(atom, file, reader(atom, file)) for atom, file in files))

    def part(
        self,
        atom: Claim,
        casefile: CaseFile,
        reading: Reading | None,
        *,
        cut: bool = False,
        disagreement: str = "",
        silent: Silence | None = None,
    ) -> Part:
        """An atomic claim ruled by one reading, lowered to what the bytes confirm.

        `cut` says that evidence which could decide was not shown to a reader, `disagreement` on what readers disagree,
        `silent` why a model that had to look gave no answer.
        """
        if reading is not None:
            reading = confirm(reading, self.logbook, self.void)
        measured = () if reading is None else reading.measured
        comparison = comparison_of(atom, measured)
        casefile = replace(casefile, findings=casefile.findings + _from_reading(atom, reading, self.evidence))
        case = Case(
            claim=atom,
            casefile=casefile,
            reading=reading,
            rules=self.rules.judging,
            comparison=comparison,
            side=reduced_direction(atom, measured),
            cut=cut or bool(casefile.unread),
            disagreement=disagreement,
            silent=silent,
            carriers=_carriers(casefile, measured),
        )
        return Part(atom, casefile, reading, comparison, rule(case))

    def judgement(self, claims: Iterable[ClaimJudgement]) -> Judgement:
        """The judgement of the logbook from that of its claims."""
        return Judgement(
            logbook=self.logbook,
            paper=self.claims.paper,
            claims=tuple(claims),
            findings=self.evidence.findings,
            guessed=self.guessed,
            left_out=self.left_out,
            runs=self.evidence.whole,
            declared=self.evidence.declared,
        )


def bench_of(logbook: Logbook, claims: ClaimSet | None, rules: Rules) -> Bench:
    """Read the logbook once for `claims`, or for the claims of its own pages when there are none."""
    records = records_of(logbook)
    guess = guess_claims(logbook, records) if claims is None else Guessed(claims, 0)
    evidence = gather(logbook, guess.claims, records)
    void = void_cells(logbook)
    return Bench(evidence, guess.claims, rules, rules.digest, void, guessed=claims is None, left_out=guess.left_out)


def atoms_of(claim: Claim) -> tuple[Claim, ...]:
    """The conjuncts of a claim, or the claim itself where it is atomic."""
    return claim.conjuncts if claim.conjuncts and claim.kind.testable else (claim,)


def claim_judgement(
    claim: Claim, parts: tuple[Part, ...], looks: tuple[Look, ...] = (), case_file: str = ""
) -> ClaimJudgement:
    """The judgement of a claim from that of its parts, and the looks that models had at it."""
    ruling = parts[0].ruling if len(parts) == 1 else rule_compound(tuple(part.ruling for part in parts))
    return ClaimJudgement(claim, parts, ruling, looks, case_file)


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
