"""Texts for agents and programs: whole, bounded, and without words of strangers."""

from collections.abc import Generator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.challenge.rules import load_rules
from openrepro.clock import written
from openrepro.guide.faq import questions_of
from openrepro.web.pages.kinds import KINDS
from openrepro.web.pages.page import Visit
from openrepro.web.pages.texts import PLACES, TEXTS, text_files
from openrepro.web.visitors import NOBODY
from tests.web.challenge import Served, founded

MOST = 60_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    folder = tmp_path_factory.mktemp("texts") / "challenge"
    made = Served(founded(folder, {"OPENREPRO_PUBLIC_URL": "https://repro.example/"}))
    made.add("ada")
    made.submit("ada", "amber/demo-batch")
    yield made
    made.installation.close()


def test_every_text_answers_with_a_tag(served: Served) -> None:
    for kind in TEXTS:
        answer = served.client.get(f"/{kind.name}")
        assert answer.status_code == 200, kind
        assert len(answer.content) <= MOST, kind
        again = served.client.get(f"/{kind.name}", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304, kind


def test_the_full_text_holds_guide_rules_and_questions(served: Served) -> None:
    text = served.client.get("/llms-full.txt").text
    rules = load_rules(served.client.get("/rules.toml").content)
    for one in questions_of(rules):
        assert f"## {one.ask}\n" in text
    assert "## Print RESULT lines" in text
    assert "# Rules" in text
    assert "https://repro.example/faq" in text


def test_no_word_of_a_participant_or_paper_stands_in_the_texts(served: Served) -> None:
    told = served.client.get("/api/v1/papers").json()
    titles = [one["title"] for one in told["data"]]
    assert titles
    for kind in TEXTS:
        text = served.client.get(f"/{kind.name}").text
        assert not [title for title in [*titles, "amber"] if title in text], kind


def test_places_that_agents_are_told_of_exist() -> None:
    paths = {kind.path for kind in KINDS}
    assert {path for path, _ in PLACES if "ID" not in path} - paths <= {"/leaderboard", "/statistics"}


def test_robots_and_site_map(served: Served) -> None:
    assert "Sitemap: https://repro.example/sitemap.xml" in served.client.get("/robots.txt").text
    found = ElementTree.fromstring(served.client.get("/sitemap.xml").content)
    assert "https://repro.example/papers" in ["".join(one.itertext()).strip() for one in found]


def test_whatever_is_announced_the_feed_can_be_read(tmp_path: Path, app: FastAPI) -> None:
    made = Served(founded(tmp_path / "challenge"), app=app)
    text = "]]> <script>x</script> &amp; \ufffe\uffff\x01 \u202e reversed"
    with made.installation.store.write() as tx:
        tx.operator.announce(text, author="", now=written(clock.now()))
    feed = ElementTree.fromstring(made.client.get("/announcements.xml").content)
    (content,) = feed.iter("{http://www.w3.org/2005/Atom}content")
    assert content.text == "]]> <script>x</script> &amp; \ufffd\ufffd\ufffd \ufffd reversed"
    assert len(content) == 0


def test_without_a_public_address_nothing_is_invented(tmp_path: Path, app: FastAPI) -> None:
    made = Served(founded(tmp_path / "challenge"), app=app)
    assert "Sitemap" not in made.client.get("/robots.txt").text
    assert len(ElementTree.fromstring(made.client.get("/sitemap.xml").content)) == 0
    made.installation.close()


def test_a_copy_of_the_site_has_the_same_texts(served: Served) -> None:
    front = served.app.state.front
    with served.installation.store.read() as tx:
        around = front.lookout.around(tx)
        visit = Visit(served.installation, tx, around, front.catalogue, NOBODY.caller, clock.now(), static=True)
        for name, text in text_files(visit):
            assert served.client.get(f"/{name}").text == text
