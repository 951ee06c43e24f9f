"""What the judge makes of a revision's files, and what of that is new beside the verdicts that an entry has."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.queueing import cools_until
from openrepro.entries.window import Terms
from openrepro.judging.judge import judge
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Silence
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.logbooks.trackio import parse

RULES_READER: Final = "rules"
PERSON: Final = "person"
EMPTY: Final = "empty-logbook"
MOST_TOLD: Final = 6
LONGEST_REASON: Final = 300


@dataclass(frozen=True, slots=True)
class Judged:
    """A revision judged: one record per claim, or why it cannot be read as a logbook.

    `settled` are claims that nobody was asked about, since the verdict that holds rests on the same evidence; they have
    no record here. `unheard` are claims that a model was to be asked about and gave no answer; they have one, for when
    nobody is asked again.
    """

    revision: str
    verdicts: tuple[Verdict, ...]
    unreadable: str = ""
    settled: frozenset[str] = frozenset()
    unheard: Mapping[str, Silence] = field(default_factory=dict)

    def without(self, claims: Collection[str]) -> "Judged":
        """The same without what was ruled on some claims."""
        return replace(self, verdicts=tuple(one for one in self.verdicts if one.claim not in claims))


def judge_identity(rules: Rules) -> JudgeIdentity:
    """The judge that works under these rules."""
    return JudgeIdentity(rules=rules.digest, reader=RULES_READER)


def judge_revision(files: Mapping[str, bytes], claims: ClaimSet, rules: Rules, occasion: Occasion) -> Judged:
    """Read and judge the files of a revision. Everything in them is a stranger's: call it in a process of its own."""
    book = parse(files, name="")
    empty = next((problem.text for problem in book.problems if problem.code == EMPTY), "")
    if empty:
        return Judged(book.revision, (), empty)
    return Judged(book.revision, verdicts_of(judge(book, claims, rules), occasion))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of judging an entry once more. `new` records supersede old ones; `kept` verdicts stay; claims whose
    evidence changed too soon after their last verdict keep it until `cools_until` (empty: there are none)."""

    new: tuple[Verdict, ...]
    kept: tuple[Verdict, ...]
    changes: tuple[str, ...] = ()
    cools_until: str = ""

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """All that hold now, by claim."""
        return tuple(sorted((*self.new, *self.kept), key=lambda verdict: verdict.claim))

    @property
    def decided(self) -> bool:
        """Whether any claim has a label."""
        return any(verdict.label.decided for verdict in self.verdicts)

    @property
    def sentence(self) -> str:
        """How many claims have each label, and which labels changed."""
        labels = [verdict.label for verdict in self.verdicts]
        counts = ", ".join(f"{labels.count(label)} {label}" for label in Label if label in labels)
        return f"Judged: {counts}.{self._changed}"

    @property
    def why_nothing(self) -> str:
        """Why no claim has a label: which labels changed, and what the judge says of the first claims."""
        labels = {verdict.label for verdict in self.verdicts}
        if labels <= {Label.NOT_TESTABLE}:
            why = "None of the claims of its paper can be tested." if labels else "Its paper has no claims to judge."
            return f"{why}{self._changed}"
        told = (
            f"{short(verdict)}: {_reason(verdict)}" for verdict in self.verdicts if verdict.label is Label.NOT_JUDGED
        )
        return f"No claim was ruled on.{self._changed} {' '.join(list(told)[:3])}"

    @property
    def _changed(self) -> str:
        more = f" and {len(self.changes) - MOST_TOLD} more" if len(self.changes) > MOST_TOLD else ""
        return f" Changed: {', '.join(self.changes[:MOST_TOLD])}{more}." if self.changes else ""


def outcome_of(judged: Judged, current: Sequence[Verdict], claims: ClaimSet, terms: Terms) -> Outcome:
    """What is new in `judged`, given the entry's `current` verdicts and the instant in `terms`.

    A claim whose case file and judge are the same keeps its verdict, also where other claims of its set changed, and so
    does one whose verdict is younger than the cool-down. A person's verdict stays as long as the evidence is the same.
    """
    before = {verdict.claim: verdict for verdict in current}
    given = {verdict.claim for verdict in judged.verdicts}
    kept = [old for old in current if old.claim not in given and old.claim in {*judged.settled, *judged.unheard}]
    new, changes, until = [], [], []
    for verdict in judged.verdicts:
        old = before.get(verdict.claim)
        if old is not None and _carries_over(old, verdict):
            kept.append(old)
        elif old is not None and (end := cools_until(old, claims, terms)):
            kept.append(old)
            until.append(end)
        else:
            new.append(replace(verdict, time=terms.now, supersedes="" if old is None else old.id))
            if old is not None and old.label is not verdict.label:
                changes.append(f"{short(verdict)} {old.label} → {verdict.label}")
    return Outcome(tuple(new), tuple(kept), tuple(changes), min(until, default=""))


def _carries_over(old: Verdict, verdict: Verdict) -> bool:
    """A case file names what its claim is judged by, so it differs where the claim changed, in whatever set."""
    same = old.case_file == verdict.case_file
    if old.label is Label.NOT_TESTABLE or not old.label.decided:
        untestable = old.label is Label.NOT_TESTABLE and old.claim_version == verdict.claim_version
        return old.judge == verdict.judge and old.label is verdict.label and (same or untestable)
    return same and (old.judge == verdict.judge or old.judge.reader == PERSON)


def short(verdict: Verdict) -> str:
    """A claim's name within its paper: `c2`."""
    return verdict.claim.rpartition(".")[2]


def _reason(verdict: Verdict) -> str:
    return verdict.ruling.reasons[0].text[:LONGEST_REASON] if verdict.ruling.reasons else "no reason was given."
