"""Figures of logbooks: documents of strangers, given to nothing but a sandboxed frame within a page of ours."""

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openrepro.rendering.parts import FIGURE
from openrepro.web.api.access import desk_of, entry_shown
from openrepro.web.faults import ApiError, not_found
from openrepro.web.visitors import visitor_of

PATH: Final = "/logbooks/{entry}/figures/{number}"
LONGEST_NUMBER: Final = 6
POLICY: Final = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
NO_CONNECTIONS: Final = "()"
"""The policy above stops what a document loads. Chromium lets WebRTC and the first packets of a navigation through all
the same, unless the document may connect to nothing at all (Chromium 152 and later; other browsers ignore this)."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Connection-Allowlist": NO_CONNECTIONS,
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": "no-store",
    "Vary": "Sec-Fetch-Dest",
}
REFUSED: Final = "A figure is a document by a participant; it is shown in a frame within its page, and nowhere else."
TOLD: Final = "Open the logbook's page and load it there."
UNSAID: Final = (
    "The browser does not say what it asks for (Sec-Fetch-Dest): it is too old, or this site is reached without https."
)


def figure_route() -> Route:
    """The route of all figures."""

    async def figure(request: Request) -> Response:
        _only_in_frames(request)
        return await run_in_threadpool(_answer, request)

    return Route(PATH, figure, methods=["GET"])


def _only_in_frames(request: Request) -> None:
    """Raise ApiError unless a browser asks for the document of a frame, so that it never is a page of its own."""
    wanted = request.headers.get("sec-fetch-dest")
    if wanted != "iframe":
        raise ApiError(403, REFUSED, hint=TOLD if wanted else UNSAID)


def _answer(request: Request) -> Response:
    number, name = request.path_params["number"], request.path_params["entry"]
    with desk_of(request).installation.store.read() as tx:
        entry = entry_shown(tx, name, visitor_of(request, tx).caller)
        revision = entry.judged_revision or entry.revision
        known = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
        document = tx.renderings.part(entry.id, revision, FIGURE, int(number), 0) if known else None
    if document is None:
        raise not_found("figure", number)
    return Response(document, media_type="text/html; charset=utf-8", headers=HEADERS)
