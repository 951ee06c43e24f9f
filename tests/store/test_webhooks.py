"""Events reach the webhooks of those they concern, once each, and a webhook belongs to one sender at a time."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from openrepro.notify.webhook import PING, Delivery, Progress, Reach, Webhook
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import accounts, deliveries, entries, outbox, teams

AT = "2026-07-20T12:00:00Z"
LATER = "2026-07-20T12:05:00Z"
MUCH_LATER = "2026-09-20T12:00:00Z"


def populate(store: Store) -> None:
    """Ada and Bob are a team, Eve is alone, Otto is an organiser. The teams have entries; Eve's second is hidden."""
    with store.write() as tx:
        told = {"created_at": AT}
        for team in ("t1", "t2", "t3"):
            tx.connection.execute(sa.insert(teams).values(id=team, name=team, **told))
        for name, team, role in (
            ("ada", "t1", "participant"),
            ("bob", "t1", "participant"),
            ("eve", "t2", "participant"),
            ("otto", "t3", "organiser"),
        ):
            row = {"id": name, "name": name, "team_id": team, "role": role}
            tx.connection.execute(sa.insert(accounts).values(**row, **told))
        for seq, (entry, team, hidden) in enumerate((("e1", "t1", False), ("e2", "t2", False), ("e3", "t2", True))):
            tx.connection.execute(
                sa.insert(entries).values(
                    id=entry,
                    seq=seq,
                    team_id=team,
                    source="upload",
                    origin=entry,
                    state="queued",
                    reason="waiting",
                    state_at=AT,
                    seen_at=AT,
                    created_at=AT,
                    hidden=hidden,
                )
            )


def hook(name: str, account: str, *events: str, reach: Reach = Reach.OWN) -> Webhook:
    return Webhook(name, account, f"https://{name}.example/", "whsec_AAAA", events or ("entry.*",), AT, reach)


def heard(tx: Transaction, webhook: str) -> list[tuple[str, str]]:
    return [(item.event, item.entry) for item in reversed(tx.webhooks.log(webhook, None, 50))]


def spread(store: Store, *hooks: Webhook) -> None:
    populate(store)
    with store.write() as tx:
        for item in hooks:
            tx.webhooks.add(item)
        for entry in ("e1", "e2", "e3"):
            tx.outbox.emit("entry.queued", entry, f"{entry} waits.")
        tx.outbox.emit("entry.judged", "e1", "e1 was judged.")
    with store.write() as tx:
        assert tx.webhooks.spread(AT, 100) == 4
    with store.write() as tx:
        assert tx.webhooks.spread(AT, 100) == 0


def test_a_team_hears_of_its_own_entries_only(store: Store) -> None:
    spread(store, hook("a", "ada"), hook("b", "bob", "entry.judged"), hook("e", "eve"))
    with store.read() as tx:
        assert heard(tx, "a") == [("entry.queued", "e1"), ("entry.judged", "e1")]
        assert heard(tx, "b") == [("entry.judged", "e1")]
        assert heard(tx, "e") == [("entry.queued", "e2"), ("entry.queued", "e3")]


def test_an_operator_hears_of_all_public_entries_and_nobody_else_does(store: Store) -> None:
    spread(store, hook("o", "otto", reach=Reach.ALL), hook("a", "ada", reach=Reach.ALL), hook("own", "otto"))
    with store.read() as tx:
        assert heard(tx, "o") == [("entry.queued", "e1"), ("entry.queued", "e2"), ("entry.judged", "e1")]
        assert heard(tx, "a") == []
        assert heard(tx, "own") == []


def test_an_event_is_noted_with_the_change_or_not_at_all(store: Store) -> None:
    populate(store)

    def fail() -> None:
        with store.write() as tx:
            tx.outbox.emit("entry.queued", "e1", "It waits.")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.write() as tx:
        assert tx.webhooks.spread(AT, 100) == 0


def test_a_webhook_is_leased_to_one_sender(store: Store) -> None:
    spread(store, hook("a", "ada"), hook("e", "eve"))
    with store.write() as tx:
        errands = tx.webhooks.lease(AT, LATER, 8, 10)
    assert {item.webhook.id: [one.entry for one in item.deliveries] for item in errands} == {
        "a": ["e1", "e1"],
        "e": ["e2", "e3"],
    }
    with store.write() as tx:
        assert tx.webhooks.lease(AT, LATER, 8, 10) == ()
    with store.write() as tx:  # the sender died; the lease has run out
        assert len(tx.webhooks.lease(LATER, MUCH_LATER, 8, 10)) == 2


