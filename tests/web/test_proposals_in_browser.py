"""Proposed claims decided in a real browser by keyboard alone, on a phone as well."""

import pytest

from openrepro import clock
from openrepro.demo import read_example
from openrepro.papers.text import TextFormat
from openrepro.people.accounts import Role
from openrepro.server.proposing import by_code, propose
from openrepro.server.texts import TextFile
from tests.browser import PHONE, browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live
from tests.web.signing import FREELY
from tests.web.test_in_browser import graves

PAPER = "demo-hedge"


def test_many_are_decided_without_a_mouse(tmp_path_factory: pytest.TempPathFactory) -> None:
    with browsing() as browser:
        made = Served(founded(tmp_path_factory.mktemp("proposals") / "challenge", change=without_caps), FREELY)
        made.add("olga", Role.ORGANISER)
        text = TextFile(PAPER, "v1", TextFormat.MARKDOWN, read_example().texts[PAPER]).read().text
        propose(made.installation, PAPER, by_code(text), clock.now())
        with live(made) as address, tab(browser, viewport=PHONE) as seen:
            page = seen.open(f"{address}/sign-in")
            page.fill("input[name=token]", made.tokens["olga"])
            page.click("main button")
            page = seen.open(f"{address}/console/claims")
            assert not graves(page)
            for key in "jaraw":
                page.keyboard.press(key)
            page.keyboard.type("just read, a r l j k")
            with page.expect_navigation(url="**decided=**"):
                page.keyboard.press("Enter")
        with made.installation.store.read() as tx:
            states = [one.proposal.state.value for one in tx.proposals.several([1, 2, 3, 4])]
            notes = {one.note for one in tx.proposals.several([1, 2, 3])}
        made.installation.close()
    assert states == ["approved", "rejected", "approved", "proposed"]
    assert notes == {"just read, a r l j k"}
