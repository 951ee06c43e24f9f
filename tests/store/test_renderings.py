"""Renderings as they are kept: whole or not at all, gone when taken down, due exactly when something changed."""

from collections.abc import Mapping
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Entry, Reason, Revision, RevisionFile, Source, State
from openrepro.grades import Grade
from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason as Because
from openrepro.judging.ruling import Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.rendering.parts import packed
from openrepro.store import renderings_due
from openrepro.store.renderings import RenderingState
from openrepro.store.renderings_due import OVERLAP, Due
from openrepro.store.store import Store
from openrepro.store.tables import rendered_parts, renderings, revisions, teams

NOW = "2026-07-20T12:00:00Z"
LATER = "2026-07-20T13:00:00Z"
HTML = "<p>½ of it \U0001f4d3</p>"


def enter(store: Store, entry: str, *names: str) -> None:
    """An entry with revisions that have one file each."""
    with store.write() as tx:
        tx.connection.execute(sa.insert(teams).values(id=f"team {entry}", name=entry, created_at=NOW))
        state = (State.JUDGED, Reason.RULED, "", NOW, NOW, NOW)
        tx.entries.add(Entry(entry, f"team {entry}", Source.UPLOAD, f"upload:{entry}", *state))
    for name in names:
        revise(store, entry, name)


def revise(store: Store, entry: str, name: str) -> None:
    with store.write() as tx:
        tx.entries.add_revision(Revision(entry, name, NOW, files=(RevisionFile("page.md", 3, f"{name:0>64}"),)))


def put(store: Store, entry: str, revision: str, basis: str = "1 a", body: Mapping[str, str] | None = None) -> bool:
    with store.write() as tx:
        parts = [packed("page", 0, 0, HTML), packed("figure", 1, 0, "<b>")]
        told = body if body is not None else {"title": "A title"}
        return tx.renderings.put(entry, revision, basis=basis, body=told, parts=parts, now=NOW)


def verdict(entry: str, revision: str, claim: str, supersedes: str = "", time: str = NOW) -> Verdict:
    return Verdict(
        claim=claim,
        claim_version="v1",
        paper="paper",
        revision=revision,
        entry=entry,
        team=f"team {entry}",
        judge=JudgeIdentity(rules="0" * 64, reader="rules"),
        case_file="c" * 64,
        ruling=Ruling(Label.TOY, (Because("R10", "Smaller.", ()),)),
        grade=Grade.E2,
        time=time,
        reading=None,
        supersedes=supersedes,
    )


def judge(store: Store, *given: Verdict) -> None:
    with store.write() as tx:
        tx.ledger.append(given)


def due(store: Store, limit: int = 20, version: str = "1") -> list[Due]:
    """What is due, which is noted as done."""
    with store.write() as tx:
        batch = renderings_due.due(tx.connection, version, limit)
        renderings_due.note_done(tx.connection, batch)
    return list(batch.due)


def waits(store: Store, version: str = "1") -> bool:
    with store.read() as tx:
        return renderings_due.waits(tx.connection, version)


def test_a_rendering_is_given_back_as_it_was_put(store: Store) -> None:
    enter(store, "e", "r1")
    assert put(store, "e", "r1", body={"title": "naïve \ud800 \0 title"})
    with store.read() as tx:
        kept = tx.renderings.get("e", "r1")
        assert kept is not None
        assert (kept.state, kept.sentence, kept.basis, kept.made_at) == (RenderingState.MADE, "", "1 a", NOW)
        assert kept.body["title"].startswith("naïve ")
        assert not kept.stale
        assert tx.renderings.part("e", "r1", "page", 0, 0) == HTML
        assert tx.renderings.part("e", "r1", "figure", 1, 0) == "<b>"


def test_what_is_not_there_is_none(store: Store) -> None:
    enter(store, "e", "r1")
    put(store, "e", "r1")
    with store.read() as tx:
        assert tx.renderings.get("e", "r2") is None
        assert tx.renderings.basis("e", "r2") == ""
        assert tx.renderings.part("e", "r1", "page", 0, 1) is None
        assert tx.renderings.part("e", "r1", "figure", 0, 0) is None
        assert tx.renderings.part("f", "r1", "page", 0, 0) is None


