"""Who calls, and what they may do: tokens, scopes, roles, and what is shown to whom."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final

import anyio
from fastapi import BackgroundTasks, Depends, Request
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool

from openrepro import clock
from openrepro.entries.entry import Entry
from openrepro.entries.window import Terms
from openrepro.people.accounts import Account, Role, Scope, Token
from openrepro.people.tokens import TOUCHED_EVERY, allows, to_be_touched
from openrepro.server.bench import Bench
from openrepro.server.installation import Installation
from openrepro.server.reading import ReadingRoom
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction
from openrepro.web.api.keyed import Left
from openrepro.web.api.uploads import Receiving
from openrepro.web.faults import ApiError, not_found
from openrepro.web.limits import KnownTokens, Limits

OPERATORS: Final = frozenset((Role.ORGANISER, Role.ADMIN))
REVIEWERS: Final = OPERATORS | {Role.REVIEWER}
SCHEME: Final = "bearer "
LONGEST: Final = 200
MOST_NOTED: Final = 10_000

bearer = HTTPBearer(
    scheme_name="token", description="A token of OpenRepro: `Authorization: Bearer or_…`.", auto_error=False
)


@dataclass(frozen=True)
class Desk:
    """What every endpoint works with. Safe to share between threads."""

    installation: Installation
    limits: Limits
    known: KnownTokens
    uses: "Uses"
    receiving: Receiving
    left: Left
    writers: anyio.Semaphore
    unpackers: anyio.Semaphore
    askers: anyio.Semaphore
    bench: Bench

    @property
    def room(self) -> ReadingRoom:
        """Where persons read archived bytes: these go to a child process."""
        return ReadingRoom(self.installation.blobs, self.bench.run)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who made a request; without a token nobody in particular."""

    account: Account | None = None
    token: Token | None = None

    @property
    def operates(self) -> bool:
        """Whether the caller may do and see what operators may."""
        return self._holds(Scope.OPERATE) and self.account is not None and self.account.role in OPERATORS

    @property
    def reviews(self) -> bool:
        """Whether the caller may read for the judge: reviewers and operators, with a token that may review."""
        may = self._holds(Scope.REVIEW) or self._holds(Scope.OPERATE)
        return may and self.account is not None and self.account.role in REVIEWERS

    @property
    def mark(self) -> str:
        """What of the caller decides which public things are shown: part of entity tags."""
        return "operator" if self.operates else "" if self.account is None else self.account.team

    def may_see(self, entry: Entry) -> bool:
        """Hidden entries are shown to their team and to operators."""
        mine = self.account is not None and self.account.team == entry.team
        return not entry.hidden or mine or self.operates

    def _holds(self, scope: Scope) -> bool:
        return self.token is not None and allows(self.token, scope)


class Member:
    """A caller who is signed in."""

    def __init__(self, account: Account, token: Token) -> None:
        self.account = account
        self.token = token
        self.caller = Caller(account, token)


async def desk(request: Request) -> Desk:
    return desk_of(request)


def desk_of(request: Request) -> Desk:
    found: Desk = request.app.state.desk
    return found


@dataclass
class Uses:
    """When tokens were last noted as used, so that each is noted at most once a minute, whatever comes of it."""

    _noted: dict[str, datetime] = field(default_factory=dict)

    def due(self, token: Token, now: datetime) -> bool:
        """Whether to note the use of a token now; if so, not again for a minute."""
        noted = self._noted.get(token.id)
        if not to_be_touched(token, now) or (noted is not None and now < noted + TOUCHED_EVERY):
            return False
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[token.id] = now
        return True


async def caller(request: Request, afterwards: BackgroundTasks) -> Caller:
    """Who calls. Raises ApiError for a token that is not known: nobody is taken for somebody less by a typing error."""
    header = request.headers.get("authorization")
    if header is None:
        return Caller()
    here = desk_of(request)
    found = await run_in_threadpool(_looked_up, here.installation, header)
    if found.token is not None:
        here.known.note(header, found.token.id)
        if here.uses.due(found.token, now := clock.now()):
            afterwards.add_task(_touch, here, found.token.id, clock.written(now))
    return found


def member(scope: Scope) -> Callable[..., Coroutine[Any, Any, Member]]:
    """A dependency: the caller, who must have a token with `scope`."""

    async def needed(who: Annotated[Caller, Depends(caller)], _shown: Annotated[object, Depends(bearer)]) -> Member:
        return _member(who, scope)

    return needed


