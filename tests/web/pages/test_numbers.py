"""Every number agrees with every other one that tells the same, on a challenge with all odd cases at once."""

import json
import re
from collections import Counter
from collections.abc import Generator

import pytest

from openrepro.board.acts import ActKind
from openrepro.server.boards import MAIN
from tests.web.challenge import Served
from tests.web.oddities import CASES, DESCENT, VIEWS, figures, listed, odd_challenge, pages, statistics, told


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = odd_challenge(tmp_path_factory.mktemp("odd") / "challenge")
    yield made
    made.installation.close()


@pytest.mark.parametrize("view", VIEWS)
def test_a_list_behind_a_figure_has_as_many_as_it_says(served: Served, view: str) -> None:
    wrong = {
        name: (one["value"], listed(served, one["records"]), one["records"])
        for name, one in figures(served, view).items()
        if one["records"] and not one["lists"] and listed(served, one["records"]) != one["value"]
    }
    assert not wrong


@pytest.mark.parametrize("view", VIEWS)
def test_states_add_up_and_no_share_is_over_a_whole(served: Served, view: str) -> None:
    found = {name: one["value"] for name, one in figures(served, view).items()}
    judged = found["papers with a judged entry"]
    data = statistics(served, view)
    for bar, whole in zip(data["bars"], (judged, found["claims"], found["verdicts"]), strict=True):
        assert sum(one["value"] for one in bar["parts"]) == whole, bar["name"]
    for one in figures(served, view).values():
        assert one["denominator"] is None or 0 <= one["value"] <= one["denominator"], one
        assert (one["percent"] is None) is not bool(one["denominator"]), one
    areas = data["coverage"]
    for area, figure in (("papers", "papers"), ("entered", "papers with an entry"), ("examined", None)):
        assert sum(one[area] for one in areas) == (found[figure] if figure else judged)
    assert sum(one["claims"] for one in areas) == found["claims"]
    assert sum(one["established"] for one in areas) == sum(
        found[f"claims {state}"] for state in ("verified", "falsified", "contested")
    )


def test_the_first_page_says_what_the_statistics_say(served: Served) -> None:
    known = figures(served, MAIN)
    for one in told(served, "/")["data"]["headlines"]:
        same = known[one["name"]]
        assert {key: one[key] for key in same if key in one} == {key: same[key] for key in same if key in one}
    assert {one["name"]: one["value"] for one in served.client.get("/api/v1/statistics").json()["data"]} == {
        name: one["value"] for name, one in known.items()
    }


def test_the_counts_of_filters_are_those_of_the_lists(served: Served) -> None:
    for filtered in told(served, "/papers")["data"]["filters"]:
        for choice in (*filtered["choices"], *filtered["more"]):
            assert listed(served, choice["where"]) == choice["count"], choice


def test_a_claim_that_is_retired_is_counted_nowhere(served: Served) -> None:
    rows = [one for page in pages(served, "/claims") for one in page["claims"]]
    assert f"{DESCENT}.c1" not in {one["claim"] for one in rows}
    paper = told(served, f"/papers/{DESCENT}")["data"]
    testable = sum(claim["testable"] for claim in paper["claims"])
    assert paper["standing"]["testable"] == testable
    assert told(served, f"/claims/{DESCENT}.c1")["data"]["consensus"] is None


def test_tallies_are_those_of_the_verdicts_beside_them(served: Served) -> None:
    for row in [one for page in pages(served, "/claims") for one in page["claims"]]:
        data = told(served, f"/claims/{row['claim']}")["data"]
        assert data["consensus"]["tally"] == row["tally"]
        paper = told(served, f"/papers/{row['paper']}")["data"]
        beside = next(one["consensus"] for one in paper["claims"] if one["id"] == row["claim"])
        assert beside["counts"] == data["consensus"]["counts"]
        counted = Counter(
            one["label"]
            for one in data["verdicts"]
            if one["scoring"]["state"] == "scores" and (not one["provisional"] or one["confirmed"])
        )
        for one in data["consensus"]["counts"]:
            assert counted[one["label"]] == one["teams"], (row["claim"], one)


