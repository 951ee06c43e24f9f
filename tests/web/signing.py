"""Browsers in tests: signed in by a form, and sending forms as browsers do."""

import re
from html import unescape

import httpx2
from starlette.testclient import TestClient

from openrepro.web.limits import Limits
from openrepro.web.rates import Rate
from tests.web.challenge import Served

FREELY = Limits(requests=Rate(0, 1), uploads=Rate(0, 1), sign_ins=Rate(0, 1))
ORIGIN = "http://testserver"
SENT = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"}
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


class Browser(TestClient):
    """A client that keeps cookies, and sends the forms of pages with what is hidden in them."""

    def hidden(self, path: str) -> dict[str, str]:
        """What is hidden in the forms of a page."""
        return {name: unescape(value) for name, value in HIDDEN.findall(self.get(path).text)}

    def send_form(self, path: str, fields: dict[str, str], *, follow: bool = False) -> httpx2.Response:
        """Send a form as it would be sent from a page of ours."""
        return self.post(path, data=fields, headers=SENT, follow_redirects=follow)

    def fill(self, path: str, *, follow: bool = False, **typed: str) -> httpx2.Response:
        """Open the page of a form, fill it in, and send it."""
        return self.send_form(path, self.hidden(path) | typed, follow=follow)


def browser(served: Served) -> Browser:
    return Browser(served.app, base_url=ORIGIN)


def signed_in(served: Served, name: str) -> Browser:
    """A browser in which `name` has signed in."""
    made = browser(served)
    answer = made.send_form("/sign-in", {"token": served.tokens[name]})
    assert answer.status_code == 303, answer.text
    return made
