"""The API over PostgreSQL: entries are taken, judged and shown just as over SQLite."""

from pathlib import Path

from tests.judging.examinations import examination
from tests.web.api.conftest import people
from tests.web.api.test_every_route import SAID, public, rows
from tests.web.challenge import Served, founded, without_caps, zipped


def test_every_public_address_is_answered(postgresql_url: str, tmp_path: Path) -> None:
    served = Served(founded(tmp_path / "challenge", {"OPENREPRO_DATABASE_URL": postgresql_url}, without_caps))
    people(served)
    with served.installation.store.write() as tx:
        tx.examinations.add(examination(), note="A small set.", now="2026-07-20T12:00:00Z")
    for logbook in ("amber/demo-batch", "amber/demo-hedge"):
        served.submit("ada", logbook)
    assert served.judge_all() == 2
    for path in public(served):
        answer = served.client.get(path, params=SAID.get(path))
        assert answer.status_code == 200, (path, answer.text)
        assert served.client.get(path, params=SAID.get(path), headers={"If-None-Match": answer.headers["etag"]})
    for path in ("papers", "claims", "entries", "verdicts", "ledger/leaves", "board/views/main/papers"):
        assert rows(served.client, path, 1) == rows(served.client, path, 500)
    served.installation.close()


def test_changes_are_made_once(postgresql_url: str, tmp_path: Path) -> None:
    served = Served(founded(tmp_path / "challenge", {"OPENREPRO_DATABASE_URL": postgresql_url}, without_caps))
    people(served)
    headers = {"Content-Type": "application/zip", "Idempotency-Key": "k"}
    body = zipped("amber/demo-batch")
    answers = [served.as_("ada").post("/api/v1/entries", content=body, headers=headers) for _ in range(2)]
    assert answers[0].content == answers[1].content
    entry = answers[0].json()["data"]["entry"]["id"]
    hook = served.as_("ada").post("/api/v1/webhooks", json={"url": "https://93.184.216.34/"}).json()["data"]["id"]
    assert served.as_("ada").post(f"/api/v1/webhooks/{hook}/ping").status_code == 202
    assert served.as_("otto").post(f"/api/v1/operator/entries/{entry}/hide", json={"why": "A test."}).status_code == 200
    assert served.client.get(f"/api/v1/entries/{entry}").status_code == 404
    assert served.as_("ada").post(f"/api/v1/entries/{entry}/withdraw").json()["data"]["state"] == "withdrawn"
    served.installation.close()
