"""No other site makes a visitor's browser act here: where forms come from, and the word that is hidden in them."""

from collections.abc import Generator
from typing import Any

import pytest

from openrepro.people.accounts import Role
from openrepro.web.forms import MOST_BYTES
from openrepro.web.origins import OwnOrigin
from openrepro.web.pages.console import FORMS
from tests.web.asgi import ask, saying
from tests.web.challenge import Served, founded, without_caps
from tests.web.signing import FREELY, ORIGIN, SENT, browser, signed_in

NEW = "/console/announcements/new"
TYPED = {"text": "The close is a day later.", "why": "the outage"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("csrf") / "challenge", change=without_caps), FREELY)
    for name in ("otto", "olga"):
        made.add(name, Role.ADMIN)
    yield made
    made.installation.close()


def announced(served: Served) -> int:
    with served.installation.store.read() as tx:
        return len(tx.operator.announcements(limit=100))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://sub.testserver", "Sec-Fetch-Site": "same-site"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://[broken", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "http://evil.example@testserver:1"},
    ],
)
def test_a_form_from_elsewhere_is_refused_in_words_and_nothing_is_done(served: Served, headers: dict[str, str]) -> None:
    page, before = signed_in(served, "otto"), announced(served)
    fields = page.hidden(NEW) | TYPED
    answer = page.post(NEW, data=fields, headers=headers)
    assert answer.status_code == 403
    assert "was not sent from a page of this site, so nothing was done" in answer.text
    assert answer.text.startswith("<!doctype html>")
    assert announced(served) == before


@pytest.mark.parametrize(
    "headers", [SENT, {"Origin": ORIGIN}, {"Sec-Fetch-Site": "same-origin"}, {**SENT, "Origin": "null"}]
)
def test_a_form_of_our_own_is_taken(served: Served, headers: dict[str, str]) -> None:
    page, before = signed_in(served, "otto"), announced(served)
    answer = page.post(NEW, data=page.hidden(NEW) | TYPED, headers=headers, follow_redirects=False)
    assert (answer.status_code, announced(served)) == (303, before + 1)


def test_no_other_site_signs_a_visitor_in(served: Served) -> None:
    page = browser(served)
    fields = {"token": served.tokens["otto"]}
    for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null", "Sec-Fetch-Site": "cross-site"}):
        answer = page.post("/sign-in", data=fields, headers=headers)
        assert (answer.status_code, len(page.cookies)) == (403, 0)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/console", "/sign-out", "/papers", "/nothing", "/static/x/site.css"])
def test_every_change_of_every_page_is_looked_at(served: Served, method: str, path: str) -> None:
    answer = signed_in(served, "otto").request(method, path, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert "nothing was done" in answer.text


def test_behind_a_proxy_our_public_address_is_ours_too() -> None:
    app = OwnOrigin(saying(), public_url="https://repro.example")
    posted: dict[str, Any] = {"path": "/console", "method": "POST"}
    assert ask(app, **posted, headers={"Origin": "https://repro.example", "Host": "10.0.0.5:8000"}).status == 200
    assert ask(app, **posted, headers={"Origin": "https://REPRO.example", "Host": "10.0.0.5:8000"}).status == 200
    assert ask(app, **posted, headers={"Origin": "https://other.example", "Host": "10.0.0.5:8000"}).status == 403


def test_a_program_with_a_token_is_not_asked_where_it_comes_from(served: Served) -> None:
    answer = served.as_("otto").post("/api/v1/operator/announcements", json=TYPED)
    assert answer.status_code == 201


@pytest.mark.parametrize("word", ["", "x", "é", None])
def test_a_form_without_the_word_of_the_session_is_refused(served: Served, word: str | None) -> None:
    page, before = signed_in(served, "otto"), announced(served)
    fields = page.hidden(NEW) | TYPED
    if word is None:
        del fields["csrf"]
    else:
        fields["csrf"] = word
    answer = page.send_form(NEW, fields)
    assert answer.status_code == 403
    assert "does not belong to your session, so nothing was done" in answer.text
    assert announced(served) == before


def test_the_word_of_another_session_is_worth_nothing(served: Served) -> None:
    mine, other, before = signed_in(served, "otto"), signed_in(served, "olga"), announced(served)
    again = signed_in(served, "otto")
    for stolen in (other, again):
        fields = mine.hidden(NEW) | {"csrf": stolen.hidden(NEW)["csrf"]} | TYPED
        assert mine.send_form(NEW, fields).status_code == 403
    assert announced(served) == before


def test_every_form_of_the_console_asks_for_the_word_first(served: Served) -> None:
    page = signed_in(served, "otto")
    for form in FORMS:
        path = form.path.replace("{", "").replace("}", "")
        answer = page.send_form(path, {"why": "x", "sure": "yes"})
        assert (answer.status_code, "does not belong to your session" in answer.text) == (403, True), path
        assert browser(served).send_form(path, {"why": "x"}).status_code == 401, path


def test_signing_out_needs_the_word_too(served: Served) -> None:
    page = signed_in(served, "otto")
    assert page.send_form("/sign-out", {"csrf": "x"}).status_code == 403
    assert page.get("/console").status_code == 200


def test_a_form_that_is_sent_twice_is_done_once_and_with_other_words_anew(served: Served) -> None:
    page, before = signed_in(served, "otto"), announced(served)
    fields = page.hidden(NEW) | TYPED
    first, second = page.send_form(NEW, fields), page.send_form(NEW, fields)
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    assert announced(served) == before + 1
    other = page.send_form(NEW, fields | {"text": "Something else."})
    assert (other.status_code, announced(served)) == (303, before + 2)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"text=" + b"x" * MOST_BYTES, "application/x-www-form-urlencoded", 413),
        (b"text=" + b"x" * 4_001, "application/x-www-form-urlencoded", 413),
        (b"x" * 300_000, "application/x-www-form-urlencoded", 413),
        (b"&".join(b"a%d=1" % number for number in range(30)), "application/x-www-form-urlencoded", 400),
        (b"csrf=a&csrf=b", "application/x-www-form-urlencoded", 400),
        (b"nonsense", "application/x-www-form-urlencoded", 400),
        (b"\xff\xfe=1", "application/x-www-form-urlencoded", 400),
        (b"{}", "application/json", 415),
        (b"a=1", "text/plain", 415),
        (b"--x\r\n", "multipart/form-data; boundary=x", 415),
        (b"a=1", "", 415),
    ],
)
@pytest.mark.parametrize("path", [NEW, "/sign-in", "/sign-out"])
def test_bodies_that_are_no_small_form_are_refused(
    served: Served, path: str, body: bytes, kind: str, status: int
) -> None:
    answer = signed_in(served, "otto").post(path, content=body, headers={**SENT, "Content-Type": kind})
    assert answer.status_code == status, answer.text
    assert answer.text.startswith("<!doctype html>")
