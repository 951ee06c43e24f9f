"""The state of each claim and paper over independent teams: one fold, used by every page."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.board.votes import DECIDED, SECOND_TEAM, Vote
from openrepro.challenge.rules import ClaimStatus, FalsifiedNeeds, Rules
from openrepro.ids import Json
from openrepro.judging.label import Label


class Listed(NamedTuple):
    """A claim of a paper's effective set."""

    claim: str
    testable: bool = True
    quarantined: bool = False


class ClaimState(StrEnum):
    """What independent teams together say of a claim."""

    VERIFIED = "verified"
    FALSIFIED = "falsified"
    CONTESTED = "contested"
    TOY = "toy"
    INCONCLUSIVE = "inconclusive"
    UNTESTED = "untested"
    NOT_TESTABLE = "not testable"
    QUARANTINED = "quarantined"

    @property
    def testable(self) -> bool:
        """Whether a claim in this state is one of those that figures and points are counted of."""
        return self not in (ClaimState.NOT_TESTABLE, ClaimState.QUARANTINED)

    @property
    def settled(self) -> bool:
        return self in (ClaimState.VERIFIED, ClaimState.FALSIFIED)


class PaperState(StrEnum):
    """What the states of its claims say of a paper; the first that fits holds."""

    CONTESTED = "contested"
    ALL_FALSIFIED = "all falsified"
    MIXED = "mixed"
    FULLY = "fully reproduced"
    PARTLY = "partly reproduced"
    TOY_ONLY = "toy only"
    NOTHING = "nothing established"
    NOT_EXAMINED = "not examined"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many teams' scoring entries gave each label. `provisional` counts falsifications that wait for their
    second look; they are in no other count. `not_judged` and `not_testable` count all entries, scoring or not."""

    verified: int = 0
    falsified: int = 0
    toy: int = 0
    inconclusive: int = 0
    provisional: int = 0
    not_judged: int = 0
    not_testable: int = 0

    @property
    def teams(self) -> int:
        """The teams that gave one of the four labels: the denominator of any, majority and all."""
        return self.verified + self.falsified + self.toy + self.inconclusive

    def any(self, label: Label) -> bool:
        return self._count(label) > 0

    def majority(self, label: Label) -> bool:
        return 2 * self._count(label) > self.teams

    def all(self, label: Label) -> bool:
        return 0 < self._count(label) == self.teams

    def _count(self, label: Label) -> int:
        match label:
            case Label.VERIFIED:
                return self.verified
            case Label.FALSIFIED:
                return self.falsified
            case Label.TOY:
                return self.toy
            case Label.INCONCLUSIVE:
                return self.inconclusive
            case _:
                return 0

    def as_json(self) -> dict[str, Json]:
        return {
            "teams": self.teams,
            "verified": self.verified,
            "falsified": self.falsified,
            "toy": self.toy,
            "inconclusive": self.inconclusive,
            "provisional": self.provisional,
            "not_judged": self.not_judged,
            "not_testable": self.not_testable,
        }


@dataclass(frozen=True, slots=True)
class ClaimConsensus:
    """A claim's state, the counts it rests on, and its assurance (0–4; 0 where nothing is established)."""

    claim: str
    paper: str
    state: ClaimState
    tally: Tally = Tally()
    assurance: int = 0

    @property
    def reopened(self) -> int:
        """How many teams' verified verdicts a confirmed falsification asks to look at again."""
        return self.tally.verified if self.tally.falsified else 0

    def as_json(self) -> dict[str, Json]:
        return {
            "claim": self.claim,
            "state": self.state.value,
            "reopened": self.reopened,
            "assurance": self.assurance,
            "tally": self.tally.as_json(),
        }


@dataclass(frozen=True, slots=True)
class PaperConsensus:
    """A paper's state. `entries` counts its entries, `judged` those with a usable verdict, scoring or not."""

    paper: str
    state: PaperState
    claims: tuple[ClaimConsensus, ...]
    entries: int
    judged: int

    @property
    def testable(self) -> int:
        """N: the claims that can be tested."""
        return sum(claim.state.testable for claim in self.claims)

    def as_json(self) -> dict[str, Json]:
        return {
            "paper": self.paper,
            "state": self.state.value,
            "testable_claims": self.testable,
            "entries": self.entries,
            "judged_entries": self.judged,
            "claims": [claim.as_json() for claim in self.claims],
        }


@dataclass(frozen=True, slots=True)
class Consensus:
    """All papers, ordered by id."""

    papers: tuple[PaperConsensus, ...]

    @property
    def claims(self) -> tuple[ClaimConsensus, ...]:
        return tuple(claim for paper in self.papers for claim in paper.claims)


CARRIED_BY: Final = {
    ClaimState.VERIFIED: Label.VERIFIED,
    ClaimState.FALSIFIED: Label.FALSIFIED,
    ClaimState.TOY: Label.TOY,
}


def consensus(
    votes: Iterable[Vote],
    rules: Rules,
    claims: Mapping[str, Sequence[Listed]] | None = None,
    entered: Mapping[str, Collection[str]] | None = None,
) -> Consensus:
    """The state of every paper and claim that has a vote, or that `claims` (paper → claims) lists.

    Independent of the order of the votes. Only scoring votes decide; further entries of a team are counted. Where a
    paper's claims are listed, the list says which can be tested. `entered` (paper → entries) are counted as entries
    even without a vote.
    """
    gathered: dict[str, _Gathered] = defaultdict(_Gathered)
    for paper, entries in (entered or {}).items():
        gathered[paper].entries.update(entries)
    for paper, listed in (claims or {}).items():
        gathered[paper].listed = {item.claim: item for item in listed}
    for vote in votes:
        gathered[vote.paper].votes[vote.claim].append(vote)
    return Consensus(tuple(_paper(paper, gathered[paper], rules) for paper in sorted(gathered)))


