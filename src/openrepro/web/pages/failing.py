"""What a reader sees where there is no page: what happened, and what to do next."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from openrepro.web.faults import Failure
from openrepro.web.limits import API
from openrepro.web.pages.routing import TWIN, front_of
from openrepro.web.templating import render
from openrepro.web.visitors import known_visitor

TITLES: Final[dict[int, str]] = {
    400: "This request cannot be understood",
    401: "This is for people who are signed in",
    403: "This is not for you",
    404: "There is nothing here",
    405: "This cannot be done here",
    408: "This took too long",
    409: "This does not fit what is there",
    410: "This is not here any more",
    413: "This is too much at once",
    415: "This cannot be understood",
    422: "This cannot be done",
    429: "Too many requests",
    500: "Something went wrong here",
    503: "This could not be loaded just now",
}
NAMELESS: Final[Mapping[str, object]] = {
    "name": "OpenRepro",
    "slug": "",
    "not_certified_by": "",
    "opens": "",
    "closes": "",
    "stage": "",
    "frozen_at": "",
    "rehearsal": False,
    "notice": None,
    "ledger_size": 0,
    "computed_at": "",
    "lag": 0,
    "stale": False,
}


def wants_page(request: Request) -> bool:
    """Whether a failure is to be told as a page: to a reader's address, not to a program's."""
    path = request.url.path
    return not f"{path}/".startswith(API) and not path.endswith(TWIN)


def failing_page(
    request: Request, status: int, failure: Failure, headers: Mapping[str, str] | None = None
) -> Response | None:
    """A failure as a page, None where a program asked. It needs no database: the frame is as it was last read."""
    if not wants_page(request):
        return None
    held = front_of(request).lookout.held
    context = {
        "data": {"status": status, "path": request.url.path, **failure.model_dump(mode="json")},
        "page": {
            "title": TITLES.get(status, TITLES[400]),
            "kind": "failure",
            "path": "",
            "query": {},
            "description": "",
        },
        "site": NAMELESS if held is None else held.site,
        "visitor": known_visitor(request),
        "static": False,
    }
    body = render("failure.html", context, front_of(request).links)
    return HTMLResponse(body, status, {"Cache-Control": "no-store", **(headers or {})})