async def operator(who: Annotated[Caller, Depends(caller)], _shown: Annotated[object, Depends(bearer)]) -> Member:
    """The caller, who must be an organiser or admin with a token to operate."""
    found = _member(who, Scope.OPERATE)
    if found.account.role not in OPERATORS:
        raise ApiError(403, "This is for organisers of the challenge.")
    return found


async def reviewer(who: Annotated[Caller, Depends(caller)], _shown: Annotated[object, Depends(bearer)]) -> Member:
    """The caller, who must be a reviewer, organiser or admin with a token to review or to operate."""
    found = _member(who, Scope.READ)
    if not who.reviews:
        raise ApiError(403, "This is for reviewers of the challenge, with a token that may review.")
    return found


@asynccontextmanager
async def turn(of: anyio.Semaphore, seconds: float) -> AsyncGenerator[None]:
    """One of few turns, for the length of the block. Raises ApiError when none comes in so many seconds."""
    with anyio.move_on_after(seconds) as waiting:
        await of.acquire()
    if waiting.cancelled_caught:
        raise ApiError(503, "Too much is being done just now.", hint="Try again.", headers={"Retry-After": "5"})
    try:
        yield
    finally:
        of.release()


async def turn_to_write(request: Request, who: Annotated[Caller, Depends(caller)]) -> AsyncGenerator[None]:
    """One of the few turns to write, so that many writers waiting for the database never keep readers from it.

    Who is not signed in will be refused, and gets none.
    """
    here = desk_of(request)
    async with turn(here.writers, here.limits.wait_to_write) if who.account else nullcontext():
        yield


async def turn_to_ask(request: Request, who: Annotated[Caller, Depends(caller)]) -> AsyncGenerator[None]:
    """One of the few turns to wait for the Hub."""
    here = desk_of(request)
    async with turn(here.askers, here.limits.wait_to_write) if who.account else nullcontext():
        yield


def terms_now(here: Desk) -> Terms:
    """The rules that hold now, and the instant."""
    now = clock.now()
    return Terms(here.installation.rules_now(now), clock.written(now))


Here = Annotated[Desk, Depends(desk)]
Calling = Annotated[Caller, Depends(caller)]
Reader = Annotated[Member, Depends(member(Scope.READ))]
Submitter = Annotated[Member, Depends(member(Scope.SUBMIT))]
Operator = Annotated[Member, Depends(operator)]
Reviewer = Annotated[Member, Depends(reviewer)]
WRITES: Final = [Depends(turn_to_write)]


def entry_shown(tx: Transaction, name: str, who: Caller) -> Entry:
    """The entry `name`. Raises ApiError when there is none, or it is not shown to the caller."""
    entry = tx.entries.get(name)
    if entry is None or not who.may_see(entry):
        raise not_found("entry", name)
    return entry


def own_entry(tx: Transaction, name: str, who: Member) -> Entry:
    """An entry of the caller's team. Raises ApiError for any other."""
    entry = entry_shown(tx, name, who.caller)
    if entry.team != who.account.team:
        raise ApiError(403, f"The entry {entry.id} belongs to another team.")
    return entry


def _looked_up(installation: Installation, header: str) -> Caller:
    if not header[: len(SCHEME)].lower() == SCHEME or len(header) > LONGEST:
        raise _unknown("The header Authorization is not of the form `Bearer or_…`.")
    with installation.store.read() as tx:
        signed = tx.people.signed_in(header[len(SCHEME) :].strip())
    if signed is None:
        raise _unknown("This token is not known here, or was revoked.")
    return Caller(signed.account, signed.token)


def _touch(here: Desk, token: str, now: str) -> None:
    """Note that a token is used; that this cannot be written just now is no reason to fail."""
    with suppress(StoreError), here.installation.store.write() as tx:
        tx.people.touch(token, now=now)


def _member(who: Caller, scope: Scope) -> Member:
    if who.account is None or who.token is None:
        raise _unknown("This needs a token.")
    if not allows(who.token, scope):
        raise ApiError(
            403, f"This needs a token that may {scope}; this one may {', '.join(who.token.scopes) or 'nothing'}."
        )
    return Member(who.account, who.token)


def _unknown(text: str) -> ApiError:
    hint = (
        "Send `Authorization: Bearer or_…` with a token of yours; the organisers make one (openrepro admin token add)."
    )
    return ApiError(401, text, hint=hint, headers={"WWW-Authenticate": "Bearer"})
