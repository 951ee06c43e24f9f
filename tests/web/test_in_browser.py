"""Every kind of page in a real browser: accessible, never wider than the screen, and without a complaint."""

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page

from tests.browser import DESK, PHONE, browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live
from tests.web.pages.test_all_pages import cases

AXE: Final = Path(axe_playwright_python.__file__).with_name("axe.min.js")
GRAVE: Final = ("serious", "critical")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Served, str, Browser]]:
    with browsing() as browser:
        made = Served(founded(tmp_path_factory.mktemp("browser") / "challenge", change=without_caps))
        for name in ("ada", "bo"):
            made.add(name)
        for name, book in (("ada", "dune/demo-descent"), ("ada", "amber/demo-batch"), ("bo", "elm/demo-batch")):
            made.submit(name, book)
        made.judge_all()
        with live(made) as address:
            yield made, address, browser
        made.installation.close()


def graves(page: Page) -> list[str]:
    """What axe finds serious on a page: rule, and the first element that it is about."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"] if one["impact"] in GRAVE]


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_every_kind_of_page(site: tuple[Served, str, Browser], size: dict[str, int], scheme: str) -> None:
    served, address, browser = site
    wrong: dict[str, list[str]] = {}
    with tab(browser, viewport=size, scheme=scheme, bypass_csp=False) as seen:
        for case in {case.kind: case for case in cases(served)}.values():
            seen.complaints.clear()
            page = seen.open(f"{address}{case.path}")
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            found = [*seen.complaints, *graves(page), *([f"{wide} pixels too wide"] if wide > 0 else [])]
            if found:
                wrong[f"{case.kind} {case.path}"] = found
    assert not wrong
    assert all(one.startswith((address, "data:", "about:")) for one in seen.asked)
