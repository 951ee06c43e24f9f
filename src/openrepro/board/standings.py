"""Who stands where: points and the other boards, each with its population and its tie rule."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Final, NamedTuple

from openrepro.board.consensus import Consensus
from openrepro.board.scores import Established, Limit, Scores, grouped, scores
from openrepro.board.votes import DECIDED, Vote
from openrepro.challenge.rules import Rules, Ties
from openrepro.ids import Json

TIE_RULES: Final[dict[Ties, str]] = {
    Ties.FEWER_CLAIMS: "among equals the team with fewer judged claims stands first, then the one whose last scoring "
    "entry was judged earlier; teams equal in both share a rank",
    Ties.MORE_LOGBOOKS: "among equals the team with more judged logbooks stands first, then the name decides",
}
RANKED: Final = "ranked are teams with a judged entry"
SHARED_RANK: Final = "teams with equal values share a rank"


@dataclass(frozen=True, slots=True)
class Standing:
    """One team's figures.

    `logbooks` are its judged entries, `scoring` those that score; `judged_claims` the claims of scoring entries
    that got a label; `settled` those verified or falsified as the board holds them; `first` the settled claims it
    was alone first with; `alone` the settled claims nobody else attempted; `strength` the mean assurance over
    settled claims (None below the least number); `over_cap` the entries beyond the daily cap, which earn nothing.
    """

    team: str
    points: int
    logbooks: int
    scoring: int
    judged_claims: int
    settled: int
    first: int
    alone: int
    strength: Fraction | None
    over_cap: int
    last_judged: str
    competing: bool = True

    def as_json(self) -> dict[str, Json]:
        return {
            "team": self.team,
            "points": self.points,
            "logbooks": self.logbooks,
            "scoring_entries": self.scoring,
            "judged_claims": self.judged_claims,
            "settled_claims": self.settled,
            "first_to_establish": self.first,
            "coverage": self.alone,
            "strength": None if self.strength is None else f"{float(self.strength):.2f}",
            "over_cap": self.over_cap,
            "last_judged": self.last_judged,
            "competing": self.competing,
        }


class Line(NamedTuple):
    """One line of a board; `rank` is None for a team that does not compete."""

    rank: int | None
    team: str
    value: str


@dataclass(frozen=True, slots=True)
class Board:
    """A ranking. `population` is the number of ranked teams: ranks are read as "rank of population"."""

    name: str
    definition: str
    ties: str
    population: int
    lines: tuple[Line, ...]

    def as_json(self) -> dict[str, Json]:
        lines: list[Json] = [{"rank": line.rank, "team": line.team, "value": line.value} for line in self.lines]
        return {
            "name": self.name,
            "definition": self.definition,
            "ties": self.ties,
            "population": self.population,
            "lines": lines,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """Every team's figures, ordered by name, and the four boards made of them."""

    teams: tuple[Standing, ...]
    boards: tuple[Board, ...]


def standings(
    votes: Sequence[Vote], held: Consensus, rules: Rules, guests: Collection[str] = (), found: Scores | None = None
) -> Standings:
    """The figures of all teams with a judged entry; `guests` (organisers) are shown without a rank.

    `found` are the scores of the same votes, where they are known already.
    """
    found = found or scores(votes, held, rules)
    by_team = grouped(votes, attrgetter("team"))
    teams = tuple(
        _standing(team, by_team[team], found, rules, competing=team not in guests)
        for team in sorted(by_team)
        if any(vote.label in DECIDED for vote in by_team[team])
    )
    return Standings(teams, _boards(teams, rules))


def _standing(team: str, votes: Sequence[Vote], found: Scores, rules: Rules, *, competing: bool) -> Standing:
    settled = [found.established[spot] for spot in found.settled.get(team, ())]
    earned = found.earned.get(team, ())
    return Standing(
        team=team,
        points=sum(entry.points for entry in earned),
        logbooks=len({vote.entry for vote in votes if vote.label in DECIDED}),
        scoring=len({vote.entry for vote in votes if vote.label in DECIDED and vote.scoring}),
        judged_claims=sum(vote.label in DECIDED and vote.scoring for vote in votes),
        settled=len(settled),
        first=sum(claim.first == team for claim in settled),
        alone=sum(claim.alone == team for claim in settled),
        strength=_strength(settled, rules.board.strength_least),
        over_cap=sum(Limit.DAY in entry.limits for entry in earned),
        last_judged=max((vote.entry_judged_at for vote in votes if vote.scoring), default=""),
        competing=competing,
    )


def _strength(settled: Sequence[Established], least: int) -> Fraction | None:
    if not settled or len(settled) < least:
        return None
    return Fraction(sum(claim.assurance for claim in settled), len(settled))


def _boards(teams: Sequence[Standing], rules: Rules) -> tuple[Board, ...]:
    points = rules.points
    least = rules.board.strength_least
    strong = [team for team in teams if team.strength is not None]
    return (
        _board(
            "points",
            f"verified {points.verified}, falsified {points.falsified}, toy {points.toy}, inconclusive "
            f"{points.inconclusive} per claim; one scoring entry per team and paper; {RANKED}",
            teams,
            lambda team: str(team.points),
            _by_points(rules.board.ties),
            TIE_RULES[rules.board.ties],
        ),
        _counted(
            "first to establish", "claims that the team alone was first to settle, still standing", teams, "first"
        ),
        _board(
            "strength",
            f"mean assurance (0 to 4) over the team's settled claims; ranked are teams with at least {least}",
            strong,
            lambda team: f"{float(team.strength or 0):.2f}",
            lambda team: (-(team.strength or 0),),
            SHARED_RANK,
        ),
        _counted("coverage", "claims that the team settled and nobody else attempted", teams, "alone"),
    )


Key = Callable[[Standing], tuple[int | Fraction | str, ...]]


def _by_points(ties: Ties) -> Key:
    if ties is Ties.MORE_LOGBOOKS:
        return lambda team: (-team.points, -team.logbooks, team.team)
    return lambda team: (-team.points, team.judged_claims, team.last_judged)


def _counted(name: str, definition: str, teams: Sequence[Standing], figure: str) -> Board:
    def count(team: Standing) -> int:
        return team.first if figure == "first" else team.alone

    return _board(
        name, f"{definition}; {RANKED}", teams, lambda team: str(count(team)), lambda team: (-count(team),), SHARED_RANK
    )


def _board(
    name: str, definition: str, teams: Sequence[Standing], value: Callable[[Standing], str], key: Key, ties: str
) -> Board:
    """A ranking by `key`, smallest first; equal keys share the rank; teams that do not compete come last."""
    ranked = sorted((team for team in teams if team.competing), key=lambda team: (key(team), team.team))
    lines: list[Line] = []
    for at, team in enumerate(ranked):
        shared = at > 0 and key(team) == key(ranked[at - 1])
        lines.append(Line(lines[-1].rank if shared else at + 1, team.team, value(team)))
    apart = [Line(None, team.team, value(team)) for team in teams if not team.competing]
    return Board(name, definition, ties, len(ranked), (*lines, *apart))
