"""Disputes about claims: all of them, one with its evidence and what became of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openrepro.claims.disputes import MEANINGS, DisputeState
from openrepro.ids import Json
from openrepro.people.accounts import Account
from openrepro.store.disputes import KeptDispute
from openrepro.store.store import Transaction
from openrepro.web.faults import not_found
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.templating import address, cut

PATH: Final = "/disputes"
EACH: Final = 25
ON_A_CLAIM: Final = 10
AT_ONCE: Final = 200
STATES: Final = tuple(state.value for state in DisputeState)


def disputes(visit: Visit) -> Page:
    """The page at `/disputes`: newest first, of one state or all, of one claim or all."""
    state, before = visit.one_of("state", STATES), visit.number("before", default=0)
    claim = visit.asked("claim")
    wanted = DisputeState(state) if state else None
    found = visit.tx.disputes.page(state=wanted, claim=claim, before=before, limit=EACH + 1)
    data: dict[str, Json] = {
        "state": state,
        "claim": claim,
        "states": [{"state": one, "where": address(PATH, _query(state=one, claim=claim))} for one in ("", *STATES)],
        "disputes": told_disputes(visit.tx, found[:EACH]),
        "before": before or None,
    }
    query = _query(state=state, claim=claim)
    following = address(PATH, {**query, "before": found[EACH - 1].dispute.id}) if len(found) > EACH else ""
    first = address(PATH, query) if before else ""
    return Page("disputes.html", "Disputes about claims", data, "What people say against claims.", first, following)


def _query(**asked: str) -> dict[str, str | int]:
    return {name: value for name, value in asked.items() if value}


def dispute(visit: Visit) -> Page:
    """The page at `/disputes/{dispute}`."""
    kept = dispute_named(visit.tx, visit.params["dispute"])
    told = told_disputes(visit.tx, [kept])[0]
    assert isinstance(told, Mapping)
    who = visit.who.account
    mine = who is not None and who.id == kept.dispute.by and kept.dispute.state is DisputeState.OPEN
    data: dict[str, Json] = {**told, "mine": mine, "decides": visit.who.operates}
    return Page("dispute.html", f"Dispute {kept.dispute.id}", data, description=cut(kept.dispute.why, 200))


def dispute_named(tx: Transaction, name: str) -> KeptDispute:
    """A dispute by its number in an address. Raises ApiError."""
    number = int(name) if name.isascii() and name.isdecimal() and len(name) < 10 else 0
    found = tx.disputes.get(number)
    if found is None:
        raise not_found("dispute", name)
    return found


def told_disputes(tx: Transaction, kept: Sequence[KeptDispute]) -> list[Json]:
    """Disputes as pages tell them, each with the text of its claim as it is in force, and the names of people."""
    people = {one for item in kept for one in (item.dispute.by, item.dispute.decided_by) if one}
    names = tx.people.accounts(people) if people else {}
    texts = tx.papers.claims_of([item.dispute.claim for item in kept])
    return [
        {
            **_told(item, names),
            "claim_text": texts[item.dispute.claim].text if item.dispute.claim in texts else "",
            "in_force": item.dispute.claim in texts,
        }
        for item in kept
    ]


def _told(kept: KeptDispute, names: Mapping[str, Account]) -> dict[str, Json]:
    one = kept.dispute
    return {
        "id": one.id,
        "claim": one.claim,
        "paper": one.paper,
        "version": one.version,
        "state": one.state.value,
        "ground": one.ground.value,
        "meaning": MEANINGS[one.ground],
        "why": one.why,
        "page": one.evidence.page,
        "quote": one.evidence.quote,
        "text_version": one.evidence.text_version,
        "anchor": kept.anchor,
        "by": one.by,
        "by_name": _name(names, one.by),
        "created_at": one.created_at,
        "decided_at": one.decided_at,
        "decided_by_name": _name(names, one.decided_by),
        "decision": one.decision,
        "new_version": one.new_version,
    }


def _name(names: Mapping[str, Account], account: str) -> str:
    held = names.get(account)
    return "" if held is None or held.deleted_at else held.name


def _addresses(visit: Visit) -> Iterator[Address]:
    before = 0
    while page := visit.tx.disputes.page(before=before, limit=AT_ONCE):
        yield from (Address({"dispute": str(kept.dispute.id)}) for kept in page)
        before = page[-1].dispute.id


KINDS: Final = (
    Kind("disputes", PATH, disputes),
    Kind("dispute", f"{PATH}/{{dispute}}", dispute, _addresses),
)
