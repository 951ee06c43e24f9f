"""The status page of an entry: for every state its words, and for nobody what is not theirs to see."""

from collections.abc import Generator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import delete

from openrepro.entries.entry import Reason, State
from openrepro.people.accounts import Role
from openrepro.store import backlog, tables
from tests.web.challenge import Served, founded, without_caps


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), app=app)
    for name in ("ada", "bo"):
        made.add(name)
    made.add("olga", Role.ORGANISER)
    yield made
    made.installation.close()


def act(served: Served, entry: str, what: str) -> None:
    done = served.as_("olga").post(f"/api/v1/operator/entries/{entry}/{what}", json={"why": "a test"})
    assert done.status_code == 200, done.text


def test_one_that_waits_tells_its_place_and_asks_again(served: Served) -> None:
    served.submit("bo", "elm/demo-batch")
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    page = served.client.get(f"/entries/{entry}").text
    assert "queued" in page
    assert "1 before it" in page
    assert "What comes next:" in page
    assert 'hx-trigger="every 15s"' in page
    assert "htmx.js" in page
    data = served.client.get(f"/entries/{entry}.json").json()["data"]
    assert (data["waits"], data["place"]["ahead"], data["scoring"]["state"]) == (True, 1, "not known yet")


def test_one_that_was_judged_tells_how_it_got_there(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    served.judge_all()
    data = served.client.get(f"/entries/{entry}.json").json()["data"]
    assert [step["state"] for step in data["steps"]] == ["judged", "judging", "queued", "resolved", "discovered"]
    assert (data["state"], data["scoring"]["state"], data["waits"]) == ("judged", "scores", False)
    page = served.client.get(f"/entries/{entry}").text
    assert "htmx.js" not in page
    assert "3 verified" in page


@pytest.mark.parametrize(
    ("state", "reason", "words"),
    [
        (State.REJECTED, Reason.UNKNOWN_PAPER, "Correct the id as the sentence offers"),
        (State.NOT_JUDGED, Reason.NOTHING_RULED, "Read why per claim"),
        (State.LATE, Reason.CLOSED, "was first seen after the challenge closed"),
        (State.WITHDRAWN, Reason.BY_PARTICIPANT, "The team asked for it."),
        (State.QUEUED, Reason.COOLDOWN, "Claims of this entry were judged a short while ago."),
    ],
)
def test_every_end_has_its_words(served: Served, state: State, reason: Reason, words: str) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        tx.entries.save(replace(kept, state=state, reason=reason, sentence="There is no paper 'x<y'."))
    for path in (f"/entries/{entry}", f"/logbooks/{entry}"):
        page = served.client.get(path).text
        assert f"</span> {state}</span>" in page, path
        assert "There is no paper &#39;x&lt;y&#39;." in page, path
    assert words in unescape(served.client.get(f"/entries/{entry}").text)
    assert ("No verdicts yet" in served.client.get(f"/logbooks/{entry}").text) is (state is State.QUEUED)


def test_after_the_freeze_nothing_is_promised(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    with served.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, "2026-11-20T12:00:00Z")
    page = served.client.get(f"/entries/{entry}").text
    assert "This entry was not judged before, and will not be." in page
    assert "What comes next" not in page
    assert "hx-get" not in page
    book = served.client.get(f"/logbooks/{entry}").text
    assert "This entry was not judged before, and will not be." in book
    assert "No verdicts yet" not in book


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://huggingface.co/spaces/ada/book", True),
        ("javascript:alert(1)", False),
        ("https://huggingface.co@evil.example/", False),
        ("//evil.example", False),
    ],
)
def test_only_plain_addresses_are_linked(served: Served, url: str, linked: bool) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        tx.entries.save(replace(kept, url=url))
    page = served.client.get(f"/entries/{entry}").text
    assert (f'href="{url}" rel="nofollow noopener noreferrer"' in page) is linked


def test_hidden_ones_are_shown_to_nobody_else(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    served.judge_all()
    act(served, entry, "hide")
    for path in (f"/entries/{entry}", f"/logbooks/{entry}", f"/logbooks/{entry}/pages/1", f"/logbooks/{entry}/files"):
        for ending in ("", ".json"):
            answer = served.client.get(path + ending)
            assert answer.status_code == 404, path
            assert "amber" not in answer.text.lower(), path
    assert entry not in served.client.get("/logbooks").text
    assert served.client.get("/logbooks.json").json()["data"]["entries"] == []


def test_an_unknown_entry_is_not_found(served: Served) -> None:
    answer = served.client.get("/entries/e_none")
    assert answer.status_code == 404
    assert "There is no entry" in answer.text


@pytest.mark.parametrize(("path", "value"), [("/logbooks", "x"), ("/logbooks", "0"), ("/logbooks", "1" * 40)])
def test_a_bad_place_in_a_list_is_refused_in_words(served: Served, path: str, value: str) -> None:
    answer = served.client.get(path, params={"before": value})
    assert answer.status_code == 400
    assert "whole number" in answer.text


def test_nothing_kept_is_a_state_with_words(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        rejected = replace(kept, state=State.REJECTED, reason=Reason.UNKNOWN_PAPER, paper="", revision="")
        tx.connection.execute(delete(tables.revisions))
        tx.entries.save(rejected)
    status, book = (unescape(served.client.get(f"/{noun}/{entry}").text) for noun in ("entries", "logbooks"))
    assert "Nothing was archived" in status
    assert "as soon as they are fetched" not in status
    assert "Nothing is archived" in book
    for page in (status, book):
        assert "Does not score." in page
        assert "Scoring not known yet" not in page


def test_what_was_taken_down_is_in_no_release(served: Served) -> None:
    entry = served.submit("ada", "amber/demo-batch", licence="CC-BY-4.0")["entry"]["id"]
    assert "Its files are part of a release" in served.client.get(f"/entries/{entry}").text
    act(served, entry, "take-down")
    for noun in ("entries", "logbooks"):
        page = served.client.get(f"/{noun}/{entry}").text
        assert "Its files are part of a release" not in page
        assert "no release holds them" in page
