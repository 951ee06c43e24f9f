"""The whole board of a challenge: votes, acts and the index folded under one set of rules."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from openrepro.board.acts import Apart, Circumstances
from openrepro.board.consensus import Consensus, Listed, consensus
from openrepro.board.funnel import Funnel, funnel
from openrepro.board.scores import Scores, grouped, scores
from openrepro.board.standings import Standings, standings
from openrepro.board.votes import DECIDED, NOTHING_HAPPENED, Vote
from openrepro.challenge.rules import Rules
from openrepro.ids import Json


@dataclass(frozen=True, slots=True)
class Index:
    """What there is to examine: the number of papers (None: unknown) and the effective claims of each; a paper with
    no claims listed has no set yet. `areas` are those of papers that have one."""

    papers: int | None = None
    claims: Mapping[str, Sequence[Listed]] = field(default_factory=dict)
    areas: Mapping[str, str] = field(default_factory=dict)


class EntryLine(NamedTuple):
    """An entry as its paper lists it. `why` says why it does not score although it has a label; `judged_at` is empty
    until it has one."""

    entry: str
    team: str
    judged_at: str = ""
    scoring: bool = False
    why: Apart | None = None

    def as_json(self) -> dict[str, Json]:
        return {
            "entry": self.entry,
            "team": self.team,
            "judged_at": self.judged_at,
            "scoring": self.scoring,
            "why": None if self.why is None else self.why.value,
        }


@dataclass(frozen=True, slots=True)
class Fold:
    """The board. `entries` lists per paper every entry, those that are set apart among them; `votes` are those of each
    (paper, entry)."""

    consensus: Consensus
    standings: Standings
    funnel: Funnel
    entries: Mapping[str, Sequence[EntryLine]]
    scores: Scores
    votes: Mapping[tuple[str, str], Sequence[Vote]]
    index: Index
    around: Circumstances

    def papers(self) -> Iterable[dict[str, Json]]:
        """Each paper with its claims and entries, as JSON."""
        for paper in self.consensus.papers:
            yield paper.as_json() | {"entered": [line.as_json() for line in self.entries.get(paper.paper, ())]}


def fold(
    votes: Iterable[Vote],
    rules: Rules,
    *,
    around: Circumstances = NOTHING_HAPPENED,
    index: Index | None = None,
    guests: Collection[str] = (),
) -> Fold:
    """The board that `votes` (of `votes_of` or `with_scoring`) give under `rules`.

    What is set apart is listed and counts for nothing. `guests` are teams without a rank beside those of the acts.
    """
    index = index or Index()
    given = _in_their_sets(votes, index.claims)
    counted = _counted(given, index.claims)
    by_entry = grouped(given, attrgetter("paper", "entry"))
    entries = _entries(by_entry, around)
    standing = _standing(entries)
    held = consensus(counted, rules, index.claims, standing)
    apart = Counter(line.why for lines in entries.values() for line in lines if line.why and not _further(line))
    found = scores(counted, held, rules)
    return Fold(
        held,
        standings(counted, held, rules, around.guests.union(guests), found),
        funnel(counted, held, index.papers, {entry for names in standing.values() for entry in names}, apart),
        entries,
        found,
        by_entry,
        index,
        around,
    )


def _in_their_sets(votes: Iterable[Vote], claims: Mapping[str, Sequence[Listed]]) -> Sequence[Vote]:
    """The votes, with those apart that decide on a claim which its paper's set does not offer for testing any more, and
    all on a claim in quarantine."""
    testable = {item.claim for listed in claims.values() for item in listed if item.testable}
    quarantined = {item.claim for listed in claims.values() for item in listed if item.quarantined}

    def why(vote: Vote) -> Apart | None:
        if vote.claim in quarantined:
            return Apart.QUARANTINED
        out = claims.get(vote.paper) and vote.claim not in testable and vote.label in DECIDED
        return Apart.RETIRED if out else None

    found = ((vote, why(vote)) for vote in votes)
    return [vote if out is None else vote._replace(apart=vote.apart or out, scoring=False) for vote, out in found]


def _counted(votes: Iterable[Vote], claims: Mapping[str, Sequence[Listed]]) -> Sequence[Vote]:
    """The votes that nothing sets apart. One without a label brings no claim back that left its paper's set."""
    offered = {item.claim for listed in claims.values() for item in listed}
    return [vote for vote in votes if vote.apart is None and (vote.claim in offered or not claims.get(vote.paper))]


def _entries(
    by_entry: Mapping[tuple[str, str], Sequence[Vote]], around: Circumstances
) -> Mapping[str, Sequence[EntryLine]]:
    """Per paper its entries, those judged first first; an entry without a vote is listed where it was entered."""
    found: dict[str, list[EntryLine]] = defaultdict(list)
    for (paper, entry), ballots in by_entry.items():
        found[paper].append(_line(entry, ballots, around))
    voted = {entry for _, entry in by_entry}
    for entry, entered in around.entered.items():
        if entered.paper and entry not in voted:
            found[entered.paper].append(EntryLine(entry, entered.team, why=around.apart(entry, "")))
    return {paper: sorted(lines, key=_judged_first) for paper, lines in found.items()}


def _line(entry: str, ballots: Sequence[Vote], around: Circumstances) -> EntryLine:
    team, first = ballots[0].team, ballots[0].entry_judged_at
    labelled = [vote for vote in ballots if vote.label in DECIDED]
    if any(vote.scoring for vote in labelled):
        return EntryLine(entry, team, first, scoring=True)
    kept = [vote for vote in labelled if vote.apart is None]
    if kept:
        return EntryLine(entry, team, first, why=Apart.FURTHER)
    return EntryLine(entry, team, first, why=labelled[0].apart if labelled else around.apart(entry, ""))


def _judged_first(line: EntryLine) -> tuple[bool, str, str]:
    return (not line.judged_at, line.judged_at, line.entry)


def _further(line: EntryLine) -> bool:
    return line.why is Apart.FURTHER


def _standing(entries: Mapping[str, Sequence[EntryLine]]) -> Mapping[str, Sequence[str]]:
    """Per paper the entries that nothing sets apart."""
    return {
        paper: [line.entry for line in lines if line.why is None or _further(line)] for paper, lines in entries.items()
    }
