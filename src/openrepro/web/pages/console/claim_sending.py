"""Sending the form of a claim's spec: checked, filled in, shown what it would change, and saved as a new version."""

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro.errors import OpenReproError
from openrepro.server.disputing import answer
from openrepro.server.operating import Office
from openrepro.server.restating import put_version
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.access import desk_of, terms_now, turn
from openrepro.web.api.keyed import Claim, Done, once
from openrepro.web.faults import ApiError
from openrepro.web.forms import ONCE, Form, check_word, sent_form
from openrepro.web.pages.console.acting import LONGEST_KEY, known_member
from openrepro.web.pages.console.claim_editor import (
    CHECK,
    FILL,
    KIND,
    PATH,
    PREVIEWED,
    SAVE,
    SAVE_RETIRED,
    Tried,
    after,
    page_of,
    subject_of,
)
from openrepro.web.pages.console.who import ROOT, operator_of
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.visitors import visitor_of

MOST_FIELDS: Final = 60
DO: Final = "do"
CHANGED: Final = "What would be saved is not what was shown, so look at it once more."


def claim_routes() -> list[BaseRoute]:
    """Where the form of a claim is sent."""
    return [Route(PATH, _endpoint, methods=["POST"])]


async def _endpoint(request: Request) -> Response:
    typed, desk = await sent_form(request, MOST_FIELDS), desk_of(request)
    do = typed.text(DO) or CHECK
    if do not in (CHECK, FILL, *PREVIEWED):
        raise ApiError(422, "There is no such button.", hint="Nothing was done. Open the page anew.")
    if do not in (SAVE, SAVE_RETIRED):
        return await run_in_threadpool(_shown, request, Tried(typed.fields, do), 200)
    await run_in_threadpool(_checked, request, typed)
    async with turn(desk.writers, desk.limits.wait_to_write):
        return await run_in_threadpool(_answer, request, typed, do)


def _checked(request: Request, typed: Form) -> None:
    """Raise ApiError for whom the form is not, and for one of another session."""
    with desk_of(request).installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        operator_of(visitor.caller)
        check_word(typed, visitor)


def _answer(request: Request, typed: Form, do: str) -> Response:
    try:
        return RedirectResponse(_saved(request, typed, do), 303, PRIVATE)
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        return _shown(request, Tried(typed.fields, do, fault.text, fault.hint), 422)
    except ApiError as fault:
        return _shown(request, Tried(typed.fields, do, fault.failure.text, fault.failure.hint), fault.status_code)


def _saved(request: Request, typed: Form, do: str) -> str:
    """Save, unless this very form was saved before, and give where to go on to."""
    desk, who = desk_of(request), known_member(request)
    key = f"{request.url.path} {typed.text(ONCE)} {typed.digest}"[:LONGEST_KEY]
    claim = Claim(who.account.id, key, typed.digest) if typed.text(ONCE) else None

    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with desk.installation.store.write() as tx:
            office = Office(tx, terms_now(desk), who.account.id, typed.text("why"))
            done = Done(303, _put(request, office, typed, do))
            keep(tx, done)
        return done

    return once(desk.installation.store, desk.left, claim, work).body


def _put(request: Request, office: Office, typed: Form, do: str) -> str:
    name, dispute = request.path_params["claim"], typed.text("dispute")
    subject = subject_of(office.tx, name, typed.text("part"))
    made = after(subject, typed.fields, do)
    if subject.base == typed.text("base") and made.version != typed.text("previewed"):
        raise ApiError(422, CHANGED, hint="Nothing was saved.")
    version = put_version(office, desk_of(request).installation, made, typed.text("base"), name)
    if dispute.isascii() and dispute.isdecimal() and len(dispute) < 10:
        answer(office.tx, int(dispute), name, version)
        return f"/disputes/{dispute}"
    return f"/claims/{name}#versions" if made.find(name) or not subject.new else f"{ROOT}/disputes"


def _shown(request: Request, tried: Tried, status: int) -> Response:
    """The page of the form, with what was typed, what is wrong with it, and what it would change."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        operator_of(visitor.caller)
        check_word(Form(tried.fields), visitor)
        visit = visit_of(front, desk, tx, request, visitor)
        page = page_of(visit, tried)
    return HTMLResponse(html(KIND, request.url.path, page, visit, front.links, visitor), status, PRIVATE)
