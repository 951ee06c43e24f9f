"""Which paper to try: the page, its twin, its form, and the same in the API."""

from collections.abc import Generator
from typing import Any

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.clock import written
from openrepro.papers.paper import Paper
from openrepro.server.choosing import read_signals
from tests.web.challenge import Served, founded, without_caps

HOSTILE = '<script>alert(1)</script> \u202egnp "><img src=x onerror=alert(2)>'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("recommended") / "challenge", change=without_caps), app=app)
    made.add("ada")
    made.add("bob")
    made.submit("ada", "amber/demo-batch")
    made.judge_all()
    here = made.installation
    with here.store.write() as tx:
        tx.papers.put([Paper("hostile", HOSTILE, area=HOSTILE, abstract=f"We use 8 A100 GPUs {HOSTILE}.")], now=now())
        tx.papers.put_claims([ClaimSet("hostile", (Claim("hostile.c1", Kind.VALUE, "It is 3."),), [])], now=now())
    read_signals(here.store, here.blobs, clock.now())
    yield made
    here.close()


def now() -> str:
    return written(clock.now())


def told(served: Served, query: str = "") -> dict[str, Any]:
    answer = served.client.get(f"/papers/recommended.json{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def ids(served: Served, query: str = "") -> list[str]:
    return [one["id"] for one in told(served, query)["papers"]]


def test_each_paper_has_its_reasons_its_cost_and_the_way_to_its_prompt(served: Served) -> None:
    data = told(served)
    assert data["for"] == "day"
    assert set(ids(served)) == {"demo-batch", "demo-charlm", "demo-descent", "demo-hedge", "hostile"}
    tried = next(one for one in data["papers"] if one["id"] == "demo-batch")
    assert tried["judged"] == 1
    assert tried["cost"]["seconds"]["many"] == 1
    assert "one earlier attempt took" in tried["cost"]["words"]
    html = served.client.get("/papers/recommended").text
    assert 'href="/papers/demo-batch#prompt"' in html
    assert tried["why"][0]["words"] in html


def test_what_was_tried_comes_after_what_confirmation_needs(served: Served) -> None:
    needs = [one["need"] for one in told(served)["papers"]]
    assert needs == sorted(needs, key=["contested", "unconfirmed", "untried", "open claims", "settled"].index)


def test_filters_of_the_form(served: Served) -> None:
    assert ids(served, "?compute=several-gpus") == ["hostile"]
    assert "hostile" not in ids(served, "?compute=laptop")
    assert ids(served, "?code=yes") == []
    assert "No paper fits" in served.client.get("/papers/recommended?code=yes").text
    assert "demo-batch" in ids(served, "?hours=1")
    data = told(served, "?seed=carol&compute=&area=&code=&hours=")
    assert (data["for"], data["narrowed"], len(data["papers"])) == ("name", False, 5)


@pytest.mark.parametrize("query", ["?compute=abacus", "?code=perhaps", "?hours=0", "?hours=ten", f"?seed={'x' * 81}"])
def test_what_there_is_not_is_refused_with_a_sentence(served: Served, query: str) -> None:
    assert served.client.get(f"/papers/recommended{query}").status_code == 400


def test_hostile_words_stay_words(served: Served) -> None:
    html = served.client.get("/papers/recommended?compute=several-gpus").text
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "\u202e" not in html


def test_the_api_tells_the_same_and_knows_the_account(served: Served) -> None:
    answer = served.client.get("/api/v1/papers/recommended", params={"limit": 100})
    assert [one["id"] for one in answer.json()["data"]] == ids(served)
    assert answer.json()["data"] == told(served)["papers"]
    mine = served.as_("ada").get("/api/v1/papers/recommended", params={"limit": 1})
    assert mine.status_code == 200
    assert len(mine.json()["data"]) == 1
    assert served.client.get("/api/v1/papers/recommended", params={"compute": "abacus"}).status_code in (400, 422)


def test_a_paper_says_what_an_attempt_takes(served: Served) -> None:
    data = served.client.get("/papers/demo-batch.json").json()["data"]
    assert data["takes"]["compute"] == "laptop"
    html = served.client.get("/papers/demo-batch").text
    assert "What an attempt takes" in html
    assert data["takes"]["evidence"][0]["quote"] in html
    untried = served.client.get("/papers/hostile.json").json()["data"]["cost"]
    assert untried == {
        "attempts": 0,
        "seconds": None,
        "untold": 0,
        "words": "No judged attempt yet: what it costs is not known.",
    }


def test_papers_are_filtered_by_what_was_read(served: Served) -> None:
    found = served.client.get("/papers.json?compute=several-gpus").json()["data"]
    assert [one["id"] for one in found["papers"]] == ["hostile"]
    counts = {one["name"]: {value["value"]: value["count"] for value in one["choices"]} for one in found["filters"]}
    assert counts["compute"]["laptop"] >= 1
    assert counts["text-on-file"]["no"] == 1


def test_the_way_there_is_told(served: Served) -> None:
    for page in ("/", "/papers", "/guide"):
        assert "/papers/recommended" in served.client.get(page).text, page
