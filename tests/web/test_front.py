"""The page at `/`: honest, harmless, without scripts, and every link leads somewhere."""

import re
from collections.abc import Generator
from dataclasses import replace
from datetime import timedelta

import pytest

from openrepro import clock
from openrepro.server.boards import refresh_view
from openrepro.server.founding import rules_for
from openrepro.web.front import LEAST_FIGURES, POLICY, Shown, page_of
from tests.web.challenge import Served, founded

NOW = clock.now()
RULES = rules_for("Reading list", "strict", NOW)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("front") / "challenge"))
    made.add("ada")
    made.submit("ada", "dune/demo-descent")
    made.judge_all()
    yield made
    made.installation.close()


def page(**changes: object) -> str:
    return page_of(replace_shown(Shown(RULES, NOW, False, (), None, ()), changes))


def replace_shown(shown: Shown, changes: dict[str, object]) -> Shown:
    return shown._replace(**changes)  # type: ignore[arg-type]


def test_it_says_what_it_is_and_shows_figures_with_their_denominators(served: Served) -> None:
    answer = served.client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"] == POLICY
    text = re.sub(r"<[^>]*>", " ", answer.text)
    assert "Web tests" in text
    assert "This challenge is not certified by the conference." in text
    assert re.search(r"papers with an entry\s+1\s+4\s+25\.0 %\s+papers with at least one entry", text)


def test_views_stand_side_by_side_when_there_are_several(served: Served) -> None:
    assert "under other rules" not in served.client.get("/").text
    for view in ("strict", "icml-2026"):
        refresh_view(served.installation.store, view, clock.now())
    shown = served.client.get("/").text
    heads = re.findall(r'<th class="n"><a href="/api/v1/board/views/([^"]+)"', shown)
    assert heads == ["main", "icml-2026", "strict"]
    text = re.sub(r"<[^>]*>", " ", shown)
    assert re.search(r"claims verified(\s+\d+ of \d+){3}\s+claims that a scoring entry verified", text)


def test_every_link_leads_somewhere(served: Served) -> None:
    links = re.findall(r'href="([^"]+)"', served.client.get("/").text)
    assert len(links) > 5
    assert {link: served.client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_a_rehearsal_says_so_and_nothing_else_does() -> None:
    assert "This is a rehearsal." in page(rehearsal=True)
    assert "rehearsal" not in page()


def test_a_certified_challenge_says_nothing_of_it() -> None:
    assert "certified" not in page(rules=replace(RULES, not_certified_by=""))


def test_without_a_board_there_are_no_numbers() -> None:
    assert LEAST_FIGURES in page()
    assert "<table" not in page()


@pytest.mark.parametrize(
    ("days", "told"), [(-2, "It opens on"), (1, "It is open since"), (60, "It was open from")], ids=str
)
def test_it_says_whether_it_is_open(days: int, told: str) -> None:
    assert told in page(now=NOW + timedelta(days=days))


def test_what_people_wrote_is_text() -> None:
    attack = "<script>alert(1)</script>\u202e"
    shown = page(rules=replace(RULES, name=attack, not_certified_by=attack), announcements=((attack, attack),))
    assert "<script" not in shown
    assert "\u202e" not in shown
    assert shown.count("&lt;script&gt;") == 5