@dataclass(slots=True)
class _Gathered:
    """What is known of a paper: votes by claim, its entries without votes, and its set by claim, if any."""

    votes: dict[str, list[Vote]] = field(default_factory=lambda: defaultdict(list))
    entries: set[str] = field(default_factory=set)
    listed: dict[str, Listed] = field(default_factory=dict)


def counting(votes: Sequence[Vote], rules: Rules) -> Sequence[Vote]:
    """Of the votes on one claim those that count: scoring, and not a falsification that waits for its second look.

    Another team is a second look: two teams that falsify a claim independently confirm each other.
    """
    scoring = [vote for vote in votes if vote.scoring]
    waiting = [vote for vote in scoring if vote.provisional]
    if not waiting or rules.judging.falsified_needs is FalsifiedNeeds.NOTHING:
        return scoring
    if len({vote.team for vote in scoring if vote.label is Label.FALSIFIED}) > 1:
        return scoring
    return [vote for vote in scoring if not vote.provisional]


def carrying(state: ClaimState, counted: Sequence[Vote]) -> Sequence[Vote]:
    """Of the votes that count those whose label is the claim's state; none where nothing is established."""
    label = CARRIED_BY.get(state)
    return [vote for vote in counted if vote.label is label]


def _paper(paper: str, gathered: _Gathered, rules: Rules) -> PaperConsensus:
    votes, listed = gathered.votes, gathered.listed
    names = sorted(listed.keys() | votes.keys(), key=_numbered)
    claims = tuple(_claim(name, paper, votes.get(name, ()), rules, listed.get(name)) for name in names)
    ballots = [vote for claim in votes.values() for vote in claim]
    judged = {vote.entry for vote in ballots if vote.label in DECIDED}
    state = paper_state([claim.state for claim in claims]) if judged else PaperState.NOT_EXAMINED
    entries = gathered.entries.union(vote.entry for vote in ballots)
    return PaperConsensus(paper, state, claims, len(entries), len(judged))


def _claim(claim: str, paper: str, votes: Sequence[Vote], rules: Rules, listed: Listed | None) -> ClaimConsensus:
    """One claim; `listed` is what its set says, None where no set names it."""
    counted = counting(votes, rules)
    waiting = len([vote for vote in votes if vote.scoring]) - len(counted)
    tally = _tally(counted, waiting, [vote.label for vote in votes])
    state = claim_state(tally, rules.board.claim_status)
    if listed is not None and listed.quarantined:
        state = ClaimState.QUARANTINED
    elif listed is not None and not listed.testable:
        state = ClaimState.NOT_TESTABLE
    elif listed is not None and state is ClaimState.NOT_TESTABLE:
        state = ClaimState.UNTESTED
    return ClaimConsensus(claim, paper, state, tally, _assurance(state, counted))


def _tally(counted: Sequence[Vote], provisional: int, everyone: Sequence[Label]) -> Tally:
    labels = [vote.label for vote in counted]
    return Tally(
        verified=labels.count(Label.VERIFIED),
        falsified=labels.count(Label.FALSIFIED),
        toy=labels.count(Label.TOY),
        inconclusive=labels.count(Label.INCONCLUSIVE),
        provisional=provisional,
        not_judged=everyone.count(Label.NOT_JUDGED),
        not_testable=everyone.count(Label.NOT_TESTABLE),
    )


def claim_state(tally: Tally, status: ClaimStatus) -> ClaimState:
    """Contested where teams disagree (or verified, where the first verified wins), else the strongest label."""
    if tally.verified and tally.falsified and status is ClaimStatus.CONTESTED:
        return ClaimState.CONTESTED
    if tally.verified:
        return ClaimState.VERIFIED
    if tally.falsified:
        return ClaimState.FALSIFIED
    if tally.toy:
        return ClaimState.TOY
    if tally.inconclusive:
        return ClaimState.INCONCLUSIVE
    return ClaimState.NOT_TESTABLE if tally.not_testable else ClaimState.UNTESTED


def paper_state(states: Sequence[ClaimState]) -> PaperState:
    """The state of a paper with a judged entry whose claims have `states`."""
    verified, falsified = states.count(ClaimState.VERIFIED), states.count(ClaimState.FALSIFIED)
    if ClaimState.CONTESTED in states:
        return PaperState.CONTESTED
    if falsified:
        return PaperState.MIXED if verified else PaperState.ALL_FALSIFIED
    if verified:
        whole = verified == sum(state.testable for state in states)
        return PaperState.FULLY if whole else PaperState.PARTLY
    return PaperState.TOY_ONLY if ClaimState.TOY in states else PaperState.NOTHING


def _assurance(state: ClaimState, counted: Sequence[Vote]) -> int:
    """The best assurance among the votes that carry the state; at least 3 when two teams do."""
    holders = carrying(state, counted)
    best = max([vote.assurance for vote in holders], default=0)
    return max(best, SECOND_TEAM) if len(holders) > 1 and len({vote.team for vote in holders}) > 1 else best


def _numbered(claim: str) -> tuple[str, int, str]:
    """Sorts `p.c2` before `p.c10`; ids of another shape by their text."""
    head, _, tail = claim.rpartition(".c")
    digits = tail.rstrip("abcdefghijklmnopqrstuvwxyz")
    return (head, int(digits), tail) if digits.isdecimal() and len(digits) < 10 else (claim, 0, "")
