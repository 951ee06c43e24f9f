"""Spaces are entered by their id, whatever the Hub's listing shows, and looked at again when their team asks."""

from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro.web.api import spaces
from tests.hub.conftest import QUICK
from tests.hub.imitation import FakeSpace, Imitation, Reply, running
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served, founded

PATH = "/api/v1/entries/space"
TAG = "webtests-repro"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Generator[Imitation]:
    monkeypatch.setattr(spaces, "IMPATIENT", QUICK)
    tagged = FakeSpace("ada/repro", tags=[TAG, "paper-demo-batch", "license:mit"], lost=True)
    misnamed = FakeSpace("ada/misnamed", tags=[TAG, "paper-demo-bacth"])
    with running(Imitation([tagged, misnamed, FakeSpace("eve/other", tags=["cats"])])) as made:
        yield made


@pytest.fixture
def served(hub: Imitation, tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", {"OPENREPRO_HUB_URL": hub.url}))
    made.add("ada")
    yield made
    made.installation.close()


def test_a_space_that_no_listing_shows_is_entered(served: Served) -> None:
    answer = served.as_("ada").post(PATH, json={"space": "ada/repro"})
    assert answer.status_code == 202, answer.text
    entry = answer.json()["data"]
    assert (entry["origin"], entry["paper"], entry["state"], entry["licence"]) == (
        "ada/repro",
        "demo-batch",
        "resolved",
        "MIT",
    )
    again = served.as_("ada").post(PATH, json={"space": "ada/repro"})
    assert again.json()["data"]["id"] == entry["id"]
    assert len(served.client.get("/api/v1/entries").json()["data"]) == 1


def test_a_wrong_name_of_the_paper_is_told_at_once(served: Served) -> None:
    entry = served.as_("ada").post(PATH, json={"space": "ada/misnamed"}).json()["data"]
    assert (entry["state"], entry["reason"]) == ("rejected", "unknown-paper")
    assert "demo-batch" in entry["sentence"]
    assert entry["next_step"]


@pytest.mark.parametrize("name", ["ada/nothing", "eve/other", "nonsense", "../../x", "a/b/c", "", "ä/b"])
def test_what_is_no_entry_is_refused_with_a_sentence(served: Served, name: str) -> None:
    answer = served.as_("ada").post(PATH, json={"space": name})
    assert answer.status_code == 422
    assert answer.json()["error"]["text"]
    assert served.client.get("/api/v1/entries").json()["data"] == []


def test_a_hub_that_does_not_answer_changes_nothing(served: Served, hub: Imitation) -> None:
    hub.rules.append(lambda _path: Reply(500))
    answer = served.as_("ada").post(PATH, json={"space": "ada/repro"})
    assert_failure(answer, 503, "unavailable")
    assert answer.headers["retry-after"]
    assert served.client.get("/api/v1/entries").json()["data"] == []
    hub.rules.clear()
    assert served.as_("ada").post(PATH, json={"space": "ada/repro"}).status_code == 202


def test_a_token_to_submit_is_needed(served: Served) -> None:
    assert_failure(served.client.post(PATH, json={"space": "ada/repro"}), 401, "not-signed-in")
