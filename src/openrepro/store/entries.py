"""The store of entries, their history and their revisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Column, ColumnElement, Connection, Row, Select

from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, Source, State
from openrepro.entries.states import MISNAMED
from openrepro.store import revisions
from openrepro.store.revisions import Tombstone
from openrepro.store.statements import CHUNK, alone, text_of, value_of
from openrepro.store.tables import entries, entry_events, papers, teams

MOST: Final = 1_000
"""The most rows that one page holds."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries a list shows; what is empty selects nothing. `hidden` None: hidden ones too."""

    state: State | None = None
    paper: str = ""
    team: str = ""
    source: Source | None = None
    hidden: bool | None = False
    reason: Reason | None = None


class Listed(NamedTuple):
    """An entry in a list, and its place in the order in which entries came."""

    seq: int
    entry: Entry


class EntryPage(NamedTuple):
    """Entries, newest first. `next` is where the next page begins; 0 when this is the last one."""

    rows: tuple[Listed, ...]
    next: int = 0


class Event(NamedTuple):
    """A step of a history, and its number, which grows."""

    number: int
    event: EntryEvent


class Counts(NamedTuple):
    """How many entries there are in each state; `hidden` ones are not among them."""

    states: Mapping[State, int]
    hidden: int = 0


class SqlEntries:
    """All of it inside one open transaction. On PostgreSQL a writing one locks the entries that it gets."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._locks = bool(connection.get_execution_options().get("writes"))

    def get(self, entry: str) -> Entry | None:
        return self._one(entries.c.id == entry)

    def by_origin(self, origin: str) -> Entry | None:
        return self._one(entries.c.origin == origin)

    def several(self, ids: Sequence[str]) -> Mapping[str, Entry]:
        """Entries by their ids (at most 500); what is not there is left out."""
        found = self._all(entries.c.id.in_(ids[:CHUNK]), limit=CHUNK)
        return {entry.id: entry for entry in found}

    def hold(self, team: str) -> None:
        row = sa.select(teams.c.id).where(teams.c.id == team)
        self._connection.execute(row.with_for_update(key_share=True)).all()

    def scoring(self, team: str, paper: str) -> Entry | None:
        judged = (entries.c.paper_id == paper, entries.c.team_id == team, entries.c.first_judged_at != "")
        counts = (entries.c.state.concat("") != State.WITHDRAWN, sa.not_(entries.c.hidden))
        order = (entries.c.first_judged_at, entries.c.created_at, entries.c.seq)
        row = self._connection.execute(sa.select(entries).where(*judged, *counts).order_by(*order).limit(1)).first()
        return None if row is None else _entry(row)

    def same_uploads(self, account: str, revision: str) -> tuple[Entry, ...]:
        mine = (entries.c.account_id == account, entries.c.source == Source.UPLOAD, entries.c.state != State.WITHDRAWN)
        return self._all(entries.c.id.in_(revisions.holders(revision)), *mine, limit=CHUNK)

    def add(self, entry: Entry) -> None:
        alone(self._connection, "entries")
        place = sa.select(sa.func.coalesce(sa.func.max(entries.c.seq), 0) + 1).scalar_subquery()
        self._connection.execute(sa.insert(entries).values(seq=place, **entry_values(entry)))

    def save(self, entry: Entry, *events: EntryEvent) -> None:
        self._connection.execute(sa.update(entries).where(entries.c.id == entry.id).values(**entry_values(entry)))
        if events:
            self._connection.execute(sa.insert(entry_events), [event_values(event) for event in events])

    def history(self, entry: str) -> tuple[EntryEvent, ...]:
        return tuple(item.event for item in self._events(_of_entry(entry)))

    def events(self, entry: str, *, after: int = 0, limit: int = 100) -> tuple[Event, ...]:
        """A part of a history, oldest first, from after the event of that number on."""
        query = _of_entry(entry).where(entry_events.c.id > after).limit(min(limit, MOST))
        return self._events(query)

    def latest(self, entry: str, *, before: int = 0, limit: int = 50) -> tuple[Event, ...]:
        """A part of a history, newest first, from before the event of that number on (0: from the newest on)."""
        query = _of_entry(entry).order_by(None).order_by(entry_events.c.id.desc()).limit(min(limit, MOST))
        return self._events(query.where(entry_events.c.id < before) if before else query)

    def add_revision(self, revision: Revision) -> None:
        revisions.add(self._connection, revision)

    def revision(self, entry: str, revision: str) -> Revision | None:
        return revisions.get(self._connection, entry, revision)

    def revisions(self, entry: str) -> tuple[Revision, ...]:
        return revisions.listed(self._connection, entry)

    def sole_blobs(self, entry: str, revision: str) -> tuple[str, ...]:
        return revisions.sole_blobs(self._connection, entry, revision)

    def doubtful_blobs(self, names: Sequence[str]) -> tuple[str, ...]:
        return revisions.doubtful_blobs(self._connection, names)

    def take_down(self, entry: str, revision: str, at: str) -> None:
        revisions.take_down(self._connection, entry, revision, at)

    def taken_down(self, revision: str) -> str:
        return revisions.taken_down(self._connection, revision)

    def tombstones(self, *, after: int = 0, limit: int = 100) -> tuple[Tombstone, ...]:
        """The revisions that were taken down, in the order in which they had come."""
        return revisions.tombstones(self._connection, after, min(limit, MOST))

    def judged_on(self, team: str, day: str) -> int:
        first = entries.c.first_judged_at
        query = sa.select(sa.func.count()).where(entries.c.team_id == team, first >= day, first < f"{day}~")
        return self._connection.scalar(query) or 0

    def page(self, wanted: Wanted, *, before: int = 0, limit: int = 50) -> EntryPage:
        """Entries, newest first; from the one before that place on, where given. At most 1,000 at once."""
        size = max(1, min(limit, MOST))
        query = sa.select(entries).where(*conditions_of(wanted)).order_by(entries.c.seq.desc()).limit(size + 1)
        found = self._connection.execute(query.where(entries.c.seq < before) if before else query).all()
        rows = tuple(Listed(row.seq, _entry(row)) for row in found[:size])
        return EntryPage(rows, rows[-1].seq if len(found) > size else 0)

    def counts(self, wanted: Wanted | None = None) -> Counts:
        """How many entries there are in each state, of all or of those of a paper or team."""
        where = () if wanted is None else conditions_of(wanted, hidden=False)
        query = sa.select(entries.c.state, entries.c.hidden, sa.func.count().label("many")).where(*where)
        found = self._connection.execute(query.group_by(entries.c.state, entries.c.hidden)).all()
        states = {State(row.state): row.many for row in found if not row.hidden}
        return Counts(states, sum(row.many for row in found if row.hidden))

    def stuck(self, since: str, *, limit: int = 100) -> tuple[Entry, ...]:
        """Entries that are on their way and have been in their state since before that instant, longest first."""
        on_way = (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.JUDGING)
        found = [row for state in on_way for row in self._long_in(state, since, limit)]
        return tuple(_entry(row) for row in sorted(found, key=lambda row: (row.state_at, row.seq))[:limit])

    def waiting_to_open(self, limit: int) -> tuple[Entry, ...]:
        """Entries that wait for the challenge to open, oldest first."""
        early = entries.c.reason == Reason.NOT_OPEN
        return tuple(map(_entry, self._in_state(State.RESOLVED, early, limit=limit)))

    def waiting_for_claims(self, limit: int) -> tuple[Entry, ...]:
        """Entries that wait for the claims of their paper, though these are there now; oldest first."""
        there = sa.select(papers.c.id).where(papers.c.id == entries.c.paper_id, papers.c.claim_set != "").exists()
        found = self._in_state(State.RESOLVED, entries.c.reason == Reason.NO_CLAIMS, there, limit=limit)
        return tuple(map(_entry, found))

    def misnamed(self, *, after: int = 0, limit: int = 100) -> tuple[Listed, ...]:
        """Entries that were rejected because of how they name their paper, in the order in which they came."""
        wrong = (entries.c.state == State.REJECTED, entries.c.reason.in_(MISNAMED), entries.c.seq > after)
        query = sa.select(entries).where(*wrong).order_by(entries.c.seq).limit(min(limit, MOST))
        return tuple(Listed(row.seq, _entry(row)) for row in self._connection.execute(query))

    def _one(self, *conditions: ColumnElement[bool]) -> Entry | None:
        return next(iter(self._all(*conditions, limit=1)), None)

    def _all(self, *conditions: ColumnElement[bool], limit: int) -> tuple[Entry, ...]:
        query = sa.select(entries).where(*conditions).order_by(entries.c.seq).limit(limit)
        found = self._connection.execute(query.with_for_update() if self._locks else query)
        return tuple(map(_entry, found))

    def _in_state(
        self, state: State, *conditions: ColumnElement[bool], limit: int, order: Column[Any] = entries.c.seq
    ) -> Sequence[Row[Any]]:
        query = sa.select(entries).where(entries.c.state == state, *conditions)
        return self._connection.execute(query.order_by(order).limit(min(limit, MOST))).all()

    def _long_in(self, state: State, since: str, limit: int) -> Sequence[Row[Any]]:
        return self._in_state(state, entries.c.state_at < since, limit=limit, order=entries.c.state_at)

    def _events(self, query: Select[Any]) -> tuple[Event, ...]:
        return tuple(Event(row.id, _event(row)) for row in self._connection.execute(query))


def _of_entry(entry: str) -> Select[Any]:
    return sa.select(entry_events).where(entry_events.c.entry_id == entry).order_by(entry_events.c.id)


def conditions_of(wanted: Wanted, *, hidden: bool = True) -> list[ColumnElement[bool]]:
    narrow = {entries.c.paper_id: wanted.paper, entries.c.team_id: wanted.team}
    found = [column == value for column, value in narrow.items() if value]
    wide = {entries.c.state: wanted.state, entries.c.source: wanted.source, entries.c.reason: wanted.reason}
    # Beside a paper or a team, the index of a state would lead the planner astray; a term keeps it out.
    found += [(column.concat("") if found else column) == value for column, value in wide.items() if value is not None]
    if hidden and wanted.hidden is not None:
        found.append(entries.c.hidden == wanted.hidden)
    return found


def entry_values(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.id,
        "team_id": entry.team,
        "account_id": entry.account or None,
        "source": entry.source,
        "origin": entry.origin,
        "state": entry.state,
        "reason": entry.reason,
        "sentence": entry.sentence,
        "state_at": entry.state_at,
        "seen_at": entry.seen_at,
        "created_at": entry.created_at,
        "title": entry.title,
        "url": entry.url,
        "licence": entry.licence,
        "named": text_of(entry.named),
        "paper_id": entry.paper,
        "revision": entry.revision,
        "judged_revision": entry.judged_revision,
        "first_judged_at": entry.first_judged_at,
        "hidden": entry.hidden,
        "missing_since": entry.missing_since,
    }


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        id=row.id,
        team=row.team_id,
        account=row.account_id or "",
        source=Source(row.source),
        origin=row.origin,
        state=State(row.state),
        reason=Reason(row.reason),
        sentence=row.sentence,
        state_at=row.state_at,
        seen_at=row.seen_at,
        created_at=row.created_at,
        title=row.title,
        url=row.url,
        licence=row.licence,
        named=tuple(value_of(row.named)),
        paper=row.paper_id,
        revision=row.revision,
        judged_revision=row.judged_revision,
        first_judged_at=row.first_judged_at,
        hidden=bool(row.hidden),
        missing_since=row.missing_since,
    )


def event_values(event: EntryEvent) -> dict[str, object]:
    return {
        "entry_id": event.entry,
        "at": event.at,
        "state": event.state,
        "reason": event.reason,
        "sentence": event.sentence,
        "revision": event.revision,
        "actor": event.actor,
    }


def _event(row: Row[Any]) -> EntryEvent:
    state, reason = State(row.state), Reason(row.reason)
    return EntryEvent(row.entry_id, row.at, state, reason, row.sentence, row.revision, row.actor)