@pytest.mark.parametrize("view", VIEWS)
def test_points_and_ranks_are_the_same_on_every_page(served: Served, view: str) -> None:
    asked = "" if view == MAIN else f"?view={view}"
    for board in ("points", "first-to-establish", "strength", "coverage"):
        lines = [one for page in pages(served, f"/leaderboard/{board}{asked}") for one in page["board"]["lines"]]
        population = told(served, f"/leaderboard/{board}{asked}")["data"]["board"]["population"]
        assert population == sum(one["rank"] is not None for one in lines)
        for line in lines:
            team = list(pages(served, line["why"]))
            rank = next(one for one in team[0]["ranks"] if one["where"].startswith(f"/leaderboard/{board}"))
            assert (rank["rank"], rank["value"], rank["population"]) == (line["rank"], line["value"], population)
            assert sum(page["listed_points"] for page in team) == team[0]["figures"]["points"]
            if board == "points":
                earned = [claim["points"] for page in team for one in page["entries"] for claim in one["claims"]]
                assert sum(earned) == int(line["value"]), line
    rows = [one for page in pages(served, f"/leaderboard/points{asked}") for one in page["board"]["lines"]]
    known = figures(served, view)
    assert sum(one["scoring_entries"] for one in rows) == known["scoring entries"]["value"]
    assert sum(one["logbooks"] for one in rows) == known["judged entries"]["value"]


def test_an_area_lists_as_many_papers_as_it_says(served: Served) -> None:
    areas = [one for one in statistics(served, MAIN)["coverage"] if one["records"]]
    assert areas
    for area in areas:
        assert listed(served, area["records"]) == area["papers"], area["name"]


def test_labels_of_an_entry_are_the_same_wherever_it_is_told(served: Served) -> None:
    for entry in [one for page in pages(served, "/logbooks") for one in page["entries"]]:
        beside = {one["label"]: one["count"] for one in entry["labels"]}
        book = told(served, f"/logbooks/{entry['entry']}")["data"]
        assert Counter(one["label"] for one in book["verdicts"]) == beside, entry["entry"]
        assert book["scoring"] == entry["scoring"]
        on_record = [one for page in pages(served, f"/verdicts?entry={entry['entry']}") for one in page["verdicts"]]
        assert len(on_record) >= sum(beside.values())
        for label in beside:
            assert entry["entry"] in {
                one["entry"] for page in pages(served, f"/logbooks?label={label}") for one in page["entries"]
            }


def test_nothing_of_a_hidden_entry_is_listed_or_counted(served: Served) -> None:
    hidden = f"e_{1 + next(at for at, case in enumerate(CASES) if ActKind.HIDDEN in case.acts):016x}"
    for where in ("/logbooks", "/verdicts", "/papers/demo-hedge", "/claims/demo-hedge.c1", "/queue", "/"):
        assert all(hidden not in json.dumps(page) for page in pages(served, where)), where


def test_the_api_ranks_as_the_pages_do(served: Served) -> None:
    kept = ("position", "rank", "team", "name", "value")
    for view in VIEWS:
        told_here = served.client.get(f"/api/v1/board/views/{view}/boards/points").json()["data"]
        page = told(served, f"/leaderboard/points?view={view}")["data"]["board"]
        assert told_here["population"] == page["population"]
        lines = [{name: one[name] for name in kept} for one in page["lines"]]
        assert [{name: one[name] for name in kept} for one in told_here["lines"]] == lines


def test_a_review_of_a_claim_is_given_once_and_dated_by_what_counts(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openrepro.web.pages.claim_verdicts.SHOWN", 1)
    first = told(served, "/claims/demo-hedge.c1")
    assert first["data"]["review"]["reviewRating"]["ratingValue"] == 3
    assert told(served, first["next"])["data"]["review"] is None


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_of_claims_is_full_whatever_state_is_asked_for(
    served: Served, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No paper is looked through in vain for a state that only some states of papers allow."""
    every = [one for page in pages(served, f"/claims?view={view}") for one in page["claims"]]
    monkeypatch.setattr("openrepro.web.pages.claim_list.LOOKED_AT", 1)
    for state in ("verified", "falsified", "contested", "toy", "inconclusive"):
        found = [page["claims"] for page in pages(served, f"/claims?state={state}&view={view}")]
        wanted = [one["claim"] for one in every if one["state"] == state]
        assert [one["claim"] for claims in found for one in claims] == wanted, state
        if state in ("verified", "contested"):
            assert all(found) or not wanted, state


def test_a_page_of_few_claims_says_how_far_it_looked(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "papers are looked through for one page; the list goes on"
    assert words not in served.client.get("/claims?state=verified").text
    monkeypatch.setattr("openrepro.web.pages.claim_list.LOOKED_AT", 1)
    short = [page["short"] for page in pages(served, "/claims?state=verified")]
    assert words in served.client.get("/claims?state=verified").text
    assert short[0]
    assert not short[-1]


def test_one_is_told_in_the_singular(served: Served) -> None:
    for line in told(served, "/leaderboard/points")["data"]["board"]["lines"]:
        answer = served.client.get(line["why"])
        assert answer.status_code == 200
        assert not re.findall(r"\b1 (?:claims|points|entries|judged entries|teams)\b", answer.text), line
