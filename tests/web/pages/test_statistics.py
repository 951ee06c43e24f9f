"""The statistics: every figure defined, every chart a table, every number beside what it is a part of."""

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.server.boards import refresh_view
from openrepro.web.pages.figure_records import records_of
from tests.web.challenge import Served, founded, without_caps


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("figures") / "challenge", change=without_caps))
    for name, book in (("ada", "dune/demo-descent"), ("ada", "amber/demo-batch"), ("bo", "elm/demo-batch")):
        made.add(name)
        made.submit(name, book)
    made.judge_all()
    refresh_view(made.installation.store, "icml-2026", clock.now())
    yield made
    made.installation.close()


@pytest.fixture
def empty(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "empty"))
    yield made
    made.installation.close()


def test_every_figure_stands_in_the_table_with_its_definition(served: Served) -> None:
    page = served.client.get("/statistics").text
    figures = served.client.get("/api/v1/statistics").json()["data"]
    told = [one for group in served.client.get("/statistics.json").json()["data"]["groups"] for one in group["figures"]]
    assert [one["name"] for one in told] == [one["name"] for one in figures]
    for one in told:
        assert f'id="{one["anchor"]}"' in page, one["name"]
        assert one["definition"]
    assert len({one["anchor"] for one in told}) == len(told)


def test_what_leads_to_a_definition_ends_there(served: Served) -> None:
    page = served.client.get("/statistics").text
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    home = served.client.get("/").text
    anchors = re.findall(r'href="#([^"]+)"', page) + re.findall(r'href="/statistics#([^"]+)"', home)
    assert anchors
    assert set(anchors) <= set(ids)


def test_every_number_leads_to_its_records(served: Served) -> None:
    told = served.client.get("/statistics.json").json()["data"]
    links = {one["records"] for group in told["groups"] for one in group["figures"]} - {""}
    assert {"/papers", "/claims?state=contested", "/logbooks?state=judged", "/verdicts?label=toy"} <= links
    for link in links:
        assert served.client.get(link).status_code == 200, link


def test_lists_of_records_have_as_many_as_the_figure_says(served: Served) -> None:
    told = served.client.get("/statistics.json").json()["data"]
    figures = {one["name"]: one["value"] for group in told["groups"] for one in group["figures"]}
    for state in ("verified", "falsified", "contested", "toy", "inconclusive", "untested"):
        listed = served.client.get(f"/claims.json?state={state}").json()["data"]["claims"]
        assert len(listed) == figures[f"claims {state}"], state
        assert {claim["state"] for claim in listed} <= {state}


def test_charts_and_figures_say_the_same(served: Served) -> None:
    told = served.client.get("/statistics.json").json()["data"]
    figures = {one["name"]: one["value"] for group in told["groups"] for one in group["figures"]}
    rows = told["history"]["rows"]
    assert rows[-1]["verdicts_so_far"] + told["history"]["undated"]["verdicts"] == figures["verdicts"]
    assert sum(area["papers"] for area in told["coverage"]) == figures["papers"]
    assert sum(area["examined"] for area in told["coverage"]) == figures["papers with a judged entry"]
    for bar in told["bars"]:
        if bar["name"] == "Papers by state":
            assert sum(one["value"] for one in bar["parts"]) == figures["papers with a judged entry"]


def test_a_picture_is_named_and_has_no_colour_of_its_own(served: Served) -> None:
    page = served.client.get("/statistics").text
    drawings = re.findall(r"<svg[^>]*>", page)
    assert drawings
    for drawing in drawings:
        named = 'role="img"' in drawing and "aria-label" in drawing
        assert named or 'aria-hidden="true"' in drawing, drawing
    assert not re.search(r'fill="(?!url\()|stroke="|style=', page)


def test_views_stand_side_by_side(served: Served) -> None:
    told = served.client.get("/statistics.json").json()["data"]
    assert {"main", "icml-2026"} == set(told["compared"][0]["values"])
    other = served.client.get("/statistics.json?view=icml-2026").json()["data"]
    assert other["view"]["name"] == "icml-2026"
    assert "/claims?state=contested&view=icml-2026" in str(other["groups"])
    assert served.client.get("/statistics?view=nothing").status_code == 404


def test_before_the_first_board_there_are_words_and_no_zeros(empty: Served) -> None:
    page = empty.client.get("/statistics").text
    assert "No numbers yet" in page
    assert "<svg" not in page
    assert empty.client.get("/claims").status_code == 200


def test_a_board_without_entries_says_what_is_not_there_yet(empty: Served) -> None:
    empty.judge_all()
    page = empty.client.get("/statistics").text
    for words in ("Nothing to compare yet", "Nothing has happened yet", "No effort to show yet"):
        assert words in page
    assert "None" not in page


def test_a_list_of_something_else_says_so_or_is_not_linked() -> None:
    assert records_of("papers contested", "main") == ("/papers?status=contested", "")
    assert records_of("papers contested", "icml-2026") == ("", "")
    assert records_of("papers with something reproduced", "main") == ("", "")
    assert records_of("claims toy", "icml-2026") == ("/claims?state=toy&view=icml-2026", "")
    assert records_of("verdicts", "main").lists
