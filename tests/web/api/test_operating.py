"""Operators act through the API, say why, and are kept in the record; nobody else gets in."""

from typing import Any

import pytest

from openrepro.people.accounts import Role, Scope
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served

OPERATOR = "/api/v1/operator"
WHY = {"why": "It names a reviewer."}


def act(served: Served, path: str, body: dict[str, Any] | None = None, *, name: str = "otto") -> Any:
    return served.as_(name).post(f"{OPERATOR}/{path}", json=WHY if body is None else body)


def entry_of(served: Served, name: str = "ada") -> str:
    found: str = served.submit(name, "amber/demo-batch")["entry"]["id"]
    return found


def acts(served: Served) -> list[tuple[str, str, str]]:
    found = served.as_("otto").get(f"{OPERATOR}/acts").json()["data"]
    return [(one["action"], one["target"], one["why"]) for one in found]


def test_hiding_takes_an_entry_from_everybody_but_its_team_and_operators(served: Served) -> None:
    entry = entry_of(served)
    served.judge_all()
    verdict = served.client.get("/api/v1/verdicts").json()["data"][0]["id"]
    assert act(served, f"entries/{entry}/hide").json()["data"]["hidden"]
    places = (f"entries/{entry}", f"entries/{entry}/history", f"entries/{entry}/revisions", f"verdicts/{verdict}")
    for place in places:
        assert_failure(served.client.get(f"/api/v1/{place}"), 404, "not-found")
        assert_failure(served.as_("eve").get(f"/api/v1/{place}"), 404, "not-found")
        assert served.as_("ada").get(f"/api/v1/{place}").status_code == 200
        assert served.as_("otto").get(f"/api/v1/{place}").status_code == 200
    for name, seen in (("eve", 0), ("otto", 1)):
        assert len(served.as_(name).get("/api/v1/entries").json()["data"]) == seen
    team = {"team": served.teams["ada"]}
    assert len(served.as_("ada").get("/api/v1/entries", params=team).json()["data"]) == 1
    assert served.as_("eve").get("/api/v1/entries", params=team).json()["data"] == []
    assert served.client.get("/api/v1/verdicts").json()["data"] == []
    assert served.client.get("/api/v1/claims/demo-batch.c1").json()["data"]["verdicts"] == []
    bodies = [leaf["body"] for leaf in served.client.get("/api/v1/ledger/leaves").json()["data"]]
    assert bodies
    assert set(bodies) == {None}
    assert [one["id"] for one in served.as_("otto").get(f"{OPERATOR}/hidden").json()["data"]] == [entry]
    assert not act(served, f"entries/{entry}/unhide").json()["data"]["hidden"]
    assert served.client.get(f"/api/v1/entries/{entry}").status_code == 200
    assert acts(served)[:2] == [("unhidden", entry, WHY["why"]), ("hidden", entry, WHY["why"])]


def test_a_tag_of_an_operators_answer_is_not_that_of_the_public_one(served: Served) -> None:
    entry_of(served)
    served.judge_all()
    tag = served.client.get("/api/v1/verdicts").headers["etag"]
    seen = served.as_("otto").get("/api/v1/verdicts", headers={"If-None-Match": tag})
    assert seen.status_code == 200
    assert seen.headers["cache-control"] == "private, no-cache"


def test_an_entry_is_queued_again_withdrawn_and_restored(served: Served) -> None:
    entry = entry_of(served)
    served.judge_all()
    assert act(served, f"entries/{entry}/requeue").json()["data"]["state"] == "queued"
    served.judge_all()
    assert act(served, f"entries/{entry}/withdraw").json()["data"]["state"] == "withdrawn"
    assert_failure(act(served, f"entries/{entry}/requeue"), 409, "conflict")
    assert act(served, f"entries/{entry}/restore").json()["data"]["state"] == "judged"
    assert_failure(act(served, f"entries/{entry}/restore"), 409, "conflict")
    assert [action for action, _, _ in acts(served)] == ["restored", "withdrawn", "requeued"]


def test_the_pages_of_an_entry_are_made_again(served: Served) -> None:
    entry = entry_of(served)
    served.judge_all()
    assert served.render_all() == 0
    assert act(served, f"entries/{entry}/render").json()["data"]["state"] == "judged"
    assert served.render_all() == 1
    assert acts(served)[0][:2] == ("rendered", entry)
    assert_failure(act(served, "entries/e_none/render"), 404, "not-found")
    assert act(served, f"entries/{entry}/take-down").status_code == 200
    assert_failure(act(served, f"entries/{entry}/render"), 409, "conflict")


def test_files_that_are_taken_down_are_gone_and_leave_a_tombstone(served: Served) -> None:
    receipt = served.submit("ada", "amber/demo-batch")["entry"]
    files = f"/api/v1/entries/{receipt['id']}/revisions/{receipt['revision']}/files"
    blobs = [file["sha256"] for file in served.client.get(files).json()["data"]]
    assert all(map(served.installation.blobs.has, blobs))
    assert act(served, f"entries/{receipt['id']}/take-down").json()["data"]["reason"] == "taken-down"
    assert not any(map(served.installation.blobs.has, blobs))
    (revision,) = served.client.get(f"/api/v1/entries/{receipt['id']}/revisions").json()["data"]
    assert revision["taken_down_at"]
    assert_failure(act(served, f"entries/{receipt['id']}/take-down"), 409, "conflict")
    again = served.as_("eve").post("/api/v1/entries", content=b"x", headers={"Content-Type": "application/zip"})
    assert again.status_code == 422


