"""Spaces: from their tags at once, then with their files; what changes later."""

from dataclasses import replace

import pytest

from openrepro.challenge.rules import Late
from openrepro.entries.entry import Reason, State
from openrepro.entries.moderation import take_down, withdraw
from openrepro.entries.spaces import fetch_failed, files_refused, space_missing, space_renamed
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.store.store import Store
from tests.entries.archives import files_of
from tests.entries.scene import AFTER, EARLY, HEDGE, scene
from tests.entries.spaces import TAG, space
from tests.entries.test_intake import reworded

BOOK = files_of("amber/demo-hedge")
NAME = "amber/my-book"


def test_a_space_is_resolved_from_its_tags_before_its_files_are_there(store: Store) -> None:
    here = scene(store)
    entry = here.seen(space(NAME, HEDGE, "license:mit"), made="e1")
    assert (entry.state, entry.reason, entry.paper) == (State.RESOLVED, Reason.PAPER_FOUND, HEDGE)
    assert (entry.origin, entry.licence, entry.url) == (NAME, "MIT", f"https://hub.example/{NAME}")
    assert entry.created_at == "2026-11-18T08:00:00Z"
    assert here.states("e1") == ["discovered/seen", "resolved/paper-found"]


def test_its_files_are_queued_when_they_come(store: Store) -> None:
    here = scene(store)
    entry = here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    assert (entry.state, entry.title) == (State.QUEUED, "Reproduction: Expert Advice at a Constant Price")
    here.work()
    assert here.entry("e1").state is State.JUDGED
    with store.read() as tx:
        assert tx.entries.revisions("e1")[0].source_sha == "c0ffee"


def test_nothing_happens_when_nothing_is_new(store: Store) -> None:
    here = scene(store)
    entry = here.seen(space(NAME, HEDGE), made="e1")
    entry = here.fetched(entry, BOOK)
    here.later(hours=1)
    assert here.seen(space(NAME, HEDGE)) == entry
    assert here.fetched(entry, BOOK) == entry
    assert len(here.states("e1")) == 3


@pytest.mark.parametrize(
    ("tags", "reason", "told"),
    [
        ((), Reason.NO_PAPER, "No paper is named"),
        (("paper-demo-hegde",), Reason.UNKNOWN_PAPER, "did you mean 'demo-hedge'"),
        (("paper-Demo-Hedge",), Reason.UNKNOWN_PAPER, "did you mean 'demo-hedge'"),
        (("paper-demo-hedge", "paper-demo-batch"), Reason.SEVERAL_PAPERS, "different papers"),
    ],
)
def test_tags_that_name_no_one_paper_are_told_to_the_owner(
    store: Store, tags: tuple[str, ...], reason: Reason, told: str
) -> None:
    here = scene(store)
    entry = here.seen(space(NAME, "", *tags), made="e1")
    assert (entry.state, entry.reason) == (State.REJECTED, reason)
    assert told in entry.sentence
    assert here.seen(space(NAME, "", *tags)) == entry


def test_files_are_kept_of_a_space_that_names_no_paper_and_queued_when_it_does(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space(NAME, "demo-hegde"), made="e1"), BOOK)
    assert here.entry("e1").state is State.REJECTED
    mended = here.seen(space(NAME, HEDGE))
    assert (mended.state, mended.paper) == (State.QUEUED, HEDGE)
    assert here.work() == 1


def test_a_submission_number_or_two_names_of_one_paper_will_do(store: Store) -> None:
    here = scene(store)
    assert here.seen(space(NAME, "7001")).paper == HEDGE
    assert here.seen(space("amber/two", HEDGE, "paper-7001")).paper == HEDGE


def test_a_tag_in_other_letters_is_taken_and_told(store: Store) -> None:
    seen = space(NAME, HEDGE)
    odd = space(NAME, "", "Paper-demo-hedge")
    here = scene(store)
    assert "begin with 'paper-'" in here.seen(odd).sentence
    assert seen.tags[0] == TAG


