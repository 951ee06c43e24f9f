"""Why a team stands where it stands: every entry of it with what each claim earned, or why it earned nothing."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Final, NamedTuple

from openrepro.board.fold import EntryLine, Fold
from openrepro.board.scores import Earned, Scores
from openrepro.board.votes import Vote
from openrepro.ids import Json
from openrepro.judging.label import Label

NOTHING: Final = Earned("", "", 0, "", 0)
_BY_CLAIM: Final = itemgetter(Vote._fields.index("claim"))


class ClaimScore(NamedTuple):
    """What an entry got for one claim. `waits`: its falsification earns nothing until a second look confirms it.
    `established` is whether the board holds what this entry found; then `assurance` is that of the claim, and `first`
    and `alone` say whether the team was first with it, or the only one that attempted it."""

    claim: str
    label: Label
    points: int
    waits: bool
    established: bool
    first: bool
    alone: bool
    assurance: int


class EntryScore(NamedTuple):
    """An entry of a team. `why` says why it does not score, `worth` is what its labels add up to, `points` what it
    earns after all `limits`; `judged_at` is empty until it has a label."""

    team: str
    entry: str
    paper: str
    judged_at: str
    scoring: bool
    why: str
    worth: int
    points: int
    limits: tuple[str, ...]
    claims: tuple[ClaimScore, ...]

    def as_json(self) -> dict[str, Json]:
        claims: list[Json] = [list(claim) for claim in self.claims]
        return {**self._asdict(), "limits": [*self.limits], "claims": claims}

    @property
    def place(self) -> tuple[str, bool, str, str, str]:
        """Sorts entries by team, then in the order they were judged; those without a label come last."""
        return (self.team, not self.judged_at, self.judged_at, self.entry, self.paper)


def breakdown(fold: Fold) -> Iterator[EntryScore]:
    """All entries of all teams, in no order (`place` gives one), each made when it is asked for.

    Of each team the points add up to those of its standing, and so do the claims it settled, was first with, or was
    alone on.
    """
    earnings = {(team, one.entry, one.paper): one for team, mine in fold.scores.earned.items() for one in mine}
    for paper, lines in fold.entries.items():
        for line in lines:
            votes = fold.votes.get((paper, line.entry), ())
            for team in {vote.team for vote in votes} or (line.team,):  # several only where records say so
                mine = sorted([vote for vote in votes if vote.team == team], key=_BY_CLAIM)
                earned = earnings.get((team, line.entry, paper), NOTHING)
                yield _entry(team, paper, line, earned, tuple([_claim(vote, fold.scores) for vote in mine]))


def _entry(team: str, paper: str, line: EntryLine, earned: Earned, claims: tuple[ClaimScore, ...]) -> EntryScore:
    why = "" if line.why is None else line.why.value
    gained = (earned.worth, earned.points, earned.limits)
    return EntryScore(team, line.entry, paper, line.judged_at, line.scoring, why, *gained, claims)


def _claim(vote: Vote, scores: Scores) -> ClaimScore:
    waits = vote.provisional and (vote.claim, vote.entry) in scores.waiting
    if waits or not vote.scoring:
        return ClaimScore(vote.claim, vote.label, 0, waits, False, False, False, 0)
    points, held = scores.values.get(vote.label, 0), scores.established.get((vote.paper, vote.claim))
    if held is None or held.label is not vote.label:
        return ClaimScore(vote.claim, vote.label, points, False, False, False, False, 0)
    first, alone = held.first == vote.team, held.alone == vote.team
    return ClaimScore(vote.claim, vote.label, points, False, True, first, alone, held.assurance)
