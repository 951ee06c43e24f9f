"""Coverage by area."""

from openrepro.board.consensus import Listed, consensus
from openrepro.board.coverage import MOST_AREAS, AreaCoverage, coverage
from openrepro.challenge.rules import PROFILES
from tests.board.ballots import entry, event


def covered(areas: dict[str, str], *labels: str) -> list[AreaCoverage]:
    votes = event(*(entry("a", text, paper=f"p{at}") for at, text in enumerate(labels)))
    listed = {paper: [Listed(f"{paper}.c1"), Listed(f"{paper}.c2", testable=False)] for paper in areas}
    return list(coverage(consensus(votes, PROFILES["strict"], listed).papers, areas))


def test_an_area_counts_its_papers_by_state_and_its_claims() -> None:
    theory, rest = covered({"p0": "Theory", "p1": "Theory", "p2": "Theory", "p3": ""}, "v", "-")
    assert (theory.area, theory.papers, theory.entered, theory.examined) == ("Theory", 3, 2, 1)
    assert (theory.states["fully reproduced"], theory.states["not examined"]) == (1, 2)
    assert (theory.claims, theory.established) == (3, 1)
    assert theory.as_json()["percent"] == "33.3"
    assert (rest.area, rest.papers, rest.examined) == ("", 1, 0)


def test_states_of_an_area_add_up_to_its_papers() -> None:
    for area in covered({f"p{at}": "ab"[at % 2] for at in range(9)}, "v", "f", "t", "i", "-"):
        assert sum(area.states.values()) == area.papers


def test_many_areas_end_in_one_line_for_the_smallest() -> None:
    found = covered({f"p{at}": f"area {at:03}" for at in range(100)})
    assert len(found) == MOST_AREAS
    assert (found[-1].area, found[-1].areas) == ("", 100 - MOST_AREAS + 1)
    assert sum(area.papers for area in found) == 100


def test_nothing_is_no_area() -> None:
    assert covered({}) == []
