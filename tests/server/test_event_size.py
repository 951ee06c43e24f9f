"""The constructed event of the benchmarks: as large as the real one, the same every time, and it loads."""

from itertools import islice

from benchmarks.event import (
    CLAIMS,
    ENTRIES,
    JUDGED_BY,
    PAPERS,
    VERDICTS,
    WITHOUT_VERDICT,
    Copy,
    papers_of_the_event,
    plan,
)
from benchmarks.event_rendered import render_copies

from openrepro.judging.verdict import Verdict
from openrepro.rendering.making import VERSION
from openrepro.store import renderings_due
from openrepro.store.store import Store

NOW = "2026-07-15T15:30:00Z"


def test_the_event_is_as_large_as_the_real_one() -> None:
    papers = papers_of_the_event(real=False)
    copy = Copy(0, papers)
    assert (len(papers), len({paper.id for paper in papers})) == (PAPERS, PAPERS)
    assert sum(len(held.claims) for held in copy.claim_sets) == CLAIMS
    assert sum(plan().entries) == ENTRIES
    assert sum(len(turn.dealt) for turn in plan().turns) == VERDICTS + WITHOUT_VERDICT
    assert len(plan().counts) == len(plan().entries) + WITHOUT_VERDICT


def test_it_is_the_same_every_time_and_another_copy_has_other_names() -> None:
    papers = papers_of_the_event(real=False)
    first, again, second = (next(iter(Copy(number, papers).steps(JUDGED_BY))) for number in (0, 0, 1))
    assert first == again
    assert first.entry.entry.id != second.entry.entry.id
    assert first.entry.entry.paper != second.entry.entry.paper


def test_its_entries_load_with_their_records(store: Store) -> None:
    copy = Copy(0, papers_of_the_event(real=False))
    steps = list(islice(copy.steps(JUDGED_BY), 40))
    with store.write() as tx:
        entered = {step.entry.entry.paper for step in steps}
        tx.papers.put((paper for paper in copy.entered if paper.id in entered), now=NOW)
        tx.papers.put_claims((held for held in copy.claim_sets if held.paper in entered), now=NOW)
        tx.bulk.add_people(copy.teams, copy.accounts)
        tx.bulk.add_entries(step.entry for step in steps)
        tx.ledger.append(record for step in steps for record in step.records)
    with store.read() as tx:
        for step in steps:
            verdicts = [record for record in step.records if isinstance(record, Verdict)]
            assert list(tx.ledger.current(step.entry.entry.id)) == sorted(verdicts, key=lambda one: one.claim)
            assert tx.entries.get(step.entry.entry.id) == step.entry.entry


def test_its_entries_can_be_given_pages_to_look_at(store: Store) -> None:
    copy = Copy(0, papers_of_the_event(real=False))
    (step,) = islice(copy.steps(JUDGED_BY), 1)
    entry = step.entry.entry
    with store.write() as tx:
        tx.papers.put((paper for paper in copy.entered if paper.id == entry.paper), now=NOW)
        tx.papers.put_claims((held for held in copy.claim_sets if held.paper == entry.paper), now=NOW)
        tx.bulk.add_people(copy.teams, copy.accounts)
        tx.bulk.add_entries([step.entry])
        tx.ledger.append(step.records)
    assert render_copies(store) == 1
    with store.read() as tx:
        assert not renderings_due.waits(tx.connection, VERSION)
        kept = tx.renderings.get(entry.id, entry.revision)
        assert kept is not None
        assert {quote["verdict"] for quote in kept.body["quotes"]} <= {one.id for one in tx.ledger.current(entry.id)}
        assert tx.renderings.part(entry.id, entry.revision, "page", 0, 0)
