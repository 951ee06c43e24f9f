"""The leaderboard as a reader sees it."""

from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.board.acts import ActKind
from openrepro.clock import written
from openrepro.record.acts import Act
from openrepro.server.boards import refresh_view
from tests.web.challenge import Served, founded, without_caps

BOARDS = ("points", "first-to-establish", "strength", "coverage")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("boards") / "challenge", change=without_caps))
    for name in ("ada", "bo", "organiser"):
        made.add(name)
    made.submit("ada", "dune/demo-descent")
    made.submit("bo", "amber/demo-batch")
    made.submit("organiser", "elm/demo-batch")
    now = written(clock.now())
    with made.installation.store.write() as tx:
        tx.people.set_competing(made.teams["organiser"], False)
        tx.ledger.append([Act(ActKind.GUEST, now, team=made.teams["organiser"])])
    made.judge_all()
    refresh_view(made.installation.store, "icml-2026", clock.now())
    yield made
    made.installation.close()


@pytest.fixture
def empty(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "empty"))
    yield made
    made.installation.close()


def test_every_board_says_what_it_counts_and_who_is_ranked(served: Served) -> None:
    told = served.client.get("/leaderboard.json").json()["data"]
    assert [board["where"].rsplit("/", 1)[-1] for board in told["boards"]] == list(BOARDS)
    page = served.client.get("/leaderboard").text
    for board in told["boards"]:
        assert board["definition"]
        assert board["ties"]
    assert page.count("Ties: ") == 4


def test_a_first_rank_for_nothing_is_said_to_be_shared_by_all(served: Served) -> None:
    told = served.client.get("/leaderboard.json").json()["data"]["boards"]
    empty = [board["name"] for board in told if [one["value"] for one in board["lines"][:1]] == ["0"]]
    assert 0 < len(empty) < len(told)
    assert served.client.get("/leaderboard").text.count("No team has any yet") == len(empty)


def test_a_rank_is_never_without_its_population(served: Served) -> None:
    told = served.client.get("/leaderboard/points.json").json()["data"]["board"]
    assert told["population"] == 2
    assert [line["rank"] for line in told["lines"]] == [1, 2, None]
    assert served.client.get("/leaderboard/points").text.count('<span class="quiet">of 2</span>') == 2


def test_a_team_that_does_not_compete_is_listed_with_the_reason(served: Served) -> None:
    line = served.client.get("/leaderboard/points.json").json()["data"]["board"]["lines"][-1]
    assert (line["rank"], line["team"]) == (None, served.teams["organiser"])
    assert "does not compete" in line["why_unranked"]
    assert "no rank" in served.client.get("/leaderboard/points").text


def test_every_line_leads_to_why(served: Served) -> None:
    for line in served.client.get("/leaderboard/points.json").json()["data"]["board"]["lines"]:
        page = served.client.get(line["why"]).text
        assert 'id="why"' in page


def test_a_board_ends_where_it_says(served: Served) -> None:
    page = served.client.get("/leaderboard/points.json", params={"after": "1"}).json()
    assert [line["position"] for line in page["data"]["board"]["lines"]] == [2]
    assert (page["previous"], page["next"]) == ("/leaderboard/points", None)
    assert "Nothing further" in served.client.get("/leaderboard/points", params={"after": "99"}).text


def test_a_team_is_found_by_the_beginning_of_its_name(served: Served) -> None:
    for asked in ("ad", "AD", "Ada", served.teams["ada"]):
        found = served.client.get("/leaderboard.json", params={"team": asked}).json()["data"]["found"]
        assert [one["team"] for one in found] == [served.teams["ada"]], asked
    assert "1 of 2" in served.client.get("/leaderboard", params={"team": "a"}).text
    for asked in ("nobody", "%", "_", "'", "<b>"):
        page = served.client.get("/leaderboard", params={"team": asked})
        assert "No such team" in page.text, asked
        assert "<b>" not in page.text


def test_other_rules_are_said_to_be_other_rules(served: Served) -> None:
    page = served.client.get("/leaderboard", params={"view": "icml-2026"}).text
    assert "Other rules." in page
    assert "Other rules." not in served.client.get("/leaderboard").text
    told = served.client.get("/leaderboard/points.json", params={"view": "icml-2026"}).json()["data"]
    assert "view=icml-2026" in told["board"]["lines"][0]["why"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/leaderboard/nothing", 404),
        ("/leaderboard?view=nothing", 404),
        ("/leaderboard/points?after=x", 400),
        ("/leaderboard/points?after=-2", 400),
        (f"/leaderboard?team={'x' * 81}", 400),
    ],
)
def test_what_is_not_there_is_said_to_be_not_there(served: Served, path: str, status: int) -> None:
    assert served.client.get(path).status_code == status


def test_before_the_first_board_there_are_words_and_no_zeros(empty: Served) -> None:
    page = empty.client.get("/leaderboard")
    assert page.status_code == 200
    assert "No board yet" in page.text
    assert empty.client.get("/leaderboard/points").status_code == 404
