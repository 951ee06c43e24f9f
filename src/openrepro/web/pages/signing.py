"""Signing in with a token, and out again."""

import re
import time
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro import clock
from openrepro.clock import written
from openrepro.ids import Json
from openrepro.web.api.access import Desk, desk_of, turn
from openrepro.web.faults import Code, Failure, told
from openrepro.web.forms import Form, check_word, sent_form
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.peer import peer_of
from openrepro.web.rates import Buckets, Permission
from openrepro.web.sessions import Begun, begin, drop, keep, secret_in
from openrepro.web.visitors import is_https, visitor_of

ROOT: Final = "/console"
OURS: Final = re.compile(r"/(?:console|readings)(?:/[A-Za-z0-9][A-Za-z0-9_.-]{0,79}){0,4}")
"""Where one may be led after signing in: nowhere but here."""

UNKNOWN: Final = "This token lets nobody in: it is mistyped, was revoked, or never was one."
HINT: Final = "A token begins with or_ and has 43 characters. The organisers make one: openrepro admin token add."


def sign_in(visit: Visit) -> Page:
    """The page at `/sign-in`."""
    return _page(visit, visit.asked("to"), "")


def _page(visit: Visit, to: str, fault: str) -> Page:
    account = visit.who.account
    data: dict[str, Json] = {
        "to": _led(to),
        "fault": fault,
        "hint": HINT if fault else "",
        "signed_in_as": account.name if account else None,
    }
    return Page("sign_in.html", "Sign in", data, description="Sign in with a token of your account.")


def _led(to: str) -> str:
    return to if OURS.fullmatch(to) else ROOT


KIND: Final = Kind("sign-in", "/sign-in", sign_in, none, private=True)
KINDS: Final = (KIND,)


async def _signing_in(request: Request) -> Response:
    desk, form = desk_of(request), await sent_form(request)
    tries: Buckets = request.app.state.sign_ins
    permission = tries.take(peer_of(request.scope, desk.limits.proxies), time.monotonic())
    if not permission.granted:
        return _too_often(request, desk, permission)
    async with turn(desk.writers, desk.limits.wait_to_write):
        return await run_in_threadpool(_signed_in, request, form)


def _too_often(request: Request, desk: Desk, permission: Permission) -> Response:
    rate = desk.limits.sign_ins
    text = f"This is too often: one address may try {rate.per_second * 60:g} tokens a minute, {rate.burst} at once."
    failure = Failure(code=Code.TOO_MANY, text=text, hint=f"Wait {permission.seconds} s.")
    return told(request.scope, 429, failure, {"Retry-After": str(permission.seconds)})


def _signed_in(request: Request, form: Form) -> Response:
    begun = _begun(request, form)
    if begun is None:
        return _refused(request, form)
    answer = RedirectResponse(_led(form.text("to")), 303, headers=PRIVATE)
    keep(answer, begun, https=is_https(request))
    return answer


def _begun(request: Request, form: Form) -> Begun | None:
    """A session; None where the token lets nobody in. Only a token that does is worth a turn to write."""
    now, store = written(clock.now()), desk_of(request).installation.store
    with store.read() as tx:
        signed = tx.people.signed_in(form.text("token"))
    if signed is None:
        return None
    with store.write() as tx:
        tx.people.touch(signed.token.id, now=now)
        before = secret_in(request, https=is_https(request))
        return begin(tx, signed.account, now=now, token=signed.token, before=before)


def _refused(request: Request, form: Form) -> Response:
    """The form again; the token is not shown, since it may be one with a letter missing."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        visit = visit_of(front, desk, tx, request, visitor)
        page = _page(visit, form.text("to"), UNKNOWN)
    return HTMLResponse(html(KIND, KIND.path, page, visit, front.links, visitor), 401, PRIVATE)


async def _signing_out(request: Request) -> Response:
    form = await sent_form(request)
    return await run_in_threadpool(_signed_out, request, form)


def _signed_out(request: Request, form: Form) -> Response:
    https, store = is_https(request), desk_of(request).installation.store
    answer = RedirectResponse("/", 303, headers={**PRIVATE, "Clear-Site-Data": '"cache"'})
    drop(answer, https=https)
    with store.write() as tx:
        visitor = visitor_of(request, tx)
        if visitor.caller.account is not None:
            check_word(form, visitor)
            tx.sessions.end(secret_in(request, https=https))
    return answer


def signing_routes() -> list[BaseRoute]:
    """Where the two forms are sent."""
    return [
        Route("/sign-in", _signing_in, methods=["POST"]),
        Route("/sign-out", _signing_out, methods=["POST"]),
    ]
