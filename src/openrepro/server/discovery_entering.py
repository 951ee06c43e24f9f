"""Spaces that discovery finds become entries of their owners, and hear what the Hub says of them later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Space, Status
from openrepro.entries.entry import Entry, EntryEvent
from openrepro.entries.intake import Owner
from openrepro.entries.job import JobStore
from openrepro.entries.ports import LedgerStore, PaperStore
from openrepro.entries.spaces import SeenSpace, seen_space, space_missing, space_renamed
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.pseudonyms import new_entry_id
from openrepro.server.discovery_registry import Answer, Shown
from openrepro.server.named_papers import NamedPapers
from openrepro.store.bulk import PastEntry
from openrepro.store.entries import SqlEntries
from openrepro.store.faults import StoreError
from openrepro.store.many import Message, SqlMany
from openrepro.store.store import Transaction

PROVIDER: Final = "huggingface"


def hub_owner(tx: Transaction, name: str, now: str) -> Owner:
    """The account that goes by `name` on the Hub, and its team; made when it is new, with a team of one."""
    account = tx.people.add(name, provider=PROVIDER, now=now)
    return Owner(account.id, account.team)


@dataclass(frozen=True, slots=True)
class HubEntries:
    """Entries of the challenge under `rules` that are Spaces of the Hub at `url`. Made anew for each run."""

    rules: Rules
    url: str
    _owners: dict[str, Owner] = field(default_factory=dict)

    def shown(self, tx: Transaction, batch: Sequence[Shown], now: str) -> Mapping[str, Answer]:
        """Enter Spaces, or bring their entries up to date; by Space the entry's id, or why there is none."""
        owners = {one.known.id: self._owner(tx, one.known.space.owner, now) for one in batch}
        many, terms = SqlMany(tx.connection), Terms(self.rules, now)
        many.hold({owner.team for owner in owners.values()})
        there = many.entries_of(owners)
        fresh = FreshBooks(tx, NamedPapers(tx, (name for one in batch for name in one.named.names)))
        answers: dict[str, Answer] = {}
        for known, named in batch:
            seen = SeenSpace(known.space, named, owners[known.id], self._address(known.space))
            answers[known.id] = _known(tx, seen, terms) if known.id in there else fresh.enter(seen, terms)
        fresh.write(now)
        return answers

    def renamed(self, tx: Transaction, entry: str, space: Space, now: str) -> None:
        """Note that the Space of an entry has another id by now."""
        space_renamed(tx, entry, space, Terms(self.rules, now), url=self._address(space))

    def hidden(self, tx: Transaction, known: Known, now: str) -> None:
        """Tell an entry that the Hub does not hand out its Space, as `known` says."""
        gone = known.status is Status.GONE
        space_missing(tx, known.entry, known.sentence, Terms(self.rules, now), gone=gone)

    def _owner(self, tx: Transaction, name: str, now: str) -> Owner:
        if name not in self._owners:
            self._owners[name] = hub_owner(tx, name, now)
        return self._owners[name]

    def _address(self, space: Space) -> str:
        return f"{self.url.rstrip('/')}/spaces/{quote(space.id)}"


def _known(tx: Transaction, seen: SeenSpace, terms: Terms) -> Answer:
    """Bring an entry up to date; when that is not possible nothing of it stays."""
    try:
        with tx.connection.begin_nested():
            return seen_space(tx, seen, terms).id
    except StoreError:
        raise
    except OpenReproError as fault:
        return fault


class FreshBooks:
    """The books of a transaction for entries that are not in it yet: they are gathered, and written all at once.

    Entering so many one by one takes several statements each, and most of the time of a first run.
    """

    def __init__(self, tx: Transaction, papers: PaperStore) -> None:
        self._tx = tx
        self.entries = _FreshEntries(tx)
        self.papers = papers
        self.outbox = _FreshOutbox()

    @property
    def jobs(self) -> JobStore:
        return self._tx.jobs

    @property
    def ledger(self) -> LedgerStore:
        return self._tx.ledger

    def enter(self, seen: SeenSpace, terms: Terms) -> Answer:
        """Enter a Space; its entry's id, or why there is none."""
        name = new_entry_id()
        try:
            return seen_space(self, seen, terms, entry_id=name).id
        except StoreError:
            raise
        except OpenReproError as fault:
            self.entries.made.pop(name, None)
            self.outbox.messages = [message for message in self.outbox.messages if message.entry_id != name]
            return fault

    def write(self, now: str) -> None:
        """Write what was gathered."""
        self._tx.bulk.add_entries(PastEntry(entry, events) for entry, events in self.entries.made.values())
        SqlMany(self._tx.connection).emit(self.outbox.messages, now)


class _FreshEntries(SqlEntries):
    """Entries that are made here, each with its history; what is asked of others goes to the database."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx.connection)
        self.made: dict[str, tuple[Entry, list[EntryEvent]]] = {}

    def hold(self, team: str) -> None:
        """All teams are held already."""

    def by_origin(self, origin: str) -> Entry | None:
        """None: whatever comes here has no entry yet."""
        return None

    def get(self, entry: str) -> Entry | None:
        return self.made[entry][0] if entry in self.made else super().get(entry)

    def add(self, entry: Entry) -> None:
        self.made[entry.id] = (entry, [])

    def save(self, entry: Entry, *events: EntryEvent) -> None:
        self.made[entry.id] = (entry, [*self.made[entry.id][1], *events])


class _FreshOutbox:
    def __init__(self) -> None:
        self.messages: list[Message] = []

    def emit(self, event: str, entry: str, sentence: str) -> None:
        self.messages.append(Message(event, entry, sentence))
