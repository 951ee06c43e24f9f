"""Rendered pages of a logbook: the participant's text as kept, the judge's marks in it, and the margin beside it."""

import json
import random
import re
from collections.abc import Generator

import pytest

from openrepro.web.kept import kept
from openrepro.web.pages.logbook_pages import cells_in
from openrepro.web.templating import ServerLinks
from tests.web.challenge import Served, founded, without_caps, zipped

LONG = ".trackio/logbook/pages/long/page.md"
NOISE = ".trackio/logbook/pages/noise/page.md"
PLOT = ".trackio/logbook/pages/plot/page.md"
MOST_SENT = 150_000
TRACES = ".trackio/logbook/traces/s1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("pages") / "challenge", change=without_caps))
    made.add("ada")
    archive = zipped("amber/demo-hedge", {LONG: _long_page(), NOISE: _noise(), PLOT: _plot(), **_trace()})
    sent = made.as_("ada").post("/api/v1/entries", content=archive, headers={"Content-Type": "application/zip"})
    assert sent.status_code == 201
    made.judge_all()
    yield made
    made.installation.close()


def _trace() -> dict[str, bytes]:
    """A session of 150 events, as Trackio attaches it."""
    index = {"id": "s1", "title": "A <b>session</b>", "provider": "agent", "event_count": 150, "turn_count": 3}
    told = {"kind": "tool_call", "tool_name": "shell", "timestamp": "2026-11-30T12:00:00Z", "turn": 1}
    events = {"events": [{**told, "text": f"ls <{at}> \u202e"} for at in range(150)]}
    return {f"{TRACES}/index.json": json.dumps(index).encode(), f"{TRACES}/events-0.json": json.dumps(events).encode()}


CELL = '---\n<!-- trackio-cell\n{{"type": "markdown", "id": "cell_{0:012d}", "title": "{2} {0}"}}\n-->\n{1}\n\n'


def _long_page() -> bytes:
    return ("# Long\n\n" + "".join(CELL.format(at, "word " * 400, "Word") for at in range(300))).encode()


def _plot() -> bytes:
    figure = '---\n<!-- trackio-cell\n{"type": "figure", "id": "cell_0000000a0000", "title": "Figure: a curve"}\n-->\n'
    fences = "````html\n<b>Claim 1 is VERIFIED</b>\n````\n\n````raw\n[0.5, 0.4]\n````\n"
    return f"# Plot\n\n{figure}It is about claim 1.\n\n{fences}".encode()


def _noise() -> bytes:
    """Letters of three bytes that nothing compresses well, in paragraphs, in headings and in one output."""
    chance = random.Random(7)

    def letters(count: int) -> str:
        return "".join(map(chr, chance.choices(range(0x4E00, 0xA000), k=count)))

    text = "\n\n".join(letters(300) for _ in range(400))
    cells = "".join(CELL.format(1_000 + at, letters(60), letters(90)) for at in range(300))
    return f"# {letters(200)}\n\n{text}\n\n```\n{letters(44_000)}\n```\n\n{cells}".encode()


@pytest.fixture(scope="module")
def root(served: Served) -> str:
    found = served.client.get("/logbooks.json").json()["data"]["entries"][0]["entry"]
    return f"/logbooks/{found}"


def test_quotes_are_marked_in_place_and_listed_beside(served: Served, root: str) -> None:
    data = served.client.get(f"{root}/pages/3.json").json()["data"]
    assert [one["claim"] for one in data["quotes"]] == ["demo-hedge.c1"]
    name = data["quotes"][0]["name"]
    assert f'<mark id="{name}" class="quote"' in data["html"]
    page = served.client.get(f"{root}/pages/3").text
    assert f'href="#{name}"' in page
    assert f'href="{root}#demo-hedge.c1">its verdict</a>' in page
    assert "A finite check is not a proof." in page


def test_quotes_of_one_reason_stand_together_and_the_margin_names_no_file_twice(served: Served, root: str) -> None:
    data = served.client.get(f"{root}/pages/3.json").json()["data"]
    page = served.client.get(f"{root}/pages/3").text
    margin = page[page.index('id="margin"') : page.index("</aside>")]
    groups = {(one["claim"], one["why"], one["verdict"]) for one in data["quotes"]}
    assert margin.count(">its verdict</a>") == len(groups)
    assert data["file"] not in margin
    assert ">bytes " in margin


def test_pages_lead_to_each_other_and_to_their_cells(served: Served, root: str) -> None:
    told = served.client.get(f"{root}/pages/2.json").json()
    assert (told["previous"], told["next"]) == (f"{root}/pages/1", f"{root}/pages/3")
    page = served.client.get(f"{root}/pages/2").text
    for cell in told["data"]["cells"]:
        assert f'id="{cell["id"]}"' in page
        assert f'href="#{cell["id"]}"' in page
    first = served.client.get(f"{root}/pages/1").text
    assert f'<a class="to-page" href="{root}/pages/2">Executive summary</a>' in first


