"""Bodies that are too large or too slow are stopped, with an answer."""

import json
from dataclasses import replace

from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from openrepro.web.bodies import Bodies
from openrepro.web.faults import ApiError, _told
from openrepro.web.limits import Limits
from tests.web.asgi import Heard, ask

LIMITS = replace(Limits(), body=10, upload=100, idle=0.05, body_total=0.2, upload_total=0.2)


async def counting(scope: Scope, receive: Receive, send: Send) -> None:
    size = len(await Request(scope, receive).body())
    await PlainTextResponse(str(size))(scope, receive, send)


APP: ASGIApp = Bodies(ExceptionMiddleware(counting, handlers={ApiError: _told}), limits=LIMITS)


def post(path: str = "/api/v1/webhooks", **more: object) -> Heard:
    return ask(APP, path, method="POST", **more)  # type: ignore[arg-type]


def code(heard: Heard) -> str:
    found: str = json.loads(heard.body)["error"]["code"]
    return found


def test_a_body_within_the_limit_arrives() -> None:
    assert post(chunks=[b"12345", b"67890"]).body == b"10"


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    heard = post(headers={"Content-Length": "11"}, chunks=[b"x"] * 11)
    assert (heard.status, code(heard), heard.headers["connection"]) == (413, "too-large", "close")


def test_a_body_that_turns_out_too_large_is_stopped() -> None:
    heard = post(chunks=[b"123456", b"78901"])
    assert (heard.status, code(heard)) == (413, "too-large")
    assert post(headers={"Content-Length": "1"}, chunks=[b"12345678901"]).status == 413
    assert post(headers={"Content-Length": "nonsense"}, chunks=[b"12345678901"]).status == 413


def test_an_upload_may_be_larger() -> None:
    assert post("/api/v1/entries", chunks=[b"x" * 50, b"x" * 50]).body == b"100"
    assert post("/api/v1/entries", chunks=[b"x" * 50, b"x" * 51]).status == 413


def test_a_body_that_stops_arriving_is_not_waited_for() -> None:
    heard = post(chunks=[b"1", b"2"], pause=0.15)
    assert (heard.status, code(heard)) == (408, "too-slow")
    assert b"No byte of the body came for 0.05 seconds." in heard.body


def test_a_body_that_drips_is_not_waited_for() -> None:
    heard = post(chunks=[b"1"] * 10, pause=0.04)
    assert heard.status == 408
    assert b"The body did not arrive whole within 0.2 seconds." in heard.body
