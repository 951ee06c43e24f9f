"""What is sent to a page must come from a page of ours: no other site may use the browser of a visitor for it."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from openrepro.web.faults import Code, Failure, told
from openrepro.web.limits import API

HARMLESS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
REFUSAL: Final = Failure(
    code=Code.FORBIDDEN,
    text="This was not sent from a page of this site, so nothing was done.",
    hint="Open the page here and send the form from it. If you did, your browser or a proxy hides where it came from: "
    "use the API with a token, or another browser.",
)
UNSAID: Final = "null"


class OwnOrigin:
    """Refuses every change of a page that another origin sent, or that does not say where it comes from.

    `public_url` is our address as browsers know it; without one the header Host is taken. The API is left alone: it
    goes by tokens, which no browser sends by itself.
    """

    def __init__(self, app: ASGIApp, *, public_url: str = "") -> None:
        self.app = app
        self._own = urlsplit(public_url).netloc.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._may_pass(scope):
            await self.app(scope, receive, send)
        else:
            await told(scope, 403, REFUSAL)(scope, receive, send)

    def _may_pass(self, scope: Scope) -> bool:
        if scope["type"] != "http" or scope["method"] in HARMLESS or scope["path"].startswith(API):
            return True
        return self._from_us(Headers(scope=scope))

    def _from_us(self, sent: Headers) -> bool:
        """Where a browser says both, both must fit; where it says neither, it is not believed."""
        site, origin = sent.get("sec-fetch-site"), sent.get("origin", UNSAID)
        if site is not None and site != "same-origin":
            return False
        if origin == UNSAID:
            return site is not None
        return self._is_ours(origin, sent.get("host", ""))

    def _is_ours(self, origin: str, host: str) -> bool:
        try:
            named = urlsplit(origin).netloc.lower()
        except ValueError:
            return False
        return bool(named) and named in (self._own, host.lower())
