"""The headers of every answer, and what a real browser makes of them: scripts of ours work, nothing else does."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from openrepro.people.accounts import Role
from openrepro.store.faults import StoreError
from openrepro.web.assets import assets
from openrepro.web.limits import Limits
from openrepro.web.rates import Rate
from tests.browser import browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live
from tests.web.pages.test_all_pages import cases
from tests.web.signing import FREELY, browser, signed_in

PAGE: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
CLOSED: Final = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "worker-src 'none'",
    "manifest-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
FEATURES: Final = ("camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()", "display-capture=()")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("secure") / "challenge", change=without_caps), FREELY)
    made.add("ada")
    made.add("otto", Role.ADMIN)
    made.submit("ada", "dune/demo-descent")
    made.judge_all()
    yield made
    made.installation.close()


def check(headers: "dict[str, str] | object", where: object) -> None:
    told = dict(headers)  # type: ignore[call-overload]
    assert {name: told.get(name) for name in PAGE} == PAGE, where
    policy = told["content-security-policy"].split("; ")
    assert tuple(policy) == CLOSED, where
    assert all(feature in told["permissions-policy"] for feature in FEATURES), where
    assert "access-control-allow-origin" not in told, where
    assert "server" not in told, where


def test_every_kind_of_page_and_its_twin(served: Served) -> None:
    for case in cases(served):
        answer = served.client.get(case.path, params=dict(case.query))
        if "sandbox" in answer.headers["content-security-policy"]:
            continue  # a figure, which has a policy of its own
        check(answer.headers, case)


def test_pages_of_the_console(served: Served) -> None:
    page = signed_in(served, "otto")
    for path in ("/console", "/console/entries", "/console/announcements/new", "/console/log", "/console.json"):
        answer = page.get(path)
        assert answer.status_code == 200
        check(answer.headers, path)


def test_style_and_scripts(served: Served) -> None:
    for asset in assets().values():
        answer = served.client.get(asset.address)
        check(answer.headers, asset.name)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "cookie" not in answer.headers["vary"].lower()


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/papers/nothing", 404), ("/static/x/y.css", 404), ("/console", 401), ("/?x=%00", 200)],
)
def test_failure_pages(served: Served, path: str, status: int) -> None:
    answer = served.client.get(path)
    assert answer.status_code == status
    check(answer.headers, path)


def test_a_refused_form(served: Served) -> None:
    answer = browser(served).post("/sign-in", data={"token": "x"})
    assert answer.status_code == 403
    check(answer.headers, "403")


def test_a_fault_of_ours_and_a_database_that_fails(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(error: Exception) -> None:
        def read() -> None:
            raise error

        monkeypatch.setattr(type(served.installation.store), "read", lambda _store: read())
        answer = served.client.get("/")
        assert answer.status_code == (503 if isinstance(error, StoreError) else 500)
        assert "secret" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        check(answer.headers, answer.status_code)

    broken(StoreError("secret place", passing=True))
    broken(ValueError("secret"))


def test_too_many_requests(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(requests=Rate(1, 1))
    few = Served(founded(tmp_path_factory.mktemp("few") / "challenge"), limits)
    answers = [few.client.get("/") for _ in range(3)]
    assert answers[-1].status_code == 429
    check(answers[-1].headers, 429)
    few.installation.close()


def test_over_https_browsers_are_told_to_stay_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    url = {"OPENREPRO_PUBLIC_URL": "https://repro.example"}
    made = Served(founded(tmp_path_factory.mktemp("hsts") / "challenge", url), FREELY)
    for path in ("/", "/nothing", "/sign-in"):
        assert made.client.get(path).headers["strict-transport-security"] == "max-age=31536000"
    made.installation.close()


def test_without_https_they_are_not(served: Served) -> None:
    assert "strict-transport-security" not in served.client.get("/").headers


@pytest.fixture(scope="module")
def site(served: Served) -> Generator[tuple[str, Browser]]:
    with browsing() as chromium, live(served) as address:
        yield address, chromium


def test_our_scripts_work_under_the_policy_and_nothing_complains(site: tuple[str, Browser]) -> None:
    address, chromium = site
    with tab(chromium) as seen:
        page = seen.open(f"{address}/")
        assert page.evaluate("typeof htmx") == "object"
        assert page.evaluate("document.querySelector('time[datetime]').title") != ""
        with page.expect_response(lambda answer: answer.url.rstrip("/") == address):
            page.evaluate("htmx.trigger(document.querySelector('#live'), 'refresh')")
            page.evaluate("htmx.ajax('GET', '/', {target: '#live', select: '#live', swap: 'outerHTML'})")
        expect(page.locator("#live")).to_have_count(1)
        assert seen.complaints == []


def test_what_is_slipped_into_a_page_does_not_run(site: tuple[str, Browser]) -> None:
    address, chromium = site
    with tab(chromium) as seen:
        page = seen.open(f"{address}/")
        page.evaluate(
            """() => { const made = document.createElement('div');
            made.innerHTML = '<img src=x onerror="window.ran=1"><a id=a href="javascript:window.ran=1">x</a>'
              + '<style>body{display:none}</style><object data="/"></object><form id=f action="https://evil.example">';
            document.body.append(made);
            const script = document.createElement('script'); script.textContent = 'window.ran=1';
            document.body.append(script); document.querySelector('#a').click();
            document.querySelector('#f').submit(); }"""
        )
        page.wait_for_timeout(300)
        assert page.evaluate("window.ran") is None
        assert page.evaluate("getComputedStyle(document.body).display") == "flex"
        assert page.url == f"{address}/"
        assert seen.complaints
        assert not [one for one in seen.asked if not one.startswith(address)]


def test_one_signs_in_acts_and_signs_out_without_any_script(served: Served, site: tuple[str, Browser]) -> None:
    address, chromium = site
    with tab(chromium, java_script_enabled=False) as seen:
        page = seen.open(f"{address}/console/log")
        page.get_by_role("link", name="Sign in").first.click()
        page.get_by_label("Token of your account").fill(served.tokens["otto"])
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("What operators did")
        page.goto(f"{address}/console/announcements/new")
        page.get_by_label("What everybody is told").fill("Lunch.")
        page.get_by_label("Why").fill("people are hungry")
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("An announcement is shown to everybody")
        page.get_by_role("button", name="Sign out").click()
        page.goto(f"{address}/console")
        expect(page.get_by_role("heading", level=1)).to_have_text("This is for people who are signed in")
        assert not [one for one in seen.complaints if "401" not in one]


def test_a_form_on_another_site_does_nothing(served: Served, site: tuple[str, Browser]) -> None:
    """Another port is another origin, though of the same site: the cookie is sent, and the form is refused."""
    address, chromium = site
    with live(Served(served.installation, FREELY)) as other, tab(chromium) as seen:
        page = seen.open(f"{address}/sign-in")
        page.get_by_label("Token of your account").fill(served.tokens["otto"])
        page.get_by_role("button", name="Sign in").click()
        evil = f'<form method="post" action="{address}/sign-out"></form><script>document.forms[0].submit()</script>'
        page.route(f"{other}/evil", lambda route: route.fulfill(body=evil, content_type="text/html"))
        page.goto(f"{other}/evil")
        expect(page.get_by_text("was not sent from a page of this site, so nothing was done")).to_be_visible()
        page.goto(f"{address}/console")
        expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
