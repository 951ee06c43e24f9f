"""Disputes about claims: the list, one of them, raising, withdrawing and deciding."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from openrepro.claims.disputes import (
    HIGHEST_PAGE,
    LONGEST_QUOTE,
    LONGEST_VERSION,
    LONGEST_WHY,
    DisputeState,
    Evidence,
    Ground,
)
from openrepro.server.disputing import decide, raise_dispute, withdraw_dispute
from openrepro.server.operating import LONGEST_WHY as LONGEST_REASON
from openrepro.server.operating import Office
from openrepro.store.disputes import KeptDispute
from openrepro.store.store import Transaction
from openrepro.web.api.access import WRITES, Desk, Here, Operator, Submitter, terms_now
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Shape, members
from openrepro.web.api.keyed import Claim, Done, Key, once
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found

router = routes_of("disputes")
Number = Annotated[int, Path(ge=1, le=999_999_999)]
DECISIONS: Final = (DisputeState.ACCEPTED, DisputeState.REJECTED)


class DisputeLine(Shape):
    """A dispute. `by` is the pseudonym of the account; `anchor` what code found of the quote in the paper's text;
    `version` the claim set that was disputed, `new_version` the one that came of it."""

    id: int
    claim: str
    paper: str
    version: str
    state: DisputeState
    ground: Ground
    why: str
    page: int | None
    quote: str
    text_version: str
    anchor: dict[str, JsonValue]
    by: str
    created_at: str
    decided_at: str
    decision: str
    new_version: str


class NewDispute(BaseModel):
    """What is wrong with a claim, and the evidence."""

    model_config = ConfigDict(extra="forbid")

    ground: Ground
    why: str = Field(min_length=1, max_length=LONGEST_WHY, description="In plain words, for everybody to read.")
    page: int | None = Field(default=None, ge=1, le=HIGHEST_PAGE)
    quote: str = Field(default="", max_length=LONGEST_QUOTE, description="Words of the paper, exactly as they stand.")
    text_version: str = Field(default="", max_length=LONGEST_VERSION, description="The version that they stand in.")


class Decision(BaseModel):
    """Whether a dispute is accepted or rejected, and why; the reason is public."""

    model_config = ConfigDict(extra="forbid")

    state: DisputeState
    why: str = Field(min_length=1, max_length=LONGEST_REASON)


@router.get("/disputes")
def list_disputes(
    here: Here,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    state: Annotated[DisputeState | None, Query(description="Only those in this state.")] = None,
    claim: Annotated[str, Query(max_length=200, description="Only those about this claim.")] = "",
) -> Envelope[list[DisputeLine]]:
    """Disputes about claims, newest first."""
    cursors = Cursor("disputes", {"state": state.value if state else "", "claim": claim})
    before = cursors.number(cursor) or 0
    with here.installation.store.read() as tx:
        found = tx.disputes.page(state=state, claim=claim, before=before, limit=limit + 1)
    following = cursors.made(found[limit - 1].dispute.id) if len(found) > limit else None
    return Envelope(data=[line(one) for one in found[:limit]], next=following)


@router.get("/disputes/{dispute}")
def get_dispute(here: Here, dispute: Number) -> Envelope[DisputeLine]:
    """One dispute."""
    with here.installation.store.read() as tx:
        return Envelope(data=_named(tx, dispute))


@router.post("/claims/{claim}/disputes", status_code=201, dependencies=WRITES)
def dispute_claim(here: Here, who: Submitter, claim: Name, wish: NewDispute, key: Key = None) -> Envelope[DisputeLine]:
    """Dispute a claim in force. Ten of an account may be open at once, and twenty are taken in a day."""
    evidence = Evidence(wish.page, wish.quote, wish.text_version)

    def act(tx: Transaction) -> int:
        if tx.papers.claim(claim) is None:
            raise not_found("claim in force", claim)
        told = {"by": who.account.id, "ground": wish.ground.value, "why": wish.why, "now": terms_now(here).now}
        return raise_dispute(tx, here.installation.blobs, claim, evidence=evidence, **told).id

    named = None if key is None else Claim(who.account.id, key, f"{claim} {wish.model_dump_json()}")
    return _once(here, named, act)


@router.post("/disputes/{dispute}/withdraw", dependencies=WRITES)
def withdraw_own_dispute(here: Here, who: Submitter, dispute: Number) -> Envelope[DisputeLine]:
    """Take back a dispute that you raised."""
    with here.installation.store.write() as tx:
        _named(tx, dispute)
        withdraw_dispute(tx, dispute, by=who.account.id, now=terms_now(here).now)
        return Envelope(data=_named(tx, dispute))


@router.post("/operator/disputes/{dispute}/decide", dependencies=WRITES)
def decide_dispute(here: Here, who: Operator, dispute: Number, decision: Decision) -> Envelope[DisputeLine]:
    """Accept or reject a dispute, as an operator. The claim itself is changed in its editor, or by importing claims."""
    if decision.state not in DECISIONS:
        raise ApiError(422, f"A decision accepts or rejects; it does not make a dispute {decision.state.value}.")
    with here.installation.store.write() as tx:
        _named(tx, dispute)
        decide(Office(tx, terms_now(here), who.account.id, decision.why), dispute, decision.state)
        return Envelope(data=_named(tx, dispute))


def line(kept: KeptDispute) -> DisputeLine:
    """A dispute as the API tells it."""
    one = kept.dispute
    return DisputeLine(
        id=one.id,
        claim=one.claim,
        paper=one.paper,
        version=one.version,
        state=one.state,
        ground=one.ground,
        why=one.why,
        page=one.evidence.page,
        quote=one.evidence.quote,
        text_version=one.evidence.text_version,
        anchor=members(kept.anchor),
        by=one.by,
        created_at=one.created_at,
        decided_at=one.decided_at,
        decision=one.decision,
        new_version=one.new_version,
    )


def _named(tx: Transaction, number: int) -> DisputeLine:
    found = tx.disputes.get(number)
    if found is None:
        raise not_found("dispute", str(number))
    return line(found)


def _once(here: Desk, claim: Claim | None, act: Callable[[Transaction], int]) -> Envelope[DisputeLine]:
    """Act once for one key, and tell the dispute that came of it."""

    def work(keep: Callable[[Transaction, Done], None]) -> Done:
        with here.installation.store.write() as tx:
            done = Done(201, str(act(tx)))
            keep(tx, done)
        return done

    made = once(here.installation.store, here.left, claim, work)
    with here.installation.store.read() as tx:
        return Envelope(data=_named(tx, int(made.body)))
