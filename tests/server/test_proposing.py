"""Proposed claims are kept once, and count only when a person, or the rule of the challenge, approves of them."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import ClaimSet
from openrepro.claims.proposals import Proposal, ProposalState
from openrepro.clock import written
from openrepro.demo import copy_example, read_example
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.papers.text import PaperText, TextFormat
from openrepro.people.accounts import Role
from openrepro.people.operators import Action
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.operating import Office
from openrepro.server.proposing import Edit, Proposed, approve, by_code, edit, propose, reject
from openrepro.server.texts import TextFile, load_texts
from openrepro.store import backlog
from openrepro.store.store import Transaction
from openrepro.visible import visible

EXAMPLE = read_example()
PAPER = "demo-hedge"
CLAIMS = next(one for one in EXAMPLE.papers if one.paper == PAPER)


@pytest.fixture
def here(tmp_path: Path) -> Generator[Installation]:
    with founded(tmp_path) as made:
        yield made


def founded(folder: Path, rules: str = "") -> Installation:
    copy_example(folder / "challenge")
    file = folder / "challenge" / "challenge.toml"
    file.write_text(file.read_text() + rules)
    made = open_installation(folder / "challenge", environment={})
    load_claim_sets(made, EXAMPLE.papers, clock.now())
    load_texts(made, EXAMPLE.texts, clock.now())
    return made


def office(here: Installation, tx: Transaction) -> Office:
    now = clock.now()
    actor = tx.people.by_name("op") or tx.people.add("op", role=Role.ADMIN, now=written(now))
    return Office(tx, Terms(here.rules_now(now), written(now)), actor.id, "read it")


def text() -> PaperText:
    return TextFile(PAPER, "v1", TextFormat.MARKDOWN, EXAMPLE.texts[PAPER]).read().text


def proposed(here: Installation, *proposals: Proposal) -> Proposed:
    return propose(here, PAPER, proposals or by_code(text()), clock.now())


def made_up() -> Proposal:
    first = by_code(text())[0]
    quote = "A sentence that stands in no paper."
    claim = replace(first.claim, text="A text that nobody wrote, of 77 things.", quote=quote)
    return replace(first, claim=claim, state=ProposalState.QUARANTINED, faults=("No such quote.",))


def claims(here: Installation) -> ClaimSet:
    with here.store.read() as tx:
        held = tx.papers.claims(PAPER)
    assert held is not None
    return held


def open_ones(here: Installation) -> list[int]:
    with here.store.read() as tx:
        return [one.id for one in tx.proposals.page(paper=PAPER)]


def test_nothing_counts_before_it_is_approved_and_nothing_is_proposed_twice(here: Installation) -> None:
    before = claims(here)
    first, second = proposed(here), proposed(here)
    assert first.new > 5
    assert first.approved == ()
    assert second.new == 0
    assert second.known == first.new + first.known
    assert claims(here) == before


def test_what_a_claim_in_force_says_is_not_proposed(here: Installation) -> None:
    kept = CLAIMS.claims[1]
    assert proposed(here, replace(by_code(text())[0], claim=kept)).new == 0


def test_approving_makes_a_version_in_which_all_ids_stay_and_new_ones_were_never_used(here: Installation) -> None:
    before = claims(here)
    proposed(here)
    numbers = open_ones(here)[:2]
    with here.store.write() as tx:
        ids = approve(office(here, tx), here.blobs, numbers)
    after = claims(here)
    count = len(before.claims)
    assert after.claims[:count] == before.claims
    assert ids == (f"{PAPER}.c{count + 1}", f"{PAPER}.c{count + 2}")
    assert after.version != before.version
    with here.store.read() as tx:
        assert [one.claim_id for one in tx.proposals.several(numbers)] == list(ids)
        assert [version.version for version in tx.papers.claim_versions(PAPER)] == [before.version, after.version]
        assert tx.operator.acts(target=PAPER, limit=1)[0].action is Action.CLAIMS_APPROVED
    load_claim_sets(here, [CLAIMS], clock.now())
    with here.store.write() as tx:
        assert approve(office(here, tx), here.blobs, open_ones(here)[:1]) == (f"{PAPER}.c{count + 3}",)


def test_a_quarantined_proposal_is_approved_only_once_it_is_mended(here: Installation) -> None:
    assert proposed(here, made_up()).quarantined == 1
    [number] = open_ones(here)
    quote = CLAIMS.claims[1].quote or ""
    with pytest.raises(OpenReproError, match="quarantined"), here.store.write() as tx:
        approve(office(here, tx), here.blobs, [number])
    with pytest.raises(OpenReproError, match="quarantined"), here.store.write() as tx:
        approve(office(here, tx), here.blobs, [number], {number: Edit(quote=quote)})
    with here.store.write() as tx:
        mended = edit(office(here, tx), here.blobs, number, Edit("The mean regret is 27.9 after 2,000 rounds.", quote))
    assert mended.proposal.state is ProposalState.PROPOSED
    assert mended.proposal.claim.statement is not None
    with here.store.write() as tx:
        approve(office(here, tx), here.blobs, [number])
    assert claims(here).claims[-1].text == "The mean regret is 27.9 after 2,000 rounds."


def test_a_quote_that_is_sent_back_as_it_was_shown_is_not_edited(here: Installation) -> None:
    first = by_code(text())[0]
    odd = replace(first, claim=replace(first.claim, quote=f"{first.claim.quote}\u200e", text="It is\u200e 7."))
    proposed(here, odd)
    [number] = open_ones(here)
    shown = Edit(visible(odd.claim.text), visible(odd.claim.quote or ""))
    with here.store.write() as tx:
        approve(office(here, tx), here.blobs, [number], {number: shown})
    assert claims(here).claims[-1].quote == odd.claim.quote
    assert claims(here).claims[-1].locator == odd.claim.locator


def test_what_was_decided_stays_decided(here: Installation) -> None:
    proposed(here)
    first, second, *_ = open_ones(here)
    with here.store.write() as tx:
        assert reject(office(here, tx), [first]) == 1
        approve(office(here, tx), here.blobs, [second])
    for numbers in ([first], [second], [10**6], []):
        with pytest.raises(OpenReproError), here.store.write() as tx:
            approve(office(here, tx), here.blobs, numbers)
    assert proposed(here).new == 0
    assert first not in open_ones(here)


def test_a_rule_of_the_challenge_may_approve_of_what_was_found(tmp_path: Path) -> None:
    with founded(tmp_path, '\n[claims]\napprove = "anchored"\n') as here:
        came = proposed(here, *by_code(text())[:3], made_up())
        assert len(came.approved) == 3
        assert came.quarantined == 1
        assert [claim.id for claim in claims(here).claims[-3:]] == list(came.approved)
        assert len(open_ones(here)) == 1


def test_a_paper_that_is_not_there_has_no_proposals(here: Installation) -> None:
    with pytest.raises(OpenReproError, match="no paper"):
        propose(here, "gone", by_code(text()), clock.now())


def test_what_came_into_force_since_is_not_approved_a_second_time(here: Installation) -> None:
    proposed(here)
    first, second, *_ = open_ones(here)
    with here.store.read() as tx:
        [one] = tx.proposals.several([first])
    came = replace(one.proposal.claim, id=f"{PAPER}.c90")
    with_it = ClaimSet(PAPER, (*CLAIMS.claims, came), [claim_json(claim) for claim in (*CLAIMS.claims, came)])
    load_claim_sets(here, [with_it], clock.now())
    with pytest.raises(OpenReproError, match=f"says the same as {PAPER}.c90"), here.store.write() as tx:
        approve(office(here, tx), here.blobs, [second, first])
    assert len(claims(here).claims) == len(CLAIMS.claims) + 1
    with here.store.write() as tx:
        assert approve(office(here, tx), here.blobs, [second]) == (f"{PAPER}.c91",)


def test_a_frozen_record_takes_no_claims(here: Installation) -> None:
    proposed(here)
    before = claims(here)
    with here.store.write() as tx:
        backlog.note_frozen(tx.connection, "2026-08-20T00:00:00Z")
    with pytest.raises(OpenReproError, match="frozen"), here.store.write() as tx:
        approve(office(here, tx), here.blobs, open_ones(here)[:1])
    with pytest.raises(OpenReproError, match="frozen"):
        load_claim_sets(here, [replace(CLAIMS, claims=CLAIMS.claims[:1], source=["less"])], clock.now())
    assert load_claim_sets(here, EXAMPLE.papers, clock.now()).changed == ()
    assert claims(here).version == before.version
