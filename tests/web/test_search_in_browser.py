"""Searching in a real browser: while one types on a server, and in a copy of files, where the ranking is the same."""

import threading
from collections.abc import Generator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from openrepro import clock
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.clock import written
from openrepro.papers.paper import Paper
from openrepro.server.shelf import Question, Sort
from openrepro.web.assets import assets
from openrepro.web.copied import FileLinks
from openrepro.web.pages import papers as papers_page
from openrepro.web.pages.page import Visit
from openrepro.web.pages.paper_shards import search_files
from openrepro.web.pages.routing import html
from openrepro.web.visitors import NOBODY
from tests.browser import browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live

WORDS: Final = (
    *(
        "deep",
        "learning",
        "graph",
        "graphs",
        "sparse",
        "attention",
        "transformer",
        "transformers",
        "GPT-4",
        "Llama-3.1",
    ),
    *(
        "τ-Bench",
        "Rügamer",
        "3.1",
        "self-attention",
        "loss",
        "of",
        "the",
        "method",
        "tables",
        "trees",
        "trains",
        "$O(n)$",
    ),
)
QUESTIONS: Final = (
    *("learning", "deep learning", "gra", "graph", "transf", "gpt-4", "gpt4", "GPT 4", "llama-3.1", "3.1", "tau-bench"),
    *(
        "τ-bench",
        "rugamer",
        "self-attention loss",
        "the of",
        "the method",
        "deep sparse attention tr",
        "o(n)",
        "tr",
        "LOSS",
    ),
    *("nothingatall", "  deep   tables ", '"sparse" trees'),
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: Any) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("find") / "challenge", change=without_caps))
    made.add("ada")
    made.submit("ada", "amber/demo-batch")
    made.judge_all()
    chance = Random(7)
    listed = [
        Paper(f"r{at:03}", " ".join(chance.choices(WORDS, k=6)), (f"Author {chance.choice(WORDS)}",), area="random")
        for at in range(150)
    ]
    claims = [
        ClaimSet(one.id, (Claim(f"{one.id}.c1", Kind.VALUE, " ".join(chance.choices(WORDS, k=9))),), [one.id])
        for one in listed[::2]
    ]
    now = written(clock.now())
    with made.installation.store.write() as tx:
        tx.papers.put(listed, now=now)
        tx.papers.put_claims(claims, now=now)
    made.judge_all()
    yield made
    made.installation.close()


def test_results_come_while_one_types_and_the_address_follows(served: Served, browser: Browser) -> None:
    with live(served) as address, tab(browser) as seen:
        page = seen.open(f"{address}/papers?area=random")
        page.locator("#q").press_sequentially("sparse tabl", delay=20)
        page.wait_for_url("**/papers?text=sparse+tabl&area=random")
        page.wait_for_selector("#results mark")
        assert page.evaluate("document.activeElement.id") == "q"
        assert "for “sparse tabl”" in page.locator("[role=status]").inner_text()
        assert page.locator("#results").count() == 1
        page.go_back()
        page.wait_for_url("**/papers?area=random")
        assert seen.complaints == []
        assert all(one.startswith(address) for one in seen.asked)


def test_search_and_filters_work_without_scripts(served: Served, browser: Browser) -> None:
    with live(served) as address, tab(browser, java_script_enabled=False) as seen:
        page = seen.open(f"{address}/papers")
        page.locator("#q").fill("deep learning")
        page.get_by_role("button", name="Search").click()
        page.wait_for_url("**/papers?text=deep+learning")
        page.get_by_role("link", name="random").first.click()
        page.wait_for_url("**area=random**")
        page.get_by_role("link", name="Remove the filter").click()
        page.wait_for_url("**/papers?text=deep+learning")


@pytest.fixture(scope="module")
def copied(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of the list of papers in a copy of files."""
    out = tmp_path_factory.mktemp("copy")
    for folder in ("assets", "search"):
        (out / folder).mkdir()
    for asset in assets().values():
        (out / "assets" / asset.name).write_bytes(asset.body)
    front = served.app.state.front
    with served.installation.store.read() as tx:
        around = front.lookout.around(tx)
        visit = Visit(served.installation, tx, around, front.catalogue, NOBODY.caller, clock.now(), static=True)
        links = FileLinks("papers.html")
        (kind,) = papers_page.KINDS
        (out / "papers.html").write_text(html(kind, "/papers", kind.make(visit), visit, links, NOBODY))
        for file in search_files(visit):
            (out / "search" / file.path).write_bytes(file.data)
    assert all((out / used).is_file() for used in links.used.files if used.startswith(("search/", "assets/")))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/papers.html"
    server.shutdown()
    server.server_close()
    thread.join(5)


def shown_ids(page: Any) -> list[str]:
    links: list[str] = page.eval_on_selector_all("[data-found] .papers h2 a", "found => found.map(one => one.href)")
    return [Path(link).stem for link in links]


def test_a_copy_of_files_finds_the_same_in_the_same_order(served: Served, copied: str, browser: Browser) -> None:
    front = served.app.state.front
    with served.installation.store.read() as tx:
        shelf = front.catalogue.prepared(tx, front.lookout.around(tx).shown.digest)
    with tab(browser) as seen:
        page = seen.open(copied)
        assert len(shown_ids(page)) == 25
        for question in QUESTIONS:
            wanted = shelf.answer(Question(" ".join(question.split()), {}, Sort.RELEVANCE, 0, 10))
            page.locator("#q").fill(question)
            page.locator("#q").press("Enter")
            page.wait_for_function(
                "asked => document.querySelector('[data-found] .told').textContent.endsWith(`found for “${asked}”.`)",
                arg=question.strip(),
            )
            assert shown_ids(page)[:10] == list(wanted.papers), question
            told = page.locator("[data-found] .told").inner_text()
            assert told.startswith(f"{wanted.total} found" if wanted.total else "Nothing found"), question
        assert seen.complaints == []


def test_a_copy_of_files_filters_and_shows_more(served: Served, copied: str, browser: Browser) -> None:
    with tab(browser) as seen:
        page = seen.open(f"{copied}?area=random")
        page.wait_for_selector("[data-found] .told:has-text('150 found for area: random.')")
        page.get_by_role("button", name="Show more").click()
        page.wait_for_function("document.querySelectorAll('[data-found] .papers > li').length === 50")
        assert page.get_by_role("button", name="Show more").is_visible()
        page = seen.open(f"{copied}?attempts=some&text=batch")
        page.wait_for_selector("[data-found] .told:has-text('attempts: some')")
        assert not page.get_by_text("Show more").is_visible()
        assert seen.complaints == []


def test_a_part_of_the_index_that_cannot_be_loaded_is_told(copied: str, browser: Browser) -> None:
    with tab(browser) as seen:
        seen.page.route("**/search/words-*", lambda route: route.abort())
        page = seen.open(f"{copied}?text=learning")
        page.wait_for_selector("[data-found] .told:has-text('could not be loaded')")
        assert len(shown_ids(page)) == 25
        assert "Check the connection" in page.locator("[data-found]").inner_text()


def test_a_copy_of_files_says_without_scripts_what_is_not_there(copied: str, browser: Browser) -> None:
    with tab(browser, java_script_enabled=False) as seen:
        page = seen.open(copied)
        assert page.locator("noscript + #results").count() == 1
        assert "search and filters need JavaScript" in page.locator("main").inner_text()
    with tab(browser) as seen:
        assert "search and filters need JavaScript" not in seen.open(copied).locator("main").inner_text()
