"""A constructed event of the size of ICML 2026, or several times that; the same bytes whenever it is made.

Titles come from the real index where that lies beside the checkout; people, entries and verdicts are constructed so
that the totals are those the event published: 10,600 claims, 6,885 judged entries, 35,908 verdicts.
"""

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.board import PUBLISHED_STATES, WITHOUT_VERDICT, Cell, cells_of, deal, entry_counts, turns_of

from openrepro.claims.claim import ClaimSet
from openrepro.clock import written
from openrepro.entries.archiving import manifest_digest
from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, RevisionFile, Source, State
from openrepro.evidence.guess import unspecified
from openrepro.grades import Grade
from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason as Because
from openrepro.judging.ruling import Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.sources import read_index
from openrepro.people.accounts import Account, Role, Team
from openrepro.record.acts import Act, ActKind
from openrepro.store.bulk import PastEntry

PAPERS: Final = 6_341
CLAIMS: Final = 10_600
ENTRIES: Final = 6_885
VERDICTS: Final = 35_908
INDEX: Final = Path(__file__).resolve().parents[2] / "shared" / "data" / "papers" / "index.json"
OPENS: Final = datetime(2026, 7, 15, 15, 30, tzinfo=UTC)
CLOSES: Final = datetime(2026, 8, 3, 11, 59, 59, tzinfo=UTC)
FILES: Final = 9
MORE_CLAIMS: Final = {1: 146, 2: 143, 4: 800, 5: 123}
"""Of the papers with so many entries this many have one claim more than three (few entries) or five (many)."""
MORE_UNUSABLE: Final = 20
JUDGED_BY: Final = JudgeIdentity(rules="0" * 64, reader="model", model="constructed", provider="nobody")
AREAS: Final = ("Applications", "Deep Learning", "Optimization", "Probabilistic Methods", "Theory")
WORDS: Final = (
    *("adaptive", "sparse", "robust", "causal", "neural", "stochastic", "convex", "latent", "modular", "spectral"),
    *("kernels", "samplers", "graphs", "bandits", "transformers", "policies", "bounds", "caches", "priors", "flows"),
)
REASONS: Final = {
    Label.VERIFIED: "The interval of the measured value lies inside the tolerance around the value of the claim.",
    Label.FALSIFIED: "The measured value contradicts the claim at full scale and under all its premises.",
    Label.TOY: "The run is smaller than the least scale at which the claim would be settled.",
    Label.INCONCLUSIVE: "No recorded run measures what the claim is about.",
    Label.NOT_JUDGED: "The reader gave no answer about this claim.",
}
ROWS: Final = {
    Label.VERIFIED: "row-13",
    Label.FALSIFIED: "row-14",
    Label.TOY: "row-10",
    Label.INCONCLUSIVE: "row-4",
    Label.NOT_JUDGED: "row-2",
}


class Step(NamedTuple):
    """One entry with everything that the ledger holds of it, in order."""

    entry: PastEntry
    records: tuple[Act | Verdict, ...]


class Turn(NamedTuple):
    """One entry as it is dealt: of which entered paper, by whom and when, and the label of each of its claims."""

    paper: int
    entry: int
    team: str
    judged: datetime
    dealt: tuple[tuple[Cell, Label], ...]


class Plan(NamedTuple):
    """What all copies have in common: entries of each paper that has judged ones, claims of each entered paper, and
    the turns of all entries in the order in which they are judged."""

    entries: tuple[int, ...]
    counts: tuple[int, ...]
    turns: tuple[Turn, ...]


