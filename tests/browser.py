"""A real browser for tests: Chromium without a window, driven over a pipe, that reaches loopback only."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

MISSING: Final = "chromium is not installed (Debian: apt-get install chromium); tests in a browser are left out"
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
)
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1440, "height": 900}


def chromium() -> str | None:
    """The program, where it is installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def browsing() -> Generator[Browser]:
    """A browser while the block runs; the test is skipped where there is none."""
    program = chromium()
    if program is None:
        pytest.skip(MISSING)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=list(FLAGS), env={"HOME": home, "PATH": str(Path(program).parent)}
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Seen:
    """A page of a browser, with all that it complained about and every address that it asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: self._note(said.type, said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, address: str) -> Page:
        """Go to an address and wait until it is loaded."""
        self.page.goto(address, wait_until="load", timeout=15_000)
        return self.page

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)


@contextmanager
def tab(browser: Browser, *, viewport: dict[str, int] = DESK, scheme: str = "light", **more: Any) -> Generator[Seen]:
    """A tab of its own: no cookies, nothing kept."""
    context = browser.new_context(viewport=viewport, color_scheme=scheme, **more)  # type: ignore[arg-type]
    try:
        yield Seen(context.new_page())
    finally:
        context.close()
