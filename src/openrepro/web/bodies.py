"""Bodies of requests, taken only as far as they are small enough and quick enough."""

import asyncio
import time
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openrepro.web.faults import ApiError, told
from openrepro.web.limits import Limits, is_upload

MIB: Final = 1024 * 1024


class Bodies:
    """Refuses a body that says it is too large, stops one that turns out so, and does not wait for a slow one."""

    def __init__(self, app: ASGIApp, *, limits: Limits) -> None:
        self.app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self._limits.upload if is_upload(scope) else self._limits.body
        if _announced(scope) > most:
            refused = _too_large(most)
            await told(scope, refused.status_code, refused.failure, {"Connection": "close"})(scope, receive, send)
            return
        total = self._limits.upload_total if is_upload(scope) else self._limits.body_total
        await self.app(scope, _measured(receive, most, self._limits.idle, total), send)


def _measured(receive: Receive, most: int, idle: float, total: float) -> Receive:
    """`receive`, which raises ApiError once there is more than `most` bytes or it takes too long."""
    end = time.monotonic() + total
    taken, over = 0, False

    async def measured() -> Message:
        nonlocal taken, over
        if over:  # nothing more of the body: what comes now is the end of the connection
            return await receive()
        message = await _in_time(receive, idle, total, end)
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            over = not message.get("more_body", False)
            if taken > most:
                raise _too_large(most)
        return message

    return measured


async def _in_time(receive: Receive, idle: float, total: float, end: float) -> Message:
    """The next piece of a body. Raises ApiError where it takes more than `idle` seconds, or the whole one `total`."""
    left = end - time.monotonic()
    try:
        return await asyncio.wait_for(receive(), max(min(idle, left), 0))
    except TimeoutError:
        raise (_silent(idle) if idle < left else _slow(total)) from None


def _silent(idle: float) -> ApiError:
    text = f"No byte of the body came for {idle:g} seconds."
    return ApiError(408, text, hint="Send it again, without a pause.", headers={"Connection": "close"})


def _slow(total: float) -> ApiError:
    text = f"The body did not arrive whole within {total:g} seconds."
    hint = "Sending it again helps only over a quicker connection; make it smaller otherwise."
    return ApiError(408, text, hint=hint, headers={"Connection": "close"})


def _too_large(most: int) -> ApiError:
    size = f"{most // MIB} MiB" if most >= MIB else f"{most // 1024} KiB"
    hint = (
        "Make it smaller: an archive needs no caches, weights or environments." if most >= MIB else "Make it smaller."
    )
    return ApiError(413, f"The body of the request is larger than {size}.", hint=hint, headers={"Connection": "close"})


def _announced(scope: Scope) -> int:
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
