"""Verdicts: lists of them, and one with its whole record and the proof that it is in the ledger."""

import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Request
from pydantic import Field, JsonValue

from openrepro.judging.label import Direction, Label
from openrepro.record.ledger import leaf_hash
from openrepro.server.boards import MAIN
from openrepro.store.record_rows import VERDICT, Leaf, VerdictRow
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller, Calling, Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, plain
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.conditional import know_by
from openrepro.web.faults import ApiError, not_found
from openrepro.web.second_looks import confirmed

router = routes_of("verdicts")


class VerdictLine(Shape):
    """A verdict without its reading and reasons. `seq` is its leaf in the ledger; `current` is false once a later
    verdict took its place; `provisional` ones score nothing until they were looked at again; `confirmed`: the board
    has found that they were."""

    id: str
    seq: int
    claim: str
    claim_version: str
    paper: str
    entry: str
    team: str
    revision: str
    label: Label
    direction: Direction
    provisional: bool
    confirmed: bool
    grade: str
    reader: str
    rules: str
    judged_at: str
    case_file: str
    supersedes: str
    review: str
    current: bool


class Proof(Shape):
    """The proof (RFC 6962) that a record is leaf `leaf` of the ledger of `size` leaves with this root."""

    leaf: int
    leaf_hash: str
    size: int
    root: str
    path: list[str]


class VerdictWhole(Shape):
    """A verdict: its record, whose canonical JSON (RFC 8785) is the leaf, and the proof."""

    id: str
    record: JsonValue = Field(description="The record (schema `openrepro.verdict/1`).")
    proof: Proof


@router.get("/verdicts")
def list_verdicts(
    request: Request,
    here: Here,
    who: Calling,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    entry: Annotated[str, Query(max_length=200, description="Only verdicts on this entry.")] = "",
    paper: Annotated[str, Query(max_length=200, description="Only verdicts on claims of this paper.")] = "",
    claim: Annotated[str, Query(max_length=200, description="Only verdicts on this claim.")] = "",
    team: Annotated[str, Query(max_length=200, description="Only verdicts on entries of this team.")] = "",
    label: Annotated[Label | None, Query(description="Only verdicts with this label.")] = None,
    current: Annotated[
        bool | None, Query(description="Only those that no later one supersedes (true), or only the others (false).")
    ] = None,
) -> Envelope[list[VerdictLine]]:
    """Verdicts in the order of the ledger."""
    if current is False and not (entry or paper or claim or team):
        raise ApiError(
            400, "Superseded verdicts are listed for one entry, paper, claim or team.", where="query.current"
        )
    chosen = "" if label is None else label.value
    filters = {"entry": entry, "paper": paper, "claim": claim, "team": team, "label": chosen, "current": current}
    cursors = Cursor("verdicts", filters)
    with here.installation.store.read() as tx:
        size = tx.ledger.size()
        know_by(request, size, tx.boards.view(MAIN), who.mark, request.url.query)
        rows = tx.ledger.verdicts(
            entry=entry,
            paper=paper,
            claim=claim,
            team=team,
            label=chosen,
            current=current,
            after=cursors.number(cursor),
            limit=limit + 1,
        )
        shown = shown_verdicts(tx, rows[:limit], who)
    following = cursors.made(rows[limit - 1].seq) if len(rows) > limit else None
    return Envelope(data=shown, next=following, meta=Meta(ledger_size=size))


@router.get("/verdicts/{verdict}")
def get_verdict(here: Here, who: Calling, verdict: Name) -> Envelope[VerdictWhole]:
    """One verdict by its id, with the proof that it is in the ledger as it is now."""
    with here.installation.store.read() as tx:
        leaf = tx.ledger.leaf_of(verdict)
        if leaf is None or leaf.kind != VERDICT:
            raise not_found("verdict", verdict)
        record = json.loads(leaf.body)
        if not _may_see(tx, record["entry"], who):
            raise not_found("verdict", verdict)
        found = proof(tx, leaf)
    return Envelope(data=VerdictWhole(id=leaf.id, record=plain(record), proof=found), meta=Meta(ledger_size=found.size))


def shown_verdicts(tx: Transaction, rows: Sequence[VerdictRow], who: Caller) -> list[VerdictLine]:
    """Those rows that the caller may see."""
    entries = tx.entries.several(tuple({row.entry for row in rows}))
    seen = [row for row in rows if row.entry in entries and who.may_see(entries[row.entry])]
    counted = confirmed(tx, seen, entries)
    return [VerdictLine.model_validate(row._asdict() | {"confirmed": row.id in counted}) for row in seen]


def proof(tx: Transaction, leaf: Leaf) -> Proof:
    """The proof that `leaf` is in the ledger as it is now."""
    size = tx.ledger.size()
    path = tx.ledger.inclusion(leaf.seq, size)
    hash_ = leaf_hash(leaf.data).hex()
    return Proof(leaf=leaf.seq, leaf_hash=hash_, size=size, root=tx.ledger.root(size), path=list(path))


def _may_see(tx: Transaction, entry: str, who: Caller) -> bool:
    found = tx.entries.get(entry)
    return found is not None and who.may_see(found)
