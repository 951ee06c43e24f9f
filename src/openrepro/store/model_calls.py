"""The store of calls of models: what was asked, the raw reply, what it cost, and what all of them have cost."""

import zlib
from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, bindparam

from openrepro.models.endpoint import Asked, Recorded, Sum
from openrepro.store.statements import insert
from openrepro.store.tables import model_calls, model_spending

UNIT: Final = Decimal("0.000000000001")
"""Amounts are kept as whole trillionths of a US dollar: a price of so many millionths for a token comes out exactly."""
MOST: Final = 2**63 - 1
IN_ALL: Final = ""
QUICK: Final = 1
"""How hard replies are compressed."""

_CALL: Final = model_calls.c.request == bindparam("call")
_GET: Final = sa.select(model_calls).where(_CALL, model_calls.c.body.is_not(None))
_ANSWERED: Final = sa.select(model_calls.c.request).where(
    model_calls.c.request.in_(bindparam("calls", expanding=True)), model_calls.c.body.is_not(None)
)
_HELD: Final = sa.select(model_calls.c.state, model_calls.c.most, model_calls.c.opened_at).where(_CALL)
_KEEP: Final = (
    sa.update(model_calls)
    .where(_CALL)
    .values(
        state=sa.case((model_calls.c.state == "open", "kept"), else_=model_calls.c.state),
        body=bindparam("raw"),
        status=bindparam("told"),
        kept_at=bindparam("at"),
    )
)
_SETTLE: Final = (
    sa.update(model_calls)
    .where(_CALL)
    .values(
        state="settled",
        most=0,
        cost=model_calls.c.cost + bindparam("paid"),
        tokens_in=model_calls.c.tokens_in + bindparam("more_in"),
        tokens_out=model_calls.c.tokens_out + bindparam("more_out"),
    )
)
_DAYS: Final = (
    sa.select(model_spending)
    .where(model_spending.c.day.in_((IN_ALL, bindparam("on_day"))))
    .order_by(model_spending.c.day)
    .with_for_update()
)
_ADD: Final = (
    sa.update(model_spending)
    .where(model_spending.c.day.in_((IN_ALL, bindparam("on_day"))))
    .values(amount=model_spending.c.amount + bindparam("more"))
)


class Call(NamedTuple):
    """A call that is to be made: the digest of its request, what it is about, and what it may cost at most."""

    request: str
    endpoint: str
    role: str
    claim: str
    asked: Asked
    most_usd: Decimal


class Calls(NamedTuple):
    """The calls of one model: with a raw reply, without one, and open now; and what they cost, in US dollars."""

    endpoint: str
    answered: int
    unanswered: int
    open: int
    usd: Decimal


class Spent(NamedTuple):
    """US dollars spent and set aside: in all, and on one UTC day. `refused` is what the last call would have cost for
    which there was no budget, at `refused_at`; empty when the last one was let through."""

    in_all: Decimal = Decimal(0)
    on_day: Decimal = Decimal(0)
    refused: Decimal = Decimal(0)
    refused_at: str = ""

    def room(self, budget: Sum) -> Decimal | None:
        """What may still be spent on that day; None where nothing bounds it."""
        rooms = [most - spent for most, spent in ((budget.in_all, self.in_all), (budget.per_day, self.on_day))
                 if most is not None]  # fmt: skip
        return max(min(rooms), Decimal(0)) if rooms else None

    def lets(self, budget: Sum) -> bool:
        """Whether a call like the last one that was refused would be let through now."""
        room = self.room(budget)
        return not self.refused_at or room is None or self.refused <= room