@cache
def plan() -> Plan:
    states = [state for state, count in PUBLISHED_STATES.items() for _ in range(count)]
    random.Random(2026).shuffle(states)
    entries = entry_counts(states)
    counts = _claim_counts(entries)
    cells = [cell for paper in range(len(states)) for cell in cells_of(paper, states, entries, counts)]
    dealt: dict[tuple[int, int], list[tuple[Cell, Label]]] = {}
    for cell, label in sorted(deal(cells)):
        dealt.setdefault((cell.paper, cell.entry), []).append((cell, label))
    who = turns_of(entries)
    turns = [Turn(*spot, *who[spot[0]][spot[1]], tuple(labels)) for spot, labels in dealt.items()]
    turns += [_unusable(len(states) + at, at) for at in range(WITHOUT_VERDICT)]
    return Plan(tuple(entries), tuple(counts), tuple(sorted(turns, key=lambda turn: (turn.judged, turn[:2]))))


def _claim_counts(entries: Sequence[int]) -> list[int]:
    left = dict(MORE_CLAIMS)
    found = []
    for count in entries:
        more = left[count] > 0
        left[count] -= more
        found.append((3 if count < 4 else 5) + more)
    return found + [3 + (at < MORE_UNUSABLE) for at in range(WITHOUT_VERDICT)]


def _unusable(paper: int, at: int) -> Turn:
    judged = OPENS + timedelta(hours=2, minutes=at)
    return Turn(paper, 0, "team-0001", judged, ((Cell(paper, 0, 0, ()), Label.NOT_JUDGED),))


def hexed(*parts: object) -> str:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()


def papers_of_the_event(*, real: bool = True) -> tuple[Paper, ...]:
    """The papers of the real index where it is there and wanted, else as many constructed ones."""
    if real and INDEX.is_file():
        return read_index(INDEX.read_bytes()).papers
    return tuple(_constructed(number) for number in range(PAPERS))


def _constructed(number: int) -> Paper:
    name = hexed("paper", number)[:10]
    drawn = random.Random(number)
    title = " ".join(drawn.choice(WORDS) for _ in range(8)).capitalize()
    aliases = (Alias(name, AliasKind.OPENREVIEW), Alias(str(number + 1), AliasKind.SUBMISSION))
    authors = tuple(f"Author {drawn.randrange(20_000)}" for _ in range(5))
    return Paper(name, f"{title} {number}", authors, drawn.choice(AREAS), aliases=aliases, source="constructed")


@dataclass(frozen=True)
class Copy:
    """One time the event; `number` tells copies apart, and the first one has the names of the real papers."""

    number: int
    originals: tuple[Paper, ...]

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        return tuple(self._paper(paper) for paper in self.originals) if self.number else self.originals

    def _paper(self, paper: Paper) -> Paper:
        name = f"{paper.id}-{self.number}"
        return replace(
            paper,
            id=name,
            title=f"{paper.title} ({self.number})",
            arxiv="",
            aliases=(Alias(name, AliasKind.OPENREVIEW),),
        )

    @cached_property
    def entered(self) -> tuple[Paper, ...]:
        """The papers that somebody entered."""
        count = sum(PUBLISHED_STATES.values()) + WITHOUT_VERDICT
        return tuple(random.Random(2026).sample(self.papers, count))

    @cached_property
    def claim_sets(self) -> tuple[ClaimSet, ...]:
        pairs = zip(self.entered, plan().counts, strict=True)
        return tuple(unspecified(paper.id, dict(enumerate(_texts(paper, count), 1))) for paper, count in pairs)

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        names = [f"team-{number:04}" for number in range(372)]
        return tuple(Team(self._team(name), f"{name}-{self.number}", created_at=written(OPENS)) for name in names)

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(
            Account(
                self._account(team.id), team.name.replace("team", "person"), Role.PARTICIPANT, team.id, team.created_at
            )
            for team in self.teams
        )

    def _team(self, name: str) -> str:
        return f"t_{hexed('team', self.number, name)[:16]}"

    @staticmethod
    def _account(team: str) -> str:
        return f"a_{team[2:]}"

    def steps(self, judge: JudgeIdentity) -> Iterator[Step]:
        """All entries in the order in which they were judged."""
        return (self._step(turn, judge) for turn in plan().turns)

    def _step(self, turn: Turn, judge: JudgeIdentity) -> Step:
        team, judged, dealt = turn.team, turn.judged, turn.dealt
        spot = (turn.paper, turn.entry)
        paper, claims = self.entered[turn.paper], self.claim_sets[turn.paper]
        name = f"e_{hexed('entry', self.number, *spot)[:16]}"
        files = _files(name)
        revision = Revision(name, manifest_digest(files), written(judged - timedelta(hours=1)), hexed(name)[:40], files)
        usable = turn.dealt[0][1] is not Label.NOT_JUDGED
        entry = Entry(
            id=name,
            team=self._team(team),
            source=Source.IMPORT,
            origin=f"{team}-{self.number}/{paper.id}-{spot[1]}",
            state=State.JUDGED if usable else State.NOT_JUDGED,
            reason=Reason.RULED if usable else Reason.NOTHING_RULED,
            sentence=f"{len(dealt)} claims were ruled on.",
            state_at=written(judged),
            seen_at=revision.seen_at,
            created_at=written(judged - timedelta(hours=2)),
            account=self._account(self._team(team)),
            title=f"Reproduction: {paper.title}"[:120],
            licence="MIT",
            named=(paper.id,),
            paper=paper.id,
            revision=revision.id,
            judged_revision=revision.id,
            first_judged_at=written(judged) if usable else "",
        )
        entered = Act(
            ActKind.ENTERED, entry.seen_at, name, entry.team, paper.id, revision.id, entry.created_at, "imported"
        )
        verdicts = (_verdict(entry, claims, cell, label, judge) for cell, label in dealt)
        return Step(PastEntry(entry, _history(entry), (revision,)), (entered, *verdicts))


