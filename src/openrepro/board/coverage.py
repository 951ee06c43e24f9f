"""How much of each area was examined, and what came of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.board.consensus import ClaimState, PaperConsensus, PaperState
from openrepro.ids import Json

MOST_AREAS: Final = 40


class AreaCoverage(NamedTuple):
    """An area: its papers, those with an entry, with a judged one, and by state; its testable claims, and those
    verified, falsified or contested. `areas` is 1, or how many small areas are taken together."""

    area: str
    areas: int
    papers: int
    entered: int
    examined: int
    states: Mapping[str, int]
    claims: int
    established: int

    def as_json(self) -> dict[str, Json]:
        share = f"{100 * self.examined / self.papers:.1f}" if self.papers else None
        return {**self._asdict(), "states": dict(self.states), "percent": share}


ESTABLISHED: Final = (ClaimState.VERIFIED, ClaimState.FALSIFIED, ClaimState.CONTESTED)


def coverage(papers: Iterable[PaperConsensus], areas: Mapping[str, str]) -> Sequence[AreaCoverage]:
    """The areas, those with most papers first; beyond 40 the smallest are one line. A paper without an area stands
    under an empty name."""
    groups: dict[str, list[PaperConsensus]] = {}
    for paper in papers:
        groups.setdefault(areas.get(paper.paper, ""), []).append(paper)
    order = sorted(groups, key=lambda area: (-len(groups[area]), area))
    kept = order if len(order) <= MOST_AREAS else order[: MOST_AREAS - 1]
    found = [_area(area, 1, groups[area]) for area in kept]
    rest = order[len(kept) :]
    return [*found, _area("", len(rest), [paper for area in rest for paper in groups[area]])] if rest else found


def _area(area: str, areas: int, papers: Sequence[PaperConsensus]) -> AreaCoverage:
    states = Counter(paper.state for paper in papers)
    claims = [claim.state for paper in papers for claim in paper.claims]
    return AreaCoverage(
        area,
        areas,
        len(papers),
        sum(paper.entries > 0 for paper in papers),
        len(papers) - states[PaperState.NOT_EXAMINED],
        {state.value: states[state] for state in PaperState},
        sum(state.testable for state in claims),
        sum(claims.count(state) for state in ESTABLISHED),
    )
