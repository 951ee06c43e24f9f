"""The event in figures, from papers to verdicts; each figure with its definition and its denominator."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openrepro.board.acts import Apart
from openrepro.board.consensus import ClaimState, Consensus, PaperState
from openrepro.board.votes import DECIDED, Vote
from openrepro.ids import Json
from openrepro.judging.label import Label


@dataclass(frozen=True, slots=True)
class Figure:
    """A count. `denominator` is what it is a part of (None: it stands alone), and `definition` says in words what
    is counted and of what."""

    name: str
    value: int
    denominator: int | None
    definition: str

    @property
    def percent(self) -> str:
        """The share of the denominator in percent with one decimal, or empty without one."""
        return f"{100 * self.value / self.denominator:.1f}" if self.denominator else ""

    def as_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "value": self.value,
            "denominator": self.denominator,
            "percent": self.percent or None,
            "definition": self.definition,
        }


@dataclass(frozen=True, slots=True)
class Funnel:
    """All figures, in the order they are read."""

    figures: tuple[Figure, ...]

    def __getitem__(self, name: str) -> Figure:
        """The figure of that name; KeyError when there is none."""
        found = next((figure for figure in self.figures if figure.name == name), None)
        if found is None:
            raise KeyError(name)
        return found


PAPER_STATES: Final[dict[PaperState, str]] = {
    PaperState.CONTESTED: "papers with a claim that one team verified and another falsified",
    PaperState.ALL_FALSIFIED: "papers with a falsified claim and none verified or contested",
    PaperState.MIXED: "papers with a verified and a falsified claim, none contested",
    PaperState.FULLY: "papers whose testable claims are all verified",
    PaperState.PARTLY: "papers with a verified claim, none falsified or contested, and not all verified",
    PaperState.TOY_ONLY: "papers with a claim tested at reduced scale and none verified, falsified or contested",
    PaperState.NOTHING: "papers with a judged entry that established nothing",
}
CLAIM_STATES: Final[dict[ClaimState, str]] = {
    ClaimState.VERIFIED: "claims that a scoring entry verified and, unless the first verified wins, none falsified",
    ClaimState.FALSIFIED: "claims that a scoring entry falsified, confirmed, and none verified",
    ClaimState.CONTESTED: "claims that one team verified and another falsified",
    ClaimState.TOY: "claims whose strongest label is toy",
    ClaimState.INCONCLUSIVE: "claims whose strongest label is inconclusive",
    ClaimState.UNTESTED: "claims without a label that counts",
}
REPRODUCED: Final = (PaperState.FULLY, PaperState.PARTLY, PaperState.MIXED)
REFUTED: Final = (PaperState.ALL_FALSIFIED, PaperState.MIXED, PaperState.CONTESTED)
LABELS: Final = (Label.VERIFIED, Label.FALSIFIED, Label.TOY, Label.INCONCLUSIVE)


APART: Final[dict[Apart, str]] = {
    Apart.WITHDRAWN: "entries that their team withdrew",
    Apart.HIDDEN: "entries that the organisers hid",
    Apart.LATE: "entries made after the close",
    Apart.TAKEN_DOWN: "entries whose bytes were taken down",
    Apart.RETIRED: "entries that were judged only on claims that are not in their paper's set any more",
    Apart.QUARANTINED: "entries that were judged only on claims that are quarantined or retired",
}


def funnel(
    votes: Sequence[Vote],
    held: Consensus,
    papers: int | None = None,
    entered: Collection[str] = (),
    apart: Mapping[Apart, int] | None = None,
) -> Funnel:
    """The figures of votes and their consensus.

    `papers` is the size of the paper index, where there is one; `entered` are entries that count even without a vote;
    `apart` counts the entries that are set apart, whose votes are not given.
    """
    entries = {*entered, *(vote.entry for vote in votes)}
    return Funnel((*_papers(held, papers), *_entries(votes, entries, apart or {}), *_verdicts(votes), *_claims(held)))


def _papers(held: Consensus, index: int | None) -> list[Figure]:
    states = Counter(paper.state for paper in held.papers)
    entered = sum(paper.entries > 0 for paper in held.papers)
    judged = len(held.papers) - states[PaperState.NOT_EXAMINED]
    listed = len(held.papers) if index is None else index
    source = "papers that the records or claim sets name" if index is None else "papers in the index"
    return [
        Figure("papers", listed, None, source),
        Figure("papers with an entry", entered, listed, f"papers with at least one entry, of all {source}"),
        Figure("papers with a judged entry", judged, listed, f"papers with a usable verdict, of all {source}"),
        Figure(
            "papers without a usable verdict",
            entered - judged,
            entered,
            "papers with an entry but no usable verdict, of papers with an entry",
        ),
        *(
            Figure(f"papers {state.value}", states[state], judged, f"{meaning}, of papers with a judged entry")
            for state, meaning in PAPER_STATES.items()
        ),
        *(_grouped_states(name, group, states, judged) for name, group in GROUPS.items()),
    ]


GROUPS: Final = {"papers with something reproduced": REPRODUCED, "papers with something falsified": REFUTED}


def _grouped_states(name: str, group: Sequence[PaperState], states: Counter[PaperState], judged: int) -> Figure:
    words = " + ".join(state.value for state in group)
    return Figure(name, sum(states[state] for state in group), judged, f"{words}, of papers with a judged entry")


def _entries(votes: Sequence[Vote], entered: Collection[str], apart: Mapping[Apart, int]) -> list[Figure]:
    judged = {vote.entry for vote in votes if vote.label in DECIDED}
    scoring = {vote.entry for vote in votes if vote.label in DECIDED and vote.scoring}
    teams = {vote.team for vote in votes if vote.label in DECIDED}
    every = len(entered) + sum(apart.values())
    return [
        Figure("entries", len(entered), None, "logbooks that the judge has taken up, none set apart"),
        Figure("judged entries", len(judged), len(entered), "entries with a usable verdict, of entries"),
        Figure(
            "scoring entries", len(scoring), len(judged), "the first judged of each team and paper, of judged entries"
        ),
        *(
            Figure(
                f"entries {why.name.lower().replace('_', ' ')}", apart.get(why, 0), every, f"{words}, of all entries"
            )
            for why, words in APART.items()
        ),
        Figure("teams", len(teams), None, "teams with a judged entry"),
    ]


def _verdicts(votes: Sequence[Vote]) -> list[Figure]:
    given = [vote.label for vote in votes]
    labels = {label: given.count(label) for label in Label}
    total = sum(labels[label] for label in LABELS)
    waiting = sum(vote.provisional for vote in votes if vote.label is Label.FALSIFIED)
    return [
        Figure("verdicts", total, None, "current verdicts with one of the four labels, one per entry and claim"),
        *(
            Figure(f"verdicts {label.value}", labels[label], total, f"current verdicts {label.value}, of verdicts")
            for label in LABELS
        ),
        Figure(
            "verdicts falsified, provisional",
            waiting,
            labels[Label.FALSIFIED],
            "falsifications whose record waits for a second look, of falsified verdicts",
        ),
        Figure(
            "claims of entries not judged",
            labels[Label.NOT_JUDGED],
            total + labels[Label.NOT_JUDGED],
            "pairs of entry and claim that got no label, of all testable pairs",
        ),
    ]


def _claims(held: Consensus) -> list[Figure]:
    claims = [claim for claim in held.claims if claim.state.testable]
    states = Counter(claim.state for claim in claims)
    labelled = sum(claim.tally.teams > 0 for claim in claims)
    return [
        Figure("claims", len(claims), None, "testable claims that the records or claim sets name, none in quarantine"),
        *(
            Figure(f"claims {state.value}", states[state], len(claims), f"{meaning}, of testable claims")
            for state, meaning in CLAIM_STATES.items()
        ),
        *(
            Figure(f"claims {label.value} by {who}", count, labelled, f"{words}, of claims with a label that counts")
            for label in (Label.VERIFIED, Label.FALSIFIED)
            for who, count, words in (
                (
                    "any",
                    sum(claim.tally.any(label) for claim in claims),
                    f"claims that at least one team {label.value}",
                ),
                (
                    "majority",
                    sum(claim.tally.majority(label) for claim in claims),
                    f"claims that more than half of their teams {label.value}",
                ),
                ("all", sum(claim.tally.all(label) for claim in claims), f"claims that all their teams {label.value}"),
            )
        ),
    ]
