"""The event in pictures: what the statistics draw, derived with the board and kept beside its figures."""

from collections import Counter

from openrepro.board.acts import Apart
from openrepro.board.agreement import agreement
from openrepro.board.coverage import coverage
from openrepro.board.fold import EntryLine, Fold
from openrepro.board.history import history
from openrepro.board.spread import Spread, spread
from openrepro.board.votes import DECIDED, Vote
from openrepro.ids import Json


def charts(fold: Fold) -> dict[str, Json]:
    """Coverage, agreement, history and spread of a folded board, as JSON of integers and decimal texts."""
    votes = [vote for ballots in fold.votes.values() for vote in ballots if vote.apart is None]
    standing = [line for lines in fold.entries.values() for line in lines if line.why in (None, Apart.FURTHER)]
    areas = coverage(fold.consensus.papers, fold.index.areas)
    return {
        "coverage": [area.as_json() for area in areas],
        "agreement": agreement(claim.tally for claim in fold.consensus.claims).as_json(),
        "history": _history(fold, standing, votes),
        "spread": _spreads(fold, votes),
    }


def _history(fold: Fold, standing: list[EntryLine], votes: list[Vote]) -> Json:
    labelled = {vote.entry for vote in votes if vote.label in DECIDED}
    judged = [line.judged_at for line in standing if line.entry in labelled]
    return history((fold.around.created(line.entry) for line in standing), judged, votes).as_json()


def _spreads(fold: Fold, votes: list[Vote]) -> Json:
    found = {
        "logbooks of a team": spread(team.logbooks for team in fold.standings.teams),
        "verdicts of a logbook": spread(Counter(vote.entry for vote in votes if vote.label in DECIDED).values()),
        "judged logbooks of a paper": spread(paper.judged for paper in fold.consensus.papers),
        "teams on a claim": spread(claim.tally.teams for claim in fold.consensus.claims),
    }
    return [_named(name, one) for name, one in found.items() if one is not None]


def _named(name: str, one: Spread) -> Json:
    return {"name": name, **one.as_json()}
