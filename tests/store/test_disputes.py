"""Disputes are kept for ever, in both databases, by claim, state and account."""

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.claims.disputes import Dispute, DisputeState, Evidence, Ground, decided
from openrepro.papers.paper import Paper
from openrepro.server.paper_merging import merge, unmerge
from openrepro.store.store import Store

NOW = "2026-11-20T12:00:00Z"


def dispute(claim: str = "p.c1", by: str = "a-ada", at: str = NOW) -> Dispute:
    return Dispute(0, "p", claim, "0" * 64, by, Ground.COMPOUND, "Two things.", Evidence(3, "both", "v1"), at)


def test_a_dispute_comes_back_as_it_was_kept(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([Paper("p", "A paper")], now=NOW)
        made = tx.disputes.add(dispute(), {"state": "found", "page": 3})
        tx.disputes.save(decided(made, DisputeState.REJECTED, "No.", by="a-olga", now=NOW))
    with store.read() as tx:
        kept = tx.disputes.get(made.id)
        assert kept is not None
        assert kept.anchor == {"state": "found", "page": 3}
        assert (kept.dispute.evidence, kept.dispute.decision) == (Evidence(3, "both", "v1"), "No.")
        assert tx.disputes.get(made.id + 1) is None


def test_disputes_are_paged_and_counted(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([Paper("p", "A paper")], now=NOW)
        for number in range(5):
            tx.disputes.add(dispute(f"p.c{number % 2}", at=f"2026-11-20T12:0{number}:00Z"), {})
        closed = tx.disputes.add(dispute(by="a-bo"), {})
        tx.disputes.save(decided(closed, DisputeState.ACCEPTED, "Yes.", by="a-olga", now=NOW))
    with store.read() as tx:
        first = tx.disputes.page(limit=2)
        rest = tx.disputes.page(before=first[-1].dispute.id, limit=9)
        assert [one.dispute.id for one in (*first, *rest)] == [6, 5, 4, 3, 2, 1]
        assert len(tx.disputes.page(claim="p.c0")) == 3
        assert len(tx.disputes.page(paper="p", state=DisputeState.OPEN)) == 5
        assert (tx.disputes.open_of("a-ada"), tx.disputes.open_of("a-bo")) == (5, 0)
        assert tx.disputes.raised_since("a-ada", "2026-11-20T12:02:00Z") == 3


def test_a_paper_that_is_merged_and_taken_apart_has_its_disputes_and_its_versions_again(store: Store) -> None:
    claim = Claim("p.c1", Kind.EXISTENCE, "It stops.")
    sets = ClaimSet("p", (claim,), [claim_json(claim)]), ClaimSet("p", (claim,), ["the same, written otherwise"])
    with store.write() as tx:
        tx.papers.put([Paper("p", "A paper"), Paper("q", "A paper")], now=NOW)
        for one in sets:
            tx.papers.put_claims([one], now=NOW)
        number = tx.disputes.add(dispute(), {}).id
        merged = merge(tx, "q", "p", actor="me", why="one paper", now=NOW)
    with store.write() as tx:
        unmerge(tx, merged.number, actor="me", why="two after all", now=NOW)
    with store.write() as tx:
        assert tx.disputes.get(number) is not None
        held = tx.papers.claims("p")
        assert held is not None
        assert held.holds("p.c1", sets[0].version)
        merge(tx, "q", "p", actor="me", why="one paper", now=NOW)