def leased(store: Store) -> tuple[Delivery, ...]:
    with store.write() as tx:
        return tx.webhooks.lease(AT, LATER, 1, 10)[0].deliveries


def test_what_came_of_a_delivery_is_in_the_log(store: Store) -> None:
    spread(store, hook("a", "ada"))
    first, second = leased(store)
    done = replace(
        first, progress=Progress.DELIVERED, attempts=1, status=204, sentence="Taken.", next_at="", ended_at=AT
    )
    waits = replace(second, attempts=1, status=500, sentence="Answered 500.", next_at=LATER)
    with store.write() as tx:
        tx.webhooks.settle("a", (done, waits), AT, AT)
    with store.write() as tx:
        assert tx.webhooks.log("a", None, 10) == (waits, done)
        assert tx.webhooks.log("a", second.id, 10) == (done,)
        assert tx.webhooks.lease(AT, LATER, 8, 10) == ()
        assert tx.webhooks.get("a") == replace(hook("a", "ada"), failing_since=AT)
        assert [one.deliveries for one in tx.webhooks.lease(LATER, MUCH_LATER, 8, 10)] == [(waits,)]


def test_a_webhook_that_fails_rests_even_when_more_happens(store: Store) -> None:
    spread(store, hook("a", "ada"))
    first, second = leased(store)
    with store.write() as tx:
        tx.webhooks.settle("a", (replace(first, attempts=1, next_at=AT), second), AT, LATER)
        tx.outbox.emit("entry.judged", "e1", "Judged again.")
        tx.webhooks.spread(AT, 10)
        assert tx.webhooks.lease(AT, LATER, 8, 10) == ()
        assert len(tx.webhooks.lease(LATER, MUCH_LATER, 8, 10)[0].deliveries) == 3


def test_a_webhook_that_is_switched_off_hears_nothing_until_it_is_on_again(store: Store) -> None:
    spread(store, hook("a", "ada"))
    leased(store)
    with store.write() as tx:
        tx.webhooks.switch_off("a", "It answers 410.", LATER)
        tx.outbox.emit("entry.judged", "e1", "Judged again.")
        tx.webhooks.spread(AT, 10)
        log = tx.webhooks.log("a", None, 10)
        assert [(one.progress, one.sentence) for one in log] == [(Progress.FAILED, "It answers 410.")] * 2
        assert tx.webhooks.of_account("ada")[0].sentence == "It answers 410."
    with store.write() as tx:
        assert tx.webhooks.lease(MUCH_LATER, MUCH_LATER, 8, 10) == ()
        tx.webhooks.switch_on("a")
        tx.webhooks.redeliver(log[0], LATER)
    with store.write() as tx:
        (errand,) = tx.webhooks.lease(LATER, MUCH_LATER, 8, 10)
        assert [(one.id, one.attempts) for one in errand.deliveries] == [(log[0].id, 0)]
        assert errand.webhook.active


def test_a_test_event_reaches_one_webhook(store: Store) -> None:
    spread(store, hook("a", "ada", "entry.judged"), hook("b", "bob", "entry.judged"))
    with store.write() as tx:
        sent = tx.webhooks.ping("a", AT)
        assert (sent.event, sent.entry, sent.progress) == (PING, "", Progress.WAITING)
        assert tx.webhooks.delivery(sent.id) == sent
        assert heard(tx, "a") == [("entry.judged", "e1"), (PING, "")]
        assert heard(tx, "b") == [("entry.judged", "e1")]


def test_deleting_a_webhook_takes_its_log(store: Store) -> None:
    spread(store, hook("a", "ada"))
    first, *_ = leased(store)
    with store.write() as tx:
        assert tx.webhooks.remove("a")
        assert not tx.webhooks.remove("a")
        tx.webhooks.settle("a", (first,), "", AT)
        assert tx.webhooks.get("a") is None
        assert tx.webhooks.delivery(first.id) is None


def test_old_deliveries_are_forgotten_and_waiting_ones_are_not(store: Store) -> None:
    spread(store, hook("a", "ada"))
    first, second = leased(store)
    ended = replace(first, progress=Progress.DELIVERED, ended_at=AT, next_at="")
    with store.write() as tx:
        tx.connection.execute(sa.update(outbox).values(at=AT))
        tx.webhooks.settle("a", (ended, second), "", AT)
        assert tx.webhooks.forget(AT, 100) == 0
        assert tx.webhooks.forget(MUCH_LATER, 100) == 1
        assert [row.id for row in tx.connection.execute(sa.select(deliveries.c.id))] == [second.id]
        assert tx.connection.execute(sa.select(sa.func.count()).select_from(outbox)).scalar_one() == 1
