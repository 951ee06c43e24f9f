"""Webhooks of the caller: made, tried out, switched on again, deleted; and the log of what was delivered."""

import secrets
from dataclasses import replace
from typing import Annotated, Final

import anyio
from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.notify.guard import Guard
from openrepro.notify.signature import new_secret
from openrepro.notify.webhook import EVENTS, EVERY, MOST_URL, Delivery, Progress, Reach, Webhook
from openrepro.people.accounts import Account
from openrepro.store.store import Transaction
from openrepro.web.api.access import OPERATORS, WRITES, Desk, Here, Member, Reader, Submitter
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found, shown

router = routes_of("webhooks")

LOOK_UP_S: Final = 5
NO_OPERATOR: Final = "Only operators hear of all entries, and its owner is none any more."
OWN_INSTEAD: Final = "Make one that hears of your own team's entries."
Number = Annotated[int, Path(ge=1, le=2**53)]


class WebhookWish(BaseModel):
    """What a new webhook shall be."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(
        min_length=1, max_length=MOST_URL, description="Where events are sent: a public address, https:// or http://."
    )
    events: list[str] = Field(
        default=[EVERY], min_length=1, max_length=50, description=f"Of what it hears: {EVERY}, or {', '.join(EVENTS)}."
    )
    reach: Reach = Field(default=Reach.OWN, description="Of whose entries; `all` is for operators.")


class WebhookLine(Shape):
    """A webhook. `sentence` says why it is not active; `failing_since` is set while deliveries fail."""

    id: str
    url: str
    events: list[str]
    reach: Reach
    active: bool
    created_at: str
    failing_since: str
    sentence: str


class NewWebhook(WebhookLine):
    """A webhook just made, with the secret that its messages are signed with. It is shown this once."""

    secret: str


class DeliveryLine(Shape):
    """One event for one webhook, and what came of the last attempt; `status` is null when nothing answered."""

    id: int
    event: str
    entry: str
    progress: Progress
    attempts: int
    status: int | None
    sentence: str
    happened_at: str
    created_at: str
    next_at: str
    ended_at: str


class Removed(Shape):
    """What is gone now."""

    removed: str


@router.get("/webhooks")
def list_webhooks(here: Here, who: Reader) -> Envelope[list[WebhookLine]]:
    """The webhooks of your account."""
    with here.installation.store.read() as tx:
        found = tx.webhooks.of_account(who.account.id)
    return Envelope(data=[WebhookLine.model_validate(effective(item, who.account)) for item in found])


@router.post("/webhooks", status_code=201, dependencies=WRITES)
async def add_webhook(here: Here, who: Submitter, wish: WebhookWish) -> Envelope[NewWebhook]:
    """Make a webhook at an address of the public internet; what is sent is signed with the secret given here."""
    _check_events(wish.events)
    if wish.reach is Reach.ALL and not who.caller.operates:
        raise ApiError(403, "Only operators hear of all entries.", where="body.reach")
    await _check_address(here, wish.url)
    return await run_in_threadpool(_added, here, who, wish)


@router.get("/webhooks/{webhook}")
def get_webhook(here: Here, who: Reader, webhook: Name) -> Envelope[WebhookLine]:
    """One webhook of yours."""
    with here.installation.store.read() as tx:
        return Envelope(data=WebhookLine.model_validate(_own(tx, webhook, who)))


@router.delete("/webhooks/{webhook}", dependencies=WRITES)
def remove_webhook(here: Here, who: Submitter, webhook: Name) -> Envelope[Removed]:
    """Delete a webhook with its log."""
    with here.installation.store.write() as tx:
        _own(tx, webhook, who)
        tx.webhooks.remove(webhook)
    return Envelope(data=Removed(removed=webhook))


@router.post("/webhooks/{webhook}/activate", dependencies=WRITES)
def activate_webhook(here: Here, who: Submitter, webhook: Name) -> Envelope[WebhookLine]:
    """Send to a webhook again that was switched off because it failed for long."""
    with here.installation.store.write() as tx:
        _own(tx, webhook, who)
        tx.webhooks.switch_on(webhook)
        active = _own(tx, webhook, who)
        _active(active)
        return Envelope(data=WebhookLine.model_validate(active))


@router.post("/webhooks/{webhook}/ping", status_code=202, dependencies=WRITES)
def ping_webhook(here: Here, who: Submitter, webhook: Name) -> Envelope[DeliveryLine]:
    """Send a test event; what comes of it is in the log of deliveries in a few seconds."""
    with here.installation.store.write() as tx:
        _active(_own(tx, webhook, who))
        return Envelope(data=_line(tx.webhooks.ping(webhook, clock.written(clock.now()))))


@router.get("/webhooks/{webhook}/deliveries")
def list_deliveries(
    here: Here, who: Reader, webhook: Name, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[DeliveryLine]]:
    """What was sent to a webhook, or is to be, newest first. Kept for 30 days."""
    cursors = Cursor("deliveries", {"webhook": webhook})
    with here.installation.store.read() as tx:
        _own(tx, webhook, who)
        found = tx.webhooks.log(webhook, cursors.number(cursor), limit + 1)
    following = cursors.made(found[limit - 1].id) if len(found) > limit else None
    return Envelope(data=[_line(item) for item in found[:limit]], next=following)


@router.post("/webhooks/{webhook}/deliveries/{delivery}/redeliver", status_code=202, dependencies=WRITES)
def redeliver(here: Here, who: Submitter, webhook: Name, delivery: Number) -> Envelope[DeliveryLine]:
    """Send an event once more, under the same `webhook-id`."""
    with here.installation.store.write() as tx:
        _active(_own(tx, webhook, who))
        found = tx.webhooks.delivery(delivery)
        if found is None or found.webhook != webhook:
            raise not_found("delivery", str(delivery))
        tx.webhooks.redeliver(found, clock.written(clock.now()))
        again = tx.webhooks.delivery(delivery)
    assert again is not None, delivery
    return Envelope(data=_line(again))


def _added(here: Desk, who: Member, wish: WebhookWish) -> Envelope[NewWebhook]:
    made = Webhook(
        id=f"wh_{secrets.token_hex(8)}",
        account=who.account.id,
        url=wish.url,
        secret=new_secret(),
        events=tuple(dict.fromkeys(wish.events)),
        created_at=clock.written(clock.now()),
        reach=wish.reach,
    )
    with here.installation.store.write() as tx:
        if len(tx.webhooks.of_account(who.account.id)) >= here.limits.webhooks_each:
            raise ApiError(409, f"An account has at most {here.limits.webhooks_each} webhooks.", hint="Delete one.")
        tx.webhooks.add(made)
    return Envelope(data=NewWebhook.model_validate(made))


def _check_events(events: list[str]) -> None:
    unknown = next((event for event in events if event not in EVENTS and event != EVERY), None)
    if unknown is not None:
        hint = f"There is {EVERY}, and {', '.join(EVENTS)}."
        raise ApiError(422, f"There is no event {shown(unknown)}.", hint=hint, where="body.events")


async def _check_address(here: Desk, url: str) -> None:
    """Raise ApiError unless `url` may be called. Looking a name up is given few seconds."""
    guard = Guard(loopback=here.limits.webhooks_to_loopback)
    try:
        with anyio.fail_after(LOOK_UP_S):
            await anyio.to_thread.run_sync(guard.check, url, abandon_on_cancel=True)
    except TimeoutError:
        raise ApiError(422, "The name in the address could not be looked up in time.", where="body.url") from None
    except OpenReproError as error:
        raise ApiError(422, error.text, hint=error.hint, where="body.url") from None


def _own(tx: Transaction, name: str, who: Member) -> Webhook:
    found = tx.webhooks.get(name)
    if found is None or found.account != who.account.id:
        raise not_found("webhook", name)
    return effective(found, who.account)


def effective(webhook: Webhook, owner: Account | None) -> Webhook:
    """A webhook as it works: one that hears of all entries is silent while its owner is no operator."""
    if webhook.reach is Reach.OWN or not webhook.active or (owner is not None and owner.role in OPERATORS):
        return webhook
    return replace(webhook, active=False, sentence=NO_OPERATOR)


def _active(webhook: Webhook) -> None:
    if not webhook.active:
        hint = OWN_INSTEAD if webhook.sentence == NO_OPERATOR else "Activate it first."
        raise ApiError(409, f"The webhook is switched off: {webhook.sentence}", hint=hint)


def _line(delivery: Delivery) -> DeliveryLine:
    return DeliveryLine.model_validate(delivery)
