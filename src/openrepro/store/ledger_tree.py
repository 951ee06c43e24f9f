"""The tree of the ledger in the database: its root at any size, and proofs read in O(log size) rows."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from sqlalchemy import Connection, TextClause, bindparam, select, text, update

from openrepro.errors import OpenReproError
from openrepro.record.ledger import (
    Node,
    Peaks,
    Span,
    consistency_spans,
    cover,
    inclusion_spans,
    leaf_hash,
    span_hash,
)
from openrepro.store.tables import leaves, ledger

CHECK = "Run `openrepro board rebuild --check`, and compare with a copy of the database."

_BODIES: Final = select(leaves.c.seq, leaves.c.body).where(leaves.c.seq.in_(bindparam("positions", expanding=True)))


class SqlTree:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def size(self) -> int:
        return self.peaks().size

    def root(self, size: int | None = None) -> str:
        """The root of the tree as it is, or as it was at `size` leaves, in hex."""
        peaks = self.peaks()
        if size in (None, peaks.size):
            return peaks.root.hex()
        _check_within(size, peaks.size)
        return self._hash(Span(0, size)).hex() if size else Peaks().root.hex()

    def peaks(self) -> Peaks:
        row = self._connection.execute(select(ledger.c.size, ledger.c.peaks)).one_or_none()
        return Peaks() if row is None else peaks_of(row.size, row.peaks)

    def inclusion(self, seq: int, size: int | None = None) -> tuple[str, ...]:
        """The hashes (hex) that prove leaf `seq` to be in the tree of `size` leaves; O(log size) rows are read."""
        size = self._within(size)
        if not 0 <= seq < size:
            raise OpenReproError(f"Leaf {seq} is not in a ledger of {size} leaves.")
        return self._proof(inclusion_spans(seq, size))

    def consistency(self, first: int, second: int | None = None) -> tuple[str, ...]:
        """The hashes (hex) that prove the ledger of `second` leaves to continue that of `first`."""
        second = self._within(second)
        _check_within(first, second)
        return self._proof(consistency_spans(first, second))

    def _within(self, size: int | None) -> int:
        held = self.size()
        return held if size is None else _check_within(size, held)

    def _proof(self, spans: Sequence[Span]) -> tuple[str, ...]:
        hashes = self._hashes({node for span in spans for node in cover(span)})
        return tuple(span_hash(span, hashes).hex() for span in spans)

    def _hash(self, span: Span) -> bytes:
        return span_hash(span, self._hashes(cover(span)))

    def _hashes(self, nodes: Collection[Node]) -> Mapping[Node, bytes]:
        """The hashes of complete subtrees; those of single leaves are taken from the leaves themselves."""
        single = [node.position for node in nodes if node.level == 0]
        above = [node for node in nodes if node.level]
        found: dict[Node, bytes] = {}
        if single:
            told = self._connection.execute(_BODIES, {"positions": single})
            found = {Node(0, seq): leaf_hash(body.encode()) for seq, body in told}
        if above:
            named = {
                f"{part}{at}": value for at, node in enumerate(above) for part, value in zip("lp", node, strict=True)
            }
            rows = self._connection.execute(_nodes(len(above)), named)
            found |= {Node(level, position): hash_ for level, position, hash_ in rows}
        if any(node not in found for node in nodes):
            raise OpenReproError("A part of the ledger's tree is missing from the database.", hint=CHECK)
        return found

    def _locked(self) -> Peaks:
        """The tree, with its row locked until the transaction ends."""
        locked = select(ledger.c.size, ledger.c.peaks).with_for_update()
        row = self._connection.execute(locked).one_or_none()
        if row is None:
            self._connection.execute(
                text("INSERT INTO ledger (id, size, peaks) VALUES (1, 0, '[]') ON CONFLICT (id) DO NOTHING")
            )
            row = self._connection.execute(locked).one()
        return peaks_of(row.size, row.peaks)

    def _save(self, peaks: Peaks) -> None:
        told = json.dumps([item.hex() for item in peaks.hashes])
        self._connection.execute(update(ledger).values(size=peaks.size, peaks=told))


@cache
def _nodes(count: int) -> TextClause:
    """A statement for so many nodes. Terms joined by OR are each looked up by key; a list of pairs would be a scan."""
    terms = " OR ".join(f"(level = :l{at} AND position = :p{at})" for at in range(count))
    return text(f"SELECT level, position, hash FROM ledger_nodes WHERE {terms}")


def _check_within(size: int | None, held: int) -> int:
    if size is None or not 0 <= size <= held:
        raise OpenReproError(f"The ledger has {held} leaves and never had a size of {size}.")
    return size


def peaks_of(size: int, told: str) -> Peaks:
    """The tree that the row of the ledger states. Raises OpenReproError when it states none."""
    try:
        return Peaks(size, tuple(bytes.fromhex(item) for item in json.loads(told)))
    except (ValueError, TypeError):
        raise OpenReproError(
            "The row that holds the peaks of the ledger's tree is damaged.",
            hint=CHECK,
        ) from None