class SqlModelCalls:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, request: str) -> Recorded | None:
        """The raw reply to a request; None when none was kept."""
        row = self._connection.execute(_GET, {"call": request}).first()
        if row is None:
            return None
        return Recorded(row.request, row.endpoint, row.status, zlib.decompress(row.body), row.kept_at)

    def held(self, requests: Sequence[str]) -> frozenset[str]:
        """Those of some hundred requests to which a raw reply was kept."""
        return frozenset(self._connection.scalars(_ANSWERED, {"calls": list(requests)}))

    def open(self, call: Call, budget: Sum, now: str) -> bool:
        """Set aside what a call may cost; False when the budget does not allow it, which is noted."""
        most, spent = units(call.most_usd), self._days(now[:10])
        if not _allows(spent, most, now[:10], budget):
            self._note_refused(most, now)
            return False
        held = self._connection.execute(_HELD, {"call": call.request}).first()
        lost = held.most if held is not None else 0
        self._put(call, most, lost, now)
        self._connection.execute(_ADD, {"on_day": now[:10], "more": most})
        return True

    def keep(self, recorded: Recorded) -> None:
        """Keep a raw reply, over an earlier one of the same request."""
        raw = zlib.compress(recorded.body, QUICK)
        kept = {"call": recorded.request, "raw": raw, "told": recorded.status, "at": recorded.at}
        self._connection.execute(_KEEP, kept)

    def settle(self, request: str, *, tokens_in: int, tokens_out: int, cost_usd: Decimal) -> None:
        """Put what a call cost in the place of what was set aside; nothing happens when none is open."""
        self._connection.execute(_DAYS, {"on_day": IN_ALL}).all()
        held = self._connection.execute(_HELD, {"call": request}).first()
        if held is None or held.state == "settled":
            return
        cost = units(cost_usd)
        values = {"call": request, "paid": cost, "more_in": tokens_in, "more_out": tokens_out}
        self._connection.execute(_SETTLE, values)
        if cost != held.most:
            self._connection.execute(_ADD, {"on_day": held.opened_at[:10], "more": cost - held.most})

    def spent(self, day: str) -> Spent:
        """What was spent and set aside, in all and on a UTC day (`2026-07-20`)."""
        query = sa.select(model_spending).where(model_spending.c.day.in_((IN_ALL, day)))
        rows = {row.day: row for row in self._connection.execute(query)}
        if IN_ALL not in rows:
            return Spent()
        whole, on_day = rows[IN_ALL], rows[day].amount if day in rows else 0
        return Spent(_usd(whole.amount), _usd(on_day), _usd(whole.refused), whole.refused_at)

    def allow_again(self) -> None:
        """Forget that a call was refused: there is room again."""
        forget = sa.update(model_spending).where(model_spending.c.day == IN_ALL)
        self._connection.execute(forget.values(refused=0, refused_at=""))

    def by_endpoint(self) -> tuple[Calls, ...]:
        """How many calls of each model there are, by what became of them, and what they cost, by name."""
        here, state = model_calls.c, sa.func.coalesce
        answered = sa.case((here.body.is_not(None), 1), else_=0)
        open_now = sa.case((sa.and_(here.body.is_(None), here.state == "open"), 1), else_=0)
        query = sa.select(
            here.endpoint,
            sa.func.count().label("many"),
            state(sa.func.sum(answered), 0).label("answered"),
            state(sa.func.sum(open_now), 0).label("open"),
            state(sa.func.sum(here.cost), 0).label("cost"),
        )
        rows = self._connection.execute(query.group_by(here.endpoint).order_by(here.endpoint))
        return tuple(
            Calls(row.endpoint, int(row.answered), row.many - int(row.answered) - int(row.open), int(row.open),
                  _usd(int(row.cost)))
            for row in rows
        )  # fmt: skip

    def _days(self, day: str) -> Mapping[str, int]:
        """What is spent in all and on a day, held against others until this transaction ends."""
        rows = {row.day: row.amount for row in self._connection.execute(_DAYS, {"on_day": day})}
        if len(rows) == len({IN_ALL, day}):
            return rows
        missing = [{"day": name, "amount": 0, "refused": 0, "refused_at": ""} for name in (IN_ALL, day)]
        self._connection.execute(insert(self._connection, model_spending).on_conflict_do_nothing(), missing)
        return {row.day: row.amount for row in self._connection.execute(_DAYS, {"on_day": day})}

    def _note_refused(self, most: int, now: str) -> None:
        whole = sa.update(model_spending).where(model_spending.c.day == IN_ALL)
        self._connection.execute(whole.values(refused=most, refused_at=now))

    def _put(self, call: Call, most: int, lost: int, now: str) -> None:
        """The row of a call that is open. What an earlier one that was never settled may have cost stays a cost."""
        row: dict[str, Any] = {
            "request": call.request,
            "endpoint": call.endpoint,
            "role": call.role,
            "claim": call.claim,
            "entry_id": call.asked.entry,
            "team_id": call.asked.team,
            "state": "open",
            "most": most,
            "opened_at": now,
        }
        statement = insert(self._connection, model_calls)
        again = {"state": "open", "most": most, "opened_at": now, "cost": model_calls.c.cost + lost}
        self._connection.execute(statement.on_conflict_do_update(index_elements=["request"], set_=again), [row])


def _allows(spent: Mapping[str, int], most: int, day: str, budget: Sum) -> bool:
    bounds = ((IN_ALL, budget.in_all), (day, budget.per_day))
    return all(bound is None or not most or spent[name] + most <= units(bound) for name, bound in bounds)


def units(usd: Decimal) -> int:
    """US dollars as they are kept, rounded up; more than nine million are not told apart."""
    return min(int((usd / UNIT).to_integral_value(ROUND_CEILING)), MOST)


def _usd(amount: int) -> Decimal:
    return amount * UNIT
