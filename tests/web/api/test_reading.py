"""What is read through the API: papers, claims, verdicts that can be proven, the board, entries, rules, health."""

import json
from typing import Any

import pytest

from openrepro.ids import canonical, sha256
from openrepro.record.ledger import continues, includes, tree_of
from openrepro.server.boards import MAIN
from tests.web.api.test_every_route import assert_failure, rows
from tests.web.challenge import Served


def data(served: Served, path: str, **params: object) -> Any:
    answer = served.client.get(f"/api/v1/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_papers_are_found_by_area_words_and_other_names(judged: Served) -> None:
    assert len(data(judged, "papers", area="demo")) == 4
    assert data(judged, "papers", area="Demo") == []
    (found,) = data(judged, "papers", text="harmonic STEPS")
    assert found["id"] == "demo-descent"
    assert data(judged, "papers/demo-descent")["claims"] == found["claims"]
    assert data(judged, "papers", text="–") == []


@pytest.mark.parametrize("below", ["", "/claims", "/consensus"])
def test_a_paper_that_is_misspelt_is_not_found_and_the_nearest_is_named(judged: Served, below: str) -> None:
    for name in ("DEMO-BATCH", "demo-bacth"):
        answer = judged.client.get(f"/api/v1/papers/{name}{below}")
        assert_failure(answer, 404, "not-found")
        assert "did you mean 'demo-batch'" in answer.json()["error"]["text"]
    far = judged.client.get(f"/api/v1/papers/nothing-like-it{below}")
    assert_failure(far, 404, "not-found")
    assert "did you mean" not in far.text


def test_claims_of_a_paper_name_their_version(judged: Served) -> None:
    claims = data(judged, "papers/demo-batch/claims")
    assert claims["effective"]
    assert [one["version"] for one in claims["versions"]] == [claims["version"]]
    assert claims["claims"][0]["schema"] == "openrepro.claim/1"
    assert data(judged, "papers/demo-batch/claims", version=claims["version"]) == claims
    assert_failure(judged.client.get("/api/v1/papers/demo-batch/claims?version=other"), 404, "not-found")
    assert_failure(judged.client.get("/api/v1/papers/nothing/claims"), 404, "not-found")


def test_a_claim_shows_the_verdicts_of_every_team(judged: Served) -> None:
    claim = data(judged, "claims/demo-batch.c1")
    assert {verdict["team"] for verdict in claim["verdicts"]} == {judged.teams[name] for name in ("ada", "eve")}
    assert all(verdict["claim"] == "demo-batch.c1" and verdict["current"] for verdict in claim["verdicts"])
    first = judged.client.get("/api/v1/claims/demo-batch.c1", params={"limit": 1}).json()
    second = judged.client.get("/api/v1/claims/demo-batch.c1", params={"limit": 1, "cursor": first["next"]}).json()
    assert [first["data"]["verdicts"][0], second["data"]["verdicts"][0]] == claim["verdicts"]
    assert second["next"] is None


def test_verdicts_are_narrowed_by_every_name_and_label(judged: Served) -> None:
    everything = rows(judged.client, "verdicts", 500)
    for name in ("entry", "paper", "claim", "team", "label", "current"):
        one = everything[0][name]  # type: ignore[index]
        wanted = [verdict for verdict in everything if verdict[name] == one]  # type: ignore[index]
        assert data(judged, "verdicts", limit=500, **{name: one}) == wanted, name
    assert data(judged, "verdicts", current="false", paper="demo-batch") == []
    assert_failure(judged.client.get("/api/v1/verdicts?label=perhaps"), 422, "bad-value")
    assert_failure(judged.client.get("/api/v1/verdicts?current=false"), 400, "bad-request")
    assert_failure(judged.client.get("/api/v1/verdicts?label=toy&label=verified"), 400, "bad-request")


def test_a_verdict_is_proven_to_be_in_the_ledger(judged: Served) -> None:
    ledger = data(judged, "ledger")
    for line in data(judged, "verdicts", limit=5):
        whole = data(judged, f"verdicts/{line['id']}")
        proof, body = whole["proof"], canonical(whole["record"])
        assert sha256(body) == line["id"]
        assert (proof["size"], proof["root"], proof["leaf"]) == (ledger["size"], ledger["root"], line["seq"])
        path = [bytes.fromhex(one) for one in proof["path"]]
        assert includes(
            bytes.fromhex(proof["leaf_hash"]), proof["leaf"], proof["size"], path, bytes.fromhex(proof["root"])
        )
        assert data(judged, "ledger/inclusion", leaf=line["seq"]) == proof


def test_the_ledger_is_rebuilt_from_its_leaves(judged: Served) -> None:
    ledger = data(judged, "ledger")
    leaves: list[Any] = rows(judged.client, "ledger/leaves", 7)
    assert [leaf["seq"] for leaf in leaves] == list(range(ledger["size"]))
    assert tree_of(leaf["body"].encode() for leaf in leaves).root.hex() == ledger["root"]
    assert data(judged, "ledger/leaves", start=ledger["size"] - 1) == leaves[-1:]
    assert data(judged, "ledger/leaves", start=ledger["size"]) == []


def test_the_ledger_is_proven_to_have_grown_only(judged: Served) -> None:
    size = data(judged, "ledger")["size"]
    for first, second in ((1, size), (3, 7), (size, size)):
        shown = data(judged, "ledger/consistency", first=first, second=second)
        path = [bytes.fromhex(one) for one in shown["path"]]
        roots = (bytes.fromhex(shown[end]["root"]) for end in ("first", "second"))
        assert continues(first, second, path, *roots)
    for query in (f"first={size + 1}", "first=5&second=4", "first=-1", "first=x", "", f"first=1&second={2**60}"):
        assert judged.client.get(f"/api/v1/ledger/consistency?{query}").status_code == 422


def test_the_board_shows_ranks_with_their_population(judged: Served) -> None:
    view = data(judged, f"board/views/{MAIN}")
    assert "points" in {board["board"] for board in view["boards"]}
    board = data(judged, f"board/views/{MAIN}/boards/points")
    assert board["population"] == 2
    assert {line["name"] for line in board["lines"]} == {"ada", "eve"}
    team = data(judged, f"board/views/{MAIN}/teams/{board['lines'][0]['team']}")
    assert team["ranks"][0]["rank"] == 1
    assert_failure(judged.client.get(f"/api/v1/board/views/{MAIN}/boards/beauty"), 404, "not-found")
    assert_failure(judged.client.get(f"/api/v1/board/views/{MAIN}/teams/nobody"), 404, "not-found")
    missing = judged.client.get("/api/v1/board/views/other")
    assert_failure(missing, 404, "not-found")
    assert MAIN in missing.json()["error"]["hint"]


def test_states_of_papers_agree_in_list_and_paper(judged: Served) -> None:
    lines = data(judged, f"board/views/{MAIN}/papers", limit=500)
    assert len(lines) == 4
    for line in lines:
        (own,) = data(judged, f"papers/{line['paper']}/consensus")
        assert own == {**line, "view": MAIN}
        assert line in data(judged, f"board/views/{MAIN}/papers", state=line["state"])
    assert_failure(judged.client.get(f"/api/v1/board/views/{MAIN}/papers?state=splendid"), 422, "bad-value")


def test_every_figure_has_its_definition_and_its_denominator(judged: Served) -> None:
    answer = judged.client.get("/api/v1/statistics").json()
    figures = {figure["name"]: figure for figure in answer["data"]}
    assert figures["verdicts"]["value"] > 20
    assert figures["verdicts toy"]["denominator"] == figures["verdicts"]["value"]
    assert all(figure["definition"] for figure in answer["data"])
    assert answer["meta"]["ledger_size"] == data(judged, "ledger")["size"]


def test_before_the_board_is_computed_it_says_so(served: Served) -> None:
    answer = served.client.get("/api/v1/statistics").json()
    assert answer["data"] == []
    assert "not been computed" in answer["meta"]["sentence"]
    assert_failure(served.client.get(f"/api/v1/board/views/{MAIN}"), 404, "not-found")


def test_an_entry_tells_its_history_and_files(judged: Served) -> None:
    entry = data(judged, "entries", limit=1)[0]
    states = [event["state"] for event in data(judged, f"entries/{entry['id']}/history")]
    assert states == ["discovered", "resolved", "queued", "judging", "judged"]
    (revision,) = data(judged, f"entries/{entry['id']}/revisions")
    assert (revision["id"], revision["newest"], revision["judged"]) == (entry["revision"], True, True)
    files = rows(judged.client, f"entries/{entry['id']}/revisions/{revision['id']}/files", 4)
    listed = [{"path": file["path"], "size": file["size"], "sha256": file["sha256"]} for file in files]  # type: ignore[index]
    assert sha256(canonical(listed)) == revision["id"]
    assert_failure(judged.client.get(f"/api/v1/entries/{entry['id']}/revisions/none/files"), 404, "not-found")


@pytest.mark.parametrize("wanted", ["state=judged", "paper=demo-hedge", "source=upload", "team=nobody", "state=late"])
def test_entries_are_narrowed(judged: Served, wanted: str) -> None:
    name, _, value = wanted.partition("=")
    everything = data(judged, "entries", limit=500)
    assert data(judged, "entries", **{name: value}) == [entry for entry in everything if entry[name] == value]


def test_likeness_is_shown_with_both_sides(served: Served) -> None:
    from openrepro.server.likeness import likeness_of

    first = served.submit("ada", "amber/demo-batch")["entry"]
    second = served.submit("eve", "amber/demo-batch")["entry"]
    for entry in (first, second):
        likeness_of(
            served.installation.store, served.installation.blobs, entry["id"], entry["revision"], now=entry["seen_at"]
        )
    for entry in (first, second):
        found = data(served, f"entries/{entry['id']}/likeness")
        assert ("bytes", first["id"], second["id"]) in {
            (one["kind"], one["left"]["entry"], one["right"]["entry"]) for one in found
        }
    served.as_("otto").post(f"/api/v1/operator/entries/{second['id']}/hide", json={"why": "A test."})
    assert data(served, f"entries/{first['id']}/likeness") == []


def test_rules_are_shown_with_their_versions(judged: Served) -> None:
    rules = data(judged, "rules")
    assert rules["effective"]
    assert sha256(canonical(rules["rules"])) == rules["digest"]
    assert 'schema = "openrepro.challenge/1"' in rules["toml"]
    (version,) = data(judged, "rules/versions")
    assert version["digest"] == rules["digest"]
    assert data(judged, f"rules/versions/{version['digest']}") == rules
    assert_failure(judged.client.get("/api/v1/rules/versions/0000"), 404, "not-found")


def test_the_queue_tells_its_pace(served: Served) -> None:
    served.submit("ada", "amber/demo-batch")
    assert data(served, "queue")["waiting"] == 1
    assert data(served, "queue")["oldest"]
    served.judge_all()
    assert (data(served, "queue")["waiting"], data(served, "queue")["ended"]) == (0, 1)


def test_health_names_every_part(judged: Served) -> None:
    health = data(judged, "health")
    assert health["ok"]
    parts = ["database", "archive", "queue", "board", "discovery", "renderings"]
    assert [part["part"] for part in health["parts"]] == parts


def test_text_from_strangers_is_data_and_nothing_else(served: Served) -> None:
    hostile = "<script>alert(1)</script> \u202e \x00 \ud800"
    body = json.dumps({"url": f"https://93.184.216.34/{'x' * 5}", "events": [hostile]})
    answer = served.as_("ada").post("/api/v1/webhooks", content=body, headers={"Content-Type": "application/json"})
    assert_failure(answer, 422, "bad-value")
    assert answer.headers["content-type"] == "application/json"
    assert "\u202e" not in answer.text
