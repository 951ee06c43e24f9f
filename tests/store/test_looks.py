"""Looks that are wanted: noted once, taken by one person at a time, closed by what supersedes, never one's own."""

from collections.abc import Sequence
from dataclasses import replace

from openrepro.entries.entry import Entry, Reason, Revision, RevisionFile, Source, State
from openrepro.judging.looks import Why
from openrepro.judging.verdict import Verdict
from openrepro.store.looks import Person
from openrepro.store.store import Store
from tests.board.ballots import verdict

NOW, LATER, MUCH_LATER = "2026-07-20T12:00:00Z", "2026-07-20T14:00:00Z", "2026-07-20T16:00:00Z"
AWAY = Person("nobody", "away")


def scene(store: Store, *labels: str, unwanted: str = "") -> Sequence[Verdict]:
    """One entry of one team each, with a verdict of that label that wants a look, but for one."""
    made = []
    with store.write() as tx:
        for at, label in enumerate(labels):
            account = tx.people.add(f"person {at}", now=NOW)
            file = RevisionFile("a.md", 1, f"{at}" * 64)
            held = verdict(label, claim="p1.c1", entry=f"e{at}", team=account.team)
            tx.entries.add(_entry(f"e{at}", account.team, held.revision))
            tx.entries.add_revision(Revision(f"e{at}", held.revision, NOW, files=(file,)))
            made.append(held)
        tx.ledger.append(made)
        tx.looks.want([(one, (Why.UNIT,)) for one in made if one.entry != unwanted], now=NOW)
    return made


def _entry(name: str, team: str, revision: str) -> Entry:
    return Entry(
        id=name,
        team=team,
        source=Source.UPLOAD,
        origin=f"upload:{name}",
        state=State.JUDGED,
        reason=Reason.RULED,
        sentence="",
        state_at=NOW,
        seen_at=NOW,
        created_at=NOW,
        paper="p1",
        revision=revision,
        judged_revision=revision,
    )


def ids(store: Store, person: Person = AWAY, now: str = NOW) -> list[str]:
    with store.read() as tx:
        return [look.entry for look in tx.looks.waiting(person, now=now, limit=50)]


def look_of(store: Store, held: Verdict) -> int:
    with store.read() as tx:
        return tx.looks.open_at([held.id])[held.id].id


def test_a_look_is_wanted_once_and_listed_oldest_first(store: Store) -> None:
    held = scene(store, "v", "f")
    with store.write() as tx:
        tx.looks.want([(held[0], (Why.PROOF,)), (held[1], ())], now=LATER)
    assert ids(store) == ["e0", "e1"]
    with store.read() as tx:
        first = tx.looks.waiting(AWAY, now=NOW, limit=1)[0]
        assert (first.claim, first.verdict, first.why, first.created_at) == ("p1.c1", held[0].id, (Why.UNIT,), NOW)
        assert [one.entry for one in tx.looks.waiting(AWAY, now=NOW, after=first.id, limit=5)] == ["e1"]
        assert tx.looks.count_open() == 2


def test_one_person_has_a_look_at_a_time_and_not_for_ever(store: Store) -> None:
    held = scene(store, "v")
    with store.write() as tx:
        ada, bo = (tx.people.add(name, now=NOW) for name in ("ada", "bo"))
        look = tx.looks.open_at([held[0].id])[held[0].id].id
        assert tx.looks.take(look, ada.id, now=NOW, until=LATER)
        assert not tx.looks.take(look, bo.id, now=NOW, until=LATER)
        assert tx.looks.take(look, ada.id, now=NOW, until=LATER)
    assert ids(store, Person(bo.id, bo.team)) == []
    assert ids(store, Person(ada.id, ada.team)) == ["e0"]
    assert ids(store, Person(bo.id, bo.team), LATER) == ["e0"]
    with store.write() as tx:
        found = tx.looks.get(look)
        assert found is not None
        assert found.held_by(ada.id, NOW)
        assert not found.held_by(ada.id, LATER)
        assert not tx.looks.give_back(look, bo.id)
        assert tx.looks.give_back(look, ada.id)
        assert tx.looks.take(look, bo.id, now=NOW, until=LATER)


def test_nobody_is_offered_the_own_team_a_conflict_or_the_own_verdict(store: Store) -> None:
    held = scene(store, "v", "v", "v")
    own = Person("somebody", held[0].team)
    assert ids(store, own) == ["e1", "e2"]
    with store.write() as tx:
        ada = tx.people.add("ada", now=NOW)
        tx.looks.take(look := tx.looks.open_at([held[1].id])[held[1].id].id, ada.id, now=NOW, until=LATER)
        tx.looks.declare_conflict(look, ada.id, now=NOW)
        tx.looks.declare_conflict(look, ada.id, now=NOW)
    me = Person(ada.id, ada.team)
    assert ids(store, me) == ["e0", "e2"]
    mine = replace(held[2], supersedes=held[2].id, time="2026-07-20T13:00:00Z")
    with store.write() as tx:
        tx.ledger.append([mine])
        tx.looks.done(tx.looks.open_at([held[2].id])[held[2].id].id, account=ada.id, outcome=mine.id, now=NOW)
        tx.looks.want([(mine, (Why.SECOND_LOOK,))], now=NOW)
        assert tx.looks.for_person(tx.looks.open_at([mine.id])[mine.id].id, me, now=NOW) is None
        ended = tx.looks.ended_in(mine.id)
        assert ended is not None
        assert (ended.done_by, ended.verdict) == (ada.id, held[2].id)
    assert ids(store, me) == ["e0"]
    assert ids(store) == ["e0", "e1", "e2"]


def test_what_is_superseded_hidden_or_gone_is_not_offered(store: Store) -> None:
    held = scene(store, "v", "v", "v", "v")
    with store.write() as tx:
        tx.looks.supersede([held[0].id], now=NOW)
        for at, change in ((1, {"hidden": True}), (2, {"state": State.WITHDRAWN})):
            found = tx.entries.get(f"e{at}")
            assert found is not None
            tx.entries.save(replace(found, **change))  # type: ignore[arg-type]
        tx.entries.take_down("e3", held[3].revision, NOW)
    assert ids(store) == []
    with store.write() as tx:
        assert set(tx.looks.open_at([one.id for one in held])) == {one.id for one in held[1:]}
        tx.looks.supersede([], now=NOW)
        assert tx.looks.open_at([]) == {}


def test_a_verified_verdict_is_opened_again_once(store: Store) -> None:
    held = scene(store, "v", "f", "v", unwanted="e2")
    with store.write() as tx:
        standing = tx.looks.standing(["p1.c1", "p1.c2"])["p1.c1"]
        assert [(one.entry, one.label.value) for one in standing] == [
            ("e0", "verified"),
            ("e1", "falsified"),
            ("e2", "verified"),
        ]
        verified = [standing[0], standing[2]]
        tx.looks.open_again(verified, now=LATER)
        tx.looks.open_again(verified, now=LATER)
        assert tx.looks.open_at([held[0].id])[held[0].id].why == (Why.UNIT, Why.REOPENED)
        assert tx.looks.open_at([held[2].id])[held[2].id].why == (Why.REOPENED,)
