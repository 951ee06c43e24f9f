from typing import Any

import pytest
import sqlalchemy as sa

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Space, Status, naming
from openrepro.entries.spaces import SeenSpace, seen_space
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.server import discovery_entering
from openrepro.server.discovery_entering import HubEntries, hub_owner
from openrepro.server.discovery_registry import Shown
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import outbox

NOW = "2026-07-20T12:00:00Z"
RULES = Rules()
TAGS = {
    "right": ("paper-P1", "license:mit"),
    "nickname": ("paper-attention",),
    "none": (),
    "two": ("paper-P1", "paper-P2"),
    "event-number": ("paper-17",),
    "versioned": ("paper-2601.00001v2",),
    "ambiguous": ("paper-99",),
}


@pytest.fixture
def papers(store: Store) -> Store:
    """A challenge with three papers, of which two share a name."""
    both = Alias("99", AliasKind.OTHER)
    event, arxiv = Alias("17", AliasKind.EVENT), Alias("2601.00001", AliasKind.ARXIV)
    with store.write() as tx:
        tx.papers.put([Paper("P1", "One", aliases=(event, both)), Paper("P2", "Two", aliases=(arxiv, both))], now=NOW)
    return store


def shown(owner: str, **changes: Any) -> list[Shown]:
    batch = []
    for name, tags in TAGS.items():
        space = Space(f"{owner}/{name}", "a" * 40, (RULES.entries.tag, *tags), NOW, NOW)
        batch.append(Shown(Known(space, Status.LISTED, NOW, NOW), naming(space.tags, RULES)))
    return batch


def told(tx: Transaction, owner: str) -> list[object]:
    """All that was written about the entries of an owner, without their pseudonyms."""
    found: list[object] = []
    for name in TAGS:
        entry = tx.entries.by_origin(f"{owner}/{name}")
        assert entry is not None
        history = [(event.state, event.reason, event.sentence, event.actor) for event in tx.entries.history(entry.id)]
        rows = tx.connection.execute(
            sa.select(outbox.c.event, outbox.c.sentence).where(outbox.c.entry_id == entry.id).order_by(outbox.c.id)
        )
        found.append((name, entry.state, entry.reason, entry.sentence, entry.paper, entry.licence, entry.named))
        found += [history, [tuple(row) for row in rows]]
    return found


def test_entering_many_at_once_writes_what_entering_each_would(papers: Store) -> None:
    with papers.write() as tx:
        answers = HubEntries(RULES, "https://hub").shown(tx, shown("ada"), NOW)
        for known, named in shown("bob"):
            seen_space(tx, SeenSpace(known.space, named, hub_owner(tx, "bob", NOW)), Terms(RULES, NOW))
    with papers.read() as tx:
        assert told(tx, "ada") == told(tx, "bob")
        for name, answer in answers.items():
            entry = tx.entries.by_origin(name)
            assert entry is not None
            assert entry.id == answer


def test_entries_that_are_there_are_brought_up_to_date(papers: Store) -> None:
    entering = HubEntries(RULES, "https://hub")
    with papers.write() as tx:
        first = entering.shown(tx, shown("ada"), NOW)
        again = entering.shown(tx, shown("ada"), NOW)
    assert again == first
    with papers.read() as tx:
        assert sum(tx.entries.counts().states.values()) == len(TAGS)


@pytest.mark.parametrize("there", [False, True])
def test_one_that_cannot_be_entered_leaves_nothing_behind(
    papers: Store, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    def refusing(books: Any, seen: SeenSpace, terms: Terms, **more: Any) -> Any:
        entry = seen_space(books, seen, terms, **more)
        if seen.space.id == "ada/none":
            raise OpenReproError("Something about it is wrong.")
        return entry

    with papers.write() as tx:
        if there:
            HubEntries(RULES, "https://hub").shown(tx, shown("ada"), NOW)
        before = tx.connection.scalar(sa.select(sa.func.count()).select_from(outbox))
        monkeypatch.setattr(discovery_entering, "seen_space", refusing)
        answers = HubEntries(RULES, "https://hub").shown(tx, shown("ada"), NOW)
    refused = answers["ada/none"]
    assert isinstance(refused, OpenReproError)
    assert refused.text == "Something about it is wrong."
    with papers.read() as tx:
        assert (tx.entries.by_origin("ada/none") is not None) is there
        assert tx.entries.by_origin("ada/right") is not None
        rows = tx.connection.execute(sa.select(outbox.c.entry_id)).all()
        assert before is not None
        assert len(rows) >= before
        assert sum(tx.entries.counts().states.values()) == len(TAGS) - (not there)
