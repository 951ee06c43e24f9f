"""Editor and disputes in a real browser: checked while one types, usable by everybody, fitting a phone."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, expect

from openrepro.people.accounts import Role
from tests.browser import DESK, PHONE, browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live
from tests.web.signing import FREELY, signed_in
from tests.web.test_in_browser import graves

CLAIM = "demo-descent.c2"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Served, str, Browser]]:
    with browsing() as browser:
        made = Served(founded(tmp_path_factory.mktemp("claims") / "challenge", change=without_caps), FREELY)
        made.add("olga", Role.ORGANISER)
        words = {"ground": "ambiguous", "why": "Which step? " * 150, "quote": "averyveryverylongword" * 90}
        signed_in(made, "olga").fill(f"/claims/{CLAIM}/dispute", **words)
        with live(made) as address:
            yield made, address, browser
        made.installation.close()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_pages_on_specs_and_disputes_serve_everybody(site: tuple[Served, str, Browser], size: dict[str, int]) -> None:
    served, address, browser = site
    with tab(browser, viewport=size) as seen:
        page = seen.open(f"{address}/sign-in")
        page.fill("input[name=token]", served.tokens["olga"])
        page.click("main button")
        for path in (
            f"/console/claims/{CLAIM}",
            "/console/claims/demo-descent.c40",
            f"/claims/{CLAIM}/dispute",
            "/disputes",
            "/disputes/1",
            "/console/disputes",
            "/console/disputes/1",
            f"/claims/{CLAIM}",
        ):
            page = seen.open(f"{address}{path}")
            assert not graves(page), path
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path


def test_a_spec_is_checked_while_it_is_typed(site: tuple[Served, str, Browser]) -> None:
    served, address, browser = site
    with tab(browser, viewport=DESK) as seen:
        page = seen.open(f"{address}/sign-in")
        page.fill("input[name=token]", served.tokens["olga"])
        page.click("main button")
        page = seen.open(f"{address}/console/claims/{CLAIM}")
        page.fill("#field-value", "12 apples")
        expect(page.locator("#checks")).to_contain_text("write a plain decimal number", timeout=8000)
        assert page.input_value("#field-value") == "12 apples"
