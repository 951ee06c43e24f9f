"""The board as rows that are shown page by page, and the digest of all of them."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from openrepro.board.breakdown import breakdown
from openrepro.board.charts import charts
from openrepro.board.consensus import PaperConsensus
from openrepro.board.fold import Fold
from openrepro.board.standings import Board
from openrepro.ids import Json

_CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


class PaperRow(NamedTuple):
    """A paper as it is shown. `contested`: a scoring entry verified one of its claims and another falsified it,
    whatever the rules make of that. `body` is the JSON of its claims and entries."""

    paper: str
    state: str
    entries: int
    judged: int
    testable: int
    contested: bool
    body: str


class TeamRow(NamedTuple):
    """A team's figures as JSON."""

    team: str
    body: str


class BoardRow(NamedTuple):
    """A ranking without its lines; `position` orders the boards, `population` counts the ranked teams."""

    board: str
    position: int
    definition: str
    ties: str
    population: int


class LineRow(NamedTuple):
    """A line of a ranking; `rank` is None for a team that does not compete."""

    board: str
    position: int
    rank: int | None
    team: str
    value: str


class ScoreRow(NamedTuple):
    """An entry of a team with what it earned, as JSON; `position` counts the entries of the team."""

    team: str
    position: int
    body: str


@dataclass(frozen=True, slots=True)
class Shown:
    """All rows; papers, teams and scores are ordered by id. `figures` is a JSON list, `charts` a JSON object."""

    papers: tuple[PaperRow, ...]
    teams: tuple[TeamRow, ...]
    boards: tuple[BoardRow, ...]
    lines: tuple[LineRow, ...]
    scores: tuple[ScoreRow, ...]
    figures: str
    charts: str

    @property
    def digest(self) -> str:
        """The SHA-256 (hex) of the board as JSON lines in canonical form: papers, teams, boards, lines,
        scores, figures, charts."""
        total = hashlib.sha256()
        for line in self._text():
            total.update(line.encode() + b"\n")
        return total.hexdigest()

    def _text(self) -> Iterator[str]:
        yield from (row.body for row in self.papers)
        yield from (row.body for row in self.teams)
        yield from (canonical_text(list(row)) for row in self.boards)
        yield from (canonical_text(list(row)) for row in self.lines)
        yield from (row.body for row in self.scores)
        yield self.figures
        yield self.charts


def shown(fold: Fold) -> Shown:
    """The rows of a folded board."""
    papers = zip(fold.consensus.papers, fold.papers(), strict=True)
    boards = tuple(enumerate(fold.standings.boards))
    return Shown(
        papers=tuple(_paper(paper, body) for paper, body in papers),
        teams=tuple(TeamRow(team.team, canonical_text(team.as_json())) for team in fold.standings.teams),
        boards=tuple(BoardRow(item.name, at, item.definition, item.ties, item.population) for at, item in boards),
        lines=tuple(line for _, item in boards for line in _lines(item)),
        scores=tuple(_scores(fold)),
        figures=canonical_text([figure.as_json() for figure in fold.funnel.figures]),
        charts=canonical_text(charts(fold)),
    )


def canonical_text(value: Json) -> str:
    """The canonical JSON (RFC 8785) of a value without fractions and with plain keys, which the standard library
    writes alike and ten times as fast."""
    return _CANONICAL.encode(value)


def _paper(paper: PaperConsensus, body: dict[str, Json]) -> PaperRow:
    contested = any(claim.tally.verified and claim.tally.falsified for claim in paper.claims)
    return PaperRow(
        paper.paper, paper.state.value, paper.entries, paper.judged, paper.testable, contested, canonical_text(body)
    )


def _lines(board: Board) -> Iterator[LineRow]:
    for position, line in enumerate(board.lines):
        yield LineRow(board.name, position, line.rank, line.team, line.value)


def _scores(fold: Fold) -> Iterator[ScoreRow]:
    made = sorted((entry.place, canonical_text(entry.as_json())) for entry in breakdown(fold))
    for team, entries in groupby(made, key=lambda item: item[0][0]):
        for position, (_, body) in enumerate(entries):
            yield ScoreRow(team, position, body)
