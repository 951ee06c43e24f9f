"""What wants an operator's attention is counted, up to a bound, on both databases."""

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.store import attention as module
from openrepro.store.attention import Attention, attention
from openrepro.store.store import Store
from openrepro.store.tables import webhooks

NOW = "2026-07-20T12:00:00Z"
STATES = (State.NOT_JUDGED, State.NOT_JUDGED, State.REJECTED, State.JUDGED)


def fill(store: Store) -> None:
    with store.write() as tx:
        ada = tx.people.add("ada", now=NOW)
        for number, state in enumerate(STATES):
            name, hidden = f"e_{number}", state is State.JUDGED
            entry = Entry(name, ada.team, Source.UPLOAD, name, state, Reason.SEEN, "", NOW, NOW, NOW, hidden=hidden)
            tx.entries.add(entry)
        for number, (active, failing) in enumerate(((True, ""), (True, NOW), (False, NOW))):
            row = {"id": f"w_{number}", "account_id": ada.id, "url": "http://x", "secret": "s", "created_at": NOW}
            tx.connection.execute(sa.insert(webhooks).values(**row, active=active, failing_since=failing))


def test_nothing_wants_attention_at_first(store: Store) -> None:
    with store.read() as tx:
        assert attention(tx.connection) == Attention(0, 0, 0, 0, 0)


def test_each_kind_is_counted(store: Store) -> None:
    fill(store)
    with store.read() as tx:
        assert attention(tx.connection) == Attention(
            not_judged=2, rejected=1, hidden=1, webhooks_off=1, webhooks_failing=1
        )


def test_counting_ends_at_a_bound(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store)
    monkeypatch.setattr(module, "COUNTED", 1)
    with store.read() as tx:
        assert attention(tx.connection).not_judged == 1
