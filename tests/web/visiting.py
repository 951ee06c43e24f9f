"""What a reader does with a figure, and one who does it in a process of their own."""

import time
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page

from tests.browser import browsing

SETTLED_S: Final = 1.5


def load(context: BrowserContext, page_at: str, number: int) -> Page:
    """A tab with the page, in which a reader has loaded one figure."""
    page = context.new_page()
    page.goto(page_at)
    slot = page.locator("details.figure-slot").nth(number - 1)
    slot.locator("summary").click()
    with page.expect_response("**/figures/*"):
        slot.get_by_role("link", name="Load figure").click()
    return page


def visit(page_at: str, number: int, loaded: Path) -> None:
    """Load one figure in a browser of its own; `loaded` is there once it is. What comes then may end this process."""
    with browsing() as browser:
        load(browser.new_context(), page_at, number)
        loaded.touch()
        time.sleep(SETTLED_S)
