"""Proposals and quarantined claims on both databases: kept once, listed by state, and never mixed up."""

import pytest

from openrepro.claims.claim import Claim, Kind, Locator
from openrepro.claims.proposals import Proposal, ProposalSource, ProposalState
from openrepro.papers.paper import Paper
from openrepro.store.quarantine import Quarantined
from openrepro.store.store import Store

NOW = "2026-07-20T00:00:00Z"


@pytest.fixture(autouse=True)
def papers(store: Store) -> None:
    with store.write() as tx:
        tx.papers.put([Paper("p", "P"), Paper("q", "Q")], now=NOW)


def proposal(text: str, state: ProposalState = ProposalState.PROPOSED) -> Proposal:
    claim = Claim("p.c1", Kind.VALUE, text, quote=f"“{text}” ↔ ï", locator=Locator("v1", "ab", 3, (1, 9), "Table 1"))
    return Proposal(claim, state, "v1", "ab", ProposalSource.MODEL, "why", ("a fault",), "near", "small", "sha256:1")


def test_a_proposal_is_kept_once_and_read_as_it_was(store: Store) -> None:
    with store.write() as tx:
        [number] = tx.proposals.add("p", [proposal("It is 3.1 %."), proposal("It  IS 3.1 %.")], now=NOW)
        assert tx.proposals.add("p", [proposal("It is 3.1 %.")], now=NOW) == ()
    with store.read() as tx:
        kept = tx.proposals.get(number)
        assert tx.proposals.get(number + 1) is None
    assert kept is not None
    assert kept.proposal == proposal("It is 3.1 %.")


def test_pages_and_counts(store: Store) -> None:
    with store.write() as tx:
        held = proposal("held", ProposalState.QUARANTINED)
        numbers = tx.proposals.add("p", [*(proposal(f"claim {n}") for n in range(5)), held], now=NOW)
        tx.proposals.add("q", [proposal("other", ProposalState.REJECTED)], now=NOW)
    with store.read() as tx:
        first = tx.proposals.page(limit=4)
        assert [one.id for one in first] == list(numbers[:4])
        assert [one.id for one in tx.proposals.page(after=first[-1].id)] == list(numbers[4:])
        assert tx.proposals.page(paper="q") == ()
        assert tx.proposals.waiting() == (("p", 6, 1),)
        assert tx.proposals.counts() == {"proposed": 5, "quarantined": 1, "rejected": 1}


def test_a_quarantined_claim_keeps_since_when(store: Store) -> None:
    def one(claim: str, since: str) -> Quarantined:
        return Quarantined(claim, "p", ("missing",), "near", "v1", "ab", since)

    with store.write() as tx:
        tx.quarantine.put("p", [one("p.c1", "1"), one("p.c2", "1")])
        tx.quarantine.put("p", [one("p.c2", "2"), one("p.c3", "2")])
    with store.read() as tx:
        assert [(held.claim, held.since) for held in tx.quarantine.of("p")] == [("p.c2", "1"), ("p.c3", "2")]
        assert tx.quarantine.of("q") == ()
