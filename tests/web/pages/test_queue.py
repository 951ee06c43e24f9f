"""The queue's page: its states, its order, and nothing of hidden entries."""

from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from openrepro import clock
from openrepro.clock import written
from openrepro.people.accounts import Role
from openrepro.store import backlog, tables
from tests.web.challenge import Served, founded, without_caps


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), app=app)
    for name in ("ada", "bo"):
        made.add(name)
    yield made
    made.installation.close()


def told(served: Served) -> dict[str, object]:
    found: dict[str, object] = served.client.get("/queue.json").json()["data"]
    return found


def test_an_empty_queue_says_so(served: Served) -> None:
    assert told(served)["mood"] == "nothing waits"
    page = served.client.get("/queue").text
    assert "Nothing waits" in page
    assert "No entry ended without a judgement." in page
    assert "rough estimate" not in page


def test_teams_take_turns_in_the_order_that_is_shown(served: Served) -> None:
    for book in ("amber/demo-batch", "amber/demo-charlm", "amber/demo-hedge"):
        served.submit("ada", book)
    served.submit("bo", "elm/demo-batch")
    found = told(served)
    assert found["mood"] == "moving"
    assert [one["team_name"] for one in found["next"]] == ["ada", "bo", "ada", "ada"]  # type: ignore[attr-defined]
    page = served.client.get("/queue").text
    assert "Who is next" in page
    assert "since" in page


def test_hidden_entries_are_not_listed(served: Served) -> None:
    hidden = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    served.submit("bo", "elm/demo-batch")
    served.add("olga", Role.ORGANISER)
    done = served.as_("olga").post(f"/api/v1/operator/entries/{hidden}/hide", json={"why": "names a patient"})
    assert done.status_code == 200, done.text
    assert hidden not in served.client.get("/queue").text
    assert hidden not in served.client.get("/queue.json").text


def test_what_is_in_work_is_told_with_its_beginning(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    now = clock.now()
    with served.installation.store.write() as tx:
        tx.jobs.lease("w", now=written(now), until=written(now + timedelta(minutes=5)))
    found = told(served)
    assert [one["entry"] for one in found["in_work"]] == [entry]  # type: ignore[attr-defined]
    assert found["next"] == []


def test_what_is_held_tells_when_it_is_due(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    now = clock.now()
    with served.installation.store.write() as tx:
        job = tx.jobs.lease("w", now=written(now), until=written(now + timedelta(minutes=5)))
        assert job is not None
        later = written(now + timedelta(minutes=10))
        tx.jobs.retry(job.id, job.fence, "The disk was full.", now=written(now), not_before=later)
    found = told(served)
    (one,) = found["held"]  # type: ignore[misc]
    assert (one["entry"], one["not_before"], one["retry"]) == (entry, later, True)


def test_work_that_nobody_takes_is_told(served: Served) -> None:
    served.submit("ada", "amber/demo-batch")
    with served.installation.store.write() as tx:
        old = written(clock.now() - timedelta(hours=1))
        tx.connection.exec_driver_sql(f"UPDATE jobs SET created_at = '{old}'")
    found = told(served)
    assert found["mood"] == "nobody is at work"
    assert found["oldest_minutes"] == 60
    page = served.client.get("/queue").text
    assert "Nobody is at work" in page
    assert "not known" in page


def test_what_was_not_judged_is_counted_with_its_reason(served: Served) -> None:
    served.submit("ada", "amber/demo-batch")
    with served.installation.store.write() as tx:
        tx.connection.exec_driver_sql("UPDATE entries SET state = 'rejected', reason = 'unknown-paper'")
    assert told(served)["unjudged"] == [
        {
            "state": "rejected",
            "reason": "unknown-paper",
            "entries": 1,
            "why": "The entry names a paper that the challenge does not have.",
            "next": "Correct the id as the sentence offers; ids are compared exactly, capital letters included.",
        }
    ]
    assert "What comes next" in served.client.get("/queue").text


def test_after_the_freeze_judging_is_over(served: Served) -> None:
    with served.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, written(clock.now()))
    assert told(served)["mood"] == "over"
    assert "Judging is over" in served.client.get("/queue").text


def test_a_long_wait_is_told_in_days_and_nothing_waits_after_the_freeze(served: Served) -> None:
    served.submit("bo", "elm/demo-batch")
    with served.installation.store.write() as tx:
        long_ago = written(clock.now() - timedelta(days=12, hours=3))
        tx.connection.execute(update(tables.jobs).values(created_at=long_ago))
    assert "(12 days 3 h)" in served.client.get("/queue").text
    with served.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, written(clock.now()))
    served.app.state.front.lookout._until = 0.0
    page = served.client.get("/queue").text
    assert "Judging is over" in page
    assert "Longest wait" not in page
