"""What becomes due by itself: the challenge opens, claims come or change, papers come that entries had named."""

from collections.abc import Collection, Iterable
from typing import Final, Protocol

from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.ports import Books, EntryStore
from openrepro.entries.queueing import Wait, listed_late, queued, queued_again
from openrepro.entries.resolving import settle_paper
from openrepro.entries.restated import restated
from openrepro.entries.window import Terms

AT_ONCE: Final = 100
CHANGED: Final = Wait(Reason.CLAIMS_CHANGED, "", "The claims of its paper changed; it is judged on the new ones.")
CLAIMS_EVENT: Final = "entry.claims-changed"
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
    """Queue judged entries of papers whose claims changed, and tell each what; gives how many. Only what changed is
    judged again, and the old verdicts stay on record."""
    desk = Desk(books, terms)
    judged = [entry for entry in entries if entry.state in _JUDGED and entry.paper and desk.standing(entry) is not None]
    waits = [(entry, wait) for entry in judged if (wait := _restated(desk, entry)) is not None]
    for entry, wait in waits:
        desk.tell(CLAIMS_EVENT, queued_again(desk, entry, wait), wait.sentence)
    return len(waits)


def tell_retired(books: Books, entries: Iterable[Entry], terms: Terms, gone: Collection[str]) -> int:
    """Tell judged entries which of the claims that they have verdicts on are `gone` now, where nothing is to be judged
    again that would tell them; gives how many. Call it once, when the claims change."""
    desk = Desk(books, terms)
    told = 0
    for entry in entries:
        claims = books.papers.claims(entry.paper)
        found = None if claims is None else restated(claims, books.ledger.current(entry.id)).of(gone)
        if found is not None and found.retired and not found.to_judge and entry.state in _JUDGED:
            desk.remark(entry, Reason.CLAIMS_CHANGED, found.sentence)
            desk.tell(CLAIMS_EVENT, entry, found.sentence)
            told += 1
    return told


def _restated(desk: Desk, entry: Entry) -> Wait | None:
    """The wait of an entry whose claims are others now; None where all that holds was judged by the same words."""
    claims, verdicts = desk.books.papers.claims(entry.paper), desk.books.ledger.current(entry.id)
    if claims is None or not verdicts:
        return CHANGED
    found = restated(claims, verdicts)
    return Wait(Reason.CLAIMS_CHANGED, "", found.sentence) if found.to_judge else None


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
