"""One atomic claim heard: read, read again near a threshold, prosecuted; every look can only lower what code rules."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from openrepro.challenge.sections import FalsifiedNeeds
from openrepro.claims.claim import Claim
from openrepro.evidence.model import CaseFile
from openrepro.ids import digest
from openrepro.judging.judge import Bench, Part
from openrepro.judging.label import Label
from openrepro.judging.look import Look
from openrepro.judging.near import near_threshold
from openrepro.judging.quotes import confirm
from openrepro.judging.readers.model.context import question_of
from openrepro.judging.readers.model.doubts import serious_doubts, told
from openrepro.judging.readers.model.lowering import lowered
from openrepro.judging.readers.model.question import Plan, Question, Role, Silence
from openrepro.judging.readers.quoted_scale import with_scale
from openrepro.judging.readers.rules import read
from openrepro.judging.reading import Answer, Method, Reading, Substitution
from openrepro.judging.related import related_runs, with_carriers

Answered = Callable[[Question, Claim], Look | None]
"""The look that a question got, None where it was not answered yet."""
SETTLED: Final = (Label.VERIFIED, Label.FALSIFIED)
COMPARED: Final = ("row-9", "row-13", "row-14")
"""Rows that a small change of a measured value can change."""
AGAINST: Final = {Label.VERIFIED: Answer.NO, Label.FALSIFIED: Answer.YES}
"""What a reading says of support when it opposes a label."""


class Docket:
    """One atomic claim made ready to be heard, as often as answers come in: its case file is made once, and so is each
    question. Not to be shared between threads."""

    def __init__(self, bench: Bench, plan: Plan, atom: Claim, parent: Claim) -> None:
        self.bench, self.plan, self.atom = bench, plan, atom
        self.file = bench.case_file(atom, parent)
        self.bound = read(atom, self.file)
        self.by_rules = bench.part(atom, self.file, self.bound)
        self.related = related_runs(parent, bench.claims, self.file, bench.evidence)
        self._questions: dict[tuple[Role, int, str], Question] = {}

    def question(self, role: Role, opposed: Reading | None, repeat: int) -> Question:
        """The question to `role`, `opposed` being the reading that a prosecutor is shown."""
        name = (role, repeat, "" if opposed is None else digest(opposed.as_json()))
        if name not in self._questions:
            self._questions[name] = question_of(
                role,
                self.atom,
                self.file,
                self.bench.logbook,
                self.plan,
                reading=opposed,
                repeat=self.plan.repeat(repeat),
            )
        return self._questions[name]


class Hearing:
    """Hears one atomic claim. `looks` are those that were had, `questions` those still to be asked; while there are
    any, the claim is not judged."""

    def __init__(self, docket: Docket, answered: Answered) -> None:
        self.looks: list[Look] = []
        self.questions: list[Question] = []
        self._docket, self._answered = docket, answered
        self._bench, self._plan, self._atom, self._file = docket.bench, docket.plan, docket.atom, docket.file
        self._bound, self.by_rules = docket.bound, docket.by_rules

    def waiting(self) -> Part:
        """The claim by the rules reader alone, without a label that a look could have lowered."""
        open_still = _wants_reader(self.by_rules) or self.by_rules.ruling.label in SETTLED
        return self._silent(Silence.NOT_RECORDED) if open_still else self.by_rules

    def part(self) -> Part:
        """The claim as far as the answers go."""
        found = self._read() if _wants_reader(self.by_rules) else self.by_rules
        return self._prosecuted(found) if found.ruling.label in SETTLED and self._plan.prosecute else found

    def _read(self) -> Part:
        first = self._ruled_look(Role.READER)
        if not _is_near(first):
            return first
        repeats = range(1, self._plan.repeats + 1)
        again = [self._ruled_look(Role.READER, repeat=repeat) for repeat in repeats]
        return self._agreed(first, again)

    def _agreed(self, first: Part, again: Iterable[Part]) -> Part:
        for other in again:
            if other.ruling.row == "row-2" and other.reading is None:
                return other
            if (other.ruling.label, other.ruling.direction) != (first.ruling.label, first.ruling.direction):
                words = f"Read again, it comes out as {_outcome(other)} instead of {_outcome(first)}."
                return self._part(first.reading, disagreement=f"The value lies near a threshold. {words}")
        return first

    def _ruled_look(self, role: Role, *, repeat: int = 0) -> Part:
        """The claim as a fresh reading has it. Without one the part has no reading."""
        look = self._look(self._docket.question(role, None, repeat))
        return look if isinstance(look, Part) else self._doubted(look, self._ruled(look))

    def _prosecuted(self, found: Part) -> Part:
        look = self._look(self._docket.question(Role.PROSECUTOR, found.reading, 0))
        if isinstance(look, Part):
            return look
        doubted = self._doubted(look, found)
        if doubted is not found:
            return doubted
        other = self._ruled(look)
        if other.ruling.label is found.ruling.label:
            return self._confirmed(found, look)
        words = f"An opposed reading comes out as {_outcome(other)}, where the first came out as {_outcome(found)}"
        return self._part(found.reading, disagreement=f"{words}: {other.ruling.reasons[0].text}")

    def _confirmed(self, found: Part, look: Reading) -> Part:
        """`found`; not provisional any more where the prosecutor is another model, which read the same by itself."""
        needed = self._bench.rules.judging.falsified_needs is FalsifiedNeeds.SECOND_LOOK
        if not (found.ruling.provisional and needed and self._plan.other_prosecutor):
            return found
        if self._ruled(look, alone=True).ruling.label is not Label.FALSIFIED:
            return found
        return replace(found, ruling=replace(found.ruling, provisional=False, review=""))

    def _doubted(self, look: Reading, found: Part) -> Part:
        """`found`, unless what `look` says beside its numbers opposes a label that code would give."""
        label = found.ruling.label
        if label not in SETTLED:
            return found
        doubts = serious_doubts(confirm(look, self._bench.logbook, self._bench.void))
        if doubts:
            return self._part(
                found.reading, disagreement=f"It would be {label}, but a reading doubts it: {told(doubts)}."
            )
        if look.supports is AGAINST[label]:
            words = f"It would be {label} by its numbers, but a reading says that the evidence shows the opposite."
            return self._part(found.reading, disagreement=words)
        return found

    def _ruled(self, look: Reading, *, alone: bool = False) -> Part:
        """The claim by one look, lowered; `alone` leaves out what the rules reader measured.

        A stand-in that a model names lowers what would be settled; it earns nothing where nothing would be.
        """
        bound = _bare(self._bound) if alone else self._bound
        void = self._bench.void
        related = self._docket.related
        reading = lowered(look, self._atom, self._file, self._bench.logbook, bound, void=void, related=related)
        without = self._part(replace(reading, substitutions=_contributions(reading)))
        return self._part(reading) if without.ruling.label in SETTLED else without

    def _look(self, question: Question) -> Reading | Part:
        """What was read, or the claim as it stands without an answer: cut, silent or still to be asked."""
        if question.decisive_cut:
            return self._bench.part(self._atom, self._file, None, cut=True)
        look = self._answered(question, self._atom)
        if look is None:
            self.questions.append(question)
            return self._silent(Silence.NOT_RECORDED)
        self.looks.append(look)
        return look.reading if look.reading is not None else self._silent(look.silence or Silence.EMPTY)

    def _silent(self, silence: Silence) -> Part:
        return self._bench.part(self._atom, self._file, None, silent=silence)

    def _part(self, reading: Reading | None, *, disagreement: str = "") -> Part:
        file = self._file if reading is None else self._file_for(reading)
        return self._bench.part(self._atom, file, reading, disagreement=disagreement)

    def _file_for(self, reading: Reading) -> CaseFile:
        """The case file with the runs that carry what was measured, and the axes that code confirms in a reading."""
        carried = (item.at for item in reading.measured)
        file = with_carriers(self._file, carried, self._docket.related, self._atom, self._bench.evidence)
        return with_scale(file, reading, self._atom, self._bench.logbook)


def _wants_reader(part: Part) -> bool:
    """Whether code alone leaves open what a reading could fill."""
    return part.ruling.row == "row-2" and not part.casefile.unread


def _is_near(part: Part) -> bool:
    measured = () if part.reading is None else part.reading.measured
    return part.ruling.row in COMPARED and near_threshold(part.claim, measured)


def _outcome(part: Part) -> str:
    ruling = part.ruling
    aside = (
        "" if ruling.direction.value in ("none", "undecided") or ruling.label in SETTLED else f" ({ruling.direction})"
    )
    return f"{ruling.label}{aside}"


def _contributions(reading: Reading) -> tuple[Substitution, ...]:
    return tuple(one for one in reading.substitutions if one.is_contribution is Answer.YES)


def _bare(bound: Reading) -> Reading:
    """What the rules reader bound, without its numbers and all that rests on them."""
    return replace(
        bound, measured=(), quotes=(), scale={}, method=Method.NONE, supports=Answer.UNKNOWN, contradictions=()
    )
