"""Sending a reading: kept as a draft, or judged by the rules in a child process and recorded."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro.entries.looked import PersonRead
from openrepro.errors import OpenReproError
from openrepro.server.reading import MOST_FIELDS, STALE, LookCase, StaleError, bounded, record
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.access import Desk, Member, desk_of, terms_now, turn
from openrepro.web.api.keyed import Claim, Done, once
from openrepro.web.faults import ApiError
from openrepro.web.forms import ONCE, Form, check_word, sent_form
from openrepro.web.pages.console.acting import LONGEST_KEY
from openrepro.web.pages.console.who import reviewer_of
from openrepro.web.pages.readings.acts import number_of, opened
from openrepro.web.pages.readings.fields import names_of
from openrepro.web.pages.readings.queue import PATH, person_of
from openrepro.web.pages.readings.reading import KIND, Tried, page_of
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.visitors import visitor_of

DO: Final = "do"
STAMP: Final = "stamp"
KEEP: Final = "keep"
MENDED: Final = "Nothing was submitted: {} below. Your draft is kept."


class Sending(NamedTuple):
    """A form about a look that somebody sends who has taken it. `fields` are those of the form about the claim."""

    case: LookCase
    who: Member
    fields: Mapping[str, str]
    stamp: str


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
        await run_in_threadpool(keep_draft, desk, sending)
    if typed.text(DO) == KEEP:
        return RedirectResponse(f"{PATH}/{sending.case.look.id}?kept=yes", 303, PRIVATE)
    return await run_in_threadpool(_submitted, request, typed, sending)


async def _draft(request: Request) -> Response:
    typed, desk = await sent_form(request, MOST_FIELDS), desk_of(request)
    sending = await run_in_threadpool(_opened, request, typed)
    async with turn(desk.writers, desk.limits.wait_to_write):
        await run_in_threadpool(keep_draft, desk, sending)
    return Response(status_code=204, headers=PRIVATE)


def _opened(request: Request, typed: Form) -> Sending:
    """The look that a form is about, for who sends it. Raises ApiError for whom it is not."""
    with desk_of(request).installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        who = reviewer_of(visitor.caller)
        check_word(typed, visitor)
        now = terms_now(desk_of(request)).now
        case = _case(tx, request.path_params["look"], who, now)
    return sending_of(case, who, typed.fields)


def _case(tx: Transaction, name: str, who: Member, now: str) -> LookCase:
    look = tx.looks.get(number_of(name))
    if look is not None and look.done_by == who.account.id:
        raise ApiError(409, "You have submitted this reading already.", hint=f"What came of it: {PATH}/{look.id}")
    return opened(tx, name, who, now)


def sending_of(case: LookCase, who: Member, typed: Mapping[str, str]) -> Sending:
    """What of the fields that were sent belongs to the form."""
    names = names_of(case.claim)
    return Sending(case, who, {name: text for name, text in typed.items() if name in names}, typed.get(STAMP, ""))


def keep_draft(desk: Desk, sending: Sending) -> None:
    """Keep what was typed. Raises ApiError when it is too much."""
    try:
        fields = bounded(sending.fields)
    except OpenReproError as fault:
        raise ApiError(413, fault.text, hint=fault.hint) from None
    look, account = sending.case.look.id, sending.who.account.id
    with desk.installation.store.write() as tx:
        tx.drafts.keep(look, account, fields, now=terms_now(desk).now)


def _submitted(request: Request, typed: Form, sending: Sending) -> Response:
    desk, where = desk_of(request), f"{PATH}/{sending.case.look.id}"
    key = f"{where} {typed.text(ONCE)} {typed.digest}"[:LONGEST_KEY]
    claim = Claim(sending.who.account.id, key, typed.digest) if typed.text(ONCE) else None
    try:
        read = judged(desk, sending)
        if read.faults:
            return _shown(request, _faulty(sending, read))
        once(desk.installation.store, desk.left, claim, _recording(desk, sending, read, where))
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        return _shown(request, Tried(sending.fields, fault.text, fault.hint))
    return RedirectResponse(where, 303, PRIVATE)


def judged(desk: Desk, sending: Sending) -> PersonRead:
    """What a form gives, nothing recorded. Raises StaleError where it is about something else than stands now."""
    if sending.stamp and sending.stamp != sending.case.stamp:
        raise StaleError(STALE, hint="The evidence and the claim below are those that stand now.")
    return desk.room.read(sending.case, sending.fields, person_of(sending.who), terms_now(desk))


def _recording(
    desk: Desk, sending: Sending, read: PersonRead, where: str
) -> Callable[[Callable[[Transaction, Done], None]], Done]:
    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with desk.installation.store.write() as tx:
            assert read.verdict is not None
            record(tx, sending.case, read.verdict, person_of(sending.who), terms_now(desk))
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
