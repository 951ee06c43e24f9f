"""Signatures and likenesses as they are kept: looked up by key, each pair once."""

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.entries.likeness import Likeness, LikenessKind, Shared, SharedPassage
from openrepro.entries.likeness_sample import Sample
from openrepro.logbooks.logbook import Address
from openrepro.store.likeness import MOST_HOLDERS, Near
from openrepro.store.store import Store
from openrepro.store.tables import likeness_keys, teams

NOW = "2026-07-20T12:00:00Z"
TEXT = LikenessKind.TEXT


def add(store: Store, *names: str) -> None:
    with store.write() as tx:
        for name in names:
            tx.connection.execute(sa.insert(teams).values(id=f"team {name}", name=name, created_at=NOW))
            tx.entries.add(
                Entry(
                    name, f"team {name}", Source.UPLOAD, f"upload:{name}", State.JUDGED, Reason.RULED, "", NOW, NOW, NOW
                )
            )


def sign(store: Store, entry: str, *keys: int, revision: str = "r1") -> None:
    with store.write() as tx:
        tx.likeness.sign(entry, revision, {TEXT: Sample(len(keys), keys)})


def near(store: Store, entry: str, *keys: int) -> tuple[Near, ...]:
    with store.read() as tx:
        return tx.likeness.near(entry, {TEXT: Sample(len(keys), keys)})


def likeness(left: str, right: str, share: str = "0.50", revision: str = "r1") -> Likeness:
    passage = SharedPassage(Address("a.md", 1, 9, "cell"), Address("b.md", 2, 10), 8, "12345678")
    return Likeness(TEXT, left, revision, right, revision, Shared(share, 5, 10, 12, (passage,)), NOW)


def test_the_key_of_a_challenge_is_made_once(store: Store) -> None:
    with store.write() as tx:
        first = tx.likeness.key()
    with store.write() as tx:
        assert tx.likeness.key() == first
    assert len(first) == 16


def test_entries_are_found_by_the_keys_they_share_rare_ones_first(store: Store) -> None:
    add(store, "a", "b", "c", "d")
    sign(store, "a", 1, 2, 3, -(2**63))
    sign(store, "b", 3, 4, 2**63 - 1)
    sign(store, "c", 3, 9)
    assert near(store, "d", 1, 2, 3) == (Near("a", "r1", pytest.approx(2 + 1 / 3)),)
    assert near(store, "d", -(2**63), 2**63 - 1) == (Near("a", "r1", 1), Near("b", "r1", 1))
    assert near(store, "a", 1, 2) == ()
    assert near(store, "d") == ()


def test_a_new_revision_is_found_by_its_own_keys_only(store: Store) -> None:
    add(store, "a", "b")
    sign(store, "a", 1, 2, 3)
    sign(store, "a", 3, 4, revision="r2")
    assert near(store, "b", 1, 2) == ()
    assert near(store, "b", 4) == (Near("a", "r2", 1),)
    sign(store, "a", revision="r3")
    assert near(store, "b", 3, 4) == ()
    with store.read() as tx:
        assert tx.connection.scalar(sa.select(sa.func.count()).select_from(likeness_keys)) == 0


def test_a_key_that_everybody_has_is_read_to_a_bound_and_tells_nothing(store: Store) -> None:
    names = [f"e{at:03}" for at in range(MOST_HOLDERS + 20)]
    add(store, *names)
    for name in names:
        sign(store, name, 7)
    assert near(store, names[-1], 7) == ()


def test_each_pair_is_kept_once_with_the_stronger_finding(store: Store) -> None:
    add(store, "a", "b", "c")
    weaker, stronger = likeness("a", "b", "0.50"), likeness("a", "b", "0.90", "r2")
    with store.write() as tx:
        tx.likeness.save([weaker, likeness("b", "c")])
        tx.likeness.save([stronger])
        tx.likeness.save([weaker])
    with store.read() as tx:
        first, second = tx.likeness.page()
        assert first.likeness == stronger
        assert second.likeness == likeness("b", "c")
        assert tx.likeness.page(after=first.id) == (second,)
        assert tx.likeness.page(limit=1) == (first,)
        assert tx.likeness.of("b") == (first, second)
        assert tx.likeness.of("a") == (first,)
        assert tx.likeness.of("nobody") == ()
    assert not first.same_team
