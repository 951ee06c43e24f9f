"""What a change of rules would do to the board: two folds of the same votes, compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openrepro.board.fold import Fold
from openrepro.ids import Json


class StateChange(NamedTuple):
    """A claim or paper whose state would be another."""

    name: str
    before: str
    after: str


class LineChange(NamedTuple):
    """A team that would stand elsewhere on a board, or with another value; None and empty where it does not stand."""

    board: str
    team: str
    rank_before: int | None
    rank_after: int | None
    value_before: str
    value_after: str


class FigureChange(NamedTuple):
    """A figure that would be another; None where it has no denominator to be a share of."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Preview:
    """All that would change. Lines are ordered by board and the rank that a team would have."""

    claims: tuple[StateChange, ...]
    papers: tuple[StateChange, ...]
    lines: tuple[LineChange, ...]
    figures: tuple[FigureChange, ...]

    @property
    def empty(self) -> bool:
        return not (self.claims or self.papers or self.lines or self.figures)

    def as_json(self) -> dict[str, Json]:
        return {
            "claims": [dict(change._asdict()) for change in self.claims],
            "papers": [dict(change._asdict()) for change in self.papers],
            "lines": [dict(change._asdict()) for change in self.lines],
            "figures": [dict(change._asdict()) for change in self.figures],
        }


def compare(before: Fold, after: Fold) -> Preview:
    """What is different in `after`."""
    return Preview(
        claims=_states(
            {claim.claim: claim.state.value for claim in before.consensus.claims},
            {claim.claim: claim.state.value for claim in after.consensus.claims},
        ),
        papers=_states(
            {paper.paper: paper.state.value for paper in before.consensus.papers},
            {paper.paper: paper.state.value for paper in after.consensus.papers},
        ),
        lines=tuple(_lines(before, after)),
        figures=tuple(_figures(before, after)),
    )


def _states(before: dict[str, str], after: dict[str, str]) -> tuple[StateChange, ...]:
    pairs = ((name, before.get(name, ""), after.get(name, "")) for name in before | after)
    return tuple(StateChange(*pair) for pair in pairs if pair[1] != pair[2])


class _Place(NamedTuple):
    rank: int | None = None
    value: str = ""


def _lines(before: Fold, after: Fold) -> Sequence[LineChange]:
    changes = []
    for old, new in zip(before.standings.boards, after.standings.boards, strict=True):
        was = {line.team: _Place(line.rank, line.value) for line in old.lines}
        will = {line.team: _Place(line.rank, line.value) for line in new.lines}
        for team in will | was:
            one, two = was.get(team, _Place()), will.get(team, _Place())
            if one != two:
                changes.append(LineChange(new.name, team, one.rank, two.rank, one.value, two.value))
    return changes


def _figures(before: Fold, after: Fold) -> Sequence[FigureChange]:
    was = {figure.name: figure.value for figure in before.funnel.figures}
    pairs = ((figure.name, was.get(figure.name, 0), figure.value) for figure in after.funnel.figures)
    return [FigureChange(*pair) for pair in pairs if pair[1] != pair[2]]
