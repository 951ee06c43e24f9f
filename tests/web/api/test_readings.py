"""Readings over the API: the same permissions, the same blindness, the same rules as on the pages."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from openrepro.people.accounts import Role, Scope
from tests.web.challenge import Here, Served, founded, without_caps

ROOT = "/api/v1/readings"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("readings") / "challenge", change=without_caps))
    made.app.state.desk = replace(made.app.state.desk, bench=Here())
    made.add("ada")
    for name, role, scopes in (
        ("rita", Role.REVIEWER, (Scope.REVIEW,)),
        ("ron", Role.REVIEWER, (Scope.REVIEW,)),
        ("sam", Role.REVIEWER, (Scope.SUBMIT,)),
        ("pat", Role.PARTICIPANT, tuple(Scope)),
        ("olga", Role.ORGANISER, (Scope.OPERATE,)),
    ):
        made.add(name, role, scopes)
    made.submit("ada", "dune/demo-descent")
    made.judge_all()
    yield made
    made.installation.close()


def waiting(served: Served, name: str) -> list[dict[str, Any]]:
    answer = served.as_(name).get(ROOT)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


def test_the_queue_is_for_reviewers_with_a_token_that_may_review(served: Served) -> None:
    assert served.client.get(ROOT).status_code == 401
    for name in ("ada", "sam", "pat"):
        assert served.as_(name).get(ROOT).status_code == 403, name
    look = waiting(served, "rita")[0]["id"]
    assert [one["id"] for one in waiting(served, "olga")] == [one["id"] for one in waiting(served, "rita")]
    for name, status in (("ada", 403), ("sam", 403), ("rita", 409)):
        assert served.as_(name).get(f"{ROOT}/{look}").status_code == status, name
        sent = served.as_(name).post(f"{ROOT}/{look}", json={"stamp": "", "fields": {}})
        assert sent.status_code == status, name
    assert served.as_("rita").get(f"{ROOT}/999").status_code == 404
    first = served.as_("rita").get(ROOT, params={"limit": 1}).json()
    rest = served.as_("rita").get(ROOT, params={"cursor": first["next"]}).json()
    assert [one["id"] for one in first["data"] + rest["data"]] == [one["id"] for one in waiting(served, "rita")]


def test_a_reading_is_taken_read_and_sent(served: Served) -> None:
    rita, look = served.as_("rita"), waiting(served, "rita")[-1]["id"]
    took = rita.post(f"{ROOT}/{look}/take").json()["data"]
    assert took["taken_until"] > took["since"]
    assert served.as_("ron").post(f"{ROOT}/{look}/take").status_code == 403
    told = rita.get(f"{ROOT}/{look}").json()["data"]
    assert "chip" not in str(told)
    bad = rita.post(f"{ROOT}/{look}", json={"stamp": told["stamp"], "fields": {"addressed": "yes"}})
    assert bad.status_code == 422
    assert "method: Choose one" in bad.json()["error"]["text"]
    stale = rita.post(f"{ROOT}/{look}", json={"stamp": "other", "fields": {"addressed": "no"}})
    assert stale.status_code == 409
    assert "It changed since" in stale.json()["error"]["text"]
    sent = rita.post(f"{ROOT}/{look}", json={"stamp": told["stamp"], "fields": {"addressed": "no"}})
    assert sent.status_code == 201, sent.text
    ruled = sent.json()["data"]
    assert ruled["label"] == "inconclusive"
    verdict = served.client.get(f"/api/v1/verdicts/{ruled['verdict']}").json()["data"]["record"]
    assert (verdict["judge"]["reader"], verdict["supersedes"]) == ("person", ruled["superseded"])
    again = rita.post(f"{ROOT}/{look}", json={"stamp": told["stamp"], "fields": {"addressed": "no"}})
    assert again.status_code == 403
    assert "submitted this reading already" in again.json()["error"]["text"]
    assert look not in [one["id"] for one in waiting(served, "ron")]


def test_what_is_no_form_is_refused(served: Served) -> None:
    rita, look = served.as_("rita"), waiting(served, "rita")[0]["id"]
    rita.post(f"{ROOT}/{look}/take")
    for body in (
        {"fields": {}},
        {"stamp": "", "fields": {"addressed": 1}},
        {"stamp": "", "fields": {"quote-1": "x" * 5_000}},
        {"stamp": "", "fields": {f"f{at}": "" for at in range(500)}},
        {"stamp": "", "fields": {}, "label": "verified"},
    ):
        assert rita.post(f"{ROOT}/{look}", json=body).status_code == 422, str(body)[:80]
