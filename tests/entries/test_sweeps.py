"""What becomes due by itself."""

import json
from dataclasses import replace

from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import parse_claims
from openrepro.entries.entry import Reason, State
from openrepro.entries.sweeps import claims_changed, resolve_again, sweep_entries
from openrepro.papers.paper import Paper
from openrepro.store.store import Store
from tests.entries.archives import files_of
from tests.entries.scene import EARLY, EXAMPLE, HEDGE, Scene, scene
from tests.entries.spaces import space

BOOK = files_of("amber/demo-hedge")


def swept(here: Scene, limit: int = 100) -> int:
    with here.store.write() as tx:
        return sweep_entries(tx, here.terms, limit=limit)


def changed_claims() -> ClaimSet:
    """The claims of a paper, one of them reworded."""
    document = json.loads((EXAMPLE.folder / "claims.json").read_text("utf-8"))
    for one in document if isinstance(document, list) else document["sets"]:
        if one["paper"] == HEDGE:
            one["claims"][0]["text"] += " (as restated)"
            one.pop("version", None)
            return parse_claims(json.dumps([one]).encode(), suffix=".json").sets[0]
    raise AssertionError


def test_entries_are_queued_when_the_challenge_opens(store: Store) -> None:
    here = scene(store, now=EARLY)
    for number in range(3):
        here.upload({**BOOK, "n.md": b"%d" % number}, made=f"e{number}")
    assert swept(here) == 0
    here.now = "2026-11-16T09:00:00Z"
    assert swept(here, limit=2) == 2
    assert swept(here, limit=2) == 1
    assert swept(here, limit=2) == 0
    assert here.work() == 3


def test_entries_are_queued_when_claims_come(store: Store) -> None:
    here = scene(store, claims=False)
    here.upload(BOOK, made="e1")
    assert swept(here) == 0
    with store.write() as tx:
        tx.papers.put_claims(EXAMPLE.papers, now=here.now)
    assert swept(here) == 1
    assert here.entry("e1").state is State.QUEUED


def test_a_space_that_was_bare_at_the_opening_waits_for_its_files(store: Store) -> None:
    here = scene(store, now=EARLY)
    here.seen(space("amber/book", HEDGE), made="e1")
    here.now = "2026-11-16T09:00:00Z"
    assert swept(here) == 0
    assert here.entry("e1").state is State.RESOLVED


def test_changed_claims_are_judged_anew_and_the_old_verdicts_stay(store: Store) -> None:
    here = scene(store)
    here.upload(BOOK, made="e1")
    here.upload({**BOOK, "n.md": b"n"}, made="e2", team="birch")
    here.work()
    with store.write() as tx:
        tx.papers.put_claims([changed_claims()], now=here.now)
        assert claims_changed(tx, tx.entries.several(["e1", "e2"]).values(), here.terms) == 2
    assert here.entry("e1").sentence.startswith("The claims of its paper changed")
    here.work()
    with store.read() as tx:
        current = {one.claim: one.claim_version for one in tx.ledger.current("e1")}
        assert current.pop(f"{HEDGE}.c1") == changed_claims().version
        assert changed_claims().version not in current.values()
        assert len(tx.ledger.verdicts(entry="e1")) == 7
    assert here.entry("e1").state is State.JUDGED


def test_papers_that_come_later_are_found_for_entries_that_named_them(store: Store) -> None:
    here = scene(store)
    here.fetched(here.seen(space("amber/book", "later-paper"), made="e1"), BOOK)
    here.seen(space("amber/other", "never-paper"), made="e2")
    assert here.entry("e1").reason is Reason.UNKNOWN_PAPER
    with store.write() as tx:
        tx.papers.put([Paper("later-paper", "Later")], now=here.now)
        rows = tx.entries.misnamed()
        assert resolve_again(tx, [row.entry for row in rows], here.terms) == 1
        assert [row.entry.id for row in tx.entries.misnamed(after=rows[0].seq)] == ["e2"]
    assert (here.entry("e1").state, here.entry("e1").reason) == (State.RESOLVED, Reason.NO_CLAIMS)
    assert here.entry("e2").state is State.REJECTED


def test_an_entry_whose_bytes_came_late_is_not_swept_in(store: Store) -> None:
    here = scene(store, claims=False)
    here.upload(BOOK, made="e1")
    here.rules = replace(
        here.rules, window=replace(here.rules.window, closes=EXAMPLE.rules.window.opens.replace(day=17))
    )
    with store.write() as tx:
        tx.papers.put_claims(EXAMPLE.papers, now=here.now)
    assert swept(here) == 1
    assert here.entry("e1").state is State.QUEUED
