"""Acts of signed-in people: a form that says what it does, asks once more where that is grave, and acts once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.server.operating import LONGEST_WHY, Office
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.access import Desk, Member, desk_of, terms_now, turn
from openrepro.web.api.keyed import Claim, Done, once
from openrepro.web.faults import ApiError
from openrepro.web.forms import ONCE, Form, check_word, sent_form
from openrepro.web.pages.console.who import ROOT, framed, member_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.pages.routing import PRIVATE, front_of, html, visit_of
from openrepro.web.visitors import known_visitor, visitor_of

SURE: Final = "sure"
YES: Final = "yes"
LONGEST_KEY: Final = 400


class Field(NamedTuple):
    """Something that is typed or chosen. `options` make it a choice; `lines` is how high a box of text is."""

    name: str
    label: str
    hint: str = ""
    most: int = LONGEST_WHY
    lines: int = 1
    options: tuple[str, ...] = ()
    value: str = ""
    optional: bool = False

    def as_json(self, typed: Mapping[str, str]) -> dict[str, Json]:
        kept = typed.get(self.name, self.value)
        return {**self._asdict(), "options": list(self.options), "value": kept}


WHY: Final = Field("why", "Why", "In plain words. It is kept for ever, with your name.", lines=3)


class Fact(NamedTuple):
    """Something to be known of what is acted on; `where` is the page that says more. `instant`: the value is one."""

    name: str
    value: str
    where: str = ""
    instant: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the page of a form shows: `does` are sentences on what comes of it, `back` is where one came from."""

    title: str
    button: str
    back: str
    does: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    fields: tuple[Field, ...] = (WHY,)
    grave: bool = False


class Outcome(NamedTuple):
    """Where to go after an act, and what is to be done once it is kept."""

    where: str
    afterwards: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that somebody who may send it has sent: `params` are the parts of the path."""

    desk: Desk
    who: Member
    params: Mapping[str, str]
    form: Form

    def office(self, tx: Transaction) -> Office:
        """The office in which the sender acts as an operator, for the reason that was typed."""
        return Office(tx, terms_now(self.desk), self.who.account.id, self.form.text(WHY.name))


@dataclass(frozen=True, slots=True)
class FormKind:
    """A form at an address. `show` gives its page or raises ApiError, also for whom it is not; `act` does it, in one
    transaction. What cannot be done raises, leaves nothing, and is told on the form."""

    name: str
    path: str
    show: Callable[[Visit], Sheet]
    act: Callable[[Sent, Transaction], Outcome]

    @property
    def kind(self) -> Kind:
        """The kind of page that the form is on."""
        return Kind(self.name, self.path, partial(_page, self), none, private=True)


@dataclass(frozen=True, slots=True)
class _Try:
    """What came of sending a form that was not acted on: `asks` when only the last word is missing."""

    typed: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    hint: str = ""
    asks: bool = False


def _page(form: FormKind, visit: Visit, tried: _Try = _Try()) -> Page:
    sheet = form.show(visit)
    data: dict[str, Json] = {
        "action": form.path.format(**visit.params),
        "button": sheet.button,
        "back": sheet.back,
        "does": list(sheet.does),
        "facts": [dict(fact._asdict()) for fact in sheet.facts],
        "fields": [one.as_json(tried.typed) for one in sheet.fields],
        "grave": sheet.grave,
        "asks": tried.asks,
        "fault": tried.text,
        "hint": tried.hint,
    }
    return Page("console/act.html", sheet.title, framed(visit, data))


def form_routes(forms: Sequence[FormKind]) -> list[BaseRoute]:
    """Where forms are sent."""
    return [Route(form.path, _endpoint(form), methods=["POST"]) for form in forms]


def _endpoint(form: FormKind) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        typed, desk = await sent_form(request), desk_of(request)
        sheet = await run_in_threadpool(_opened, form, request, typed)
        if sheet.grave and typed.text(SURE) != YES:
            return await run_in_threadpool(_shown, form, request, _asked(sheet, typed))
        async with turn(desk.writers, desk.limits.wait_to_write):
            return await run_in_threadpool(_answer, form, request, typed)

    return endpoint


def _opened(form: FormKind, request: Request, typed: Form) -> Sheet:
    """The form that was sent, for who sent it. Raises ApiError for whom it is not, and for one of another session."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        member_of(visitor.caller)
        check_word(typed, visitor)
        return form.show(visit_of(front, desk, tx, request, visitor))


def _asked(sheet: Sheet, typed: Form) -> _Try:
    """The form with what was typed, to be confirmed; or to be completed first."""
    empty = [one.label for one in sheet.fields if not one.optional and not typed.text(one.name)]
    if empty:
        return _Try(typed.fields, f"Something is missing: {', '.join(empty)}.", "Nothing was done.")
    return _Try(typed.fields, asks=True)


def _answer(form: FormKind, request: Request, typed: Form) -> Response:
    try:
        return RedirectResponse(_acted(form, request, typed), 303, PRIVATE)
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        return _shown(form, request, _Try(typed.fields, fault.text, fault.hint), 422)
    except ApiError as fault:
        return _shown(form, request, _Try(typed.fields, fault.failure.text, fault.failure.hint), fault.status_code)


def _acted(form: FormKind, request: Request, typed: Form) -> str:
    """Act, unless this very form with these very words was acted on before, and give where to go on to."""
    desk, sent = desk_of(request), Sent(desk_of(request), known_member(request), request.path_params, typed)
    key = f"{request.url.path} {typed.text(ONCE)} {typed.digest}"[:LONGEST_KEY]
    claim = Claim(sent.who.account.id, key, typed.digest)

    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with desk.installation.store.write() as tx:
            outcome = form.act(sent, tx)
            done = Done(303, outcome.where)
            keep(tx, done)
        outcome.afterwards()
        return done

    return once(desk.installation.store, desk.left, claim if typed.text(ONCE) else None, work).body


def _shown(form: FormKind, request: Request, tried: _Try, status: int = 200) -> Response:
    """The page of the form, with what was typed and what is wrong with it."""
    front, desk = front_of(request), desk_of(request)
    with desk.installation.store.read() as tx:
        visitor = visitor_of(request, tx)
        visit = visit_of(front, desk, tx, request, visitor)
        page = _page(form, visit, tried)
    return HTMLResponse(html(form.kind, request.url.path, page, visit, front.links, visitor), status, PRIVATE)


def known_member(request: Request) -> Member:
    """Who sent a form that was checked."""
    return member_of(known_visitor(request).caller)


def newest_act(tx: Transaction, target: str) -> Outcome:
    """The page of the operator's act that was just recorded."""
    return Outcome(f"{ROOT}/acts/{tx.operator.acts(target=target, limit=1)[0].id}")
