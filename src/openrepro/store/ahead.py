"""Stores for a long transaction that reads one entry after another: what belongs to an entry is read at once.

They answer as those that they stand for. Nothing may be written in the transaction.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from openrepro.record.ledger import Node, Peaks, leaf_hash
from openrepro.rendering.parts import PAGE, VIEW, unpacked
from openrepro.store.ledger import SqlLedger
from openrepro.store.manifests import KeptRevision, SqlManifests
from openrepro.store.record_rows import Leaf, VerdictRow
from openrepro.store.renderings import SqlRenderings
from openrepro.store.tables import leaves, rendered_parts, verdicts

MOST_LEAVES: Final = 500
"""Records of one entry that are read ahead."""
MOST_NODES: Final = 20_000
MOST_REVISIONS: Final = 20
AHEAD: Final = (PAGE, VIEW)
"""The kinds of parts that are read ahead; figures and traces are large and few."""
MOST_BYTES: Final = 8_000_000

_OF_ENTRY: Final = (
    sa.select(leaves)
    .join(verdicts, verdicts.c.seq == leaves.c.seq)
    .where(verdicts.c.entry_id == sa.bindparam("entry"))
    .order_by(leaves.c.seq.desc())
    .limit(MOST_LEAVES)
)
_ENTRY_OF: Final = sa.select(verdicts.c.entry_id).where(verdicts.c.id == sa.bindparam("name"))
_PARTS: Final = sa.select(rendered_parts.c.kind, rendered_parts.c.page, rendered_parts.c.part, rendered_parts.c.body)
_OF_RENDERING: Final = _PARTS.where(
    rendered_parts.c.entry_id == sa.bindparam("entry"),
    rendered_parts.c.revision == sa.bindparam("revision"),
    rendered_parts.c.kind.in_(AHEAD),
)


class AheadLedger(SqlLedger):
    """The ledger, with the records of the entry that was asked for last."""

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__(connection)
        self._peaks: Peaks | None = None
        self._held: Mapping[str, Leaf] = {}
        self._rows: tuple[str, tuple[VerdictRow, ...]] = ("", ())
        self._nodes: dict[Node, bytes] = {}

    def peaks(self) -> Peaks:
        if self._peaks is None:
            self._peaks = super().peaks()
        return self._peaks

    def leaf_of(self, name: str) -> Leaf | None:
        if name not in self._held:
            entry = self._connection.scalar(_ENTRY_OF, {"name": name})
            rows = self._connection.execute(_OF_ENTRY, {"entry": entry}) if entry else ()
            self._held = {row.id: Leaf(*row) for row in rows}
            self._nodes |= {Node(0, leaf.seq): leaf_hash(leaf.data) for leaf in self._held.values()}
        return self._held.get(name) or super().leaf_of(name)

    def verdicts(self, **asked: Any) -> tuple[VerdictRow, ...]:
        """As of the ledger; those on a claim of an entry are picked from all of the entry."""
        if not (asked.get("entry") and asked.get("claim")) or set(asked) - {"entry", "claim", "limit", "newest_first"}:
            return super().verdicts(**asked)
        rows = self._of_entry(asked["entry"])
        if len(rows) == MOST_LEAVES:
            return super().verdicts(**asked)
        found = [row for row in rows if row.claim == asked["claim"]]
        ordered = found if asked.get("newest_first") else found[::-1]
        return tuple(ordered[: asked.get("limit", 100)])

    def _of_entry(self, entry: str) -> tuple[VerdictRow, ...]:
        """The verdicts of an entry, newest first."""
        if self._rows[0] != entry:
            self._rows = entry, super().verdicts(entry=entry, limit=MOST_LEAVES, newest_first=True)
        return self._rows[1]

    def _hashes(self, nodes: Collection[Node]) -> Mapping[Node, bytes]:
        """As of the tree; a complete subtree never changes, and proofs of neighbours share most of theirs."""
        missing = [node for node in nodes if node not in self._nodes]
        if len(self._nodes) > MOST_NODES:
            self._nodes, missing = {}, list(nodes)
        if missing:
            self._nodes |= super()._hashes(missing)
        return self._nodes


class _Parts(NamedTuple):
    """The parts of one rendering that are held, packed as they are kept."""

    entry: str
    revision: str
    held: Mapping[tuple[str, int, int], bytes]


class AheadRenderings(SqlRenderings):
    """The renderings, with the pages and views of the one that was asked for last."""

    _last = _Parts("", "", {})

    def part(self, entry: str, revision: str, kind: str, page: int, part: int) -> str | None:
        if kind not in AHEAD:
            return super().part(entry, revision, kind, page, part)
        if self._last[:2] != (entry, revision):
            self._last = _Parts(entry, revision, self._read(entry, revision))
        body = self._last.held.get((kind, page, part))
        return super().part(entry, revision, kind, page, part) if body is None else unpacked(body)

    def _read(self, entry: str, revision: str) -> Mapping[tuple[str, int, int], bytes]:
        """As many parts as may be held."""
        held, size = {}, 0
        for kind, page, part, body in self._connection.execute(_OF_RENDERING, {"entry": entry, "revision": revision}):
            size += len(body)
            if size > MOST_BYTES:
                break
            held[kind, page, part] = body
        return held


class AheadManifests(SqlManifests):
    """The manifests, with the newest revisions of the entry that was asked for last."""

    _last: tuple[str, tuple[KeptRevision, ...]] = ("", ())

    def newest(self, entry: str, *, before: int = 0, limit: int = 20) -> tuple[KeptRevision, ...]:
        if before or limit > MOST_REVISIONS:
            return super().newest(entry, before=before, limit=limit)
        if self._last[0] != entry:
            self._last = entry, super().newest(entry, limit=MOST_REVISIONS)
        return self._last[1][:limit]
