"""Deliveries are made at least once, with patience, and given up with a sentence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from openrepro.clock import instant_of, written
from openrepro.notify.client import Answer, WebhookClient
from openrepro.notify.delivery import MOST_ATTEMPTS, WAITS_S, after, body_of, deliver_due
from openrepro.notify.guard import Guard
from openrepro.notify.signature import new_secret, verify
from openrepro.notify.webhook import EVENTS, Delivery, Progress, Webhook, hears
from openrepro.store.store import Store
from tests.notify.receiver import receiver
from tests.store.test_webhooks import populate

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)
TAKEN, BUSY = Answer(204, "Taken."), Answer(503, "Answered 503.")


@dataclass
class Told:
    """A sender that answers as it is told, and keeps what it sent where."""

    answers: dict[str, list[Answer]] = field(default_factory=dict)
    sent: list[tuple[str, str]] = field(default_factory=list)

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.sent.append((url, headers["webhook-id"]))
        answers = self.answers.get(url, [])
        return answers.pop(0) if answers else TAKEN


def subscribe(store: Store, name: str, account: str, url: str = "") -> Webhook:
    made = Webhook(name, account, url or f"https://{name}.example/", new_secret(), ("entry.*",), written(NOW))
    with store.write() as tx:
        tx.webhooks.add(made)
    return made


def emit(store: Store, *entries: str) -> None:
    with store.write() as tx:
        for entry in entries:
            tx.outbox.emit("entry.judged", entry, f"{entry} was judged.")


def log(store: Store, webhook: str) -> tuple[Delivery, ...]:
    with store.read() as tx:
        return tx.webhooks.log(webhook, None, 50)


def test_an_event_arrives_signed(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    populate(store)
    with receiver() as there:
        hook = subscribe(store, "a", "ada", there.url)
        emit(store, "e1")
        client = WebhookClient(Guard(loopback=True))
        assert deliver_due(store, NOW, client, site="https://board.example") == 1
        assert deliver_due(store, NOW, client) == 0
    headers, body = there.got[0]
    assert verify(hook.secret, headers, body, int(NOW.timestamp()))
    document = json.loads(body)
    assert document["type"] == "entry.judged"
    assert document["data"] == {
        "entry": "e1",
        "sentence": "e1 was judged.",
        "url": "https://board.example/api/v1/entries/e1",
    }
    (delivery,) = log(store, "a")
    assert (delivery.progress, delivery.status, delivery.attempts) == (Progress.DELIVERED, 204, 1)
    store.close()


def test_a_failure_is_tried_again_later_under_the_same_name(store: Store) -> None:
    populate(store)
    subscribe(store, "a", "ada")
    emit(store, "e1")
    sender = Told({"https://a.example/": [BUSY, BUSY]})
    assert deliver_due(store, NOW, sender) == 1
    assert deliver_due(store, NOW + timedelta(seconds=30), sender) == 0
    assert deliver_due(store, NOW + timedelta(seconds=60), sender) == 1
    assert deliver_due(store, NOW + timedelta(seconds=400), sender) == 1
    assert len({message for _, message in sender.sent}) == 1
    (delivery,) = log(store, "a")
    assert (delivery.progress, delivery.attempts, delivery.sentence) == (Progress.DELIVERED, 3, "Taken.")
    with store.read() as tx:
        hook = tx.webhooks.get("a")
    assert hook is not None
    assert hook.failing_since == ""


def test_one_that_fails_stands_in_nobodys_way(store: Store) -> None:
    populate(store)
    subscribe(store, "a", "ada")
    subscribe(store, "e", "eve")
    emit(store, "e1", "e1", "e1", "e2", "e2")
    sender = Told({"https://a.example/": [BUSY] * 9})
    assert deliver_due(store, NOW, sender) == 3
    assert [url for url, _ in sender.sent if "e." in url] == ["https://e.example/"] * 2
    assert [one.progress for one in log(store, "e")] == [Progress.DELIVERED] * 2
    assert [one.attempts for one in log(store, "a")] == [0, 0, 1]


def test_a_receiver_that_fails_for_hours_is_switched_off_with_a_sentence(store: Store) -> None:
    populate(store)
    subscribe(store, "a", "ada")
    emit(store, "e1", "e1")
    sender = Told({"https://a.example/": [BUSY] * 99})
    now = NOW
    for _ in range(400):
        now += timedelta(minutes=5)
        deliver_due(store, now, sender)
        with store.read() as tx:
            hook = tx.webhooks.get("a")
        assert hook is not None
        if not hook.active:
            break
    assert timedelta(hours=10) <= now - NOW <= timedelta(hours=13)
    assert f"in {MOST_ATTEMPTS} attempts" in hook.sentence
    assert "Answered 503." in hook.sentence
    assert {one.progress for one in log(store, "a")} == {Progress.FAILED}
    assert len(sender.sent) <= 2 * MOST_ATTEMPTS


def test_a_receiver_that_is_gone_is_switched_off_at_once(store: Store) -> None:
    populate(store)
    subscribe(store, "a", "ada")
    emit(store, "e1", "e1")
    deliver_due(store, NOW, Told({"https://a.example/": [Answer(410, "Answered 410.")]}))
    with store.read() as tx:
        hook = tx.webhooks.get("a")
    assert hook is not None
    assert not hook.active
    assert "410" in hook.sentence


def test_a_result_that_could_not_be_written_leads_to_another_attempt(store: Store) -> None:
    populate(store)
    subscribe(store, "a", "ada")
    emit(store, "e1")
    sender = Told()

    class Killed:
        def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
            sender.send(url, headers, body)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deliver_due(store, NOW, Killed())
    assert deliver_due(store, NOW + timedelta(minutes=1), sender) == 0
    assert deliver_due(store, NOW + timedelta(minutes=5), sender) == 1
    assert len(sender.sent) == 2
    assert len(set(sender.sent)) == 1


def waiting(attempts: int) -> Delivery:
    at = written(NOW)
    return Delivery(7, "a", "entry.judged", "e1", "Judged.", at, Progress.WAITING, attempts, at)


@pytest.mark.parametrize("attempts", range(MOST_ATTEMPTS - 1))
def test_each_wait_is_longer(attempts: int) -> None:
    tried = after(waiting(attempts), BUSY, NOW)
    assert instant_of(tried.next_at) - NOW == timedelta(seconds=WAITS_S[attempts])
    assert tried.progress is Progress.WAITING


def test_the_last_attempt_ends_it() -> None:
    tried = after(waiting(MOST_ATTEMPTS - 1), BUSY, NOW)
    assert (tried.progress, tried.ended_at, tried.next_at) == (Progress.FAILED, written(NOW), "")


def test_the_receiver_may_ask_for_more_patience() -> None:
    assert instant_of(after(waiting(0), Answer(429, "", 3600), NOW).next_at) - NOW == timedelta(hours=1)
    assert instant_of(after(waiting(0), Answer(429, "", 5), NOW).next_at) - NOW == timedelta(seconds=60)


def test_a_body_is_json_whatever_the_sentence_holds() -> None:
    odd = Delivery(7, "a", "ping", "", 'a "b" \ud800 \u202e\n', written(NOW), Progress.WAITING, 0, written(NOW))
    assert json.loads(body_of(odd))["data"] == {"entry": "", "sentence": 'a "b" ? \u202e\n'}


def test_names_of_events_and_what_hears_of_them() -> None:
    assert "entry.not-judged" in EVENTS
    assert hears(("entry.judged",), "entry.judged")
    assert hears(("entry.*",), "entry.late")
    assert not hears(("entry.judged",), "entry.late")
    assert not hears(("entry.*",), "ping")
