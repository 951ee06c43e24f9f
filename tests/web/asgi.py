"""Small ASGI apps for tests of what wraps an app."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass
class Heard:
    """What an app answered."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def saying(body: bytes = b"{}", status: int = 200, headers: Mapping[str, str] | None = None) -> ASGIApp:
    """An app that always says the same."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        told = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
        await send({"type": "http.response.start", "status": status, "headers": told})
        await send({"type": "http.response.body", "body": body})

    return app


def ask(
    app: ASGIApp,
    path: str = "/api/v1/papers",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    client: str | None = "203.0.113.5",
    chunks: Iterable[bytes] = (),
    pause: float = 0,
) -> Heard:
    """Ask `app` and give its answer; the body comes in `chunks`, with a pause before each."""
    heard = Heard()
    waiting = list(chunks)

    async def receive() -> Message:
        await asyncio.sleep(pause)
        body = waiting.pop(0) if waiting else b""
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            heard.status = message["status"]
            heard.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            heard.body += message.get("body", b"")

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()],
        "client": None if client is None else (client, 50000),
    }
    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    return heard
