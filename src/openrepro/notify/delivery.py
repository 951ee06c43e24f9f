"""Delivering events to webhooks: at least once, in turn, with patience, and never in anybody's way."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol

from openrepro.clock import instant_of, written
from openrepro.notify.client import Answer
from openrepro.notify.ports import DeliveryStorage
from openrepro.notify.signature import signed_headers
from openrepro.notify.webhook import Delivery, Errand, Progress, Webhook

WAITS_S: Final = (60, 300, 1800, 7200, 28800)
MOST_ATTEMPTS: Final = len(WAITS_S) + 1
SPREAD_AT_ONCE: Final = 200
WEBHOOKS_AT_ONCE: Final = 8
EACH_AT_ONCE: Final = 10
BUDGET_S: Final = 20.0
LEASE: Final = timedelta(minutes=5)
KEPT: Final = timedelta(days=30)
FORGET_AT_ONCE: Final = 500
FAILED_LONG: Final = timedelta(hours=10)
LEAST_PAUSE: Final = timedelta(minutes=1)
MOST_PAUSE: Final = timedelta(minutes=15)


class Sender(Protocol):
    def send(self, url: str, headers: dict[str, str], body: bytes) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an errand: the deliveries tried, since when all fails (or empty), and why it is over, if it is."""

    webhook: Webhook
    tried: tuple[Delivery, ...]
    failing_since: str
    over: str = ""


def deliver_due(store: DeliveryStorage, now: datetime, client: Sender, *, site: str = "") -> int:
    """Send what is due and give the number of attempts. `site` is our public address, for links.

    Takes up to half a minute when receivers are slow, so it wants a thread of its own. An attempt whose result could
    not be written is made again: receivers tell repetitions by the header `webhook-id`.
    """
    with store.write() as tx:
        tx.webhooks.spread(written(now), SPREAD_AT_ONCE)
        tx.webhooks.forget(written(now - KEPT), FORGET_AT_ONCE)
        errands = tx.webhooks.lease(written(now), written(now + LEASE), WEBHOOKS_AT_ONCE, EACH_AT_ONCE)
    if not errands:
        return 0
    with ThreadPoolExecutor(len(errands), "webhook") as threads:
        outcomes = list(threads.map(lambda errand: _run(errand, now, client, site), errands))
    for outcome in outcomes:
        _keep(store, outcome, now)
    return sum(len(outcome.tried) for outcome in outcomes)


def body_of(delivery: Delivery, site: str = "") -> bytes:
    """The JSON that a webhook gets: what happened, when, to which entry, in a sentence, and where to read more."""
    data = {"entry": delivery.entry, "sentence": delivery.told}
    if delivery.entry:
        data["url"] = f"{site}/api/v1/entries/{delivery.entry}"
    document = {"type": delivery.event, "timestamp": delivery.happened_at, "data": data}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def after(delivery: Delivery, answer: Answer, now: datetime) -> Delivery:
    """The delivery after one more attempt."""
    tried = replace(
        delivery, attempts=delivery.attempts + 1, status=answer.status, sentence=answer.sentence, next_at=""
    )
    if answer.taken:
        return replace(tried, progress=Progress.DELIVERED, ended_at=written(now))
    if tried.attempts >= MOST_ATTEMPTS:
        return replace(tried, progress=Progress.FAILED, ended_at=written(now))
    wait = max(WAITS_S[tried.attempts - 1], answer.retry_after)
    return replace(tried, next_at=written(now + timedelta(seconds=wait)))


def _run(errand: Errand, now: datetime, client: Sender, site: str) -> Outcome:
    """Send in turn, until one fails or the time for this webhook is used up."""
    tried, failing, over = [], errand.webhook.failing_since, ""
    for delivery, answer in _sent(errand, now, client, site):
        tried.append(after(delivery, answer, now))
        failing = "" if answer.taken else failing or written(now)
        over = "" if answer.taken else _over(tried[-1], answer, failing, now)
    return Outcome(errand.webhook, tuple(tried), failing, over)


def _sent(errand: Errand, now: datetime, client: Sender, site: str) -> Iterator[tuple[Delivery, Answer]]:
    end = time.monotonic() + BUDGET_S
    for delivery in errand.deliveries:
        body = body_of(delivery, site)
        message = f"msg_{delivery.webhook}_{delivery.id}"
        headers = signed_headers(errand.webhook.secret, message, int(now.timestamp()), body)
        answer = client.send(errand.webhook.url, headers, body)
        yield delivery, answer
        if not answer.taken or time.monotonic() > end:
            return


def _over(delivery: Delivery, answer: Answer, failing_since: str, now: datetime) -> str:
    """Why nothing more is sent to a webhook after a failure; empty while there is hope."""
    if answer.gone:
        return "Switched off: the receiver answered 410, gone."
    if delivery.progress is Progress.FAILED and instant_of(failing_since) <= now - FAILED_LONG:
        return (
            f"Switched off: nothing was taken since {failing_since}, in {MOST_ATTEMPTS} attempts at the last event. "
            f"The last: {answer.sentence}"
        )
    return ""


def _rested(failing_since: str, now: datetime) -> datetime:
    """When a webhook may be called again: at once when it works, else after a pause that grows with its failing."""
    if not failing_since:
        return now
    return now + min(MOST_PAUSE, max(LEAST_PAUSE, now - instant_of(failing_since)))


def _keep(store: DeliveryStorage, outcome: Outcome, now: datetime) -> None:
    with store.write() as tx:
        rested = written(_rested(outcome.failing_since, now))
        tx.webhooks.settle(outcome.webhook.id, outcome.tried, outcome.failing_since, rested)
        if outcome.over:
            tx.webhooks.switch_off(outcome.webhook.id, outcome.over, written(now))
