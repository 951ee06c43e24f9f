"""Stores for a long transaction that reads one entry after another: what belongs to an entry is read at once.

They answer as those that they stand for. Nothing may be written in the transaction.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from openrepro.judging.verdict import Verdict
from openrepro.record.ledger import Node, Peaks, leaf_hash
from openrepro.record.records import verdict_from_json
from openrepro.rendering.parts import PAGE, VIEW, unpacked
from openrepro.store.ledger import SqlLedger
from openrepro.store.manifests import KeptRevision, SqlManifests
from openrepro.store.record_rows import Leaf, VerdictRow
from openrepro.store.renderings import Kept, SqlRenderings
from openrepro.store.tables import leaves, rendered_parts, verdicts

MOST_LEAVES: Final = 500
"""Records of one entry that are read ahead."""
PICKED: Final = frozenset(("entry", "claim", "current", "after", "limit", "newest_first"))
"""What verdicts of an entry are picked by without asking the database."""
MOST_NODES: Final = 20_000
MOST_REVISIONS: Final = 20
AHEAD: Final = (PAGE, VIEW)
"""The kinds of parts that are read ahead; figures and traces are large and few."""
MOST_BYTES: Final = 8_000_000

_LEAVES: Final = (
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


class _Records(NamedTuple):
    """The verdicts of one entry, oldest first, and their leaves by name; of an entry with more than are read ahead the
    newest, `whole` false."""

    entry: str = ""
    rows: tuple[VerdictRow, ...] = ()
    leaves: Mapping[str, Leaf] = {}

    @property
    def whole(self) -> bool:
        return len(self.rows) < MOST_LEAVES


class AheadLedger(SqlLedger):
    """The ledger, with the records of the entry that was asked for last."""

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__(connection)
        self._peaks: Peaks | None = None
        self._nodes: dict[Node, bytes] = {}
        self._last = _Records()

    def peaks(self) -> Peaks:
        if self._peaks is None:
            self._peaks = super().peaks()
        return self._peaks

    def leaf_of(self, name: str) -> Leaf | None:
        if name not in self._last.leaves:
            entry = self._connection.scalar(_ENTRY_OF, {"name": name})
            if entry is not None:
                self._of_entry(entry)
        return self._last.leaves.get(name) or super().leaf_of(name)

    def current(self, entry: str) -> tuple[Verdict, ...]:
        held = self._of_entry(entry)
        if not held.whole:
            return super().current(entry)
        bodies = (held.leaves[row.id].body for row in held.rows if row.current)
        return tuple(sorted((verdict_from_json(json.loads(body)) for body in bodies), key=lambda item: item.claim))

    def verdicts(self, **asked: Any) -> tuple[VerdictRow, ...]:
        """As of the ledger; what is asked about an entry is picked from all of it."""
        held = self._of_entry(asked["entry"]) if asked.get("entry") and not set(asked) - PICKED else None
        return super().verdicts(**asked) if held is None or not held.whole else _picked(held.rows, **asked)

    def _of_entry(self, entry: str) -> _Records:
        if self._last.entry != entry:
            rows = super().verdicts(entry=entry, limit=MOST_LEAVES, newest_first=True)[::-1]
            found = self._connection.execute(_LEAVES, {"entry": entry})
            self._last = _Records(entry, rows, {row.id: Leaf(*row) for row in found})
            self._nodes |= {Node(0, leaf.seq): leaf_hash(leaf.data) for leaf in self._last.leaves.values()}
        return self._last

    def _hashes(self, nodes: Collection[Node]) -> Mapping[Node, bytes]:
        """As of the tree; a complete subtree never changes, and proofs of neighbours share most of theirs."""
        missing = [node for node in nodes if node not in self._nodes]
        if len(self._nodes) > MOST_NODES:
            self._nodes, missing = {}, list(nodes)
        if missing:
            self._nodes |= super()._hashes(missing)
        return self._nodes


def _picked(
    rows: Sequence[VerdictRow],
    *,
    entry: str,
    claim: str = "",
    current: bool | None = None,
    after: int | None = None,
    limit: int = 100,
    newest_first: bool = False,
) -> tuple[VerdictRow, ...]:
    """What `SqlLedger.verdicts` gives, from all verdicts of the entry, oldest first."""
    found = [
        row
        for row in (rows[::-1] if newest_first else rows)
        if (not claim or row.claim == claim)
        and current in (None, row.current)
        and (after is None or (row.seq < after if newest_first else row.seq > after))
    ]
    return tuple(found[:limit])


class _Parts(NamedTuple):
    """The parts of one rendering that are held, packed as they are kept."""

    entry: str
    revision: str
    held: Mapping[tuple[str, int, int], bytes]


class AheadRenderings(SqlRenderings):
    """The renderings, with the pages and views of the one that was asked for last."""

    _last = _Parts("", "", {})
    _kept: tuple[str, str, Kept | None] = ("", "", None)

    def get(self, entry: str, revision: str) -> Kept | None:
        if self._kept[:2] != (entry, revision):
            self._kept = entry, revision, super().get(entry, revision)
        return self._kept[2]

    def materials(self, of: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
        if len(of) != 1:
            return super().materials(of)
        kept = {entry: self.get(entry, revision) for entry, revision in of.items()}
        return {entry: one.body for entry, one in kept.items() if one is not None}

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

    def revision(self, entry: str, revision: str) -> KeptRevision | None:
        named = (one for one in self._newest(entry) if one.revision == revision)
        return next(named, None) or super().revision(entry, revision)

    def newest(self, entry: str, *, before: int = 0, limit: int = 20) -> tuple[KeptRevision, ...]:
        held = self._newest(entry)
        if len(held) == MOST_REVISIONS and (before or limit > MOST_REVISIONS):
            return super().newest(entry, before=before, limit=limit)
        return tuple(one for one in held if not before or one.seq < before)[:limit]

    def _newest(self, entry: str) -> tuple[KeptRevision, ...]:
        if self._last[0] != entry:
            self._last = entry, super().newest(entry, limit=MOST_REVISIONS)
        return self._last[1]
