"""Withdraw, restore, take down, hide, look again, queue again."""

from dataclasses import replace

import pytest

from openrepro.clock import instant_of
from openrepro.entries.archiving import archive, lost
from openrepro.entries.desk import NoSuchEntry, NotYours
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.judged import judge_identity
from openrepro.entries.moderation import (
    Refreshed,
    TakenDown,
    forget,
    hide,
    refresh,
    requeue,
    restore,
    take_down,
    unhide,
    withdraw,
)
from openrepro.entries.states import StateError
from openrepro.record.acts import ActKind
from openrepro.server.operating import stuck_entries
from openrepro.store.store import Store
from tests.entries.archives import files_of
from tests.entries.scene import AFTER, EXAMPLE, HEDGE, Scene, scene
from tests.entries.spaces import space
from tests.entries.test_intake import NAMELESS, reworded

BOOK = files_of("amber/demo-hedge")
OTHER = files_of("birch/demo-hedge")


def gone(here: Scene, name: str = "e1") -> Entry:
    with here.store.write() as tx:
        return withdraw(tx, name, here.terms, actor="a-amber", team="t-amber")


def back(here: Scene, name: str = "e1") -> Entry:
    with here.store.write() as tx:
        return restore(tx, name, here.terms, actor="a-op", why="They asked.")


def down(here: Scene, name: str = "e1", revision: str = "") -> TakenDown:
    with here.store.write() as tx:
        taken = take_down(tx, name, here.terms, actor="a-op", why="A complaint.", revision=revision)
    forget(here.store.write, here.blobs, taken)
    return taken


def again(here: Scene, name: str = "e1", team: str = "t-amber") -> Refreshed:
    with here.store.write() as tx:
        return refresh(tx, name, judge_identity(here.rules), here.terms, actor="a-amber", team=team)


