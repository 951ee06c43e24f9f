"""Figures: given to frames only, under a policy of their own."""

from collections.abc import Generator

import pytest

from openrepro.people.accounts import Role
from tests.web.challenge import Served, founded, without_caps


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("figures") / "challenge", change=without_caps))
    made.add("ada")
    made.add("olga", Role.ORGANISER)
    made.submit("ada", "amber/demo-hedge")
    made.judge_all()
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def root(served: Served) -> str:
    found = served.client.get("/logbooks.json").json()["data"]["entries"][0]["entry"]
    return f"/logbooks/{found}"


def frame(served: Served, path: str) -> dict[str, str]:
    answer = served.client.get(path, headers={"Sec-Fetch-Dest": "iframe"})
    return {"status": str(answer.status_code), "text": answer.text, **answer.headers}


def test_a_frame_gets_the_document_under_its_own_policy(served: Served, root: str) -> None:
    found = frame(served, f"{root}/figures/1")
    assert found["status"] == "200"
    assert "<h2>Expert advice: what we found</h2>" in found["text"]
    policy = found["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none';")
    assert "frame-ancestors 'self'" in policy
    assert "same-origin" not in policy
    assert found["connection-allowlist"] == "()"
    assert found["x-frame-options"] == "SAMEORIGIN"
    assert found["cache-control"] == "no-store"
    assert "set-cookie" not in found


@pytest.mark.parametrize("wanted", ["document", "empty", "image", "object", "embed", ""])
def test_nothing_but_a_frame_gets_it(served: Served, root: str, wanted: str) -> None:
    answer = served.client.get(f"{root}/figures/1", headers={"Sec-Fetch-Dest": wanted} if wanted else {})
    assert answer.status_code == 403
    assert "Expert advice" not in answer.text
    assert "within its page" in answer.text
    assert ("Sec-Fetch-Dest" in answer.text) is not wanted


@pytest.mark.parametrize("number", ["0", "2", "x", "1.5", "-1", "9" * 30, "%31%00"])
def test_a_figure_that_is_not_there(served: Served, root: str, number: str) -> None:
    assert frame(served, f"{root}/figures/{number}")["status"] == "404"


def test_the_page_holds_a_place_for_it_and_nothing_of_it(served: Served, root: str) -> None:
    page = served.client.get(f"{root}/pages/2").text
    assert '<iframe name="figure-1" title="Figure by the participant; not checked" sandbox="allow-scripts"' in page
    assert f'href="{root}/figures/1" target="figure-1">Load figure</a>' in page
    assert "<iframe src" not in page
    assert "what we found" not in page


def test_figures_of_hidden_entries_are_shown_to_nobody_else(served: Served, root: str) -> None:
    entry = root.rpartition("/")[2]
    office = served.as_("olga")
    assert office.post(f"/api/v1/operator/entries/{entry}/hide", json={"why": "a test"}).status_code == 200
    assert frame(served, f"{root}/figures/1")["status"] == "404"
    assert office.post(f"/api/v1/operator/entries/{entry}/unhide", json={"why": "a test"}).status_code == 200
    assert frame(served, f"{root}/figures/1")["status"] == "200"
