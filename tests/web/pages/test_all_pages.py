"""Every page: it answers, its twin tells the same, nothing is sent twice, and every link leads somewhere."""

import re
from collections.abc import Generator, Iterator, Mapping
from html import unescape
from typing import NamedTuple

import pytest

from openrepro import clock
from openrepro.web.pages.kinds import KINDS
from openrepro.web.pages.page import Visit
from openrepro.web.pages.routing import Front
from openrepro.web.templating import address
from openrepro.web.visitors import NOBODY
from tests.test_schemas import faults
from tests.web.challenge import Served, founded, without_caps

LINK = re.compile(r'(?:href|src|action)="([^"]*)"')
FEW = 3


class Case(NamedTuple):
    kind: str
    path: str
    query: Mapping[str, str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("pages") / "challenge", change=without_caps))
    for name in ("ada", "bo"):
        made.add(name)
    for name, book in (("ada", "dune/demo-descent"), ("ada", "amber/demo-batch"), ("bo", "elm/demo-batch")):
        made.submit(name, book)
    made.judge_all()
    yield made
    made.installation.close()


def cases(served: Served) -> Iterator[Case]:
    """Every kind of page, a few addresses of each."""
    front: Front = served.app.state.front
    with served.installation.store.read() as tx:
        visit = Visit(served.installation, tx, front.lookout.around(tx), front.catalogue, NOBODY.caller, clock.now())
        for kind in KINDS:
            for _, where in zip(range(FEW), kind.addresses(visit), strict=False):
                yield Case(kind.name, kind.path_of(where), where.query)


def test_every_page_answers_and_says_where_its_twin_is(served: Served) -> None:
    for case in cases(served):
        answer = served.client.get(case.path, params=dict(case.query))
        assert answer.status_code == 200, case
        assert answer.headers["content-type"] == "text/html; charset=utf-8", case
        assert answer.text.startswith("<!doctype html>"), case
        twin = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)"', answer.text)
        assert twin is not None, case
        told = served.client.get(unescape(twin[1]))
        assert told.headers["content-type"] == "application/json", case
        body = told.json()
        assert not faults("page", body), case
        assert (body["schema"], body["page"], body["address"]) == ("openrepro.page/1", case.kind, case.path), case
        assert f"<title>{body['title']}"[:20] in unescape(answer.text), case


def test_what_a_reader_has_already_is_not_sent_again(served: Served) -> None:
    for case in cases(served):
        for path in (case.path, "/index.json" if case.path == "/" else f"{case.path}.json"):
            first = served.client.get(path, params=dict(case.query))
            again = served.client.get(path, params=dict(case.query), headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), path


def test_every_link_leads_somewhere(served: Served) -> None:
    seen: dict[str, str] = {}
    for case in cases(served):
        for found in LINK.findall(served.client.get(case.path, params=dict(case.query)).text):
            link = unescape(found).partition("#")[0]
            if link.startswith("/"):
                seen.setdefault(link, case.path)
    broken = {link: page for link, page in seen.items() if served.client.get(link).status_code not in (200, 401, 403)}
    assert not broken


def test_no_page_holds_scripts_or_styles_of_its_own(served: Served) -> None:
    for case in cases(served):
        answer = served.client.get(case.path, params=dict(case.query))
        assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"], case
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text), case
        for script in re.findall(r"<script([^>]*)>", answer.text):
            assert "src=" in script or 'type="application/ld+json"' in script, case


def test_addresses_of_pages_are_distinct() -> None:
    assert len({kind.path for kind in KINDS}) == len({kind.name for kind in KINDS}) == len(KINDS)
    assert all(address(kind.path, {}) for kind in KINDS)
