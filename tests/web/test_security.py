"""Pages may read what is public, with the entity tag they have, and nothing else."""

import pytest

from openrepro.web.security import SecurityHeaders
from tests.web.asgi import ask, saying

APP = SecurityHeaders(saying(status=405), https=False)


def preflight(method: str, path: str = "/api/v1/papers", **more: str) -> int:
    return ask(APP, path, method="OPTIONS", headers={"Access-Control-Request-Method": method, **more}).status


def test_a_page_may_say_which_tag_it_has() -> None:
    headers = {"Origin": "https://page.example", "Access-Control-Request-Method": "GET"}
    allowed = ask(APP, method="OPTIONS", headers=headers)
    assert allowed.status == 204
    assert allowed.headers["access-control-allow-headers"] == "If-None-Match"
    assert "authorization" not in str(allowed.headers).lower()


@pytest.mark.parametrize("method", ["POST", "DELETE", ""])
def test_a_page_may_change_nothing(method: str) -> None:
    assert preflight(method, Origin="https://page.example") == 405


def test_only_the_api_is_open_to_pages() -> None:
    assert preflight("GET", "/", Origin="https://page.example") == 405
    assert preflight("GET") == 405