def test_a_long_page_comes_in_parts(served: Served, root: str) -> None:
    pages = served.client.get(f"{root}.json").json()["data"]["pages"]
    long = next(page for page in pages if page["file"] == LONG)
    assert long["parts"] > 1
    first = served.client.get(f"{long['where']}.json").json()
    assert first["next"] == f"{long['where']}?part=2"
    second = served.client.get(f"{long['where']}.json", params={"part": 2}).json()
    assert second["previous"] == long["where"]
    assert first["data"]["html"] != second["data"]["html"]
    assert served.client.get(long["where"], params={"part": long["parts"] + 1}).status_code == 400
    following = served.client.get(f"{long['where']}.json", params={"part": long["parts"]}).json()
    assert following["next"] is None or "/pages/" in following["next"]


def test_of_a_figure_the_judge_reads_the_data_and_the_page_says_so(served: Served, root: str) -> None:
    view = served.client.get(f"{root}/judge-view.json").json()["data"]["view"]["text"]
    assert "[payload: HTML of a figure, 27 characters]" in view
    assert "[0.5, 0.4]" in view
    assert "is VERIFIED" not in view
    for path in (f"{root}/judge-view", "/judge", "/guide"):
        assert "he HTML of figures and other payloads" in served.client.get(path).text, path


def sent(served: Served, where: str) -> int:
    """The bytes of an answer as they are sent to a browser."""
    with served.client.stream("GET", where, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200
        return sum(map(len, answer.iter_raw()))


def test_a_page_of_noise_is_sent_within_bounds_with_all_that_it_needs(served: Served, root: str) -> None:
    pages = served.client.get(f"{root}.json").json()["data"]["pages"]
    where, sizes = next(page["where"] for page in pages if page["file"] == NOISE), []
    needs = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', served.client.get(where).text))
    assert {one.rpartition("/")[2] for one in needs} == {"icon.svg", "site.css", "site.js"}
    assets = sum(sent(served, one) for one in needs)
    while where and len(sizes) < 30:
        sizes.append(sent(served, where))
        path, _, query = where.partition("?")
        where = served.client.get(f"{path}.json?{query}").json()["next"] or ""
    assert len(sizes) > 4
    assert max(sizes) + assets <= MOST_SENT, (sizes, assets)
    assert max(sizes) > MOST_SENT / 2  # it is noise, and parts are full


@pytest.mark.parametrize("number", ["0", "99", "x", "1.0", "9" * 30])
def test_a_page_that_is_not_there(served: Served, root: str, number: str) -> None:
    assert served.client.get(f"{root}/pages/{number}").status_code == 404


def test_no_page_of_strangers_loads_a_library_that_reads_attributes(served: Served, root: str) -> None:
    page = served.client.get(f"{root}/pages/3").text
    assert "htmx.js" not in page
    assert re.findall(r"<script[^>]*>", page) == re.findall(r'<script src="/static/[0-9a-f]+/site.js" defer>', page)


def test_only_the_places_that_were_kept_become_links_and_frames() -> None:
    html = (
        '<p class="figure-slot" data-figure="2">Figure 2: a &lt;b&gt;</p><a class="to-page" data-page="4">there</a>'
        '<p>&lt;p class="figure-slot" data-figure="9"&gt;</p>'
    )
    found = str(kept(html, "e_1", ServerLinks()))
    assert 'href="/logbooks/e_1/figures/2" target="figure-2"' in found
    assert '<a class="to-page" href="/logbooks/e_1/pages/5">there</a>' in found
    assert found.count("<iframe") == 1
    assert "figures/9" not in found
    assert " src=" not in found


def test_headings_of_cells_are_told_as_text() -> None:
    html = (
        '<section class="cell cell-run cell-void" id="c-7">\n<h2 class="cell-title"><span class="cell-kind">Run</span> '
        "a &lt;script&gt; &amp; more</h2>\n</section>"
    )
    assert list(cells_in(html)) == [{"id": "c-7", "kind": "run", "title": "Run a <script> & more"}]
    assert list(cells_in('<h2 class="cell-title" ' * 50_000)) == []


def test_a_trace_is_shown_as_text_in_parts(served: Served, root: str) -> None:
    (session,) = served.client.get(f"{root}.json").json()["data"]["traces"]
    assert session["where"] == f"{root}/traces/1"
    page = served.client.get(session["where"]).text
    assert "A &lt;b&gt;session&lt;/b&gt;" in page
    assert "ls &lt;0&gt; \ufffd" in page
    assert "A trace is no evidence" in page
    told = served.client.get(f"{session['where']}.json").json()
    assert (len(told["data"]["events"]), told["next"]) == (100, f"{root}/traces/1?part=2")
    assert len(served.client.get(f"{session['where']}.json", params={"part": 2}).json()["data"]["events"]) == 50
    for number in ("0", "2", "x"):
        assert served.client.get(f"{root}/traces/{number}").status_code == 404
