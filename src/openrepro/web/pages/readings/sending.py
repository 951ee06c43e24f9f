"""Sending a reading: kept as a draft, or judged by the rules in a child process and recorded."""

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro.entries.looked import PersonRead
from openrepro.errors import OpenReproError
from openrepro.server.reading import MOST_FIELDS, LookCase, record
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.access import Desk, Member, desk_of, terms_now, turn
from openrepro.web.api.keyed import Claim, Done, once
from openrepro.web.faults import ApiError
from openrepro.web.forms import ONCE, Form, check_word, sent_form
from openrepro.web.pages.console.acting import LONGEST_KEY
from openrepro.web.pages.console.who import reviewer_of
from openrepro.web.pages.readings.queue import PATH
from openrepro.web.pages.readings.reading import KIND, Tried, page_of
from openrepro.web.pages.readings.who import person_of
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.reading.opening import Sending, judged, keep_draft, number_of, opened, sending_of
from openrepro.web.visitors import visitor_of

DO: Final = "do"
KEEP: Final = "keep"
MENDED: Final = "Nothing was submitted: {} below. Your draft is kept."


def reading_routes() -> list[BaseRoute]:
    """Where readings and their drafts are sent."""
    return [
        Route(f"{PATH}/{{look}}", _reading, methods=["POST"]),
        Route(f"{PATH}/{{look}}/draft", _draft, methods=["POST"]),
    ]


async def _reading(request: Request) -> Response:
    typed, desk = await sent_form(request, MOST_FIELDS), desk_of(request)
    sending = await run_in_threadpool(_opened, request, typed)
    async with turn(desk.writers, desk.limits.wait_to_write):
        await run_in_threadpool(keep_draft, desk.installation.store, sending, terms_now(desk).now)
    if typed.text(DO) == KEEP:
        return RedirectResponse(f"{PATH}/{sending.case.look.id}?kept=yes", 303, PRIVATE)
    return await run_in_threadpool(_submitted, request, typed, sending)


async def _draft(request: Request) -> Response:
    typed, desk = await sent_form(request, MOST_FIELDS), desk_of(request)
    sending = await run_in_threadpool(_opened, request, typed)
    async with turn(desk.writers, desk.limits.wait_to_write):
        await run_in_threadpool(keep_draft, desk.installation.store, sending, terms_now(desk).now)
    return Response(status_code=204, headers=PRIVATE)


def _opened(request: Request, typed: Form) -> Sending:
    """The look that a form is about, for who sends it. Raises ApiError for whom it is not."""
    with desk_of(request).installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        who = reviewer_of(visitor.caller)
        check_word(typed, visitor)
        now = terms_now(desk_of(request)).now
        case = _case(tx, request.path_params["look"], who, now)
    return sending_of(case, person_of(who), typed.fields)


def _case(tx: Transaction, name: str, who: Member, now: str) -> LookCase:
    look = tx.looks.get(number_of(name))
    if look is not None and look.done_by == who.account.id:
        raise ApiError(409, "You have submitted this reading already.", hint=f"What came of it: {PATH}/{look.id}")
    return opened(tx, name, person_of(who), now)


def _submitted(request: Request, typed: Form, sending: Sending) -> Response:
    desk, where = desk_of(request), f"{PATH}/{sending.case.look.id}"
    key = f"{where} {typed.text(ONCE)} {typed.digest}"[:LONGEST_KEY]
    claim = Claim(sending.person.account, key, typed.digest) if typed.text(ONCE) else None
    try:
        read = judged(desk.room, sending, terms_now(desk))
        if read.faults:
            return _shown(request, _faulty(sending, read))
        once(desk.installation.store, desk.left, claim, _recording(desk, sending, read, where))
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        return _shown(request, Tried(sending.fields, fault.text, fault.hint))
    return RedirectResponse(where, 303, PRIVATE)


def _recording(
    desk: Desk, sending: Sending, read: PersonRead, where: str
) -> Callable[[Callable[[Transaction, Done], None]], Done]:
    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with desk.installation.store.write() as tx:
            assert read.verdict is not None
            record(tx, sending.case, read.verdict, sending.person, terms_now(desk))
            done = Done(303, where)
            keep(tx, done)
        return done

    return work


def _faulty(sending: Sending, read: PersonRead) -> Tried:
    first: dict[str, str] = {}
    for name, text in read.faults:
        first.setdefault(name, text)
    many = "1 answer wants mending" if len(first) == 1 else f"{len(first)} answers want mending"
    return Tried(sending.fields, MENDED.format(many), faults=first)


def _shown(request: Request, tried: Tried) -> Response:
    """The page of the form, with what was typed and what is wrong with it."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        visit = visit_of(front, desk, tx, request, visitor)
        page = page_of(visit, tried)
    return HTMLResponse(html(KIND, request.url.path, page, visit, front.links, visitor), 422, PRIVATE)
