"""The store of requests for compute credits. One counter row, held by whoever changes anything, keeps grants exact."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.challenge.sections import Credits
from openrepro.clock import instant_of, written
from openrepro.errors import OpenReproError
from openrepro.people.credits import LIVE, CreditRequest, CreditState, check_move, checked_reason, closed, expiry
from openrepro.store.statements import insert
from openrepro.store.tables import accounts, credit_counters, credit_requests

MOST_LISTED: Final = 200
_THE_ONE: Final = 1
_HOLDS_A_SLOT: Final = (CreditState.GRANTED, CreditState.REDEEMED)
_LIVE: Final = credit_requests.c.state.in_([state.value for state in LIVE])


class SqlCredits:
    """All of it inside one open transaction. `terms` are the rules in force, `now` is an instant as `written`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def taken(self) -> int:
        """How many slots are granted or redeemed."""
        return int(self._connection.scalar(sa.select(credit_counters.c.taken)) or 0)

    def get(self, request: int) -> CreditRequest | None:
        row = self._connection.execute(sa.select(credit_requests).where(credit_requests.c.id == request)).first()
        return None if row is None else _request(row)

    def of(self, account: str) -> CreditRequest | None:
        """The newest request of an account."""
        query = sa.select(credit_requests).where(credit_requests.c.account_id == account)
        row = self._connection.execute(query.order_by(credit_requests.c.id.desc()).limit(1)).first()
        return None if row is None else _request(row)

    def page(self, state: CreditState | None = None, *, after: int = 0, limit: int = 50) -> tuple[CreditRequest, ...]:
        """Requests in the order of asking, from beyond `after` (an id); at most 200."""
        query = sa.select(credit_requests).where(credit_requests.c.id > after)
        if state is not None:
            query = query.where(credit_requests.c.state == state.value)
        rows = self._connection.execute(query.order_by(credit_requests.c.id).limit(max(1, min(limit, MOST_LISTED))))
        return tuple(map(_request, rows))

    def ask(self, account: str, reason: str, *, terms: Credits, now: str) -> CreditRequest:
        """Grant a credit at once, or put the account on the waitlist when none is free.

        Raises OpenReproError when requests are not taken, the account has a live one, or the reason is unfit.
        """
        reason = checked_reason(reason)
        shut = closed(terms, instant_of(now))
        if shut:
            raise OpenReproError(shut, hint="Compute can be had elsewhere: see the guide.")
        gone_at = self._held()
        self._refuse_second(account)
        self._settle(terms, now)
        request = self._noted(account, reason, gone_at, now)
        self._settle(terms, now)
        self._connection.execute(_moved(CreditState.WAITLISTED, now).where(*_asking(request)))
        return self._there(request)

    def decide(self, request: int, state: CreditState, why: str, *, terms: Credits, now: str) -> CreditRequest:
        """Move a request to a state, and pass on the slot that this frees.

        Raises OpenReproError when it may not come to that state, or no slot is free for a grant.
        """
        why = checked_reason(why)
        self._held()
        self._expire(now)
        before = self._there(request)
        check_move(before.state, state)
        if state == CreditState.GRANTED:
            self._grant_by_hand(request, terms, now)
        else:
            self._leave(before, state, now)
        self._connection.execute(_only(request).values(why=why))
        self._settle(terms, now)
        return self._there(request)

    def settle(self, *, terms: Credits, now: str) -> None:
        """Let grants expire whose time is over, and give what is free to who waits."""
        self._held()
        self._settle(terms, now)

    def _held(self) -> str:
        """When all slots were first taken (empty: not yet), with the counter held until the transaction ends."""
        self._connection.execute(insert(self._connection, credit_counters).on_conflict_do_nothing(), {"id": _THE_ONE})
        held = sa.select(credit_counters.c.gone_at).where(credit_counters.c.id == _THE_ONE).with_for_update()
        return str(self._connection.scalar(held))

    def _refuse_second(self, account: str) -> None:
        held = sa.select(credit_requests.c.state).where(credit_requests.c.account_id == account, _LIVE)
        state = self._connection.scalar(held)
        if state is not None:
            raise OpenReproError(f"You have a request that is {state}.", hint="An account has one request at a time.")

    def _noted(self, account: str, reason: str, gone_at: str, now: str) -> int:
        since = self._connection.scalar(sa.select(accounts.c.created_at).where(accounts.c.id == account))
        if since is None:
            raise OpenReproError(f"There is no account {account}.", hint="Sign in first.")
        row: dict[str, Any] = {"account_id": account, "state": CreditState.REQUESTED.value, "reason": reason}
        row |= {"asked_at": now, "state_at": now, "member": not gone_at or since < gone_at}
        made = sa.insert(credit_requests).values(**row).returning(credit_requests.c.id)
        return int(self._connection.execute(made).scalar_one())

    def _settle(self, terms: Credits, now: str) -> None:
        self._expire(now)
        taken = self.taken()
        for request in self._waiting(terms, max(0, terms.slots - taken)):
            self._grant(request, terms, now)

    def _waiting(self, terms: Credits, free: int) -> Iterator[int]:
        """Who is next, at most `free`; only members once all were taken, when the rules reserve it for them."""
        waits = credit_requests.c.state.in_([CreditState.REQUESTED.value, CreditState.WAITLISTED.value])
        query = sa.select(credit_requests.c.id).where(waits)
        if terms.reserved_for_members:
            query = query.where(credit_requests.c.member)
        yield from self._connection.scalars(query.order_by(credit_requests.c.id).limit(free)).all()

    def _expire(self, now: str) -> None:
        over = (credit_requests.c.expires_at != "", credit_requests.c.expires_at <= now)
        granted = credit_requests.c.state == CreditState.GRANTED.value
        ended = self._connection.execute(_moved(CreditState.EXPIRED, now).where(granted, *over)).rowcount
        self._count(-ended)

    def _grant_by_hand(self, request: int, terms: Credits, now: str) -> None:
        if self.taken() >= terms.slots:
            raise OpenReproError("All compute credits are taken.", hint="Reject a grant first, or raise credits.slots.")
        self._grant(request, terms, now)

    def _grant(self, request: int, terms: Credits, now: str) -> None:
        until: datetime | None = expiry(terms, instant_of(now))
        grant = _moved(CreditState.GRANTED, now).where(credit_requests.c.id == request)
        self._connection.execute(grant.values(expires_at=written(until) if until else ""))
        self._count(1)
        if self.taken() >= terms.slots:
            first = sa.update(credit_counters).where(credit_counters.c.gone_at == "")
            self._connection.execute(first.values(gone_at=now))

    def _leave(self, before: CreditRequest, state: CreditState, now: str) -> None:
        moved = _moved(state, now).where(credit_requests.c.id == before.id)
        self._connection.execute(moved.values(expires_at=""))
        if before.state in _HOLDS_A_SLOT and state not in _HOLDS_A_SLOT:
            self._count(-1)

    def _count(self, by: int) -> None:
        if by:
            self._connection.execute(sa.update(credit_counters).values(taken=credit_counters.c.taken + by))

    def _there(self, request: int) -> CreditRequest:
        found = self.get(request)
        if found is None:
            raise OpenReproError(f"There is no request {request} for a compute credit.", hint="Look at the list.")
        return found


def _only(request: int) -> sa.Update:
    return sa.update(credit_requests).where(credit_requests.c.id == request)


def _asking(request: int) -> tuple[sa.ColumnElement[bool], ...]:
    return credit_requests.c.id == request, credit_requests.c.state == CreditState.REQUESTED.value


def _moved(state: CreditState, now: str) -> sa.Update:
    return sa.update(credit_requests).values(state=state.value, state_at=now)


def _request(row: Row[Any]) -> CreditRequest:
    state, texts = CreditState(row.state), (row.reason, row.asked_at, row.state_at, row.expires_at, row.why)
    return CreditRequest(row.id, row.account_id, state, *texts, row.member)
