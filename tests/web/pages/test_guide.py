"""Guide and questions: made from the rules that hold, searched without scripts, told to programs as they are shown."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from openrepro.challenge.rules import Rules
from openrepro.guide.faq import questions_of
from tests.web.challenge import Served, founded

CAP = 17


def capped(rules: Rules) -> Rules:
    return replace(rules, name="A `name` [x](y) <b>", entries=replace(rules.entries, daily_cap=CAP))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    folder = tmp_path_factory.mktemp("guide") / "challenge"
    made = Served(founded(folder, {"OPENREPRO_PUBLIC_URL": "https://repro.example"}, change=capped))
    yield made
    made.installation.close()


def test_the_guide_says_what_the_rules_say(served: Served) -> None:
    page = served.client.get("/guide").text
    assert f"at most {CAP} entries a UTC day" in page
    assert "https://repro.example/api/v1/entries?paper=PAPER" in page
    assert "THIS-SITE" not in page
    assert "Guide to A `name` [x](y) &lt;b&gt;" in page
    sections = served.client.get("/guide.json").json()["data"]["sections"]
    assert [one["id"] for one in sections][:2] == ["start", "pick"]


def test_all_questions_are_there_without_a_search(served: Served) -> None:
    told = served.client.get("/faq.json").json()["data"]
    questions = [one["id"] for topic in told["topics"] for one in topic["questions"]]
    assert sorted(questions) == sorted(one.id for one in questions_of(capped(Rules())))
    assert told["found"] == told["all"] == len(questions)


def test_a_search_keeps_what_holds_its_words(served: Served) -> None:
    page = served.client.get("/faq", params={"q": "cool-down"}).text
    assert "What is the cool-down?" in page
    assert "Which prizes are there?" not in page
    assert 'value="cool-down"' in page
    assert "<details" in page
    assert "open>" in page


def test_a_search_for_nothing_there_says_so(served: Served) -> None:
    page = served.client.get("/faq", params={"q": '<script>"zebra"'}).text
    assert "No question holds these words" in page
    assert "&lt;script&gt;" in page
    assert served.client.get("/faq.json", params={"q": "zebra"}).json()["data"]["topics"] == []


def test_an_overlong_search_is_refused_in_words(served: Served) -> None:
    answer = served.client.get("/faq", params={"q": "a" * 101})
    assert answer.status_code == 400
    assert "longer than 100 characters" in answer.text