def test_a_team_takes_part_without_a_rank(served: Served) -> None:
    entry_of(served)
    team = served.teams["ada"]
    assert act(served, f"teams/{team}/competing", {**WHY, "competing": False}).json()["data"]["competing"] is False
    assert served.client.get(f"/api/v1/teams/{team}").json()["data"]["competing"] is False
    served.judge_all()
    (line,) = served.client.get("/api/v1/board/views/main/boards/points").json()["data"]["lines"]
    assert (line["rank"], line["name"]) == (None, "ada")
    assert_failure(act(served, f"teams/{team}/competing", {**WHY, "competing": False}), 422, "refused")
    assert_failure(act(served, "teams/nobody/competing", {**WHY, "competing": False}), 404, "not-found")


def test_an_announcement_is_shown_until_it_is_taken_down(served: Served) -> None:
    made = act(served, "announcements", {**WHY, "text": "Judging pauses tonight."})
    assert made.status_code == 201
    number = made.json()["data"]["id"]
    assert [one["text"] for one in served.client.get("/api/v1/announcements").json()["data"]] == [
        "Judging pauses tonight."
    ]
    assert act(served, f"announcements/{number}/withdraw").json()["data"] == []
    assert_failure(act(served, f"announcements/{number}/withdraw"), 404, "not-found")


def test_what_stands_still_is_listed(served: Served) -> None:
    entry = entry_of(served)
    assert served.as_("otto").get(f"{OPERATOR}/stuck").json()["data"] == []
    assert served.as_("otto").get(f"{OPERATOR}/stuck", params={"hours": 0}).status_code == 200
    assert [one["id"] for one in served.client.get("/api/v1/entries", params={"state": "queued"}).json()["data"]] == [
        entry
    ]


@pytest.mark.parametrize("body", [{}, {"why": ""}, {"why": "x" * 501}, {"why": 5}, {"why": "x", "more": 1}, [], None])
def test_an_act_without_a_reason_is_refused(served: Served, body: object) -> None:
    entry = entry_of(served)
    answer = served.as_("otto").post(f"{OPERATOR}/entries/{entry}/hide", json=body)
    assert_failure(answer, 422, "bad-value")
    assert_failure(act(served, f"entries/{entry}/hide", {"why": " \n "}), 422, "refused")
    assert acts(served) == []


def test_an_act_on_nothing_is_not_kept(served: Served) -> None:
    assert_failure(act(served, "entries/nothing/hide"), 404, "not-found")
    assert acts(served) == []


@pytest.mark.parametrize(
    ("role", "scopes", "status"),
    [
        (Role.PARTICIPANT, tuple(Scope), 403),
        (Role.REVIEWER, tuple(Scope), 403),
        (Role.ORGANISER, (Scope.READ, Scope.SUBMIT), 403),
        (Role.ORGANISER, (Scope.OPERATE,), 200),
        (Role.ADMIN, (Scope.OPERATE,), 200),
    ],
)
def test_it_takes_the_role_and_the_scope(served: Served, role: Role, scopes: tuple[Scope, ...], status: int) -> None:
    served.add("someone", role=role, scopes=scopes)
    entry = entry_of(served)
    assert act(served, f"entries/{entry}/hide", name="someone").status_code == status
    assert served.as_("someone").get(f"{OPERATOR}/acts").status_code == status


def test_of_a_hidden_entry_only_its_pseudonym_is_left_to_strangers(served: Served) -> None:
    hidden = served.submit("eve", "dune/demo-batch")["entry"]
    served.judge_all()
    (verdict, *_) = served.client.get("/api/v1/verdicts").json()["data"]
    act(served, f"entries/{hidden['id']}/hide")
    served.judge_all()
    gone = ("", "/history", "/revisions", f"/revisions/{hidden['revision']}/files", "/likeness")
    for path in (*(f"entries/{hidden['id']}{below}" for below in gone), f"verdicts/{verdict['id']}"):
        assert served.client.get(f"/api/v1/{path}").status_code == 404, path
    lists = ("entries", f"entries?team={hidden['team']}", "verdicts", f"verdicts?entry={hidden['id']}")
    claim = f"claims/{verdict['claim']}"
    for path in (*lists, claim, "ledger/leaves", "board/views/main/boards/points", "statistics", "queue"):
        told = served.client.get(f"/api/v1/{path}").text
        assert not any(hidden[part] in told for part in ("id", "title", "account", "revision")), path
    (entered,) = served.client.get("/api/v1/papers/demo-batch/consensus").json()["data"][0]["consensus"]["entered"]
    assert (entered["entry"], entered["why"], entered["scoring"]) == (hidden["id"], "hidden", False)
