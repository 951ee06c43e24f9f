"""What holds for every address of the API: the envelope, the error shape, tags, strictness, closed doors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.challenge import Served

NAMES = {"paper": "demo-batch", "claim": "demo-batch.c1", "view": "main", "board": "points", "number": "1", "look": "1"}
DISPUTE = {"ground": "ambiguous", "why": "Which batch?"}
SAID = {"/api/v1/ledger/consistency": {"first": "1"}, "/api/v1/ledger/inclusion": {"leaf": "1"}}


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    secured: bool


def routes(served: Served) -> Iterator[Route]:
    for path, taken in served.app.openapi()["paths"].items():
        for method in taken:
            yield Route(method.upper(), path, path.startswith(PRIVATE) or path.endswith("/text") or method != "get")


PRIVATE = tuple(f"/api/v1/{name}" for name in ("webhooks", "tokens", "account", "operator", "readings"))


def named(served: Served, path: str) -> str:
    """The path with names of things that exist."""
    entry = served.client.get("/api/v1/entries", params={"state": "judged", "limit": 1}).json()["data"][0]
    verdict = served.client.get("/api/v1/verdicts", params={"limit": 1}).json()["data"][0]["id"]
    digest = served.client.get("/api/v1/rules").json()["data"]["digest"]
    names = {**NAMES, "entry": entry["id"], "revision": entry["revision"], "verdict": verdict, "digest": digest}
    names["team"] = entry["team"]
    if "{dispute}" in path:
        raised = served.as_("ada").post(f"/api/v1/claims/{NAMES['claim']}/disputes", json=DISPUTE).json()["data"]
        names["dispute"] = str(raised["id"])
        served.as_("ada").post(f"/api/v1/disputes/{raised['id']}/withdraw")
    return re.sub(r"\{(\w+)\}", lambda match: names[match[1]], path)


def public(served: Served) -> list[str]:
    return [named(served, route.path) for route in routes(served) if route.method == "GET" and not route.secured]


def test_every_public_list_and_thing_has_the_envelope_and_a_tag(judged: Served) -> None:
    paths = public(judged)
    assert len(paths) > 25
    for path in paths:
        answer = judged.client.get(path, params=SAID.get(path))
        assert answer.status_code == 200, (path, answer.text)
        assert set(answer.json()) == {"data", "next", "meta"}, path
        assert answer.headers["etag"].startswith('W/"'), path
        assert answer.headers["cache-control"] == "public, no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["access-control-allow-origin"] == "*"


def test_what_the_caller_has_already_is_not_sent_again(judged: Served) -> None:
    for path in public(judged):
        if path.endswith("/queue"):
            continue
        tag = judged.client.get(path, params=SAID.get(path)).headers["etag"]
        again = judged.client.get(path, params=SAID.get(path), headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), path


def test_head_is_answered_everywhere(judged: Served) -> None:
    for path in public(judged):
        answer = judged.client.head(path, params=SAID.get(path))
        assert (answer.status_code, answer.content) == (200, b""), path


def test_a_parameter_that_nobody_knows_is_refused_everywhere(judged: Served) -> None:
    for path in public(judged):
        answer = judged.client.get(path, params={**SAID.get(path, {}), "limti": "1"})
        assert_failure(answer, 400, "unknown-parameter")


def test_a_broken_cursor_is_refused_by_every_list(judged: Served) -> None:
    lists = [path for path, taken in judged.app.openapi()["paths"].items() if "cursor" in parameters(taken)]
    assert len(lists) >= 10
    for path in lists:
        client = judged.as_("otto")
        if "{webhook}" in path:
            continue
        assert_failure(client.get(named(judged, path), params={"cursor": "nonsense"}), 400, "bad-cursor")


def parameters(taken: dict[str, Any]) -> set[str]:
    return {one["name"] for one in taken.get("get", {}).get("parameters", ())}


@pytest.mark.parametrize("limit", ["0", "501", "-1", "many", "1e3", ""])
def test_limits_are_from_1_to_500(judged: Served, limit: str) -> None:
    assert_failure(judged.client.get("/api/v1/papers", params={"limit": limit}), 422, "bad-value")


def test_doors_are_closed_to_the_nameless_and_to_false_names(judged: Served) -> None:
    doors = [route for route in routes(judged) if route.secured]
    assert len(doors) > 12
    for door in doors:
        path = re.sub(r"\{\w+\}", "1", door.path)
        for headers in ({}, {"Authorization": "Bearer or_" + "x" * 40}, {"Authorization": "Basic YTpi"}):
            answer = judged.client.request(door.method, path, headers=headers, json={})
            assert_failure(answer, 401, "not-signed-in")
            assert answer.headers["www-authenticate"] == "Bearer"


def test_a_false_token_is_refused_even_where_none_is_needed(judged: Served) -> None:
    answer = judged.client.get("/api/v1/papers", headers={"Authorization": "Bearer or_mistyped"})
    assert_failure(answer, 401, "not-signed-in")


def test_a_token_to_read_changes_nothing(judged: Served) -> None:
    client = judged.as_("rob")
    for door in routes(judged):
        if door.method == "GET" or door.path.startswith("/api/v1/tokens"):
            continue
        path = re.sub(r"\{\w+\}", "1", door.path)
        assert_failure(client.request(door.method, path, json={}), 403, "forbidden")


@pytest.mark.parametrize(
    "path", ["/nothing.json", "/api", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1/papers/", "/api/x%00y"]
)
def test_where_nothing_is_the_error_has_its_shape(judged: Served, path: str) -> None:
    assert_failure(judged.client.get(path), 404, "not-found")


def test_a_method_that_is_not_taken_names_those_that_are(judged: Served) -> None:
    answer = judged.client.put("/api/v1/entries")
    assert_failure(answer, 405, "method-not-allowed")
    assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("kind", ["papers", "claims", "entries", "verdicts", "teams"])
def test_what_does_not_exist_is_not_found(judged: Served, kind: str) -> None:
    for name in ("nothing", "a" * 200, "%F0%9F%8E%89", "%00", "..%2f..", "'; DROP TABLE entries; --"):
        answer = judged.client.get(f"/api/v1/{kind}/{name}")
        assert answer.status_code == 404, (name, answer.text)
    assert_failure(judged.client.get(f"/api/v1/{kind}/{'a' * 201}"), 422, "bad-value")


def test_large_answers_are_compressed(judged: Served) -> None:
    answer = judged.client.get("/api/v1/verdicts", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()


def test_lists_go_on_to_the_end_without_a_gap(judged: Served) -> None:
    for path in ("papers", "claims", "entries", "verdicts", "ledger/leaves", "board/views/main/papers"):
        whole = rows(judged.client, path, 500)
        assert rows(judged.client, path, 3) == whole, path
        assert len(whole) > 3


def rows(client: TestClient, path: str, limit: int) -> list[object]:
    found: list[object] = []
    params: dict[str, object] = {"limit": limit}
    while True:
        answer = client.get(f"/api/v1/{path}", params=params).json()
        found += answer["data"]
        if answer["next"] is None:
            return found
        assert len(answer["data"]) == limit
        params["cursor"] = answer["next"]


def assert_failure(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code, error
    assert error["text"].endswith((".", "?"))
    assert set(error) == {"code", "text", "hint", "where"}
    assert answer.headers["cache-control"] == "no-store"
