"""Where states change: the row of an entry, its history and the outbox are kept in step, in one transaction."""

from dataclasses import dataclass

from openrepro.entries.entry import Entry, Reason, Revision, State
from openrepro.entries.ports import Books
from openrepro.entries.states import SYSTEM, StateError, begun, moved, remarked, restored
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.papers.resolving import quoted
from openrepro.record.acts import Act, ActKind


class IntakeError(OpenReproError):
    """What was handed in cannot be taken, and why. Nothing was changed."""


class NoSuchEntry(OpenReproError):  # noqa: N818  what a caller catches reads better so
    """There is no entry of that id."""


class NotYours(OpenReproError):  # noqa: N818
    """The entry belongs to another team."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One open transaction, the terms that hold in it, and who acts (a pseudonym, or `system`)."""

    books: Books
    terms: Terms
    actor: str = SYSTEM

    @property
    def now(self) -> str:
        return self.terms.now

    def get(self, entry: str, *, team: str = "") -> Entry:
        """The entry; with `team`, only when it is that team's. Raises NoSuchEntry or NotYours.

        A hidden entry is there for its own team only: nobody else is to learn of it.
        """
        found = self.books.entries.get(entry)
        if found is None or (team and found.hidden and found.team != team):
            raise NoSuchEntry(f"There is no entry {quoted(entry)}.", hint="Look the id up in the list of your entries.")
        if team and found.team != team:
            raise NotYours(f"The entry {entry} belongs to another team.", hint="Only its own team may change it.")
        return found

    def begin(self, entry: Entry) -> Entry:
        """Add a new entry with its first event."""
        self.books.entries.add(entry)
        step = begun(entry, actor=self.actor)
        self.books.entries.save(step.entry, step.event)
        self._tell(step.entry)
        return step.entry

    def move(self, entry: Entry, state: State, reason: Reason, sentence: str, *, revision: str = "") -> Entry:
        """Bring an entry into another state. Raises StateError when that cannot follow."""
        step = moved(entry, state, reason, sentence, self.now, revision=revision, actor=self.actor)
        self.books.entries.save(step.entry, step.event)
        self._tell(step.entry)
        return step.entry

    def restore(self, entry: Entry, state: State, reason: Reason, sentence: str) -> Entry:
        """Bring a withdrawn entry back. Raises StateError."""
        step = restored(entry, state, reason, sentence, self.now, actor=self.actor)
        self.books.entries.save(step.entry, step.event)
        self._tell(step.entry)
        return step.entry

    def remark(self, entry: Entry, reason: Reason, sentence: str, *, revision: str = "") -> Entry:
        """Keep the entry as it is given, and say something about it without another state."""
        event = remarked(entry, reason, sentence, self.now, revision=revision, actor=self.actor)
        self.books.entries.save(entry, event)
        return entry

    def keep(self, entry: Entry) -> Entry:
        """Keep what has changed of an entry and is not worth an event."""
        self.books.entries.save(entry)
        return entry

    def act(self, kind: ActKind, entry: Entry, *, revision: str = "", reason: str = "") -> None:
        """Append an act about the entry to the ledger."""
        act = act_of(kind, entry, self.now, revision=revision, reason=reason)
        self.books.ledger.append([self.books.ledger.told_apart(act)])

    def tell(self, event: str, entry: Entry, sentence: str) -> None:
        """Let webhooks hear of something that is no change of state."""
        self.books.outbox.emit(event, entry.id, sentence)

    def standing(self, entry: Entry) -> Revision | None:
        """The revision that an entry stands with: its own, else the newest that is in time and has its bytes; without
        its files."""
        revisions = self.books.entries.revisions(entry.id)
        there = [one for one in revisions if not one.taken_down_at and not self.is_late(one)]
        return next((one for one in there if one.id == entry.revision), there[-1] if there else None)

    def is_late(self, revision: Revision) -> bool:
        """Whether a revision came after the close that holds now; a close that was put off takes more in."""
        return revision.late and revision.seen_at > self.terms.closes

    def _tell(self, entry: Entry) -> None:
        self.tell(f"entry.{entry.state.replace(' ', '-')}", entry, entry.sentence)


def act_of(kind: ActKind, entry: Entry, now: str, *, revision: str = "", reason: str = "") -> Act:
    """The act record about an entry; it names its team, its paper and when it was made."""
    return Act(kind, now, entry.id, entry.team, entry.paper, revision, entry.created_at, reason)


def not_withdrawn(entry: Entry) -> Entry:
    """The entry, unless it is withdrawn. Raises StateError."""
    if entry.state is State.WITHDRAWN:
        text = f"The entry {entry.id} was {'taken down' if entry.reason is Reason.TAKEN_DOWN else 'withdrawn'}."
        raise StateError(text, hint="Submit the logbook as a new entry, or ask the organisers.")
    return entry
