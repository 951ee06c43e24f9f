"""Loading the people and entries of a past event at once: many rows with few statements."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Table

from openrepro.entries.entry import Entry, EntryEvent, Revision
from openrepro.people.accounts import Account, Team
from openrepro.store.entries import entry_values, event_values
from openrepro.store.revisions import file_values, revision_values
from openrepro.store.statements import add_missing, alone
from openrepro.store.tables import accounts, entries, entry_events, revision_files, revisions, teams

AT_ONCE: Final = 2_000

Item = TypeVar("Item")


class PastEntry(NamedTuple):
    """An entry as it stands, how it came there, and its revisions, which may be without their files."""

    entry: Entry
    events: Sequence[EntryEvent] = ()
    revisions: Sequence[Revision] = ()


class SqlBulk:
    """All of it inside one open transaction. Nothing is checked but what the database checks."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_people(self, given_teams: Iterable[Team], given_accounts: Iterable[Account] = ()) -> None:
        """Add teams and accounts that are not there yet; one whose id, or name, is there already is left out."""
        for part in _parts(given_teams):
            rows = [
                {"id": team.id, "name": team.name, "competing": team.competing, "created_at": team.created_at}
                for team in part
            ]
            add_missing(self._connection, teams, rows)
        for some in _parts(given_accounts):
            add_missing(self._connection, accounts, [_account_values(account) for account in some])

    def add_entries(self, past: Iterable[PastEntry]) -> int:
        """Add new entries in the order given, each with its history and revisions; gives their number."""
        alone(self._connection, "entries")
        seq = self._connection.scalar(sa.select(sa.func.max(entries.c.seq))) or 0
        added = 0
        for part in _parts(past):
            rows = [entry_values(one.entry) | {"seq": seq + at} for at, one in enumerate(part, added + 1)]
            self._insert(entries, rows)
            self._insert(entry_events, [event_values(event) for one in part for event in one.events])
            kept = [revision for one in part for revision in one.revisions]
            self._insert(revisions, [revision_values(revision) for revision in kept])
            files = [file_values(revision.id, file) for revision in kept for file in revision.files]
            add_missing(self._connection, revision_files, files)
            added += len(part)
        return added

    def _insert(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(sa.insert(table), rows)


def _account_values(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "provider": account.provider,
        "role": account.role.value,
        "team_id": account.team,
        "created_at": account.created_at,
        "deleted_at": account.deleted_at,
    }


def _parts(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while part := list(islice(remaining, AT_ONCE)):
        yield part
