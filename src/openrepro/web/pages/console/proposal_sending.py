"""Sending decisions on proposed claims: many at once, all or none of them."""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro.errors import OpenReproError
from openrepro.server.operating import Office
from openrepro.server.proposing import Edit, approve, reject
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.access import desk_of, terms_now, turn
from openrepro.web.api.keyed import Claim, Done, once
from openrepro.web.faults import ApiError
from openrepro.web.forms import ONCE, Form, check_word, sent_form
from openrepro.web.pages.console.acting import LONGEST_KEY, known_member
from openrepro.web.pages.console.proposals import APPROVE, EACH, KIND, PATH, REJECT, Tried, page_of
from openrepro.web.pages.console.who import operator_of
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.templating import address
from openrepro.web.visitors import visitor_of

MOST_FIELDS: Final = 3 * EACH + 8
DO: Final = "do-"


def proposal_routes() -> list[BaseRoute]:
    """Where decisions are sent."""
    return [Route(PATH, _endpoint, methods=["POST"])]


async def _endpoint(request: Request) -> Response:
    typed, desk = await sent_form(request, MOST_FIELDS), desk_of(request)
    await run_in_threadpool(_checked, request, typed)
    async with turn(desk.writers, desk.limits.wait_to_write):
        return await run_in_threadpool(_answer, request, typed)


def _checked(request: Request, typed: Form) -> None:
    """Raise ApiError for whom the form is not, and for one of another session."""
    with desk_of(request).installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        operator_of(visitor.caller)
        check_word(typed, visitor)


def _answer(request: Request, typed: Form) -> Response:
    try:
        return RedirectResponse(_decided(request, typed), 303, PRIVATE)
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        return _shown(request, Tried(typed.fields, fault.text, fault.hint), 422)
    except ApiError as fault:
        return _shown(request, Tried(typed.fields, fault.failure.text, fault.failure.hint), fault.status_code)


def _decided(request: Request, typed: Form) -> str:
    """Decide, unless this very form was acted on before, and give where to go on to."""
    desk, who = desk_of(request), known_member(request)
    key = f"{request.url.path} {typed.text(ONCE)} {typed.digest}"[:LONGEST_KEY]
    claim = Claim(who.account.id, key, typed.digest) if typed.text(ONCE) else None

    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with desk.installation.store.write() as tx:
            office = Office(tx, terms_now(desk), who.account.id, typed.text("why"))
            done = Done(303, _done(request, office, typed))
            keep(tx, done)
        return done

    return once(desk.installation.store, desk.left, claim, work).body


def _done(request: Request, office: Office, typed: Form) -> str:
    chosen = _chosen(typed)
    approved = [number for number, choice in chosen.items() if choice == APPROVE]
    rejected = [number for number, choice in chosen.items() if choice == REJECT]
    if not approved and not rejected:
        raise ApiError(422, "Nothing was chosen, so nothing was done.", hint="Approve or reject at least one.")
    edits = {one: Edit(typed.text(f"text-{one}"), typed.text(f"quote-{one}")) for one in approved}
    ids = approve(office, desk_of(request).installation.blobs, approved, edits) if approved else ()
    count = reject(office, rejected) if rejected else 0
    told = f"{len(ids)} approved, {count} rejected"
    return address(PATH, {"paper": typed.text("paper"), "decided": told})


def _chosen(typed: Form) -> Mapping[int, str]:
    """What is to be done to each proposal of the form; `rest` is what is done to those that are left open."""
    rest = typed.text("rest")
    found: dict[int, str] = {}
    for name, value in typed.fields.items():
        number = name.removeprefix(DO)
        if name.startswith(DO) and number.isascii() and number.isdecimal() and len(number) <= 15:
            found[int(number)] = value if value in (APPROVE, REJECT) else rest
    return found


def _shown(request: Request, tried: Tried, status: int) -> Response:
    """The page with what was typed and what is wrong with it."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        visit = visit_of(front, desk, tx, request, visitor)
        page = page_of(visit, tried)
    return HTMLResponse(html(KIND, request.url.path, page, visit, front.links, visitor), status, PRIVATE)
