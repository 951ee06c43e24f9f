"""In every state of a challenge all pages answer; with content as long and foreign as may be they fit a phone."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.browser import PHONE, browsing, tab
from tests.web.challenge import Served
from tests.web.live import live
from tests.web.pages.test_all_pages import Case, cases
from tests.web.states import STATES

FULL = ("odd", "absurd")
WIDE = """() => [...document.querySelectorAll('main *, header *, footer *')].filter(one =>
  one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.wide, pre, .sr, .skip, details:not([open]), svg')
).map(one => one.outerHTML.slice(0, 120)).slice(0, 2)"""


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Served]:
    made = STATES[request.param](tmp_path / "challenge")
    yield made
    made.installation.close()


def one_of_each(served: Served) -> list[Case]:
    return list({case.kind: case for case in reversed(list(cases(served)))}.values())


@pytest.mark.parametrize("served", [name for name in STATES if name not in FULL], indirect=True)
def test_every_kind_of_page_answers(served: Served) -> None:
    answers = {case.path: served.client.get(case.path, params=dict(case.query)) for case in one_of_each(served)}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}


@pytest.mark.parametrize("served", FULL, indirect=True)
def test_every_kind_of_page_fits_a_phone(served: Served) -> None:
    wrong: dict[str, list[str]] = {}
    with live(served) as address, browsing() as browser, tab(browser, viewport=PHONE) as seen:
        for case in one_of_each(served):
            wrong[case.path] = seen.open(f"{address}{case.path}").evaluate(WIDE)
    assert {path: found for path, found in wrong.items() if found} == {}
    assert not seen.complaints
