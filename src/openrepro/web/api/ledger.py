"""The ledger: its size and root, its leaves, and proofs that anybody can check."""

import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Request

from openrepro.record.ledger import leaf_hash
from openrepro.store.record_rows import Leaf
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller, Calling, Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape
from openrepro.web.api.parameters import USUAL, CursorText, Limit
from openrepro.web.api.routing import routes_of
from openrepro.web.api.verdicts import Proof, proof
from openrepro.web.conditional import know_by
from openrepro.web.faults import ApiError

router = routes_of("ledger")

Size = Annotated[int, Query(ge=0, le=2**53, description="A size of the ledger, now or once.")]


class Checkpoint(Shape):
    """The ledger at one size: the root of its tree (RFC 6962), in hex."""

    size: int
    root: str


class LeafLine(Shape):
    """A leaf: its place, the kind and id of its record, its hash, and the record as the canonical JSON that was
    hashed. `body` is null where the entry is hidden."""

    seq: int
    kind: str
    id: str
    hash: str
    body: str | None


class Consistency(Shape):
    """The proof that the ledger of `second.size` leaves continues that of `first.size` leaves."""

    first: Checkpoint
    second: Checkpoint
    path: list[str]


@router.get("/ledger")
def get_ledger(request: Request, here: Here) -> Envelope[Checkpoint]:
    """The ledger as it is now."""
    with here.installation.store.read() as tx:
        peaks = tx.ledger.peaks()
        know_by(request, peaks.size)
    return Envelope(data=Checkpoint(size=peaks.size, root=peaks.root.hex()), meta=Meta(ledger_size=peaks.size))


@router.get("/ledger/leaves")
def list_leaves(
    here: Here,
    who: Calling,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    start: Annotated[int, Query(ge=0, le=2**53, description="The first leaf to show, counted from 0.")] = 0,
) -> Envelope[list[LeafLine]]:
    """The leaves in their order."""
    cursors = Cursor("leaves", {"start": start})
    after = cursors.number(cursor)
    first = start if after is None else after + 1
    with here.installation.store.read() as tx:
        size = tx.ledger.size()
        end = min(first + limit, size)
        lines = _lines(tx, tuple(tx.ledger.leaves(first, end)), who)
    following = cursors.made(end - 1) if first < end < size else None
    return Envelope(data=lines, next=following, meta=Meta(total=size, ledger_size=size))


@router.get("/ledger/consistency")
def get_consistency(here: Here, first: Size, second: Annotated[Size | None, Query()] = None) -> Envelope[Consistency]:
    """The proof that nothing was changed between two sizes; `second` is the present one unless it is given."""
    with here.installation.store.read() as tx:
        size = tx.ledger.size()
        later = size if second is None else second
        _check(first, later, size)
        path = tx.ledger.consistency(first, later)
        ends = [Checkpoint(size=one, root=tx.ledger.root(one)) for one in (first, later)]
    return Envelope(data=Consistency(first=ends[0], second=ends[1], path=list(path)), meta=Meta(ledger_size=size))


@router.get("/ledger/inclusion")
def get_inclusion(here: Here, leaf: Annotated[int, Query(ge=0, le=2**53)]) -> Envelope[Proof]:
    """The proof that a leaf is in the ledger as it is now."""
    with here.installation.store.read() as tx:
        found = tx.ledger.leaf(leaf)
        if found is None:
            raise ApiError(404, f"The ledger has no leaf {leaf}; it has {tx.ledger.size()} leaves.")
        shown = proof(tx, found)
    return Envelope(data=shown, meta=Meta(ledger_size=shown.size))


def _check(first: int, second: int, size: int) -> None:
    if not first <= second <= size:
        raise ApiError(
            422,
            f"The ledger has {size} leaves; {first} and {second} are not two of its sizes in their order.",
            where="query.first" if first > second else "query.second",
        )


def _lines(tx: Transaction, leaves: Sequence[Leaf], who: Caller) -> list[LeafLine]:
    about = [json.loads(leaf.body).get("entry", "") for leaf in leaves]
    entries = tx.entries.several(tuple(set(about)))
    hidden = {name for name, entry in entries.items() if not who.may_see(entry)}
    return [_line(leaf, withheld=entry in hidden) for leaf, entry in zip(leaves, about, strict=True)]


def _line(leaf: Leaf, *, withheld: bool) -> LeafLine:
    body = None if withheld else leaf.body
    return LeafLine(seq=leaf.seq, kind=leaf.kind, id=leaf.id, hash=leaf_hash(leaf.data).hex(), body=body)
