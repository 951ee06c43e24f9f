"""The axes of a claim as a reader quoted them, where code could not tell: each number is read again at its bytes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from openrepro.claims.claim import Claim
from openrepro.evidence.axes import axis_words
from openrepro.evidence.model import AxisState, CaseFile, Grade, Run, RunState, ScaleReading
from openrepro.evidence.scale import OF_SCALE, scale_findings
from openrepro.evidence.stated_scale import Stated, stated_by
from openrepro.judging.readers.axis_words import argued, counted
from openrepro.judging.readers.model.measuring import Evidence, evidence_of
from openrepro.judging.reading import Measured, Reading, ScaleValue
from openrepro.judging.shown import decimal, shown_at
from openrepro.logbooks.logbook import Address, Logbook


def with_scale(casefile: CaseFile, reading: Reading, claim: Claim, logbook: Logbook) -> CaseFile:
    """The case file with the axes that code could not tell and `reading`, confirmed already, quotes.

    A number counts where it stands in the output or the command of a recorded, completed run of the claim, or in its
    part of a result file; not on a line that speaks to the judge, nor as the paper's. For a model the words around it
    must name the axis; a person answers for that. An axis stays unknown where the run of the quote, or of the
    measured value, states a lesser number itself. An axis that was met can be lowered.

    Only what is ruled rests on it: the digest that a verdict is kept by is that of the case file itself.
    """
    if not reading.scale or all(axis.state is AxisState.BELOW for axis in casefile.scale):
        return casefile
    quoted = _Quoted(evidence_of(claim, casefile, logbook), reading)
    scale = tuple(quoted.axis(axis) for axis in casefile.scale)
    if scale == casefile.scale:
        return casefile
    kept = tuple(finding for finding in casefile.findings if finding.code not in OF_SCALE)
    return replace(casefile, scale=scale, findings=(*kept, *scale_findings(scale)))


@dataclass(frozen=True, slots=True)
class _Quoted:
    evidence: Evidence
    reading: Reading

    def axis(self, axis: ScaleReading) -> ScaleReading:
        """The axis as the reading has it, where code confirms that."""
        said, least = self.reading.scale.get(axis.axis), decimal(axis.minimum or "")
        if said is None or least is None or not self._open(axis):
            return axis
        value = self._value(axis.axis, said)
        if value is None or (value < least and not self.reading.measured):
            return axis
        lesser = [one for one in self._stated(axis.axis, said.at) if one.value < min(value, least)]
        if value >= least and lesser:
            least_stated = min(lesser, key=lambda one: one.value)
            return replace(axis, at=least_stated.at, found=said.value, against=format(least_stated.value, "f"))
        if value >= least and axis.state is AxisState.MET:
            return axis
        state = AxisState.MET if value >= least else AxisState.BELOW
        return replace(axis, state=state, found=format(value, "f"), at=said.at)

    @property
    def _by_person(self) -> bool:
        return self.reading.by.reader == "person"

    def _open(self, axis: ScaleReading) -> bool:
        """Whether a quote can change it: not one that is too small, that a run speaks against, or, for a model, for
        which code found numbers on both sides of the minimum."""
        if axis.state is AxisState.UNKNOWN:
            return axis.against is None and (axis.found is None or self._by_person)
        return axis.state is AxisState.MET

    def _value(self, axis: str, said: ScaleValue) -> Decimal | None:
        """The number at the quote, in units of the axis; None where it does not count."""
        wanted = decimal(said.value)
        shown = shown_at(said.at, self.evidence.logbook)
        if wanted is None or shown is None or shown.lines:
            return None
        if (run := self._commanded(said.at)) is not None:
            return self._argument(axis, said, run, wanted)
        item = Measured(said.value, said.at)
        for number in self.evidence.ended(item):
            found = counted(axis, number.standing, self.evidence.claim, self.evidence.named(said.at))
            if found is not None:
                return found
            if self._by_person and not self.evidence.papers(number):
                return wanted / axis_words(axis).unit if axis_words(axis).unit != 1 and wanted > 1000 else wanted
        return None

    def _argument(self, axis: str, said: ScaleValue, run: Run, wanted: Decimal) -> Decimal | None:
        text = (self.evidence.logbook.read(said.at) or b"").decode("utf-8", "surrogateescape")
        return argued(axis, text, run.argv, wanted)

    def _commanded(self, at: Address) -> Run | None:
        """The completed run in whose cell the quote stands, outside its outputs and scripts."""
        for run in self.evidence.runs:
            own = (*(one.at for one in run.outputs), *(one.at for one in run.scripts))
            if _ended(run) and _within(at, run.at) and not any(_touch(at, one) for one in own):
                return run
        return None

    def _stated(self, axis: str, at: Address) -> Iterable[Stated]:
        """What the run of the quote and those of the measured values state themselves."""
        places = (at, *(item.at for item in self.reading.measured))
        words = axis_words(axis)
        for run in self.evidence.runs:
            if any(_within(place, run.at) for place in places):
                yield from stated_by(words, run)


def _ended(run: Run) -> bool:
    return run.recorded and run.grade >= Grade.E2 and run.state is RunState.COMPLETED


def _within(at: Address, piece: Address) -> bool:
    return at.file == piece.file and piece.start <= at.start and at.end <= piece.end


def _touch(one: Address, other: Address) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end