def test_a_team_withdraws_its_entry_and_the_record_stays_marked(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    entry = gone(here)
    assert (entry.state, entry.reason) == (State.WITHDRAWN, Reason.BY_PARTICIPANT)
    assert here.acts("e1") == ["entered", "withdrawn"]
    assert here.labels("e1")["c2"] == "verified"
    with pytest.raises(StateError, match="withdrawn already"):
        gone(here)


def test_withdrawing_cancels_what_waits_and_costs_nothing(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    gone(here)
    assert here.work() == 0
    assert here.acts("e1") == []
    with store.read() as tx:
        assert tx.entries.judged_on("t-amber", "2026-11-20") == 0


def test_only_its_team_or_an_operator_withdraws_an_entry(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with pytest.raises(NotYours), store.write() as tx:
        withdraw(tx, "e1", here.terms, actor="a-birch", team="t-birch")
    with pytest.raises(NoSuchEntry), store.write() as tx:
        withdraw(tx, "e9", here.terms, actor="a-birch", team="t-birch")
    with store.write() as tx:
        entry = withdraw(tx, "e1", here.terms, actor="a-op", why="Not an entry.")
    assert (entry.reason, entry.sentence) == (Reason.BY_OPERATOR, "The organisers withdrew it: Not an entry.")


def test_an_operator_restores_a_judged_entry_to_its_verdicts(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    gone(here)
    assert back(here).state is State.JUDGED
    assert here.acts("e1") == ["entered", "withdrawn", "restored"]
    with pytest.raises(StateError, match="not withdrawn"):
        back(here)


def test_restoring_an_entry_queues_the_revision_that_waited(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=1)
    newer = here.upload(OTHER, entry="e1").entry
    assert newer.reason is Reason.COOLDOWN
    gone(here)
    entry = back(here)
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.COOLDOWN)
    assert "judged/by-operator" in here.states("e1")
    here.later(hours=6)
    assert here.work() == 1
    assert here.entry("e1").judged_revision == newer.revision


def test_restoring_an_entry_queues_claims_that_waited_for_their_cool_down(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    gone(here)
    assert back(here).state is State.JUDGED
    with store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op")
    here.later(minutes=1)
    gone(here)
    assert back(here).state is State.QUEUED


def test_a_refresh_queues_a_revision_that_was_left_behind(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    left_behind(here)
    assert stuck(here) == []
    here.later(hours=7)
    assert stuck(here) == ["e1"]
    told = again(here)
    assert (told.entry.state, told.sentence) == (State.QUEUED, "Its newest revision was not judged yet.")
    assert stuck(here) == []
    here.work()
    here.later(hours=7)
    assert stuck(here) == []
    assert again(here).entry.state is State.JUDGED


def left_behind(here: Scene) -> None:
    """Give the judged entry e1 a revision that nothing is queued for, as older versions did."""
    here.upload(OTHER, entry="e1")
    with here.store.write() as tx:
        tx.jobs.cancel("e1", "It was lost.", now=here.now)
        held = tx.entries.get("e1")
        assert held is not None
        tx.entries.save(replace(held, state=State.JUDGED, reason=Reason.RULED))


def stuck(here: Scene) -> list[str]:
    with here.store.read() as tx:
        return [entry.id for entry in stuck_entries(tx, instant_of(here.now))]


def test_an_operator_restores_other_entries_to_where_they_go_on(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.upload(NAMELESS, made="e2")
    here.seen(space("amber/book", HEDGE), made="e3")
    for name in ("e1", "e2", "e3"):
        gone(here, name)
    assert (back(here, "e1").state, back(here, "e2").state) == (State.QUEUED, State.REJECTED)
    assert back(here, "e3").state is State.RESOLVED
    assert here.work() == 1
    here.now = AFTER
    here.upload(reworded(BOOK), made="e4")
    gone(here, "e4")
    assert back(here, "e4").state is State.LATE


def test_a_takedown_leaves_a_tombstone_and_no_bytes(store: Store) -> None:
    here = scene(store)
    entry = here.upload(BOOK, made="e1").entry
    here.work()
    taken = down(here)
    assert (taken.entry.state, taken.entry.reason) == (State.WITHDRAWN, Reason.TAKEN_DOWN)
    assert taken.entry.sentence == "Its files were taken down: A complaint."
    assert here.blobs.held == {}
    with store.read() as tx:
        revision = tx.entries.revision("e1", entry.revision)
        (stone,) = tx.entries.tombstones()
    assert revision is not None
    assert revision.taken_down_at == here.now
    assert {file.path for file in revision.files} == set(BOOK)
    assert (stone.entry, stone.revision, stone.files, stone.bytes) == (
        "e1", entry.revision, len(BOOK), sum(map(len, BOOK.values())),
    )  # fmt: skip
    assert here.acts("e1") == ["entered", "taken-down"]
    with pytest.raises(StateError, match="for ever"):
        back(here)
    with pytest.raises(StateError, match="no files"):
        down(here)


def test_bytes_that_go_while_they_are_sent_again_are_missed_before_the_entry_is_kept(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with store.write() as tx:
        taken = take_down(tx, "e1", here.terms, actor="a-op", why="A complaint.")
    archived = archive(reworded(BOOK), here.blobs, here.rules)
    with store.read() as tx:
        assert not lost(archived, tx, here.blobs)
    forget(store.write, here.blobs, taken)
    with store.read() as tx:
        assert lost(archived, tx, here.blobs)
    again = archive(reworded(BOOK), here.blobs, here.rules)
    with store.read() as tx:
        assert not lost(again, tx, here.blobs)


def test_bytes_go_only_where_no_new_entry_has_come_to_need_them(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with store.write() as tx:
        taken = take_down(tx, "e1", here.terms, actor="a-op", why="A complaint.")
    here.upload(reworded(BOOK), made="e2", team="birch")
    forget(store.write, here.blobs, taken)
    assert here.work() == 1
    assert here.entry("e2").state is State.JUDGED


def test_bytes_that_others_need_stay(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.upload(reworded(BOOK), made="e2", team="birch")
    down(here)
    here.work()
    assert here.entry("e2").state is State.JUDGED
    down(here, "e2")
    assert here.blobs.held == {}


def test_the_same_bytes_of_two_entries_go_with_the_last(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.upload(BOOK, made="e2", team="birch")
    down(here)
    assert len(here.blobs.held) == len(set(BOOK.values()))
    down(here, "e2")
    assert here.blobs.held == {}


def test_one_revision_can_be_taken_down_by_itself(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK, made="e1").entry
    second = here.upload(reworded(BOOK), entry="e1").entry
    taken = down(here, "e1", second.revision)
    assert (taken.entry.state, taken.entry.revision) == (State.QUEUED, first.revision)
    assert here.work() == 1
    assert here.entry("e1").judged_revision == first.revision
    assert down(here, "e1", first.revision).entry.state is State.WITHDRAWN
    with pytest.raises(StateError, match="no such revision"):
        down(here, "e1", "0" * 64)


def test_a_withdrawn_entry_can_be_taken_down(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    gone(here)
    assert down(here).entry.reason is Reason.TAKEN_DOWN


def test_an_entry_is_hidden_and_shown_again(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    with store.write() as tx:
        hidden = hide(tx, "e1", here.terms, actor="a-op", why="Spam.")
    assert hidden.hidden
    assert hidden.state is State.JUDGED
    with pytest.raises(StateError, match="hidden already"), store.write() as tx:
        hide(tx, "e1", here.terms, actor="a-op", why="Spam.")
    with store.write() as tx:
        assert not unhide(tx, "e1", here.terms, actor="a-op", why="No spam.").hidden
    with pytest.raises(StateError, match="not hidden"), store.write() as tx:
        unhide(tx, "e1", here.terms, actor="a-op", why="No spam.")
    assert here.acts("e1") == ["entered", "hidden", "restored"]
    assert here.told("e1")[-2:] == ["entry.hidden", "entry.shown"]


def test_a_refresh_of_a_space_asks_the_hub(store: Store) -> None:
    here = scene(store)
    here.seen(space("amber/book", HEDGE), made="e1")
    assert again(here).poll
    with pytest.raises(NotYours):
        again(here, team="t-birch")


def test_a_refresh_of_an_upload_queues_it_only_if_something_changed(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    assert again(here).entry.state is State.QUEUED
    here.work()
    told = again(here)
    assert (told.entry.state, told.poll) == (State.JUDGED, False)
    assert "hold now" in told.sentence
    here.rules = replace(here.rules, name="Demo, second version")
    told = again(here)
    assert (told.entry.state, told.entry.reason) == (State.QUEUED, Reason.BY_PARTICIPANT)
    assert "rules or the judge changed" in told.sentence
    gone(here)
    with pytest.raises(StateError):
        again(here)


def test_an_operator_queues_an_entry_again(store: Store) -> None:
    here = scene(store)
    here.upload(NAMELESS, made="e2")
    here.upload(BOOK, made="e1")
    here.work()
    here.later(hours=7)
    with store.write() as tx:
        entry = requeue(tx, "e1", here.terms, actor="a-op", why="The judge was mended.")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.BY_OPERATOR)
    assert entry.sentence == "The organisers queued it again: The judge was mended."
    here.work()
    assert here.entry("e1").reason is Reason.UNCHANGED
    with pytest.raises(StateError, match="has no paper"), store.write() as tx:
        requeue(tx, "e2", here.terms, actor="a-op")


def test_an_entry_that_is_queued_again_waits_for_no_retry(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    held, here.blobs.held = here.blobs.held, {}
    here.work()
    here.blobs.held = held
    assert here.work() == 0
    with store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op", why="The archive was mended.")
    assert here.work() == 1
    assert here.entry("e1").state is State.JUDGED


def test_a_close_that_was_put_off_takes_late_entries_in(store: Store) -> None:
    here = scene(store, now=AFTER)
    here.upload(BOOK, made="e1")
    with pytest.raises(StateError, match="no files in time"), store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op")
    window = replace(EXAMPLE.rules.window, closes=EXAMPLE.rules.window.closes.replace(day=31))
    here.rules = replace(here.rules, window=window)
    with store.write() as tx:
        requeue(tx, "e1", here.terms, actor="a-op", why="The close was put off.")
    here.work()
    assert here.entry("e1").state is State.JUDGED
    assert here.acts("e1") == ["late", "restored", "entered"]


def test_when_the_entry_that_scores_goes_the_next_one_is_told(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.later(minutes=1)
    here.upload(reworded(BOOK), made="e2")
    here.work()
    assert "was judged first" in here.entry("e2").sentence
    gone(here)
    heir = here.entry("e2")
    assert "was judged first" not in heir.sentence
    assert "this one scores on" in heir.sentence
    assert here.states("e2")[-1] == "judged/ruled"
    back(here)
    with store.read() as tx:
        first = tx.entries.scoring("t-amber", HEDGE)
    assert first is not None
    assert first.id == "e1"
    assert "this one scores on" not in here.entry("e2").sentence
    assert "was judged first" in here.entry("e2").sentence


def test_what_others_are_told_never_names_a_hidden_entry(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e_first")
    here.work()
    here.later(minutes=1)
    here.upload(reworded(BOOK), made="e2")
    here.work()
    with store.write() as tx:
        hide(tx, "e_first", here.terms, actor="a-op", why="Spam.")
    assert "this one scores on" in here.entry("e2").sentence
    with store.read() as tx:
        assert not any("e_first" in event.sentence for event in tx.entries.history("e2"))


def test_a_hidden_entry_is_there_for_its_own_team_only(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with store.write() as tx:
        hide(tx, "e1", here.terms, actor="a-op", why="Spam.")
    with pytest.raises(NoSuchEntry) as told:
        here.upload(reworded(BOOK), entry="e1", team="birch")
    assert told.value.text == "There is no entry 'e1'."
    with pytest.raises(NoSuchEntry):
        again(here, team="t-birch")
    assert again(here).entry.id == "e1"


def test_an_entry_is_hidden_shown_and_hidden_again_at_once(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    for _ in range(3):
        with store.write() as tx:
            hide(tx, "e1", here.terms, actor="a-op", why="spam")
        with store.write() as tx:
            unhide(tx, "e1", here.terms, actor="a-op", why="no spam")
    with store.read() as tx:
        assert [act.act for act in tx.ledger.acts("e1")][-6:] == [ActKind.HIDDEN, ActKind.RESTORED] * 3
