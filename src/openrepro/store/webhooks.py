"""The store of webhooks, the outbox and deliveries."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro import clock
from openrepro.notify.webhook import PING, Delivery, Errand, Progress, Reach, Webhook, hears
from openrepro.store.tables import accounts, deliveries, entries, outbox, webhooks

OPERATORS: Final = ("organiser", "admin")


class SqlOutbox:
    """What webhooks must hear of, noted in the transaction in which it happens."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def emit(self, event: str, entry: str, sentence: str) -> None:
        row = {"event": event, "entry_id": entry, "sentence": sentence, "at": clock.written(clock.now())}
        self._connection.execute(sa.insert(outbox).values(**row))


class SqlWebhooks:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, webhook: Webhook) -> None:
        self._connection.execute(
            sa.insert(webhooks).values(
                id=webhook.id,
                account_id=webhook.account,
                url=webhook.url,
                secret=webhook.secret,
                events=json.dumps(list(webhook.events)),
                reach=webhook.reach.value,
                created_at=webhook.created_at,
            )
        )

    def get(self, webhook: str) -> Webhook | None:
        row = self._connection.execute(sa.select(webhooks).where(webhooks.c.id == webhook)).one_or_none()
        return None if row is None else _webhook(row)

    def of_account(self, account: str, most: int = 100) -> tuple[Webhook, ...]:
        """The webhooks of an account, oldest first."""
        mine = sa.select(webhooks).where(webhooks.c.account_id == account)
        rows = self._connection.execute(mine.order_by(webhooks.c.created_at, webhooks.c.id).limit(most))
        return tuple(map(_webhook, rows))

    def all(self, most: int) -> tuple[Webhook, ...]:
        """The webhooks of all accounts, those of one account together."""
        query = sa.select(webhooks).order_by(webhooks.c.account_id, webhooks.c.created_at, webhooks.c.id).limit(most)
        return tuple(map(_webhook, self._connection.execute(query)))

    def remove(self, webhook: str) -> bool:
        """Delete a webhook with its log, and say whether there was one."""
        self._connection.execute(sa.delete(deliveries).where(deliveries.c.webhook_id == webhook))
        return self._connection.execute(sa.delete(webhooks).where(webhooks.c.id == webhook)).rowcount > 0

    def switch_on(self, webhook: str) -> None:
        """Send to a webhook again; what failed meanwhile is sent again only when asked for (`redeliver`)."""
        fresh = {"active": True, "sentence": "", "failing_since": ""}
        self._connection.execute(sa.update(webhooks).where(webhooks.c.id == webhook).values(**fresh))

    def switch_off(self, webhook: str, sentence: str, now: str) -> None:
        off = {"active": False, "sentence": sentence, "due_at": ""}
        self._connection.execute(sa.update(webhooks).where(webhooks.c.id == webhook).values(**off))
        waits = sa.and_(deliveries.c.webhook_id == webhook, deliveries.c.state == Progress.WAITING.value)
        ended = {"state": Progress.FAILED.value, "ended_at": now, "next_at": "", "sentence": sentence}
        self._connection.execute(sa.update(deliveries).where(waits).values(**ended))

    def log(self, webhook: str, before: int | None, most: int) -> tuple[Delivery, ...]:
        """The newest deliveries of a webhook, of those with an id under `before`, newest first."""
        query = _DELIVERY.where(deliveries.c.webhook_id == webhook)
        if before is not None:
            query = query.where(deliveries.c.id < before)
        return tuple(map(_delivery, self._connection.execute(query.order_by(deliveries.c.id.desc()).limit(most))))

    def delivery(self, delivery: int) -> Delivery | None:
        row = self._connection.execute(_DELIVERY.where(deliveries.c.id == delivery)).one_or_none()
        return None if row is None else _delivery(row)

    def ping(self, webhook: str, now: str) -> Delivery:
        """Note a first event for one webhook only, to try it out."""
        noted = {"event": PING, "sentence": "This is a test; nothing has happened.", "at": now, "spread": True}
        added = self._connection.execute(sa.insert(outbox).values(**noted).returning(outbox.c.id)).scalar_one()
        made = sa.insert(deliveries).values(_waiting(webhook, added, now)).returning(deliveries.c.id)
        number = self._connection.execute(made).scalar_one()
        self._wake([webhook], now)
        found = self.delivery(number)
        assert found is not None, number
        return found

    def redeliver(self, delivery: Delivery, now: str) -> None:
        """Send a delivery once more, with all its attempts before it."""
        again = {"state": Progress.WAITING.value, "attempts": 0, "next_at": now, "ended_at": "", "sentence": ""}
        self._connection.execute(sa.update(deliveries).where(deliveries.c.id == delivery.id).values(**again))
        self._wake([delivery.webhook], now)

    def spread(self, now: str, most: int) -> int:
        unspread = sa.select(outbox).where(outbox.c.spread.is_(False)).order_by(outbox.c.id).limit(most)
        noted = {row.id: row.event for row in self._connection.execute(unspread.with_for_update(skip_locked=True))}
        if not noted:
            return 0
        rows = [row for row in self._heard(list(noted)) if hears(json.loads(row.events), noted[row.outbox_id])]
        if rows:
            made = [_waiting(row.webhook_id, row.outbox_id, now) for row in rows]
            self._connection.execute(sa.insert(deliveries), made)
            self._wake({row.webhook_id for row in rows}, now)
        self._connection.execute(sa.update(outbox).where(outbox.c.id.in_(noted)).values(spread=True))
        return len(noted)

    def lease(self, now: str, until: str, webhooks: int, each: int) -> tuple[Errand, ...]:
        rows = self._due(now, webhooks)
        self._set_due([row.id for row in rows], until)
        errands = [Errand(_webhook(row), self._due_to(row.id, now, each)) for row in rows]
        for idle in (errand.webhook for errand in errands if not errand.deliveries):
            self.settle(idle.id, (), idle.failing_since, now)
        return tuple(errand for errand in errands if errand.deliveries)

    def settle(self, webhook: str, deliveries: Sequence[Delivery], failing_since: str, not_before: str) -> None:
        for delivery in deliveries:
            self._save(delivery)
        change = {"failing_since": failing_since, "due_at": self._next_due(webhook, not_before)}
        self._connection.execute(sa.update(_HOOKS).where(_HOOKS.c.id == webhook).values(**change))

    def forget(self, before: str, most: int) -> int:
        old = sa.select(deliveries.c.id).where(deliveries.c.ended_at > "", deliveries.c.ended_at < before).limit(most)
        gone = self._connection.execute(sa.delete(deliveries).where(deliveries.c.id.in_(old))).rowcount
        needed = sa.exists().where(deliveries.c.outbox_id == outbox.c.id)
        spent = sa.and_(outbox.c.spread.is_(True), outbox.c.at < before, ~needed)
        events = sa.select(outbox.c.id).where(spent).order_by(outbox.c.id).limit(most)
        self._connection.execute(sa.delete(outbox).where(outbox.c.id.in_(events)))
        return gone

    def _heard(self, noted: Sequence[int]) -> Sequence[Row[Any]]:
        """Pairs of event and active webhook that may hear of it, by whose entry it is about."""
        what = sa.select(
            outbox.c.id.label("outbox_id"), webhooks.c.id.label("webhook_id"), webhooks.c.events.label("events")
        )
        alive = sa.and_(webhooks.c.active, accounts.c.deleted_at == "", outbox.c.id.in_(noted))
        about = outbox.join(entries, entries.c.id == outbox.c.entry_id)
        own = about.join(accounts, accounts.c.team_id == entries.c.team_id).join(webhooks)
        mine = what.select_from(own).where(alive, webhooks.c.reach == Reach.OWN.value)
        everything = about.join(webhooks, webhooks.c.reach == Reach.ALL.value).join(accounts)
        public = what.select_from(everything).where(alive, entries.c.hidden.is_(False), accounts.c.role.in_(OPERATORS))
        return self._connection.execute(sa.union_all(mine, public).order_by("outbox_id")).all()

    def _due(self, now: str, most: int) -> Sequence[Row[Any]]:
        due = sa.select(webhooks).where(webhooks.c.active, webhooks.c.due_at > "", webhooks.c.due_at <= now)
        return self._connection.execute(
            due.order_by(webhooks.c.due_at).limit(most).with_for_update(skip_locked=True)
        ).all()

    def _due_to(self, webhook: str, now: str, most: int) -> tuple[Delivery, ...]:
        waits = sa.and_(
            deliveries.c.webhook_id == webhook,
            deliveries.c.state == Progress.WAITING.value,
            deliveries.c.next_at <= now,
        )
        rows = self._connection.execute(_DELIVERY.where(waits).order_by(deliveries.c.id).limit(most))
        return tuple(map(_delivery, rows))

    def _next_due(self, webhook: str, not_before: str) -> str:
        waits = sa.and_(deliveries.c.webhook_id == webhook, deliveries.c.state == Progress.WAITING.value)
        first = self._connection.execute(sa.select(sa.func.min(deliveries.c.next_at)).where(waits)).scalar_one()
        return "" if first is None else max(str(first), not_before)

    def _set_due(self, chosen: Sequence[str], at: str) -> None:
        self._connection.execute(sa.update(webhooks).where(webhooks.c.id.in_(chosen)).values(due_at=at))

    def _wake(self, chosen: Iterable[str], now: str) -> None:
        """Something waits for these webhooks; one that pauses after a failure goes on pausing."""
        idle = sa.and_(webhooks.c.id.in_(list(chosen)), webhooks.c.due_at == "")
        self._connection.execute(sa.update(webhooks).where(idle).values(due_at=now))

    def _save(self, delivery: Delivery) -> None:
        self._connection.execute(
            sa.update(deliveries)
            .where(deliveries.c.id == delivery.id)
            .values(
                state=delivery.progress.value,
                attempts=delivery.attempts,
                next_at=delivery.next_at,
                status=delivery.status,
                sentence=delivery.sentence,
                ended_at=delivery.ended_at,
            )
        )


_HOOKS: Final = webhooks
_DELIVERY: Final = sa.select(
    deliveries, outbox.c.event, outbox.c.entry_id, outbox.c.sentence.label("told"), outbox.c.at
).join(outbox, outbox.c.id == deliveries.c.outbox_id)


def _waiting(webhook: str, noted: int, now: str) -> dict[str, object]:
    return {
        "webhook_id": webhook,
        "outbox_id": noted,
        "state": Progress.WAITING.value,
        "next_at": now,
        "created_at": now,
    }


def _webhook(row: Row[Any]) -> Webhook:
    return Webhook(
        id=row.id,
        account=row.account_id,
        url=row.url,
        secret=row.secret,
        events=tuple(json.loads(row.events)),
        created_at=row.created_at,
        reach=Reach(row.reach),
        active=row.active,
        failing_since=row.failing_since,
        sentence=row.sentence,
    )


def _delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        id=row.id,
        webhook=row.webhook_id,
        event=row.event,
        entry=row.entry_id,
        told=row.told,
        happened_at=row.at,
        progress=Progress(row.state),
        attempts=row.attempts,
        created_at=row.created_at,
        next_at=row.next_at,
        status=row.status,
        sentence=row.sentence,
        ended_at=row.ended_at,
    )
