"""What the statistics draw agrees with the figures."""

import json

from benchmarks.board import records

from openrepro.board.charts import charts
from openrepro.board.fold import Index, fold
from openrepro.board.votes import votes_of
from openrepro.challenge.rules import PROFILES
from tests.board.ballots import entry, event


def test_the_charts_of_the_constructed_event_add_up_to_its_figures() -> None:
    made = fold(votes_of(records()), PROFILES["strict"])
    drawn, figures = json.loads(json.dumps(charts(made))), made.funnel
    days = drawn["history"]["days"]
    assert sum(sum(day["verdicts"].values()) for day in days) == figures["verdicts"].value == 35_908
    assert sum(day["judged"] for day in days) == figures["judged entries"].value == 6_885
    assert sum(area["examined"] for area in drawn["coverage"]) == figures["papers with a judged entry"].value
    spreads = {one["name"]: one for one in drawn["spread"]}
    assert spreads["logbooks of a team"]["total"] == figures["judged entries"].value
    assert spreads["logbooks of a team"]["quartiles"]["most"] == 363
    assert spreads["verdicts of a logbook"]["total"] == figures["verdicts"].value
    assert spreads["judged logbooks of a paper"]["many"] == figures["papers with a judged entry"].value
    assert sum(one["pairs"] for one in drawn["agreement"]["matrix"]) == drawn["agreement"]["pairs"]


def test_an_area_is_that_of_the_index() -> None:
    votes = event(entry("a", "v", paper="p1"))
    made = fold(votes, PROFILES["strict"], index=Index(2, {"p1": [], "p2": []}, {"p1": "Theory"}))
    assert {area["area"]: area["examined"] for area in json.loads(json.dumps(charts(made)))["coverage"]} == {
        "Theory": 1,
        "": 0,
    }


def test_an_empty_board_draws_nothing() -> None:
    drawn = charts(fold((), PROFILES["strict"]))
    assert drawn["coverage"] == drawn["spread"] == []
