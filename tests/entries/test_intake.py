"""Uploads: from an archive to a queued entry, or to the sentence that says why not."""

from collections.abc import Callable
from dataclasses import replace
from threading import Barrier, Thread

import pytest

from openrepro.challenge.rules import Late
from openrepro.entries.desk import IntakeError, NoSuchEntry, NotYours
from openrepro.entries.entry import Reason, State
from openrepro.entries.intake import Owner, check_submission
from openrepro.entries.moderation import take_down, withdraw
from openrepro.entries.states import MEANING, StateError
from openrepro.pseudonyms import new_entry_id
from openrepro.store.entries import Wanted
from openrepro.store.store import Store
from tests.entries.archives import files_of
from tests.entries.scene import AFTER, EARLY, EXAMPLE, HEDGE, Scene, scene
from tests.entries.spaces import space

BOOK = files_of("amber/demo-hedge")
OTHER = files_of("birch/demo-hedge")
NAMELESS = {"README.md": b"# A logbook\n\nNothing names its paper.\n"}


def reworded(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same evidence in other words."""
    name = next(path for path in files if path.endswith("index.md"))
    return {**files, name: files[name] + b"\nThanks for reading.\n"}


def test_an_upload_is_kept_resolved_and_queued_at_once(store: Store) -> None:
    here = scene(store)
    receipt = here.upload(BOOK, made="e1")
    entry = receipt.entry
    assert (entry.state, entry.reason, entry.paper, entry.licence) == (State.QUEUED, Reason.WAITING, HEDGE, "MIT")
    assert entry.title.startswith("Reproduction")
    assert (entry.team, entry.account, entry.origin) == ("t-amber", "a-amber", "upload:e1")
    assert here.states("e1") == ["discovered/submitted", "resolved/paper-found", "queued/waiting"]
    assert here.told("e1") == ["entry.discovered", "entry.resolved", "entry.queued"]
    with store.read() as tx:
        assert tx.entries.get("e1") == entry
        revision = tx.entries.revision("e1", entry.revision)
        place = tx.jobs.place("e1")
    assert revision is not None
    assert {file.path: here.blobs.get(file.sha256) for file in revision.files} == BOOK
    assert place is not None
    assert place.ahead == 0


def test_the_same_bytes_twice_are_one_entry(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK)
    again = here.upload(BOOK)
    assert again.already
    assert again.entry == first.entry
    assert len(here.states(first.entry.id)) == 3
    assert not here.upload(BOOK, team="birch").already


def test_the_same_bytes_may_be_meant_for_another_paper(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK)
    other = here.upload(BOOK, paper="demo-batch")
    assert other.entry.id != first.entry.id
    assert other.entry.paper == "demo-batch"
    assert any("'demo-hedge'" in note for note in other.notes)
    assert here.upload(BOOK, paper="demo-batch").already


def test_a_paper_may_be_stated_by_any_of_its_names(store: Store) -> None:
    assert scene(store).upload(NAMELESS, paper="7001").entry.paper == HEDGE


def test_a_stated_paper_must_exist_and_nothing_is_taken_otherwise(store: Store) -> None:
    here = scene(store)
    with pytest.raises(IntakeError, match="did you mean 'demo-hedge'"):
        here.upload(BOOK, paper="demo-hegde", made="e1")
    with store.read() as tx:
        assert tx.entries.get("e1") is None


@pytest.mark.parametrize(
    ("files", "reason", "told"),
    [
        (NAMELESS, Reason.NO_PAPER, "No paper is named"),
        (
            {"README.md": b"---\ntags: [paper-demo-hegde]\n---\n# B\n"},
            Reason.UNKNOWN_PAPER,
            "did you mean 'demo-hedge'",
        ),
        (
            {"README.md": b"---\ntags: [paper-demo-hedge, paper-demo-batch]\n---\n# B\n"},
            Reason.SEVERAL_PAPERS,
            "different papers",
        ),
    ],
)
def test_an_upload_without_one_paper_is_kept_and_told(
    store: Store, files: dict[str, bytes], reason: Reason, told: str
) -> None:
    here = scene(store)
    entry = here.upload(files, made="e1").entry
    assert (entry.state, entry.reason, entry.paper) == (State.REJECTED, reason, "")
    assert told in entry.sentence
    assert here.work() == 0
    mended = here.upload(files, paper=HEDGE, entry="e1").entry
    assert (mended.state, mended.paper) == (State.QUEUED, HEDGE)
    assert here.states("e1")[-2:] == ["resolved/paper-found", "queued/waiting"]


def test_naming_the_paper_of_a_rejected_upload_needs_no_entry_id(store: Store) -> None:
    here = scene(store)
    first = here.upload(NAMELESS).entry
    assert here.upload(NAMELESS).entry == first
    assert here.upload(NAMELESS, paper=HEDGE).entry.id == first.id


def test_a_new_revision_replaces_the_one_that_waits(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK, made="e1").entry
    second = here.upload(reworded(BOOK), entry="e1").entry
    assert second.revision != first.revision
    with store.read() as tx:
        assert [one.id for one in tx.entries.revisions("e1")] == [first.revision, second.revision]
        assert [job.state for job in tx.jobs.of_entry("e1")] == ["waiting", "cancelled"]


def test_a_revision_must_be_of_an_upload_of_the_team_that_is_not_withdrawn(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with pytest.raises(NoSuchEntry):
        here.upload(BOOK, entry="e9")
    with pytest.raises(NotYours):
        here.upload(BOOK, entry="e1", team="birch")
    seen = here.seen(space("amber/book", HEDGE))
    with pytest.raises(IntakeError, match="amber/book"):
        here.upload(BOOK, entry=seen.id)
    with store.write() as tx:
        withdraw(tx, "e1", here.terms, actor="a-amber", team="t-amber")
    with pytest.raises(StateError, match="withdrawn"):
        here.upload(BOOK, entry="e1")
    assert here.upload(BOOK).entry.id != "e1"


def test_a_judged_entry_cannot_change_over_to_another_paper(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    assert here.upload(reworded(BOOK), entry="e1", paper="demo-batch").entry.paper == "demo-batch"
    here.work()
    with pytest.raises(IntakeError, match="cannot change over"):
        here.upload(BOOK, entry="e1", paper=HEDGE)


def test_a_licence_outside_the_list_is_refused_and_none_is_told(store: Store) -> None:
    here = scene(store)
    with pytest.raises(IntakeError, match="the challenge takes"):
        here.upload(BOOK, licence="GPL-3.0")
    receipt = here.upload(BOOK, licence="")
    assert receipt.entry.licence == ""
    assert any("only hashes" in note for note in receipt.notes)
    assert "only hashes" in receipt.entry.sentence
    assert here.upload(BOOK, licence="mit").entry.licence == "MIT"


def test_before_the_opening_an_entry_waits_for_it(store: Store) -> None:
    entry = scene(store, now=EARLY).upload(BOOK).entry
    assert (entry.state, entry.reason) == (State.RESOLVED, Reason.NOT_OPEN)
    assert "opens on 2026-11-16 09:00 UTC" in entry.sentence


def test_without_claims_an_entry_waits_for_them(store: Store) -> None:
    entry = scene(store, claims=False).upload(BOOK).entry
    assert (entry.state, entry.reason) == (State.RESOLVED, Reason.NO_CLAIMS)


def test_after_the_close_an_upload_is_listed_and_not_judged(store: Store) -> None:
    here = scene(store, now=AFTER)
    entry = here.upload(BOOK).entry
    assert (entry.state, entry.reason) == (State.LATE, Reason.CLOSED)
    assert here.acts(entry.id) == ["late"]
    assert here.work() == 0
    assert here.upload(reworded(BOOK), entry=entry.id).entry.state is State.LATE
    assert here.acts(entry.id) == ["late"]


def test_going_back_to_the_judged_files_waits_for_nothing(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK, made="e1").entry
    here.work()
    before = here.labels("e1")
    here.later(hours=1)
    assert here.upload(OTHER, entry="e1").entry.reason is Reason.COOLDOWN
    back = here.upload(BOOK, entry="e1")
    assert (back.entry.state, back.entry.reason) == (State.JUDGED, Reason.UNCHANGED)
    assert back.entry.revision == back.entry.judged_revision == first.revision
    assert back.entry.sentence.endswith("Judged: 4 verified, 1 falsified, 1 not testable.")
    assert (back.already, back.notes) == (True, ("These files were judged before, so every verdict stays.",))
    here.later(hours=7)
    assert here.work() == 0
    assert here.labels("e1") == before


def test_going_back_to_files_that_were_judged_by_other_rules_judges_them_again(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.upload(OTHER, entry="e1")
    here.rules = replace(here.rules, name="Demo, second version")
    assert here.upload(BOOK, entry="e1").entry.state is State.QUEUED
    assert here.work() == 1


def test_a_late_revision_leaves_the_one_in_time_standing(store: Store) -> None:
    here = scene(store)
    first = here.upload(BOOK, made="e1").entry
    here.now = AFTER
    second = here.upload(reworded(BOOK), entry="e1").entry
    assert second.state is State.QUEUED
    assert here.states("e1")[-1] == "queued/closed"
    assert here.work() == 1
    entry = here.entry("e1")
    assert (entry.state, entry.judged_revision) == (State.JUDGED, first.revision)
    assert entry.revision == second.revision
    assert here.acts("e1") == ["entered"]


def test_a_paper_named_after_the_close_still_finds_the_revision_in_time(store: Store) -> None:
    here = scene(store)
    here.upload(NAMELESS, made="e1")
    here.now = AFTER
    assert here.upload({**NAMELESS, "more.md": b"x"}, paper=HEDGE, entry="e1").entry.state is State.QUEUED
    here.upload(NAMELESS, made="e2", team="birch")
    assert here.entry("e2").state is State.REJECTED


def test_a_late_revision_is_told_to_whoever_sends_it_and_by_its_entry(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.now = AFTER
    told = here.upload(reworded(BOOK), entry="e1")
    assert "listed and not scored" in told.notes[-1]
    assert (told.entry.state, told.entry.reason) == (State.JUDGED, Reason.CLOSED)
    assert told.entry.sentence == f"Judged: 4 verified, 1 falsified, 1 not testable. {told.notes[-1]}"
    assert "what was judged stands" in MEANING[told.entry.reason].next
    once_more = here.upload({**BOOK, "pages/more.md": b"# More\n"}, entry="e1").entry
    assert once_more.sentence == told.entry.sentence


def test_a_late_revision_is_still_told_when_the_one_in_time_is_judged(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.now = AFTER
    waiting = here.upload(reworded(BOOK), entry="e1").entry
    assert (waiting.state, waiting.reason) == (State.QUEUED, Reason.WAITING)
    assert "not scored" in waiting.sentence
    here.work()
    judged = here.entry("e1")
    assert (judged.state, judged.reason) == (State.JUDGED, Reason.CLOSED)
    assert judged.sentence.startswith("Judged: ")
    assert "not scored" in judged.sentence


def test_what_is_there_already_may_be_sent_again_after_the_close(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    here.now = AFTER
    here.rules = replace(here.rules, window=replace(here.rules.window, late=Late.REJECT))
    assert here.upload(BOOK).already
    assert here.upload(BOOK, entry="e1").already
    with pytest.raises(IntakeError, match="take no late entries"):
        here.upload(reworded(BOOK), entry="e1")


def test_rules_may_refuse_late_entries(store: Store) -> None:
    here = scene(store, now=AFTER)
    here.rules = replace(here.rules, window=replace(here.rules.window, late=Late.REJECT))
    with pytest.raises(IntakeError, match="take no late entries"):
        here.upload(BOOK)


def test_what_was_taken_down_cannot_come_back(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    with store.write() as tx:
        take_down(tx, "e1", here.terms, actor="a-op", why="A complaint.")
    with pytest.raises(IntakeError, match="taken down"):
        here.upload(BOOK, team="birch")
    with store.read() as tx, pytest.raises(IntakeError, match="taken down"):
        check_submission(tx, Owner("a-birch", "t-birch"), here.terms, revision=here.entry("e1").revision)


def test_further_entries_of_a_team_on_a_paper_are_told(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.work()
    second = here.upload(reworded(BOOK), made="e2").entry
    assert "was judged first" in second.sentence
    assert "e1" not in here.upload(BOOK, team="birch").entry.sentence
    here.work()
    assert "was judged first" in here.entry("e2").sentence


def test_a_submission_can_be_checked_before_its_bytes_are_kept(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    owner = Owner("a-birch", "t-birch")
    with store.read() as tx:
        check_submission(tx, owner, here.terms, paper=HEDGE, licence="MIT")
        for said in ({"paper": "nothing"}, {"licence": "mine"}, {"entry": "e1"}, {"entry": "e9"}):
            with pytest.raises((IntakeError, NotYours, NoSuchEntry)):
                check_submission(tx, owner, here.terms, **said)


def test_two_uploads_at_once_of_the_same_bytes_make_one_entry(store: Store) -> None:
    here = scene(store)
    entries = together(here, lambda number: here.upload(BOOK).entry.id)
    assert len(set(entries)) == 1
    assert len(here.states(entries[0])) == 3


def test_two_revisions_at_once_of_one_entry_are_both_kept(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    together(here, lambda number: here.upload({**BOOK, "n.md": b"%d" % number}, entry="e1").entry.id)
    with store.read() as tx:
        revisions = tx.entries.revisions("e1")
        jobs = [job.state for job in tx.jobs.of_entry("e1")]
    assert len(revisions) == 5
    assert jobs == ["waiting", "cancelled", "cancelled", "cancelled", "cancelled"]
    assert here.entry("e1").revision == revisions[-1].id


def test_entries_made_at_once_have_places_without_gaps(store: Store) -> None:
    here = scene(store)
    together(
        here, lambda number: here.upload({**BOOK, "n.md": b"%d" % number}, team=("amber", "birch")[number % 2]).entry.id
    )
    with store.read() as tx:
        assert [row.seq for row in tx.entries.page(Wanted()).rows] == [4, 3, 2, 1]


def test_new_ids_are_pseudonyms() -> None:
    assert len({new_entry_id() for _ in range(100)}) == 100


def together(here: Scene, do: Callable[[int], str]) -> list[str]:
    """What four threads give that begin at the same moment."""
    start, results = Barrier(4), [""] * 4

    def run(number: int) -> None:
        start.wait()
        results[number] = do(number)

    threads = [Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results)
    return results


def test_the_bundled_logbooks_find_their_papers(store: Store) -> None:
    here = scene(store)
    for path in EXAMPLE.logbooks[:6]:
        entry = here.upload(f"{path.parent.name}/{path.name}", paper="", licence="").entry
        assert entry.state is State.QUEUED
        assert entry.paper == path.name
