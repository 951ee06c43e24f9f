"""What discovery and imports ask of the database for many entries at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from openrepro.store.record_rows import VerdictRow, shown_verdict
from openrepro.store.statements import CHUNK
from openrepro.store.tables import entries, outbox, paper_aliases, teams, verdicts


class Message(NamedTuple):
    """An event that webhooks must hear of, and the entry it is about."""

    event: str
    entry_id: str
    sentence: str


class SqlMany:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def names(self, among: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """Those of the names that papers have, each with the ids of the papers that have it."""
        found: dict[str, set[str]] = {}
        query = select(paper_aliases.c.name, paper_aliases.c.paper_id)
        for part in _parts(among):
            for name, paper in self._connection.execute(query.where(paper_aliases.c.name.in_(part))):
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

    def hold(self, held: Iterable[str]) -> None:
        """Hold the entries of several teams, as `SqlEntries.hold` does those of one."""
        for part in _parts(sorted(held)):
            query = select(teams.c.id).where(teams.c.id.in_(part)).order_by(teams.c.id)
            self._connection.execute(query.with_for_update(key_share=True)).all()

    def emit(self, messages: Sequence[Message], now: str) -> None:
        """Note in this order what webhooks must hear of."""
        if messages:
            self._connection.execute(insert(outbox), [message._asdict() | {"at": now} for message in messages])


def _parts(values: Iterable[str]) -> Iterator[Sequence[str]]:
    left = iter(dict.fromkeys(values))
    while part := list(islice(left, CHUNK)):
        yield part
