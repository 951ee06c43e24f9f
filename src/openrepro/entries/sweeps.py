"""What becomes due by itself: the challenge opens, claims come or change, papers come that entries had named."""

from collections.abc import Iterable
from typing import Final, Protocol

from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.ports import Books, EntryStore
from openrepro.entries.queueing import Wait, listed_late, queued, queued_again
from openrepro.entries.resolving import settle_paper
from openrepro.entries.window import Terms

AT_ONCE: Final = 100
CHANGED: Final = Wait(Reason.WAITING, "", "The claims of its paper changed; it is judged on the new ones.")
_JUDGED: Final = (State.JUDGED, State.NOT_JUDGED)


class DueEntries(EntryStore, Protocol):
    """Entries by what they wait for; each method gives at most `limit`."""

    def waiting_to_open(self, limit: int) -> tuple[Entry, ...]: ...

    def waiting_for_claims(self, limit: int) -> tuple[Entry, ...]: ...


class DueBooks(Books, Protocol):
    @property
    def entries(self) -> DueEntries: ...


def sweep_entries(books: DueBooks, terms: Terms, *, limit: int = AT_ONCE) -> int:
    """Queue entries whose challenge has opened or whose claims have come; gives how many. Call it again while it gives
    `limit`."""
    if terms.early:
        return 0
    desk = Desk(books, terms)
    opened = books.entries.waiting_to_open(limit)
    claimed = books.entries.waiting_for_claims(limit - len(opened))
    for entry in (*opened, *claimed):
        _go_on(desk, entry)
    return len(opened) + len(claimed)


def claims_changed(books: Books, entries: Iterable[Entry], terms: Terms) -> int:
    """Queue judged entries of papers whose claims changed; gives how many. Their old verdicts stay on record."""
    desk = Desk(books, terms)
    judged = [entry for entry in entries if entry.state in _JUDGED and entry.paper and desk.standing(entry) is not None]
    for entry in judged:
        queued_again(desk, entry, CHANGED)
    return len(judged)


def resolve_again(books: Books, entries: Iterable[Entry], terms: Terms) -> int:
    """Look up the papers of rejected entries once more, as after papers were loaded; gives how many were found."""
    desk = Desk(books, terms)
    found = 0
    for entry in entries:
        settled = settle_paper(desk, entry, books.papers.resolve(entry.named))
        found += settled.paper != entry.paper
        if settled.paper and settled.revision:
            _go_on(desk, settled)
    return found


def _go_on(desk: Desk, entry: Entry) -> Entry:
    """Queue what an entry has, or list it as late."""
    standing = desk.standing(entry)
    if standing is not None:
        return queued(desk, entry, standing.id)
    return listed_late(desk, entry, entry.revision) if entry.revision else entry