def _texts(paper: Paper, count: int) -> list[str]:
    drawn = random.Random(paper.id)
    return [
        f"The method of {paper.title[:60]} lowers error {at + 1} by {drawn.randrange(10, 999) / 10} % "
        f"against {drawn.choice(WORDS)} {drawn.choice(WORDS)} (Table {at + 1})."
        for at in range(count)
    ]


def _files(entry: str) -> tuple[RevisionFile, ...]:
    """The manifest of a logbook, without any bytes."""
    names = ["README.md", "logbook.json", *(f"pages/claim-{number}/page.md" for number in range(FILES - 2))]
    return tuple(RevisionFile(name, 2_000 + 97 * at, hexed(entry, name)) for at, name in enumerate(names))


def _history(entry: Entry) -> tuple[EntryEvent, ...]:
    judged = datetime.fromisoformat(entry.state_at)
    steps = (
        (-60, State.DISCOVERED, Reason.SEEN, "It was seen."),
        (-59, State.RESOLVED, Reason.PAPER_FOUND, "Its paper was found."),
        (-58, State.QUEUED, Reason.WAITING, "It waits for the judge."),
        (-2, State.JUDGING, Reason.STARTED, "The judge has it."),
        (0, entry.state, entry.reason, entry.sentence),
    )
    return tuple(
        EntryEvent(entry.id, written(judged + timedelta(minutes=minutes)), state, reason, sentence, entry.revision)
        for minutes, state, reason, sentence in steps
    )


def _verdict(entry: Entry, claims: ClaimSet, cell: Cell, label: Label, judge: JudgeIdentity) -> Verdict:
    claim = claims.claims[cell.claim]
    return Verdict(
        claim=claim.id,
        claim_version=claims.version,
        paper=entry.paper,
        revision=entry.revision,
        entry=entry.id,
        team=entry.team,
        judge=judge,
        case_file=hexed(entry.id, claim.id),
        ruling=Ruling(label, (Because(ROWS[label], REASONS[label]),)),
        grade=Grade.E2,
        time=entry.state_at,
    )


def event(times: int = 1) -> Iterator[Copy]:
    """`times` copies of the event, one after the other."""
    originals = papers_of_the_event()
    return (Copy(number, originals) for number in range(times))
