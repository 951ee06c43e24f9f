"""Answers that a caller has already are not sent again: entity tags, HEAD, and what may be kept by whom."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openrepro.web.limits import API

TAG_LENGTH: Final = 27


class NotModified(Exception):  # noqa: N818 - it is no error
    """The caller has this answer already."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


def tag_of(*parts: object) -> str:
    """A weak entity tag of what an answer depends on."""
    text = "\0".join(str(part) for part in parts)
    return f'W/"{hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:TAG_LENGTH]}"'


def matches(tag: str, asked: str) -> bool:
    """Whether the header `If-None-Match` names a tag; weak and strong are the same here (RFC 9110, 13.1.2)."""
    names = {part.strip().removeprefix("W/") for part in asked.split(",")[:100]}
    return "*" in names or tag.removeprefix("W/") in names


def know_by(request: Request, *parts: object) -> None:
    """Tag the answer by what it depends on, before it is made. Raises NotModified when the caller has it already.

    The address itself need not be a part: tags of different addresses are never compared.
    """
    tag = tag_of(*parts)
    asked = request.headers.get("if-none-match")
    if asked is not None and matches(tag, asked):
        raise NotModified(tag)
    request.state.tag = tag


async def not_modified(_request: Request, error: Exception) -> Response:
    assert isinstance(error, NotModified)
    return Response(status_code=304, headers={"ETag": error.tag})


class Conditional:
    """Tags every successful GET by its body where the endpoint has not, answers HEAD, and says who may keep what."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        state = dict(scope.get("state", {}))
        answered = _Answer(scope, state, send)
        await self.app({**scope, "method": "GET", "state": state}, receive, answered.take)


class _Answer:
    """One answer on its way out: held back until it is whole, which it is at once for everything we send."""

    def __init__(self, scope: Scope, state: Mapping[str, Any], send: Send) -> None:
        self._asked = Headers(scope=scope)
        self._state = state
        self._send = send
        self._bodiless = scope["method"] == "HEAD"
        self._shows_whom = "Authorization" if scope["path"].startswith(API) else "Cookie"
        self._start: Message = {}
        self._streams = False

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            await self._body(message)
        else:
            await self._send(message)

    async def _body(self, message: Message) -> None:
        if self._start:
            self._streams = bool(message.get("more_body", False))
            self._finish_head(message.get("body", b""))
            start, self._start = self._start, {}
            await self._send(start)
            if start["status"] == 304:
                message = {**message, "body": b""}
        await self._send({**message, "body": b""} if self._bodiless else message)

    def _finish_head(self, body: bytes) -> None:
        headers = MutableHeaders(raw=_listed(self._start))
        if self._start["status"] in (200, 304):
            self._say_for_whom(headers)
        if self._start["status"] == 200 and not self._streams:
            self._compare(headers, body)

    def _say_for_whom(self, headers: MutableHeaders) -> None:
        """What is the same for everybody and for ever says so itself; all else depends on who asks."""
        if "cache-control" in headers and "public" in headers["cache-control"]:
            return
        headers.setdefault("Cache-Control", f"{'private' if self._shows_whom in self._asked else 'public'}, no-cache")
        headers.add_vary_header(self._shows_whom)

    def _compare(self, headers: MutableHeaders, body: bytes) -> None:
        if "etag" not in headers:
            headers["ETag"] = self._state.get("tag") or f'W/"{hashlib.sha256(body).hexdigest()[:TAG_LENGTH]}"'
        asked = self._asked.get("if-none-match")
        if asked is not None and matches(headers["etag"], asked):
            self._start["status"] = 304
            for name in ("content-length", "content-type"):
                del headers[name]


def _listed(message: Message) -> list[tuple[bytes, bytes]]:
    """The headers of an answer as a list that may be changed in place."""
    listed: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
    message["headers"] = listed
    return listed
