"""Raising and deciding disputes about claims: within limits, with the quote looked up, each decision on record."""

from datetime import timedelta
from typing import Final

from openrepro.claims.anchoring import AnchorFault
from openrepro.claims.claim import Claim, ClaimSet, Locator
from openrepro.claims.disputes import (
    MOST_A_DAY,
    MOST_OPEN,
    Dispute,
    DisputeError,
    DisputeState,
    Evidence,
    answered,
    decided,
    raised,
    withdrawn,
)
from openrepro.clock import instant_of, written
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.people.operators import Action
from openrepro.server.frozen import check_not_frozen
from openrepro.server.operating import Office
from openrepro.server.texts import quoted, text_for
from openrepro.store.disputes import KeptDispute
from openrepro.store.store import Transaction

SHOWN: Final = 600
_ELSEWHERE: Final = (AnchorFault.QUOTE_MISSING, AnchorFault.NUMBER_MISSING)


def raise_dispute(
    tx: Transaction, blobs: Blobs, claim: str, *, by: str, ground: str, why: str, evidence: Evidence, now: str
) -> Dispute:
    """Keep a new dispute about a claim in force. Raises DisputeError when it cannot be taken, or the account has
    raised as many as one may."""
    tx.disputes.hold()
    check_not_frozen(tx)
    listed = tx.papers.claim(claim)
    held = None if listed is None else tx.papers.claims(listed.paper)
    found = None if held is None else held.find(claim)
    if held is None or found is None:
        raise DisputeError("This claim is not in force, so there is nothing to dispute.")
    _check_limits(tx, by, now)
    made = raised(claim, held.paper, held.version, by=by, ground=ground, why=why, evidence=evidence, now=now)
    return tx.disputes.add(made, anchor_of(tx, blobs, found, held, made.evidence))


def anchor_of(tx: Transaction, blobs: Blobs, claim: Claim, claims: ClaimSet, evidence: Evidence) -> dict[str, Json]:
    """What code finds of the evidence's quote in the paper's text: `state` is no quote, no text, unreadable, found or
    not found; `sentence` says what is odd about it, `near` shows it, or what comes nearest, in its place. Without a
    version it is looked up in the text that the claim itself is quoted from."""
    if not evidence.quote:
        return _anchored("no quote", "The dispute quotes nothing.")
    where = Locator(evidence.text_version, "", evidence.page)
    text = text_for(tx.texts.of(claims.paper), where if evidence.text_version else claim.locator)
    if text is None:
        return _anchored("no text", "No text of the paper is on file, so the quote could not be looked up.")
    asked = Claim(claim.id, claim.kind, "", quote=evidence.quote, locator=where)
    try:
        found = quoted(blobs, text, asked)
    except OpenReproError as fault:
        return _anchored("unreadable", fault.text)
    anchor = found.anchor
    place = anchor.place or (anchor.nearest.place if anchor.nearest else None)
    near = "" if found.excerpt is None else f"{found.excerpt.before}{found.excerpt.quote}{found.excerpt.after}"
    odd = " ".join(fault.text for fault in anchor.faults if fault.code not in _ELSEWHERE)
    told = _anchored("found" if anchor.place else "not found", odd)
    page = None if place is None else place.page
    return {**told, "version": text.version, "page": page, "near": near[:SHOWN]}


def _anchored(state: str, sentence: str) -> dict[str, Json]:
    return {"state": state, "sentence": sentence, "version": "", "page": None, "near": ""}


def withdraw_dispute(tx: Transaction, number: int, *, by: str, now: str) -> Dispute:
    """Take a dispute back, as who raised it. Raises DisputeError."""
    tx.disputes.hold()
    made = withdrawn(_held(tx, number).dispute, by=by, now=now)
    tx.disputes.save(made)
    return made


def decide(office: Office, number: int, state: DisputeState) -> Dispute:
    """Accept or reject a dispute; the reason of the office is public. Raises DisputeError."""
    tx = office.tx
    tx.disputes.hold()
    made = decided(_held(tx, number).dispute, state, office.why, by=office.actor, now=office.terms.now)
    tx.disputes.save(made)
    action = Action.DISPUTE_ACCEPTED if state is DisputeState.ACCEPTED else Action.DISPUTE_REJECTED
    tx.operator.record(action, str(number), actor=office.actor, why=office.why, now=office.terms.now)
    return made


def answer(tx: Transaction, number: int, claim: str, version: str) -> Dispute:
    """Link the version of the claims that came of an accepted dispute about `claim`. Raises DisputeError."""
    tx.disputes.hold()
    dispute = _held(tx, number).dispute
    if dispute.claim != claim:
        raise DisputeError(f"Dispute {number} is about {dispute.claim}, not about {claim}.")
    made = answered(dispute, version)
    tx.disputes.save(made)
    return made


def _check_limits(tx: Transaction, account: str, now: str) -> None:
    if tx.disputes.open_of(account) >= MOST_OPEN:
        hint = "Wait until some are decided, or withdraw one."
        raise DisputeError(f"{MOST_OPEN} disputes of yours are open, which is as many as one may have.", hint=hint)
    if tx.disputes.raised_since(account, written(instant_of(now) - timedelta(days=1))) >= MOST_A_DAY:
        raise DisputeError(f"You have raised {MOST_A_DAY} disputes within a day.", hint="Try again tomorrow.")


def _held(tx: Transaction, number: int) -> KeptDispute:
    found = tx.disputes.get(number)
    if found is None:
        raise DisputeError(f"There is no dispute {number}.")
    return found