def test_another_rendering_replaces_every_part(store: Store) -> None:
    enter(store, "e", "r1")
    put(store, "e", "r1")
    with store.write() as tx:
        tx.renderings.put("e", "r1", basis="1 b", body={}, parts=[packed("page", 0, 1, "<i>")], now=LATER)
    with store.read() as tx:
        assert tx.renderings.part("e", "r1", "page", 0, 0) is None
        assert tx.renderings.part("e", "r1", "page", 0, 1) == "<i>"
        assert tx.renderings.basis("e", "r1") == "1 b"


def test_a_rendering_that_cannot_be_kept_whole_leaves_the_one_before(store: Store) -> None:
    enter(store, "e", "r1")
    put(store, "e", "r1")
    twice = [packed("page", 0, 0, "<i>"), packed("page", 0, 0, "<b>")]
    with pytest.raises(Exception, match=r"UNIQUE|unique|rendered_parts|database"), store.write() as tx:
        tx.renderings.put("e", "r1", basis="1 b", body={}, parts=twice, now=LATER)
    with store.read() as tx:
        assert tx.renderings.basis("e", "r1") == "1 a"
        assert tx.renderings.part("e", "r1", "page", 0, 0) == HTML


def test_nothing_is_left_of_a_revision_that_was_taken_down_and_nothing_comes_again(store: Store) -> None:
    enter(store, "e", "r1", "r2")
    enter(store, "f", "r1")
    for entry, revision in (("e", "r1"), ("e", "r2"), ("f", "r1")):
        put(store, entry, revision)
    with store.write() as tx:
        tx.entries.take_down("e", "r1", NOW)
    with store.read() as tx:
        assert tx.renderings.get("e", "r1") is None
        assert tx.renderings.part("e", "r1", "page", 0, 0) is None
        assert tx.renderings.get("e", "r2") is not None
        assert tx.renderings.get("f", "r1") is not None
    assert not put(store, "e", "r1")
    with store.write() as tx:
        assert not tx.renderings.fail("e", "r1", basis="1 a", sentence="No.", now=NOW)
        assert tx.connection.scalar(sa.select(sa.func.count()).select_from(renderings)) == 2
        assert tx.connection.scalar(sa.select(sa.func.count()).select_from(rendered_parts)) == 4
    assert Due("e", "r1") not in due(store)


def test_a_takedown_waits_for_a_rendering_that_is_being_kept_and_drops_it(store: Store) -> None:
    enter(store, "e", "r1")

    def take_down() -> None:
        with store.write() as tx:
            tx.entries.take_down("e", "r1", NOW)

    with store.write() as tx:
        tx.renderings.put("e", "r1", basis="1 a", body={}, parts=[packed("page", 0, 0, HTML)], now=NOW)
        other = Thread(target=take_down)
        other.start()
        other.join(0.3)
        assert other.is_alive()
    other.join(10)
    with store.read() as tx:
        assert tx.renderings.get("e", "r1") is None
        assert tx.renderings.part("e", "r1", "page", 0, 0) is None


def test_no_byte_of_what_was_taken_down_is_left_in_the_file(sqlite_url: str) -> None:
    store = Store.open(sqlite_url)
    enter(store, "e", "r1")
    secret = "".join(f"{number * 7919 % 10007:x}" for number in range(20_000))
    part = packed("page", 0, 0, secret)
    with store.write() as tx:
        tx.renderings.put("e", "r1", basis="1 a", body={"title": "only here"}, parts=[part], now=NOW)
    with store.write() as tx:
        tx.entries.take_down("e", "r1", NOW)
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    held = Path(sqlite_url.removeprefix("sqlite:///")).read_bytes()
    assert part.body[2_000:2_200] not in held
    assert b"only here" not in held


