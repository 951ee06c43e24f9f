"""Proposed claims of a challenge: kept once, approved or rejected by an operator or by rule, and then a new version."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from openrepro.challenge.sections import Approval
from openrepro.claims.anchoring import Anchors
from openrepro.claims.claim import Claim
from openrepro.claims.extraction import EXTRACTOR, candidates, specified
from openrepro.claims.likeness import Alike
from openrepro.claims.proposals import Proposal, ProposalSource, ProposalState, next_number, weighed, with_added
from openrepro.clock import written
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.papers.text import PaperText
from openrepro.papers.text_packing import unpacked
from openrepro.people.operators import Action
from openrepro.server.frozen import check_not_frozen
from openrepro.server.installation import Installation
from openrepro.server.operating import LONGEST_WHY, Office
from openrepro.server.quarantine import look_again
from openrepro.server.texts import text_for
from openrepro.store import backlog
from openrepro.store.proposals import KeptProposal
from openrepro.store.store import Transaction
from openrepro.visible import visible

BY_RULE: Final = "by rule"
NOTE: Final = "approved proposals"
LONGEST_TEXT: Final = 2_000
MOST_AT_ONCE: Final = 500


class Proposed(NamedTuple):
    """What came of proposing: proposals that are new, those that were known or are in force, those quarantined, and the
    ids of claims that count at once by rule."""

    new: int
    known: int
    quarantined: int
    approved: tuple[str, ...]


class Edit(NamedTuple):
    """What a person wants a proposal to say before it is approved; empty leaves it."""

    text: str = ""
    quote: str = ""


def by_code(text: PaperText) -> tuple[Proposal, ...]:
    """What code proposes of a text."""
    anchors = Anchors(text)
    found = []
    for claim, why in candidates(text):
        told = "; ".join(one.value for one in why)
        made = Proposal(claim, ProposalState.PROPOSED, text.version, text.sha256, ProposalSource.CODE, told)
        found.append(weighed(replace(made, prompt=f"code {EXTRACTOR}"), anchors.anchor(claim), text))
    return tuple(found)


def propose(here: Installation, paper: str, proposals: Sequence[Proposal], now: datetime) -> Proposed:
    """Keep proposals of a paper, without those that a claim in force says already; where the rules approve of claims
    whose quotes were found, these count at once. Raises OpenReproError when there is no such paper."""
    with here.store.write() as tx:
        check_paper(tx, paper)
        tx.proposals.hold()
        tx.papers.hold_claims()
        fresh = _unknown(tx, paper, proposals)
        made = tx.proposals.add(paper, fresh, now=written(now))
        held = [one for one in fresh if one.state is ProposalState.QUARANTINED]
        approved: tuple[str, ...] = ()
        if here.rules_now(now).claims.approve is Approval.ANCHORED and not backlog.frozen_at(tx.connection):
            ready = [one for one in tx.proposals.several(made) if one.proposal.state is ProposalState.PROPOSED]
            why = "its quote and its numbers were found"
            approved = _put_in_force(tx, ready, by=BY_RULE, note=why, now=written(now)) if ready else ()
        return Proposed(len(made), len(proposals) - len(made), len(held), approved)


def check_paper(tx: Transaction, paper: str) -> None:
    """Raise OpenReproError where the challenge has no such paper to propose claims of."""
    if tx.papers.listed(paper) is None:
        hint = "openrepro papers import adds papers; openrepro claims import adds them with their claims."
        raise OpenReproError(f"There is no paper {paper[:60]!r} in this challenge.", hint=hint)


def _unknown(tx: Transaction, paper: str, proposals: Iterable[Proposal]) -> list[Proposal]:
    """Those that say something else than the claims in force, and than each other."""
    seen, fresh = _in_force(tx, paper), list[Proposal]()
    for one in proposals:
        if seen.like(one.claim.text) is None:
            seen.add(one.claim.id, one.claim.text)
            fresh.append(one)
    return fresh


def approve(
    office: Office, blobs: Blobs, numbers: Sequence[int], edits: Mapping[int, Edit] | None = None
) -> tuple[str, ...]:
    """Let proposals count, as they were edited: a new version of the claims of each paper, in which they come last with
    numbers that no claim had before. Gives their ids. Raises OpenReproError for one that is not open, whose quote or
    numbers are not in the paper, or that a claim in force says already, and once the record is frozen; then nothing
    is done."""
    tx = office.tx
    check_not_frozen(tx)
    tx.proposals.hold()
    tx.papers.hold_claims()
    kept = [_edited(tx, blobs, one, (edits or {}).get(one.id)) for one in _open(tx, numbers)]
    for one in kept:
        if one.proposal.state is ProposalState.QUARANTINED:
            hint = "Mend its quote and its text, or reject it."
            raise OpenReproError(f"Proposal {one.id} is quarantined: {' '.join(one.proposal.faults)}", hint=hint)
    _check_new(tx, kept)
    ids = _put_in_force(tx, kept, by=office.actor, note=office.why, now=office.terms.now)
    look_again(tx, blobs, [one.paper for one in kept], now=office.terms.now)
    for paper in dict.fromkeys(one.paper for one in kept):
        tx.operator.record(Action.CLAIMS_APPROVED, paper, actor=office.actor, why=office.why, now=office.terms.now)
    return ids


def _check_new(tx: Transaction, kept: Sequence[KeptProposal]) -> None:
    """Raise OpenReproError where another proposal, or a claim in force that may have come since, has the same words."""
    seen: dict[str, Alike] = {}
    for one in kept:
        if one.paper not in seen:
            seen[one.paper] = _in_force(tx, one.paper)
        found = seen[one.paper].like(one.proposal.claim.text)
        if found is not None and found.same:
            hint = "Reject it, or make its text say something else."
            raise OpenReproError(f"Proposal {one.id} says the same as {found.name}, word for word.", hint=hint)
        seen[one.paper].add(f"proposal {one.id}", one.proposal.claim.text)


def _in_force(tx: Transaction, paper: str) -> Alike:
    """What the claims in force of a paper say."""
    said, held = Alike(), tx.papers.claims(paper)
    for claim in () if held is None else held.claims:
        said.add(claim.id, claim.text)
    return said


def reject(office: Office, numbers: Sequence[int]) -> int:
    """Turn proposals down for good; gives how many. Raises OpenReproError for one that is not open."""
    tx = office.tx
    tx.proposals.hold()
    kept = _open(tx, numbers)
    for one in kept:
        turned = replace(one.proposal, state=ProposalState.REJECTED)
        tx.proposals.save(_decided(one, turned, by=office.actor, note=office.why, now=office.terms.now))
    for paper in dict.fromkeys(one.paper for one in kept):
        tx.operator.record(Action.PROPOSALS_REJECTED, paper, actor=office.actor, why=office.why, now=office.terms.now)
    return len(kept)


def edit(office: Office, blobs: Blobs, number: int, edited: Edit) -> KeptProposal:
    """Keep a proposal's text or quote as a person wrote it, looked up in the paper again. Raises OpenReproError."""
    office.tx.proposals.hold()
    [one] = _open(office.tx, [number])
    made = _edited(office.tx, blobs, one, edited)
    office.tx.proposals.save(made)
    return made