def test_a_changed_space_becomes_a_new_revision(store: Store) -> None:
    here = scene(store)
    entry = here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    here.work()
    here.later(hours=7)
    again = here.fetched(here.seen(space(NAME, HEDGE, sha="2" * 40)), reworded(BOOK))
    assert again.state is State.QUEUED
    here.work()
    assert (here.entry("e1").state, here.entry("e1").reason) == (State.JUDGED, Reason.UNCHANGED)
    assert here.entry("e1").judged_revision != entry.revision


def test_another_paper_before_the_first_judgement_is_taken(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space(NAME, "demo-batch"), made="e1"), BOOK)
    moved = here.seen(space(NAME, HEDGE))
    assert (moved.state, moved.paper) == (State.QUEUED, HEDGE)
    here.work()
    with store.read() as tx:
        assert {verdict.paper for verdict in tx.ledger.current("e1")} == {HEDGE}


def test_a_judged_space_keeps_its_paper_and_its_owner_is_told(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    here.work()
    here.later(hours=7)
    moved = here.seen(space(NAME, "demo-batch"))
    assert (moved.state, moved.paper) == (State.JUDGED, HEDGE)
    assert "make a new one for another paper" in moved.sentence
    assert here.fetched(moved, reworded(BOOK)).state is State.JUDGED
    assert here.work() == 0
    back = here.fetched(here.seen(space(NAME, HEDGE)), {**BOOK, "more.md": b"# More\n"})
    assert back.state is State.QUEUED


def test_a_withdrawn_space_is_not_revived(store: Store) -> None:
    here = scene(store)
    entry = here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    with store.write() as tx:
        withdraw(tx, "e1", here.terms, actor="a-amber", team="t-amber")
    again = here.seen(space(NAME, "demo-batch", sha="2" * 40))
    assert again.state is State.WITHDRAWN
    assert here.fetched(again, reworded(BOOK)).revision == entry.revision


def test_files_that_were_taken_down_are_not_taken_again(store: Store) -> None:
    here = scene(store)
    first = here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    here.fetched(first, reworded(BOOK))
    with store.write() as tx:
        take_down(tx, "e1", here.terms, actor="a-op", why="A key was in it.", revision=first.revision)
    assert here.fetched(here.entry("e1"), BOOK).revision != first.revision
    assert here.states("e1")[-1] == "queued/taken-down"


def test_a_space_that_vanishes_is_marked_and_its_verdicts_stay(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    here.work()
    with store.write() as tx:
        gone = space_missing(tx, "e1", "The Space is not on the Hub any more.", here.terms)
    assert (gone.state, gone.missing_since) == (State.JUDGED, here.now)
    assert here.labels("e1")["c2"] == "verified"
    back = here.seen(space(NAME, HEDGE))
    assert back.missing_since == ""
    assert here.states("e1")[-2:] == ["judged/gone", "judged/seen"]


def test_a_space_that_vanishes_before_its_files_were_kept_is_not_judged(store: Store) -> None:
    here = scene(store)
    here.seen(space(NAME, HEDGE), made="e1")
    with store.write() as tx:
        gone = space_missing(tx, "e1", "The Space is not on the Hub any more.", here.terms)
    assert (gone.state, gone.reason) == (State.NOT_JUDGED, Reason.GONE)
    back = here.fetched(here.seen(space(NAME, HEDGE)), BOOK)
    assert back.state is State.QUEUED


def test_a_private_space_is_told_and_nothing_else(store: Store) -> None:
    here = scene(store)
    here.seen(space(NAME, HEDGE), made="e1")
    with store.write() as tx:
        held = space_missing(tx, "e1", "The Space is private.", here.terms, gone=False)
    assert (held.state, held.missing_since) == (State.RESOLVED, "")


def test_a_renamed_space_stays_one_entry(store: Store) -> None:
    here = scene(store)
    here.seen(space(NAME, HEDGE), made="e1")
    with store.write() as tx:
        space_renamed(tx, "e1", space("amber/other"), here.terms, url="https://hub.example/amber/other")
    assert here.seen(space("amber/other", HEDGE)).id == "e1"


def test_files_that_cannot_be_fetched_are_told_once(store: Store) -> None:
    here = scene(store)
    here.seen(space(NAME, HEDGE), made="e1")
    for _ in range(3):
        with store.write() as tx:
            held = fetch_failed(tx, "e1", "The Hub answered 503; tried again at 13:00.", here.terms)
    assert (held.state, held.reason) == (State.RESOLVED, Reason.FETCH_FAILED)
    assert here.states("e1").count("resolved/fetch-failed") == 1
    assert here.fetched(held, BOOK).state is State.QUEUED


def test_files_that_cannot_be_taken_are_told(store: Store) -> None:
    here = scene(store)
    here.seen(space(NAME, HEDGE), made="e1")
    with store.write() as tx:
        refused = files_refused(tx, "e1", "'x.bin' is larger than 32 MB.", here.terms)
    assert (refused.state, refused.reason) == (State.REJECTED, Reason.UNREADABLE)
    assert here.seen(space(NAME, HEDGE)).state is State.REJECTED
    assert here.fetched(refused, BOOK).state is State.QUEUED
    with store.write() as tx:
        assert files_refused(tx, "e1", "Too large by now.", here.terms).state is State.QUEUED


def test_before_the_opening_files_wait(store: Store) -> None:
    here = scene(store, now=EARLY)
    entry = here.fetched(here.seen(space(NAME, HEDGE)), BOOK)
    assert (entry.state, entry.reason) == (State.RESOLVED, Reason.NOT_OPEN)


def test_what_existed_at_the_close_is_in_time_whenever_it_is_fetched(store: Store) -> None:
    here = scene(store, now=AFTER)
    entry = here.seen(space(NAME, HEDGE))
    assert here.fetched(entry, BOOK, existed_at="2026-12-14T11:59:59Z").state is State.QUEUED
    other = here.seen(space("amber/other", HEDGE))
    assert here.fetched(other, reworded(BOOK), existed_at="2026-12-14T12:00:00Z").state is State.LATE
    third = here.seen(space("amber/third", HEDGE))
    assert here.fetched(third, {**BOOK, "n.md": b"n"}).state is State.LATE


def test_a_space_that_goes_back_to_its_judged_files_waits_for_nothing(store: Store) -> None:
    here = scene(store)
    entry = here.seen(space("amber/book", HEDGE), made="e1")
    here.fetched(entry, "amber/demo-hedge")
    here.work()
    assert here.fetched(entry, "birch/demo-hedge").state is State.QUEUED
    assert here.fetched(entry, "amber/demo-hedge").reason is Reason.UNCHANGED
    here.now = AFTER
    assert here.work() == 0
    here.fetched(entry, {"README.md": b"# Late\n"})
    assert here.entry("e1").reason is Reason.CLOSED
    back = here.fetched(entry, "amber/demo-hedge")
    assert (back.reason, back.revision) == (Reason.UNCHANGED, back.judged_revision)


def test_a_late_commit_leaves_what_was_in_time(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space(NAME, HEDGE), made="e1"), BOOK)
    here.work()
    here.now = AFTER
    assert here.fetched(here.seen(space(NAME, HEDGE, sha="2" * 40)), reworded(BOOK)).state is State.JUDGED
    assert here.states("e1")[-1] == "judged/closed"
    assert here.work() == 0


def test_rules_may_refuse_late_spaces(store: Store) -> None:
    here = scene(store, now=AFTER)
    here.rules = replace(here.rules, window=replace(here.rules.window, late=Late.REJECT))
    entry = here.fetched(here.seen(space(NAME, HEDGE)), BOOK)
    assert (entry.state, entry.reason) == (State.REJECTED, Reason.CLOSED)
    assert "take no late entries" in entry.sentence


def test_a_name_of_two_papers_is_told(store: Store) -> None:
    here = scene(store)
    with store.write() as tx:
        tx.papers.put([Paper("other", "Another", aliases=(Alias("7001", AliasKind.EVENT),))], now=here.now)
    entry = here.seen(space(NAME, "7001"))
    assert (entry.state, entry.reason) == (State.REJECTED, Reason.AMBIGUOUS_PAPER)
    assert "name the paper by its id" in entry.sentence