def test_a_failure_is_kept_with_its_sentence(store: Store) -> None:
    enter(store, "e", "r1")
    with store.write() as tx:
        assert tx.renderings.fail("e", "r1", basis="1 a", sentence="It took too long.", now=NOW)
    with store.read() as tx:
        kept = tx.renderings.get("e", "r1")
        assert kept is not None
        assert (kept.state, kept.sentence, kept.body) == (RenderingState.FAILED, "It took too long.", {})
        assert not kept.stale
        assert [one.sentence for one in tx.renderings.failures(5)] == ["It took too long."]


def test_a_failure_leaves_what_the_same_code_made_before(store: Store) -> None:
    enter(store, "e", "r1")
    put(store, "e", "r1", basis="1 a")
    with store.write() as tx:
        tx.renderings.fail("e", "r1", basis="1 b", sentence="Out of memory.", now=LATER)
    with store.read() as tx:
        kept = tx.renderings.get("e", "r1")
        assert kept is not None
        assert kept.stale
        assert kept.body == {"title": "A title"}
        assert tx.renderings.part("e", "r1", "page", 0, 0) == HTML


def test_a_failure_leaves_nothing_that_other_code_made(store: Store) -> None:
    enter(store, "e", "r1")
    put(store, "e", "r1", basis="1 a")
    with store.write() as tx:
        tx.renderings.fail("e", "r1", basis="2 a", sentence="Out of memory.", now=LATER)
    with store.read() as tx:
        kept = tx.renderings.get("e", "r1")
        assert kept is not None
        assert kept.body == {}
        assert tx.renderings.part("e", "r1", "page", 0, 0) is None


def test_a_new_revision_is_due_once(store: Store) -> None:
    enter(store, "e", "r1", "r2")
    assert waits(store)
    assert due(store) == [Due("e", "r1"), Due("e", "r2")]
    put(store, "e", "r1")
    put(store, "e", "r2")
    assert due(store) == []
    assert not waits(store)
    revise(store, "e", "r3")
    assert waits(store)
    assert due(store) == [Due("e", "r3")]


def test_a_revision_that_was_kept_out_of_order_is_still_due(store: Store) -> None:
    enter(store, "e", "r1")
    with store.write() as tx:
        tx.connection.execute(sa.update(revisions).values(seq=50))
    put(store, "e", "r1")
    assert due(store) == []
    enter(store, "f", "r2")
    with store.write() as tx:
        tx.connection.execute(sa.update(revisions).where(revisions.c.entry_id == "f").values(seq=7))
    assert waits(store)
    assert due(store) == [Due("f", "r2")]


def test_revisions_without_bytes_are_passed_by(store: Store) -> None:
    enter(store, "e")
    with store.write() as tx:
        for at in range(5):
            tx.entries.add_revision(Revision("e", f"r{at}", NOW))
    judge(store, verdict("e", "r0", "paper.c1"))
    assert waits(store)
    assert due(store) == []
    assert not waits(store)


def test_new_verdicts_make_their_revision_due(store: Store) -> None:
    enter(store, "e", "r1", "r2")
    put(store, "e", "r1")
    put(store, "e", "r2")
    due(store)
    judge(store, verdict("e", "r1", "paper.c1"), verdict("e", "r1", "paper.c2"))
    assert waits(store)
    assert due(store) == [Due("e", "r1")]
    assert not waits(store)


def test_many_verdicts_are_looked_through_in_parts(store: Store) -> None:
    for name in "abc":
        enter(store, name, f"r{name}")
        put(store, name, f"r{name}")
    judge(store, *(verdict(name, f"r{name}", f"paper.c{at}") for name in "abc" for at in (1, 2)))
    assert [due(store, 1) for _ in range(4)] == [[Due("a", "ra")], [Due("b", "rb")], [Due("c", "rc")], []]


