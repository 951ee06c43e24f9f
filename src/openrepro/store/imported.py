"""What an import of a public event asks of the database in bulk: names, entries by their Space, verdicts on record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from openrepro.entries.entry import Entry, EntryEvent, Revision
from openrepro.store.record_rows import VerdictRow, shown_verdict
from openrepro.store.statements import CHUNK, add_missing, alone, text_of
from openrepro.store.tables import entries, entry_events, paper_aliases, revisions, verdicts


class SqlImported:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def names(self) -> Mapping[str, frozenset[str]]:
        """Every name of a paper with the ids of the papers that have it."""
        found: dict[str, set[str]] = {}
        for name, paper in self._connection.execute(select(paper_aliases.c.name, paper_aliases.c.paper_id)):
            found.setdefault(name, set()).add(paper)
        return {name: frozenset(ids) for name, ids in found.items()}

    def entries_of(self, origins: Iterable[str]) -> Mapping[str, str]:
        """The ids of the entries that come from these Spaces, by Space."""
        query = select(entries.c.origin, entries.c.id)
        parts = (query.where(entries.c.origin.in_(part)) for part in _parts(origins))
        return {row.origin: row.id for part in parts for row in self._connection.execute(part)}

    def verdicts_of(self, ids: Iterable[str]) -> Mapping[str, tuple[VerdictRow, ...]]:
        """All verdicts of these entries, by entry, in the order of the ledger."""
        found: dict[str, list[VerdictRow]] = {}
        for part in _parts(ids):
            query = select(verdicts).where(verdicts.c.entry_id.in_(part)).order_by(verdicts.c.seq)
            for row in map(shown_verdict, self._connection.execute(query).mappings()):
                found.setdefault(row.entry, []).append(row)
        return {entry: tuple(rows) for entry, rows in found.items()}

    def add(self, made: Sequence[Entry]) -> None:
        """Add new entries in this order."""
        alone(self._connection, "entries")
        last = self._connection.scalar(select(func.max(entries.c.seq))) or 0
        self._insert(entries, [_entry_row(entry) | {"seq": last + at} for at, entry in enumerate(made, start=1)])

    def add_events(self, events: Sequence[EntryEvent]) -> None:
        """Add to the histories of entries."""
        self._insert(entry_events, [_of_entry(asdict(event)) for event in events])

    def add_revisions(self, found: Sequence[Revision]) -> None:
        """Note revisions whose bytes are not here; those that an entry has already stay as they are."""
        rows = [
            {"entry_id": one.entry, "revision": one.id, "seen_at": one.seen_at, "source_sha": one.source_sha}
            for one in found
        ]
        add_missing(self._connection, revisions, rows)

    def _insert(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)


def _entry_row(entry: Entry) -> dict[str, Any]:
    row = asdict(entry) | {"named": text_of(entry.named)}
    return row | {"team_id": row.pop("team"), "account_id": row.pop("account") or None, "paper_id": row.pop("paper")}


def _of_entry(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"entry_id": row.pop("entry")}


def _parts(values: Iterable[str]) -> Iterator[Sequence[str]]:
    left = iter(dict.fromkeys(values))
    while part := list(islice(left, CHUNK)):
        yield part
