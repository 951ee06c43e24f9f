"""Pages at their addresses: as HTML, and as JSON where the address ends in `.json`."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro import clock
from openrepro.ids import Json
from openrepro.server.searching import Catalogue
from openrepro.store.store import Transaction
from openrepro.web.api.access import Desk, desk_of
from openrepro.web.pages.around import Around, Lookout
from openrepro.web.pages.page import Kind, MovedError, Page, Visit
from openrepro.web.templating import Linker, ServerLinks, render
from openrepro.web.visitors import Visitor, visitor_of

SCHEMA: Final = "openrepro.page/1"
TWIN: Final = ".json"
JSON_TYPE: Final = "application/json"
PRIVATE: Final = {"Cache-Control": "private, no-store"}


@dataclass(frozen=True)
class Front:
    """What all pages of a process share."""

    lookout: Lookout
    catalogue: Catalogue
    links: Linker


def front_of(request: Request) -> Front:
    found: Front = request.app.state.front
    return found


def page_routes(kinds: Sequence[Kind]) -> list[BaseRoute]:
    """The routes of all kinds of pages and their twins."""
    return [Route(path, _endpoint(kind), methods=["GET", "HEAD"]) for kind in kinds for path in _paths(kind)]


def _paths(kind: Kind) -> tuple[str, ...]:
    """The paths of a kind. Where the last part of a path is free, it takes in the ending of the twin."""
    if kind.path == "/":
        return "/", f"/index{TWIN}"
    return (kind.path,) if kind.path.endswith("}") else (kind.path, f"{kind.path}{TWIN}")


def _endpoint(kind: Kind) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(_answer, kind, request)

    return endpoint


def _answer(kind: Kind, request: Request) -> Response:
    front, desk = front_of(request), desk_of(request)
    path, twin = asked_path(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        visit = visit_of(front, desk, tx, request, visitor)
        try:
            made = kind.make(visit)
        except MovedError as moved_to:
            link = front.links.twin if twin else front.links.page
            return RedirectResponse(link(moved_to.path, {}), status_code=308)
    headers = PRIVATE if kind.private else None
    if twin:
        return Response(twin_text(kind, path, made, visit.around), headers=headers, media_type=JSON_TYPE)
    return HTMLResponse(html(kind, path, made, visit, front.links, visitor), headers=headers)


def asked_path(request: Request) -> tuple[str, bool]:
    """The path of the page that is asked for, and whether its twin is."""
    path = request.url.path
    if not path.endswith(TWIN):
        return path, False
    bare = path.removesuffix(TWIN)
    return "/" if bare == "/index" else bare, True


def visit_of(front: Front, desk: Desk, tx: Transaction, request: Request, visitor: Visitor) -> Visit:
    """The visit that a request is."""
    params = {name: str(value).removesuffix(TWIN) for name, value in request.path_params.items()}
    return Visit(
        here=desk.installation,
        tx=tx,
        around=front.lookout.around(tx),
        catalogue=front.catalogue,
        who=visitor.caller,
        at=clock.now(),
        params=params,
        query=dict(request.query_params),
        room=desk.room,
    )


def twin_text(kind: Kind, path: str, page: Page, around: Around) -> str:
    """The JSON of a page."""
    told: dict[str, Json] = {
        "schema": SCHEMA,
        "page": kind.name,
        "address": path,
        "title": page.title,
        "data": page.data,
        "previous": page.previous or None,
        "next": page.next or None,
        "as_of": around.as_json(),
    }
    return json.dumps(told, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def html(kind: Kind, path: str, page: Page, visit: Visit, links: Linker, visitor: Visitor) -> str:
    """The HTML of a page."""
    context = {
        "data": page.data,
        "page": {**page._asdict(), "kind": kind.name, "path": path, "query": dict(visit.query)},
        "site": visit.around.site,
        "visitor": visitor,
        "static": visit.static,
    }
    return render(page.template, context, links)


def front(desk: Desk) -> Front:
    """What the pages of one challenge share."""
    here = desk.installation
    return Front(Lookout(here), Catalogue(here), ServerLinks())
