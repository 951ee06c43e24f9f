"""All that a ruling may depend on: claim, case file, reading, comparison, rules, and what carries the result."""

from dataclasses import dataclass, field

from openrepro.challenge.rules import JudgingRules
from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import AxisState, CaseFile, Grade
from openrepro.judging.label import Direction
from openrepro.judging.readers.model.question import Silence
from openrepro.judging.reading import Method, Reading
from openrepro.logbooks.logbook import Address
from openrepro.replication import Comparison

PROOFS = (Method.WRITTEN_PROOF, Method.MACHINE_CHECKED_PROOF)


@dataclass(frozen=True, slots=True)
class Case:
    """All that a ruling may depend on.

    `comparison` is the measured value against the claim, None when nothing was measured. `side` is the direction that
    carries meaning at reduced scale. `cut` says that decisive evidence did not fit the reader's budget; `disagreement`
    is non-empty when two readers disagree. `silent` is why a model that had to look gave no answer.
    """

    claim: Claim
    casefile: CaseFile
    reading: Reading | None
    rules: JudgingRules
    comparison: Comparison | None = None
    side: Direction = Direction.NONE
    cut: bool = False
    disagreement: str = ""
    silent: Silence | None = None
    carriers: frozenset[str] = field(default=frozenset())

    @property
    def method(self) -> Method:
        return Method.NONE if self.reading is None else self.reading.method

    @property
    def grade(self) -> Grade | None:
        return carrying_grade(self.casefile, self.reading)

    @property
    def proved_in_writing(self) -> bool:
        return self.method in PROOFS

    def carried_by(self, finding: Finding) -> bool:
        """Whether `finding` is about the evidence that carries the result (any evidence, when nothing is measured)."""
        return not self.carriers or any(place(address) in self.carriers for address in finding.at)

    def measured_findings(self, *codes: Code) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.casefile.of(*codes) if self.carried_by(finding))

    def axes(self, state: AxisState) -> tuple[str, ...]:
        return tuple(reading.axis for reading in self.casefile.scale if reading.state is state)


def place(address: Address) -> str:
    """The cell an address lies in, or its file where there are no cells."""
    return address.cell or address.file


def carrying_grade(casefile: CaseFile, reading: Reading | None) -> Grade | None:
    """The grade of the evidence that the measured value stands in; the best there is when nothing is measured."""
    if casefile.grade is None or reading is None or not reading.measured:
        return casefile.grade
    return min(casefile.grade, grade_at(reading.measured[0].at, casefile))


def grade_at(address: Address, casefile: CaseFile) -> Grade:
    """The grade of the evidence at `address`: output of a recorded run, part of a result file, else only said."""
    grades = [item.grade for item in casefile.results if _overlap(item.at, address)]
    grades += [run.grade for run in casefile.runs for output in run.outputs if _overlap(output.at, address)]
    return max(grades, default=Grade.E0)


def _overlap(one: Address, other: Address) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end
