"""A claim read in a real browser with nothing but the keyboard, from signing in to what the rules made of it."""

from collections.abc import Generator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from openrepro.people.accounts import Role, Scope
from tests.browser import DESK, PHONE, browsing, tab
from tests.web.challenge import Here, Served, founded, without_caps
from tests.web.live import live
from tests.web.signing import FREELY
from tests.web.test_in_browser import graves

FOCUSED = "document.activeElement"
MOST = 120
FIRST_LINE = "document.querySelector('.reading-block pre').textContent.split('\\n').find(line => line.length > 20)"
PREMISES = "[...new Set([...document.querySelectorAll('input[name^=premise-]')].map(one => one.name))]"
NAME_SUMMARY = "document.querySelector('#field-quote-1').closest('details').querySelector('summary').id = 'more'"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Served, str, Browser]]:
    with browsing() as browser:
        made = Served(founded(tmp_path_factory.mktemp("reading") / "challenge", change=without_caps), FREELY)
        made.app.state.desk = replace(made.app.state.desk, bench=Here())
        made.add("ada")
        made.add("rita", Role.REVIEWER, (Scope.REVIEW,))
        made.submit("ada", "dune/demo-descent")
        made.judge_all()
        with live(made) as address:
            yield made, address, browser
        made.installation.close()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until what has the focus fits a selector."""
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate(f"{FOCUSED}.matches({wanted!r})"):
            return
    raise AssertionError(f"the keyboard does not reach {wanted}")


def choose(page: Page, question: str, answer: int) -> None:
    """Go to a question, and press the number of the answer."""
    tab_to(page, f"input[name='{question}']")
    page.keyboard.press(str(answer))
    assert page.evaluate(f"{FOCUSED}.checked")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_a_claim_is_read_by_keyboard_alone(site: tuple[Served, str, Browser]) -> None:
    served, address, browser = site
    with tab(browser, viewport=DESK, bypass_csp=False) as seen:
        page = seen.open(f"{address}/sign-in?to=/readings")
        tab_to(page, "input[name=token]")
        page.keyboard.type(served.tokens["rita"])
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/readings")
        assert not graves(page)
        tab_to(page, "main table button")
        page.keyboard.press("Enter")
        page.wait_for_url("**/readings/*")
        line = page.evaluate(
            "document.querySelector('.reading-block pre').textContent.split('\\n').find(l => l.length > 20)"
        )
        choose(page, "addressed", 1)
        choose(page, "method", 1)
        page.keyboard.press("ArrowDown")
        assert page.evaluate(f"{FOCUSED}.value") == "numerical audit"
        choose(page, "supports", 3)
        for name in page.evaluate(PREMISES):
            choose(page, name, 3)
        page.evaluate(
            "document.querySelector('#field-quote-1').closest('details').querySelector('summary').id = 'more'"
        )
        tab_to(page, "#more")
        page.keyboard.press("Enter")
        tab_to(page, "#field-quote-1")
        page.keyboard.type(line[:200])
        page.get_by_text("Draft kept at").wait_for()
        assert not graves(page)
        tab_to(page, "button[value=submit]")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Where the two differ")
        assert not graves(page)
        assert not seen.complaints


def test_a_form_with_faults_leads_to_them_on_a_phone(site: tuple[Served, str, Browser]) -> None:
    served, address, browser = site
    with tab(browser, viewport=PHONE, scheme="dark", bypass_csp=False) as seen:
        page = seen.open(f"{address}/sign-in?to=/readings")
        page.fill("input[name=token]", served.tokens["rita"])
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/readings")
        assert fits(page)
        page.click("main table button")
        page.wait_for_url("**/readings/*")
        assert fits(page)
        page.click("button[value=submit]")
        page.wait_for_selector("#fault")
        assert page.evaluate(f"{FOCUSED}.id") == "fault"
        tab_to(page, "#fault a")
        page.keyboard.press("Enter")
        assert page.url.endswith("#at-addressed")
        assert fits(page)
        assert not graves(page)
