"""What each entry of a team earns, claim by claim; a team's points are the sum of it."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple, TypeVar

from openrepro.board.consensus import Consensus, carrying, counting
from openrepro.board.votes import DECIDED, Vote
from openrepro.challenge.rules import Points, Rules
from openrepro.judging.label import Label

Group = TypeVar("Group", bound=Hashable)
Spot = tuple[str, str]


class Limit(StrEnum):
    """Why an entry earns less than its labels are worth."""

    PAPER = "a paper is worth no more"
    DAY = "beyond the daily cap"
    HALVED = "further entries count half"


class Earned(NamedTuple):
    """What a scoring entry earns: `worth` is what its labels add up to, `points` what is left after all `limits`."""

    judged_at: str
    entry: str
    worth: int
    paper: str
    points: int
    limits: tuple[Limit, ...] = ()


class Established(NamedTuple):
    """A settled claim: the label that holds, the team that was first with it, the only one that attempted the claim
    (each empty where there are several), and the claim's assurance."""

    label: Label
    first: str
    alone: str
    assurance: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What labels are worth; per team the claims it settled, and what its entries earn, in the order they were judged;
    what is established of which claim; and the votes (claim, entry) that wait for a second look."""

    values: Mapping[Label, int]
    settled: Mapping[str, Sequence[Spot]]
    earned: Mapping[str, Sequence[Earned]]
    established: Mapping[Spot, Established]
    waiting: frozenset[Spot]


def scores(votes: Sequence[Vote], held: Consensus, rules: Rules) -> Scores:
    """The scores of all teams; `votes` are those that nothing sets apart, and `held` is their consensus."""
    claims = {(claim.paper, claim.claim): claim for claim in held.claims}
    testable = {paper.paper: paper.testable for paper in held.papers}
    counted: dict[str, list[Vote]] = defaultdict(list)
    settled: dict[str, list[Spot]] = defaultdict(list)
    established: dict[Spot, Established] = {}
    waiting: set[Spot] = set()
    for spot, ballots in grouped(votes, attrgetter("paper", "claim")).items():
        claim, count = claims[spot], counting(ballots, rules)
        for vote in count:
            counted[vote.team].append(vote)
        if claim.tally.provisional:
            waiting.update((vote.claim, vote.entry) for vote in ballots if vote.scoring and vote not in count)
        holders = carrying(claim.state, count) if claim.state.settled else ()
        if holders:
            established[spot] = _established(holders, ballots, claim.assurance)
        for vote in holders:
            settled[vote.team].append(spot)
    values = values_of(rules.points)
    earned = {team: _earned(ballots, testable, values, rules) for team, ballots in counted.items()}
    return Scores(values, settled, earned, established, frozenset(waiting))


def _established(holders: Sequence[Vote], ballots: Sequence[Vote], assurance: int) -> Established:
    first = _only(vote.team for vote in _earliest(holders))
    alone = _only(vote.team for vote in ballots if vote.label in DECIDED)
    return Established(holders[0].label, first, alone, assurance)


def values_of(points: Points) -> Mapping[Label, int]:
    """What a label of a scoring entry is worth."""
    return {
        Label.VERIFIED: points.verified,
        Label.FALSIFIED: points.falsified,
        Label.TOY: points.toy,
        Label.INCONCLUSIVE: points.inconclusive,
    }


def grouped(votes: Iterable[Vote], key: Callable[[Vote], Group]) -> dict[Group, list[Vote]]:
    groups: dict[Group, list[Vote]] = defaultdict(list)
    for vote in votes:
        groups[key(vote)].append(vote)
    return groups


def _earliest(holders: Sequence[Vote]) -> Sequence[Vote]:
    instant = min(vote.judged_at for vote in holders)
    return [vote for vote in holders if vote.judged_at == instant]


def _only(teams: Iterable[str]) -> str:
    """The one team named, or nobody (empty) when there are several."""
    names = set(teams)
    return names.pop() if len(names) == 1 else ""


def _earned(
    counted: Sequence[Vote], testable: Mapping[str, int], values: Mapping[Label, int], rules: Rules
) -> Sequence[Earned]:
    """What a team's scoring entries earn, in the order they were first judged."""
    best = max(rules.points.verified, rules.points.falsified)
    found: list[Earned] = []
    for (entry, paper), ballots in grouped(counted, attrgetter("entry", "paper")).items():
        worth, most = sum(values.get(vote.label, 0) for vote in ballots), best * testable[paper]
        limits = (Limit.PAPER,) if worth > most else ()
        found.append(Earned(ballots[0].entry_judged_at, entry, worth, paper, min(worth, most), limits))
    return _limited(sorted(found), rules)


def _limited(entries: Sequence[Earned], rules: Rules) -> Sequence[Earned]:
    """The daily cap (by the UTC day of first judgement) and diminishing returns, applied in order."""
    cap, full = rules.entries.daily_cap, rules.points.diminishing_after
    if not cap and not full:
        return entries
    days: dict[str, int] = defaultdict(int)
    earning, found = 0, []
    for entry in entries:
        day = entry.judged_at[:10]
        days[day] += 1
        if cap and day and days[day] > cap:
            found.append(_cut(entry, 0, Limit.DAY))
            continue
        earning += 1
        found.append(_cut(entry, entry.points // 2, Limit.HALVED) if full and earning > full else entry)
    return found


def _cut(entry: Earned, points: int, limit: Limit) -> Earned:
    return entry._replace(points=points, limits=(*entry.limits, limit))
