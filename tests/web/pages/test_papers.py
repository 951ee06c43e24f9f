"""The list of papers: searched, narrowed, ordered, and told honestly when it cannot be."""

import re
import time
from collections.abc import Generator
from typing import Any

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.papers.paper import Paper
from tests.web.challenge import Served, founded, without_caps

HOSTILE = '<script>alert(1)</script> "><img src=x onerror=alert(2)> {{ 7 * 7 }} \u202egnp'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("papers") / "challenge", change=without_caps))
    made.add("ada")
    made.submit("ada", "amber/demo-batch")
    made.judge_all()
    with made.installation.store.write() as tx:
        tx.papers.put(list(extra()), now=written(clock.now()))
    yield made
    made.installation.close()


def extra() -> Generator[Paper]:
    for at in range(60):
        award = "best" if at == 0 else ""
        yield Paper(f"x{at:02}", f"Zebra study {at}", ("Émile Borel",), area=f"area {at % 15:02}", award=award)
    yield Paper("hostile", HOSTILE, (HOSTILE,), area=HOSTILE, presentation="oral", code_url="javascript:alert(1)")
    yield Paper("long", "W" * 3_000, tuple(f"Author {at}" for at in range(500)), arxiv="2601.00001")


def told(served: Served, query: str = "") -> dict[str, Any]:
    answer = served.client.get(f"/papers.json{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def ids(served: Served, query: str) -> list[str]:
    return [one["id"] for one in told(served, query)["papers"]]


def counts(data: dict[str, Any], name: str) -> dict[str, int]:
    found = next(one for one in data["filters"] if one["name"] == name)
    return {choice["value"]: choice["count"] for choice in (*found["choices"], *found["more"])}


def test_all_papers_are_listed_page_by_page(served: Served) -> None:
    seen, where = [], "/papers"
    while where:
        body = served.client.get(where.replace("/papers", "/papers.json", 1)).json()
        seen += [one["id"] for one in body["data"]["papers"]]
        where = body["next"]
    with served.installation.store.read() as tx:
        assert len(seen) == len(set(seen)) == tx.papers.count()


def test_words_of_titles_authors_and_claims_are_found(served: Served) -> None:
    assert ids(served, "?text=zebra+study+7")[0] == "x07"
    assert len(ids(served, "?text=emile")) == 25
    with served.installation.store.read() as tx:
        claim = tx.papers.claims_page(limit=1).claims[0]
    assert claim.paper in ids(served, f"?text={claim.text.split()[-1]}")


def test_found_words_are_marked_and_nothing_of_a_stranger_is_markup(served: Served) -> None:
    page = served.client.get("/papers?text=script").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "49" not in page.split('id="results"', 1)[1].split("</main>", 1)[0]
    assert "\u202e" not in page
    assert "<mark>&lt;script&gt;alert(1)&lt;/script&gt;</mark>" in page


def test_what_is_asked_is_shown_escaped(served: Served) -> None:
    page = served.client.get("/papers", params={"text": '"><script>x', "area": "<b>none</b>"}).text
    assert "<script>x" not in page
    assert "<b>none" not in page


def test_filters_count_what_they_would_show_with_the_others_kept(served: Served) -> None:
    data = told(served, "?text=zebra&area=area+03")
    assert data["total"] == 4
    assert counts(data, "area")["area 04"] == 4
    assert counts(data, "status") == {state: 4 if state == "not examined" else 0 for state in counts(data, "status")}
    assert counts(told(served, "?text=zebra"), "award") == {"best": 1, "oral": 0}


def test_only_the_areas_of_most_papers_stand_open(served: Served) -> None:
    areas = next(one for one in told(served)["filters"] if one["name"] == "area")
    assert (len(areas["choices"]), len(areas["more"])) == (12, 5)
    page = served.client.get("/papers").text
    assert "<summary>5 more</summary>" in page


def test_attempts_state_and_contested_come_from_the_board(served: Served) -> None:
    with served.installation.store.read() as tx:
        rows = tx.boards.papers("main", limit=1_000)
    judged = {row.paper for row in rows if row.judged}
    assert set(ids(served, "?attempts=some")) == judged
    assert judged.isdisjoint(ids(served, "?attempts=none"))
    assert set(ids(served, "?attempts=few")) == {row.paper for row in rows if 0 < row.judged < 3}
    (state,) = {row.state for row in rows if row.judged}
    assert set(ids(served, f"?status={state}")) == judged
    assert ids(served, "?contested=yes") == []
    assert ids(served, "?sort=most-attempts")[0] in judged


def test_orders(served: Served) -> None:
    assert ids(served, "?text=zebra&sort=title")[:2] == ["x00", "x01"]
    assert ids(served, "?text=zebra&sort=index")[0] == "x00"
    assert ids(served, "?sort=newest")[0] in ids(served, "?attempts=some")


def test_a_chosen_filter_can_be_removed_by_its_link(served: Served) -> None:
    page = served.client.get("/papers?area=area+03&text=zebra").text
    remove = re.search(r'<a class="pill" href="([^"]+)"', page)
    assert remove is not None
    assert remove[1] == "/papers?text=zebra"


def test_nothing_found_says_what_to_drop_and_what_was_meant(served: Served) -> None:
    data = told(served, "?text=zebra&arxiv=yes&area=area+03")
    assert data["papers"] == []
    assert {one["name"]: one["without"] for one in data["chosen"]} == {"arxiv": 4, "area": 0}
    assert told(served, "?text=zebar")["suggestion"] == {"text": "zebra", "where": "/papers?text=zebra"}
    page = served.client.get("/papers?text=zebar").text
    assert "Did you mean" in page
    assert told(served, "?text=qqqqqq")["missing"] == ["qqqqqq"]


def test_a_page_beyond_the_last_says_so(served: Served) -> None:
    page = served.client.get("/papers?page=999").text
    assert "There are only " in page
    assert "To the first page" in page


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?status=odd", "?sort=odd", f"?text={'x' * 201}", "?code=1"])
def test_values_that_there_are_not_are_refused(served: Served, query: str) -> None:
    assert served.client.get(f"/papers{query}").status_code == 400


def test_a_list_is_small(served: Served) -> None:
    answer = served.client.get("/papers", headers={"accept-encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 20_000
    assert len(answer.text) < 60_000


def test_hostile_questions_are_answered_soon(served: Served) -> None:
    began = time.perf_counter()
    for text in ("a-" * 100, "\\" * 200, "é" * 200, '"' * 200, "a b " * 50, "%00%0a"):
        assert served.client.get("/papers.json", params={"text": text}).status_code == 200
    assert time.perf_counter() - began < 2


def test_a_challenge_without_papers_tells_its_operators_what_to_do(tmp_path: Any) -> None:
    from openrepro.server.boards import MAIN, refresh_view
    from openrepro.server.founding import found_challenge, rules_for
    from openrepro.server.installation import open_installation

    found_challenge(tmp_path / "c", rules_for("Empty", "strict", clock.now()))
    with open_installation(tmp_path / "c", environment={}) as here:
        refresh_view(here.store, MAIN, clock.now())
        client = Served(here).client
        page, claims = client.get("/papers").text, client.get("/claims").text
    assert "No papers yet" in page
    assert "openrepro claims import FILE" in page
    assert "No claims yet" in claims


def test_while_the_index_is_prepared_papers_are_listed_all_the_same(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = served.app.state.front.catalogue
    monkeypatch.setattr(catalogue, "shelf", lambda _tx, _board: None)
    data = told(served)
    assert data["state"] == "preparing"
    assert len(data["papers"]) == 25
    second = ids(served, "?page=2")
    assert len(second) == 25
    assert not set(second) & {one["id"] for one in data["papers"]}
    assert ids(served, "?text=zebra+study+7") == ["x07"]
    assert "Search is being prepared" in served.client.get("/papers?text=zebra").text
    nothing = served.client.get("/papers?text=nowhere").text
    assert "Nothing found so far" in nothing
    assert "All words must be in a paper’s title, authors" not in nothing
