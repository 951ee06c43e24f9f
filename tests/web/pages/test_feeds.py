"""Feeds of papers and participants: well-formed, newest first, without what is hidden."""

from collections.abc import Generator
from xml.etree import ElementTree

import pytest

from openrepro.people.accounts import Role
from tests.web.challenge import Served, founded, without_caps

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("feeds") / "challenge", change=without_caps))
    made.add("ada & <b>")
    made.add("olga", Role.ORGANISER)
    made.add("eve")
    made.submit("ada & <b>", "amber/demo-batch")
    hidden = made.submit("eve", "dune/demo-batch")["entry"]["id"]
    made.judge_all()
    done = made.as_("olga").post(f"/api/v1/operator/entries/{hidden}/hide", json={"why": "It names a patient."})
    assert done.status_code == 200
    yield made
    made.installation.close()


def titles(served: Served, path: str) -> list[str]:
    answer = served.client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    assert feed.findtext(f"{ATOM}updated")
    assert feed.findtext(f"{ATOM}id", "").startswith("urn:openrepro:")
    ids = [one.findtext(f"{ATOM}id") for one in feed.findall(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    return [one.findtext(f"{ATOM}title", "") for one in feed.findall(f"{ATOM}entry")]


def account(served: Served, name: str) -> str:
    with served.installation.store.read() as tx:
        found = tx.people.by_name(name)
    assert found is not None
    return found.id


def test_a_papers_feed_tells_what_teams_found_and_nothing_hidden(served: Served) -> None:
    told = titles(served, "/papers/demo-batch/feed.xml")
    assert len(told) == 5
    assert all(title.endswith("by ada & <b>") for title in told)
    assert "falsified: demo-batch.c1, by ada & <b>" in told
    assert titles(served, "/papers/demo-hedge/feed.xml") == []


def test_a_participants_feed_is_of_their_team(served: Served) -> None:
    assert len(titles(served, f"/participants/{account(served, 'ada & <b>')}/feed.xml")) == 5
    assert titles(served, f"/participants/{account(served, 'eve')}/feed.xml") == []


@pytest.mark.parametrize("path", ["/papers/nothing/feed.xml", "/participants/a_nobody/feed.xml"])
def test_there_is_no_feed_of_nobody(served: Served, path: str) -> None:
    assert served.client.get(path).status_code == 404