def _open(tx: Transaction, numbers: Sequence[int]) -> tuple[KeptProposal, ...]:
    wanted = tuple(dict.fromkeys(numbers))
    if len(wanted) > MOST_AT_ONCE:
        raise OpenReproError(f"{len(wanted):,} proposals are too many at once; at most {MOST_AT_ONCE} are decided.")
    found = tx.proposals.several(wanted)
    lost = set(wanted) - {one.id for one in found}
    if lost or not found:
        raise OpenReproError(f"There is no proposal {min(lost)}." if lost else "No proposal is named.")
    for one in found:
        if not one.proposal.state.open:
            raise OpenReproError(f"Proposal {one.id} was {one.proposal.state.value} on {one.decided_at}.")
    return found


def _edited(tx: Transaction, blobs: Blobs, kept: KeptProposal, edited: Edit | None) -> KeptProposal:
    """The proposal with a person's words, in the state that these put it in."""
    if edited is None:
        return kept
    claim = kept.proposal.claim
    text, quote = _typed(edited.text, claim.text), _typed(edited.quote, claim.quote or "") or None
    if (text, quote) == (claim.text, claim.quote):
        return kept
    if len(text) > LONGEST_TEXT or len(quote or "") > LONGEST_TEXT:
        raise OpenReproError(f"A claim and its quote have at most {LONGEST_TEXT:,} characters each.")
    changed = _respecified(claim, text, quote)
    found = text_for(tx.texts.of(kept.paper), claim.locator)
    data = None if found is None else blobs.get(found.extracted)
    if data is None:
        faults = ("No text of the paper is on file to find its quote in.",)
        held = replace(kept.proposal, claim=changed, state=ProposalState.QUARANTINED, faults=faults)
        return replace(kept, proposal=held)
    read = unpacked(data)
    return replace(kept, proposal=weighed(replace(kept.proposal, claim=changed), Anchors(read).anchor(changed), read))


def _typed(typed: str, held: str) -> str:
    """What was typed, on one line; `held` where that is what had been shown, or nothing was typed."""
    line = " ".join(typed.split())
    return held if not line or line == " ".join(visible(held).split()) else line


def _respecified(claim: Claim, text: str, quote: str | None) -> Claim:
    """The claim with other words: what its old ones told of a spec holds no more, nor where an old quote stood."""
    locator = claim.locator
    if locator is not None and quote != claim.quote:
        locator = replace(locator, span=None, page=None, label="")
    made = replace(claim, text=text, quote=quote, locator=locator)
    return made if text == claim.text else specified(made)


def _put_in_force(tx: Transaction, kept: Sequence[KeptProposal], *, by: str, note: str, now: str) -> tuple[str, ...]:
    by_paper: dict[str, list[KeptProposal]] = {}
    for one in kept:
        by_paper.setdefault(one.paper, []).append(one)
    return tuple(claim for paper, members in by_paper.items() for claim in _of_paper(tx, paper, members, by, note, now))


def _of_paper(
    tx: Transaction, paper: str, members: Sequence[KeptProposal], by: str, note: str, now: str
) -> Iterable[str]:
    first = next_number(tx.papers.claim_sets([paper]).get(paper, ()))
    numbers = [first + at for at in range(len(members))]
    claims = with_added(tx.papers.claims(paper), paper, [one.proposal.claim for one in members], numbers)
    loaded = tx.papers.put_claims([claims], now=now, note=f"{NOTE}: {note}"[:LONGEST_WHY])
    if loaded.refused:
        raise OpenReproError(loaded.refused[0].sentence)
    for one, claim in zip(members, claims.claims[-len(members) :], strict=True):
        approved = replace(one.proposal, state=ProposalState.APPROVED)
        tx.proposals.save(_decided(one, approved, by=by, note=note, now=now, claim_id=claim.id))
    return tuple(claim.id for claim in claims.claims[-len(members) :])


def _decided(
    one: KeptProposal, proposal: Proposal, *, by: str, note: str, now: str, claim_id: str = ""
) -> KeptProposal:
    return replace(one, proposal=proposal, decided_at=now, decided_by=by, note=note, claim_id=claim_id)
