"""The folds against what the ICML-2026 event published: constructed marginals, and labels of real entries."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.board import (
    ANNOUNCED_PAPERS,
    FIRST_PLACE,
    JUDGED_ENTRIES,
    PUBLISHED_FIGURES,
    PUBLISHED_LABELS,
    PUBLISHED_PERCENT,
    PUBLISHED_STATES,
    WITHOUT_VERDICT,
    Timed,
    fold,
    published_points,
    records,
    states_of,
)

from openrepro.board.consensus import ClaimState, PaperState, consensus
from openrepro.board.standings import standings
from openrepro.board.votes import Vote, with_scoring
from openrepro.challenge.rules import PROFILES
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict


@pytest.fixture(scope="module")
def constructed() -> list[Verdict]:
    return records()


@pytest.fixture(scope="module")
def strict(constructed: list[Verdict]) -> Timed:
    return fold(constructed, PROFILES["strict"])


@pytest.fixture(scope="module")
def icml(constructed: list[Verdict]) -> Timed:
    return fold(constructed, PROFILES["icml-2026"])


def test_the_constructed_records_have_the_published_marginals(constructed: list[Verdict]) -> None:
    usable = [verdict for verdict in constructed if verdict.label.decided]
    assert Counter(verdict.label for verdict in usable) == PUBLISHED_LABELS
    assert len(usable) == 35_908
    assert len({verdict.entry for verdict in usable}) == JUDGED_ENTRIES
    assert len({verdict.paper for verdict in usable}) == 2_176
    assert len({verdict.paper for verdict in constructed}) == 2_226


def test_they_are_the_same_every_time(constructed: list[Verdict]) -> None:
    assert records() == constructed


def test_under_strict_they_fold_to_the_published_states(strict: Timed) -> None:
    assert states_of(strict.consensus) == {**PUBLISHED_STATES, PaperState.NOT_EXAMINED: WITHOUT_VERDICT}


def test_under_strict_the_published_figures_come_out(strict: Timed) -> None:
    assert {name: strict.funnel[name].value for name in PUBLISHED_FIGURES} == PUBLISHED_FIGURES
    assert {name: round(float(strict.funnel[name].percent)) for name in PUBLISHED_PERCENT} == PUBLISHED_PERCENT
    assert strict.funnel["papers with a judged entry"].denominator == ANNOUNCED_PAPERS


def test_under_icml_2026_the_points_are_those_of_the_published_labels(icml: Timed) -> None:
    assert sum(team.points for team in icml.standings.teams) == published_points() == 45_349
    assert all(team.points <= 2 * team.judged_claims for team in icml.standings.teams)


def test_under_icml_2026_the_first_verified_wins(strict: Timed, icml: Timed) -> None:
    states = states_of(icml.consensus)
    assert states[PaperState.CONTESTED] == 0
    assert states[PaperState.ALL_FALSIFIED] == PUBLISHED_STATES[PaperState.ALL_FALSIFIED]
    assert sum(states.values()) == sum(states_of(strict.consensus).values())


def test_the_first_place_has_363_logbooks(icml: Timed) -> None:
    first = icml.standings.boards[0].lines[0]
    standing = next(team for team in icml.standings.teams if team.team == first.team)
    assert (first.rank, standing.team, standing.logbooks) == (1, *FIRST_PLACE)


def test_the_published_points_of_58_entries_follow_from_their_labels(shared_data: Path) -> None:
    papers = json.loads((shared_data / "verdicts" / "solutions_16_papers.json").read_text())
    assert (len(papers), sum(map(len, papers.values()))) == (16, 58)
    for paper, entries in papers.items():
        for row in entries:
            votes = with_scoring(_votes(paper, row))
            (team,) = standings(votes, consensus(votes, PROFILES["icml-2026"]), PROFILES["icml-2026"]).teams
            assert team.points == row["points"] <= row["max_points"] == 2 * row["n_claims"]


def test_the_published_points_of_48_entries_follow_from_their_labels(shared_data: Path) -> None:
    with (shared_data / "verdicts" / "labels_48_spaces.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 48
    for row in rows:
        labels = row["verdicts"].split(";")
        votes = with_scoring(_votes("p", {"author": "a", "space_id": "s", "judged_at": "", "verdicts": labels}))
        (team,) = standings(votes, consensus(votes, PROFILES["icml-2026"]), PROFILES["icml-2026"]).teams
        assert (team.points, len(labels)) == (int(row["points"]), int(row["n_claims"]))


def test_sixteen_real_papers_fold_under_both_profiles(shared_data: Path) -> None:
    papers = json.loads((shared_data / "verdicts" / "solutions_16_papers.json").read_text())
    votes = with_scoring(
        vote for paper, rows in papers.items() for row in _current(rows) for vote in _votes(paper, row)
    )
    strict, icml = (consensus(votes, PROFILES[name]) for name in ("strict", "icml-2026"))
    counts = {"fully reproduced": 3, "partly reproduced": 4, "toy only": 7}
    assert Counter(paper.state.value for paper in strict.papers) == {**counts, "mixed": 1, "contested": 1}
    assert Counter(paper.state.value for paper in icml.papers) == {**counts, "mixed": 2}
    contested = next(paper for paper in strict.papers if paper.state is PaperState.CONTESTED)
    assert [claim.state for claim in contested.claims] == [
        ClaimState.VERIFIED,
        ClaimState.VERIFIED,
        ClaimState.CONTESTED,
        ClaimState.VERIFIED,
        ClaimState.FALSIFIED,
    ]


def _current(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """The entries judged on the paper's longest claim list: shorter ones are an earlier version of it."""
    longest = max(int(str(row["n_claims"])) for row in rows)
    return [row for row in rows if row["n_claims"] == longest]


def _votes(paper: str, row: dict[str, object]) -> list[Vote]:
    labels = row["verdicts"]
    assert isinstance(labels, list)
    return [
        Vote(
            claim=f"{paper}.c{at}",
            paper=paper,
            team=str(row["author"]),
            entry=str(row["space_id"]),
            label=Label(label),
            judged_at=str(row["judged_at"]),
            entry_judged_at=str(row["judged_at"]),
        )
        for at, label in enumerate(labels, start=1)
    ]
