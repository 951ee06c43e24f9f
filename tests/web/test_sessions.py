"""Signing in and out: the cookie, what it shows, what it never does, and who may keep what it showed."""

from collections.abc import Generator
from datetime import timedelta

import pytest
import sqlalchemy as sa
import time_machine

from openrepro import clock
from openrepro.clock import written
from openrepro.people.accounts import Role
from openrepro.store.tables import accounts, sessions
from openrepro.web.limits import Limits
from openrepro.web.rates import Rate
from openrepro.web.sessions import begin
from tests.web.challenge import Served, founded
from tests.web.signing import FREELY, SENT, Browser, browser, signed_in

UNKNOWN = "or_" + "x" * 40


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("sessions") / "challenge"), FREELY)
    made.add("ada")
    made.add("otto", Role.ADMIN)
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def over_https(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    url = {"OPENREPRO_PUBLIC_URL": "https://repro.example"}
    made = Served(founded(tmp_path_factory.mktemp("https") / "challenge", url), FREELY)
    made.add("ada")
    yield made
    made.installation.close()


def who(page: Browser) -> str:
    text = page.get("/").text
    return text.partition("Signed in as ")[2].partition(":")[0]


def test_a_token_signs_its_account_in_and_a_button_out(served: Served) -> None:
    page = signed_in(served, "ada")
    assert who(page) == "ada"
    out = page.send_form("/sign-out", page.hidden("/console"))
    assert (out.status_code, out.headers["location"]) == (303, "/")
    assert who(page) == ""
    assert page.get("/console").status_code == 401


def test_what_the_cookie_holds_is_worth_nothing_after_signing_out(served: Served) -> None:
    page = signed_in(served, "ada")
    secret = page.cookies["openrepro"]
    page.send_form("/sign-out", page.hidden("/console"))
    again = browser(served)
    again.cookies.set("openrepro", secret)
    assert who(again) == ""


@pytest.mark.parametrize("text", ["", "x", UNKNOWN, "or_", "ö" * 43, "or_" + "x" * 3_000, "' OR 1=1 --"])
def test_whoever_has_no_token_gets_one_and_the_same_answer(served: Served, text: str) -> None:
    page = browser(served)
    answer = page.send_form("/sign-in", {"token": text})
    assert answer.status_code == 401
    assert "This token lets nobody in" in answer.text
    assert "set-cookie" not in answer.headers
    assert text not in answer.text or len(text) < 4


def test_a_revoked_token_is_answered_like_an_unknown_one(served: Served) -> None:
    served.add("rex")
    page = signed_in(served, "rex")
    assert who(page) == "rex"
    with served.installation.store.write() as tx:
        rex = tx.people.by_name("rex")
        assert rex is not None
        tx.people.revoke(tx.people.tokens(rex.id)[0].id, now=written(clock.now()))
    assert who(page) == ""
    revoked = browser(served).send_form("/sign-in", {"token": served.tokens["rex"]})
    unknown = browser(served).send_form("/sign-in", {"token": UNKNOWN})
    assert (revoked.status_code, revoked.text) == (401, unknown.text)


def test_a_deleted_account_is_signed_out(served: Served) -> None:
    served.add("del")
    page = signed_in(served, "del")
    with served.installation.store.write() as tx:
        tx.connection.execute(sa.update(accounts).where(accounts.c.name == "del").values(deleted_at="2026-01-01"))
    assert who(page) == ""


def test_a_session_lasts_twelve_hours(served: Served) -> None:
    secret, start = signed_in(served, "ada").cookies["openrepro"], clock.now()

    def seen_after(**time: int) -> str:
        page = browser(served)
        page.cookies.set("openrepro", secret)
        with time_machine.travel(start + timedelta(**time), tick=False):
            return who(page)

    assert (seen_after(hours=11, minutes=59), seen_after(hours=12, seconds=1)) == ("ada", "")


def test_a_secret_that_somebody_planted_is_not_kept(served: Served) -> None:
    victim, planted = browser(served), signed_in(served, "otto").cookies["openrepro"]
    victim.cookies.set("openrepro", planted, domain="testserver.local", path="/")
    victim.send_form("/sign-in", {"token": served.tokens["ada"]})
    assert victim.cookies["openrepro"] != planted
    assert who(victim) == "ada"
    with served.installation.store.read() as tx:
        assert tx.sessions.of(planted, now=written(clock.now())) is None


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(served: Served, over_https: Served) -> None:
    plain = browser(served).send_form("/sign-in", {"token": served.tokens["ada"]}).headers["set-cookie"]
    assert plain.startswith("openrepro=")
    assert "HttpOnly; Max-Age=43200; Path=/; SameSite=lax" in plain
    assert "Secure" not in plain
    assert "Domain" not in plain
    page = Browser(over_https.app, base_url="https://repro.example")
    headers = {**SENT, "Origin": "https://repro.example"}
    sent = page.post("/sign-in", data={"token": over_https.tokens["ada"]}, headers=headers, follow_redirects=False)
    assert sent.headers["set-cookie"].startswith("__Host-openrepro=")
    assert "HttpOnly; Max-Age=43200; Path=/; SameSite=lax; Secure" in sent.headers["set-cookie"]
    assert who(page) == "ada"
    assert "max-age=31536000" in sent.headers["strict-transport-security"]


def test_over_https_a_plain_cookie_lets_nobody_in(over_https: Served) -> None:
    page = Browser(over_https.app, base_url="https://repro.example")
    headers = {**SENT, "Origin": "https://repro.example"}
    page.post("/sign-in", data={"token": over_https.tokens["ada"]}, headers=headers)
    other = Browser(over_https.app, base_url="https://repro.example")
    other.cookies.set("openrepro", page.cookies["__Host-openrepro"])
    assert who(other) == ""


def test_another_way_of_signing_in_only_has_to_begin_a_session(served: Served) -> None:
    with served.installation.store.write() as tx:
        otto = tx.people.by_name("otto")
        assert otto is not None
        begun = begin(tx, otto, now=written(clock.now()))
    page = browser(served)
    page.cookies.set("openrepro", begun.secret)
    assert page.get("/console/log").status_code == 200


def test_only_the_hash_of_a_secret_is_kept(served: Served) -> None:
    secret = signed_in(served, "ada").cookies["openrepro"]
    with served.installation.store.read() as tx:
        rows = tx.connection.execute(sa.select(sessions)).all()
    assert rows
    assert secret not in str(rows)


def test_the_api_knows_no_cookie(served: Served) -> None:
    page = signed_in(served, "otto")
    assert page.get("/api/v1/account").status_code == 401
    assert page.get("/api/v1/operator/acts").status_code == 401
    answer = page.post("/api/v1/operator/announcements", json={"text": "x", "why": "y"}, headers=SENT)
    assert answer.status_code == 401


def test_a_shared_cache_keeps_no_page_of_somebody(served: Served) -> None:
    page, nobody = signed_in(served, "ada"), browser(served)
    mine, theirs = page.get("/"), nobody.get("/")
    assert (mine.headers["cache-control"], theirs.headers["cache-control"]) == ("private, no-cache", "public, no-cache")
    assert "Cookie" in mine.headers["vary"]
    assert "Cookie" in theirs.headers["vary"]
    assert mine.headers["etag"] != theirs.headers["etag"]
    again = nobody.get("/", headers={"If-None-Match": mine.headers["etag"]})
    assert (again.status_code, "ada" in again.text) == (200, False)
    for path in ("/console", "/console/mine", "/console/tokens", "/console.json", "/sign-in"):
        assert page.get(path).headers["cache-control"] == "private, no-store", path


def test_where_one_is_led_after_signing_in_is_here(served: Served) -> None:
    def led(to: str) -> str:
        answer = browser(served).send_form("/sign-in", {"token": served.tokens["ada"], "to": to})
        return str(answer.headers["location"])

    assert led("/console/entries/e_1/hide") == "/console/entries/e_1/hide"
    for elsewhere in (
        "https://evil.example",
        "//evil.example",
        "/console//evil",
        "/\\evil",
        "/console/..",
        "/console/a\r\nA: b",
        "",
    ):
        assert led(elsewhere) == "/console"
    asked = browser(served).get("/sign-in", params={"to": "//evil.example"})
    assert 'name="to" value="/console"' in asked.text


def test_few_tries_a_minute_for_each_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(requests=Rate(0, 1), uploads=Rate(0, 1), sign_ins=Rate(1 / 12, 5))
    few = Served(founded(tmp_path_factory.mktemp("tries") / "challenge"), limits)
    few.add("ada")
    page = browser(few)
    assert [page.send_form("/sign-in", {"token": UNKNOWN}).status_code for _ in range(6)] == [401] * 5 + [429]
    refused = page.send_form("/sign-in", {"token": few.tokens["ada"]})
    assert refused.status_code == 429
    assert "may try 5 tokens a minute, 5 at once" in refused.text
    assert 1 <= int(refused.headers["retry-after"]) <= 12
    assert page.get("/sign-in").status_code == 200
    few.installation.close()
