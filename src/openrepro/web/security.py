"""Headers that keep browsers from doing more with our answers than they should."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openrepro.web.limits import API

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DATA: Final = {"Referrer-Policy": "no-referrer"}
PAGES: Final = {"Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin"}
"""Other sites learn nothing of where a link was followed. Our own do: without a referrer, browsers would not say of a
form which origin it comes from."""

DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; sandbox"
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; "
    "object-src 'none'; worker-src 'none'; manifest-src 'none'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
YEAR_S: Final = 31_536_000
EXPOSED: Final = "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"
PREFLIGHT: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Vary": "Origin, Access-Control-Request-Method",
}


class SecurityHeaders:
    """`https` says that the public address is one of https, so that browsers need not try another."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self.app = app
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        if scope["path"].startswith(API) and _asks_first(scope):
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(scope, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, secured)

    def _add(self, scope: Scope, headers: MutableHeaders) -> None:
        of_api = scope["path"].startswith(API)
        for name, value in (ALWAYS | (DATA if of_api else PAGES)).items():
            headers.setdefault(name, value)
        if self._https:
            headers.setdefault("Strict-Transport-Security", f"max-age={YEAR_S}")
        headers.setdefault("Content-Security-Policy", DATA_POLICY if of_api else PAGE_POLICY)
        if of_api:
            self._open(scope, headers)

    def _open(self, scope: Scope, headers: MutableHeaders) -> None:
        """What anybody may read, any page may read for them; a token never travels from a page to us."""
        if scope["method"] in ("GET", "HEAD") and "authorization" not in Headers(scope=scope):
            headers["Access-Control-Allow-Origin"] = "*"
            headers["Access-Control-Expose-Headers"] = EXPOSED
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"


def _asks_first(scope: Scope) -> bool:
    """Whether a browser asks if a page may read something of ours with `If-None-Match`."""
    asked = Headers(scope=scope)
    wanted = asked.get("access-control-request-method", "")
    return scope["method"] == "OPTIONS" and "origin" in asked and wanted in ("GET", "HEAD")