def test_what_older_code_rendered_is_due_and_what_is_newer_comes_first(store: Store) -> None:
    enter(store, "e", "r1", "r2", "r3")
    put(store, "e", "r1", basis="1 a")
    put(store, "e", "r2", basis="10 a")
    put(store, "e", "r3", basis="")
    due(store)
    assert set(due(store)) == {Due("e", "r2"), Due("e", "r3")}
    put(store, "e", "r2", basis="1 b")
    put(store, "e", "r3", basis="1 b")
    assert not waits(store)
    assert set(due(store, version="2")) == {Due("e", "r1"), Due("e", "r2"), Due("e", "r3")}
    revise(store, "e", "r4")
    assert due(store, limit=1, version="2") == [Due("e", "r4")]


def test_a_failed_one_waits_for_a_change(store: Store) -> None:
    enter(store, "e", "r1")
    with store.write() as tx:
        tx.renderings.fail("e", "r1", basis="1 a", sentence="No.", now=NOW)
    due(store)
    assert not waits(store)
    with store.write() as tx:
        assert tx.renderings.forget_basis("e", "r1")
        assert not tx.renderings.forget_basis("e", "r2")
    assert due(store) == [Due("e", "r1")]


def test_what_is_there_can_be_left_as_it_is(store: Store) -> None:
    enter(store, "e", "r1")
    judge(store, verdict("e", "r1", "paper.c1"))
    with store.write() as tx:
        renderings_due.note_all(tx.connection)
    assert not waits(store)


def test_the_backlog_is_counted_up_to_a_bound(store: Store) -> None:
    enter(store, "e", *(f"r{at}" for at in range(8)))
    put(store, "e", "r0", basis="0 a")
    with store.read() as tx:
        assert renderings_due.backlog(tx.connection, "1", 5) == (5, 1, NOW)
        assert renderings_due.backlog(tx.connection, "0", 50) == (7, 0, NOW)


def test_the_verdicts_of_a_revision_are_the_last_on_it_and_on_those_before(store: Store) -> None:
    enter(store, "e", "r1", "r2")
    first = verdict("e", "r1", "paper.c1")
    judge(store, first, verdict("e", "r1", "paper.c2"))
    judge(store, verdict("e", "r2", "paper.c1", supersedes=first.id, time=LATER))
    with store.read() as tx:
        old, new = tx.renderings.holding("e", "r1"), tx.renderings.holding("e", "r2")
        assert [(one.claim, one.revision) for one in old] == [("paper.c1", "r1"), ("paper.c2", "r1")]
        assert [(one.claim, one.revision) for one in new] == [("paper.c1", "r2"), ("paper.c2", "r1")]
        assert old[0].id == first.id
        assert first.id not in tx.renderings.bodies([one.seq for one in new]).values()
        assert tx.renderings.holding("e", "r3") == ()
        assert len(tx.renderings.bodies([one.seq for one in new])) == 2


def test_nothing_due_costs_a_few_look_ups_however_much_there_is(store: Store) -> None:
    enter(store, "e", *(f"r{at}" for at in range(OVERLAP + 100)))
    for at in range(OVERLAP + 100):
        put(store, "e", f"r{at}")
    while due(store, 500):
        pass
    plans = []
    with store.read() as tx:
        asked: list[str] = []
        sa.event.listen(tx.connection, "before_cursor_execute", lambda *told: asked.append(told[2]))
        assert not renderings_due.waits(tx.connection, "1")
        assert len(asked) == 2
        if tx.connection.dialect.name == "sqlite":
            outdated = "SELECT entry_id FROM renderings WHERE basis >= '1!'"
            plans = [row[-1] for row in tx.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {outdated}")]
    assert all("ix_renderings_basis" in plan for plan in plans)


def test_the_material_of_several_entries_is_read_at_once(store: Store) -> None:
    enter(store, "one", "r1", "r2")
    enter(store, "two", "r1")
    put(store, "one", "r1", body={"title": "old"})
    put(store, "one", "r2", body={"title": "new"})
    put(store, "two", "r1", body={"title": "other"})
    with store.read() as tx:
        found = tx.renderings.materials({"one": "r2", "two": "r1", "three": "r1"})
        assert {entry: body["title"] for entry, body in found.items()} == {"one": "new", "two": "other"}
        assert tx.renderings.materials({}) == {}
