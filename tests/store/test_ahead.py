"""What is read ahead answers as the stores do that it stands for, and reads less often."""

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from openrepro.rendering.parts import packed
from openrepro.store import ahead
from openrepro.store.ahead import AheadLedger, AheadManifests, AheadRenderings
from openrepro.store.ledger import SqlLedger
from openrepro.store.manifests import SqlManifests
from openrepro.store.renderings import SqlRenderings
from openrepro.store.store import Store
from tests.store.test_renderings import NOW, enter, judge, revise, verdict


@pytest.fixture
def judged(store: Store) -> Store:
    """Two entries of two claims each; the first claim of each was judged three times."""
    for entry in ("e1", "e2"):
        enter(store, entry, "r1", "r2", "r3")
        before = ""
        for at, name in enumerate(("r1", "r2", "r3")):
            one = verdict(entry, name, "paper.c1", before, f"2026-07-20T12:00:0{at}Z")
            judge(store, one, verdict(entry, name, f"paper.c{at + 2}"))
            before = one.id
    return store


@contextmanager
def counted(connection: sa.Connection) -> Generator[list[str]]:
    """The statements that are asked meanwhile."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    sa.event.listen(connection, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        sa.event.remove(connection, "before_cursor_execute", note)


def same(asks: Iterable[Callable[[Any], object]], plain: object, read_ahead: object) -> None:
    for ask in asks:
        assert ask(read_ahead) == ask(plain)


def test_the_ledger_answers_the_same_from_one_look_per_entry(judged: Store) -> None:
    with judged.read() as tx:
        size = tx.ledger.size()
        names = [leaf.id for leaf in tx.ledger.leaves()]
        asks: list[Callable[[SqlLedger], object]] = [lambda of: of.size(), lambda of: of.root(size)]
        asks += [lambda of, name=name: of.leaf_of(name) for name in (*names, "nothing")]  # type: ignore[misc]
        asks += [lambda of, seq=seq: of.inclusion(seq, size) for seq in range(size)]  # type: ignore[misc]
        for claim in ("paper.c1", "paper.c3", "paper.c9"):
            for more in (
                {},
                {"newest_first": True},
                {"newest_first": True, "limit": 2},
                {"after": 3},
                {"label": "toy"},
            ):
                asks.append(
                    lambda of, claim=claim, more=more: of.verdicts(entry="e2", claim=claim, **more)  # type: ignore[misc]
                )
        for entry in ("e1", "e2", "e3"):
            asks.append(lambda of, entry=entry: of.current(entry))  # type: ignore[misc]
            for more in ({}, {"current": True}, {"current": False, "after": 4, "newest_first": True}, {"after": 4}):
                asks.append(lambda of, entry=entry, more=more: of.verdicts(entry=entry, **more))  # type: ignore[misc]
        asks += [lambda of: of.verdicts(entry="e1", limit=3), lambda of: of.verdicts(claim="paper.c1")]
        same(asks, tx.ledger, AheadLedger(tx.connection))

        kept = AheadLedger(tx.connection)
        mine = [row.id for row in tx.ledger.verdicts(entry="e1")]
        with counted(tx.connection) as asked:
            for name in mine:
                leaf = kept.leaf_of(name)
                assert leaf is not None
                kept.inclusion(leaf.seq, kept.size())
                assert kept.verdicts(entry="e1", claim="paper.c1", newest_first=True, limit=20)
        assert len(asked) < 2 * len(mine)


def test_more_verdicts_than_are_held_are_asked_for(judged: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "MOST_LEAVES", 3)
    monkeypatch.setattr(ahead, "MOST_NODES", 2)
    with judged.read() as tx:
        kept = AheadLedger(tx.connection)
        asks: list[Callable[[SqlLedger], object]] = [lambda of: of.verdicts(entry="e1", claim="paper.c1")]
        asks += [lambda of: of.verdicts(entry="e1", newest_first=True), lambda of: of.current("e1")]
        asks += [lambda of, name=leaf.id: of.leaf_of(name) for leaf in tx.ledger.leaves()]  # type: ignore[misc]
        asks += [lambda of, seq=seq: of.inclusion(seq) for seq in range(tx.ledger.size())]  # type: ignore[misc]
        same(asks, tx.ledger, kept)


def test_parts_of_a_rendering_are_read_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(store, "e1", "r1")
    enter(store, "e2", "r1")
    pages = [packed(kind, page, part, f"{kind} {page} {part}") for kind in ("page", "view", "figure") for page in (0, 1)
             for part in (0, 1)]  # fmt: skip
    with store.write() as tx:
        for entry in ("e1", "e2"):
            tx.renderings.put(entry, "r1", basis="1", body={"title": entry}, parts=pages, now=NOW)
    places = [
        (kind, page, part) for kind in ("page", "view", "figure", "trace") for page in range(3) for part in (0, 1)
    ]
    asks: list[Callable[[SqlRenderings], object]] = [
        lambda of, entry=entry, place=place: of.part(entry, "r1", *place)  # type: ignore[misc]
        for entry in ("e1", "e2", "e3")
        for place in places
    ]
    for of in ({"e1": "r1"}, {"e2": "r1"}, {"e1": "r2"}, {"e1": "r1", "e2": "r1"}, {}):
        asks.append(lambda kept, of=of: (kept.materials(of), [kept.get(*one) for one in of.items()]))  # type: ignore[misc]
    with store.read() as tx:
        same(asks, tx.renderings, AheadRenderings(tx.connection))
        kept = AheadRenderings(tx.connection)
        with counted(tx.connection) as asked:
            assert [kept.part("e1", "r1", "page", page, 0) for page in (0, 1)] == ["page 0 0", "page 1 0"]
            assert kept.part("e1", "r1", "view", 1, 1) == "view 1 1"
        assert len(asked) == 1
        monkeypatch.setattr(ahead, "MOST_BYTES", 40)
        same(asks, tx.renderings, AheadRenderings(tx.connection))


def test_revisions_are_read_once(store: Store) -> None:
    enter(store, "e1", *(f"r{at}" for at in range(25)))
    enter(store, "e2")
    revise(store, "e2", "only")
    with store.read() as tx:
        fifth = tx.manifests.newest("e1", limit=5)[-1].seq
        asks: list[Callable[[SqlManifests], object]] = [
            lambda of: of.newest("e1", limit=2),
            lambda of: of.newest("e1"),
            lambda of: of.newest("e1", limit=24),
            lambda of: of.newest("e1", before=fifth, limit=3),
            lambda of: of.newest("e2", before=fifth),
            lambda of: [of.revision("e1", name) for name in ("r0", "r24", "r25")],
            lambda of: of.newest("e2", limit=5),
            lambda of: of.newest("e3"),
        ]
        same(asks, tx.manifests, AheadManifests(tx.connection))
        kept = AheadManifests(tx.connection)
        with counted(tx.connection) as asked:
            assert len(kept.newest("e1", limit=2)) == 2
            assert len(kept.newest("e1", limit=10)) == 10
            assert kept.revision("e1", "r24") == kept.newest("e1", limit=1)[0]
        assert len(asked) == 1
