"""Timeline and announcements, with the feed: nothing said, much said, hostile words, the states of a challenge."""

from collections.abc import Generator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.clock import written
from openrepro.store import backlog
from tests.web.challenge import Served, founded

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge"), app=app)
    yield made
    made.installation.close()


def announce(served: Served, *texts: str) -> None:
    with served.installation.store.write() as tx:
        for text in texts:
            tx.operator.announce(text, author="a_x", now=written(clock.now()))


def test_without_announcements_that_is_said(served: Served) -> None:
    assert "No announcement" in served.client.get("/announcements").text
    feed = ElementTree.fromstring(served.client.get("/announcements.xml").content)
    assert feed.findall(f"{ATOM}entry") == []
    assert feed.findtext(f"{ATOM}updated")


def test_announcements_are_escaped_everywhere_and_paged(served: Served) -> None:
    announce(served, *(f"News {at}" for at in range(30)), "<script>alert(1)</script> & ]]> \u202eevil")
    page = served.client.get("/announcements")
    assert "&lt;script&gt;" in page.text
    assert "<script>alert" not in page.text
    assert "\u202e" not in page.text
    told = served.client.get("/announcements.json").json()
    assert len(told["data"]["announcements"]) == 25
    rest = served.client.get(told["next"]).text
    assert "News 0" in rest
    assert "News 29" not in rest
    answer = served.client.get("/announcements.xml")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    first = ElementTree.fromstring(answer.content).find(f"{ATOM}entry")
    assert first is not None
    assert first.findtext(f"{ATOM}content") == "<script>alert(1)</script> & ]]> \ufffdevil"


def test_a_withdrawn_announcement_is_gone(served: Served) -> None:
    announce(served, "Wrong news")
    with served.installation.store.write() as tx:
        tx.operator.withdraw_announcement(1, now=written(clock.now()))
    for path in ("/announcements", "/announcements.xml", "/timeline"):
        assert "Wrong news" not in served.client.get(path).text


def test_a_strange_page_of_announcements_is_refused(served: Served) -> None:
    assert served.client.get("/announcements?before=x").status_code == 400


def test_the_timeline_has_the_window_and_what_is_to_come(served: Served) -> None:
    announce(served, "Judging pauses")
    moments = served.client.get("/timeline.json").json()["data"]["moments"]
    texts = [one["text"].partition(":")[0] for one in moments]
    assert texts[0] == "Opens"
    assert {"Closes", "Announcement", "Freeze", "Awards"} <= set(texts)
    assert [one["at"] for one in moments if one["at"]] == sorted(one["at"] for one in moments if one["at"])
    assert {one["state"] for one in moments} == {"done", "ahead"}


def test_a_frozen_challenge_has_no_freeze_ahead(served: Served) -> None:
    with served.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, written(clock.now()))
    told = served.client.get("/timeline.json").json()["data"]
    assert told["stage"]["name"] == "frozen"
    assert not [one for one in told["moments"] if one["text"].startswith("Freeze:")]
    assert [one["state"] for one in told["moments"] if one["text"].startswith("Frozen")] == ["done"]


def test_ahead_of_the_opening_nothing_is_done(tmp_path: Path, app: FastAPI) -> None:
    def later(rules: Rules) -> Rules:
        days = timedelta(days=30)
        window = replace(rules.window, opens=rules.window.opens + days, closes=rules.window.closes + days)
        return replace(rules, window=window, awards=(), credits=replace(rules.credits, slots=0))

    made = Served(founded(tmp_path / "later", change=later), app=app)
    told = made.client.get("/timeline.json").json()["data"]
    assert told["stage"]["name"] == "not open yet"
    assert {one["state"] for one in told["moments"]} == {"ahead"}
    assert "These rules do not hold yet" not in made.client.get("/rules").text
    assert "Not open yet" in made.client.get("/queue").text
    made.installation.close()


def test_after_the_close_no_page_invites_as_before(tmp_path: Path, app: FastAPI) -> None:
    def past(rules: Rules) -> Rules:
        opens = rules.window.opens  # the last full hour, which may be this very second
        window = replace(rules.window, opens=opens - timedelta(hours=2), closes=opens - timedelta(hours=1))
        return replace(rules, window=window)

    made = Served(founded(tmp_path / "closed", change=past), app=app)
    home, guide, queue = (made.client.get(path).text for path in ("/", "/guide", "/queue"))
    made.installation.close()
    assert "Take part in four steps" not in home
    assert "What is entered now does not score." in home
    assert "What comes now does not score." in guide
    assert "A new one is taken at once" not in queue


def test_while_it_is_open_pages_invite(served: Served) -> None:
    home, guide = (served.client.get(path).text for path in ("/", "/guide"))
    assert "Take part in four steps" in home
    assert "does not score" not in guide.split("<main", 1)[0]
