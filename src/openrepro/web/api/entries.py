"""Entries as they stand: the list, the state of one with what comes next, history, revisions, likeness."""

from typing import Annotated

from fastapi import Query
from pydantic import JsonValue

from openrepro import clock
from openrepro.entries.entry import Entry, Reason, Revision, RevisionFile, Source, State
from openrepro.entries.likeness import Likeness, LikenessKind
from openrepro.entries.states import MEANING
from openrepro.store.entries import Wanted
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller, Calling, Here, entry_shown
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, members
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import not_found

router = routes_of("entries")


class EntryLine(Shape):
    """An entry in a list. Instants are UTC; texts that are not known are empty. `team` and `account` are pseudonyms."""

    id: str
    team: str
    account: str
    source: Source
    origin: str
    title: str
    url: str
    licence: str
    named: list[str]
    paper: str
    state: State
    reason: Reason
    sentence: str
    state_at: str
    created_at: str
    seen_at: str
    first_judged_at: str
    revision: str
    judged_revision: str
    hidden: bool
    missing_since: str


class PlaceInQueue(Shape):
    """Where an entry stands in the queue: how many come before it (`or_more`: at least so many), when it is likely to
    be done (empty: nobody is at work), and not before which instant it is its turn (empty: now). The sentence says when
    nobody is at work, or how rough the time is."""

    ahead: int
    or_more: bool
    expected_at: str
    not_before: str
    sentence: str


class EntryStatus(EntryLine):
    """An entry with what its state means, what comes next, and its place while it waits."""

    meaning: str
    next_step: str
    place: PlaceInQueue | None


class EventLine(Shape):
    """A step of an entry's history. `actor` is a pseudonym, or `system`."""

    at: str
    state: State
    reason: Reason
    sentence: str
    revision: str
    actor: str


class RevisionLine(Shape):
    """An archived revision. `source_sha` is the commit at its source; one that was taken down has no bytes any more."""

    id: str
    seen_at: str
    source_sha: str
    late: bool
    taken_down_at: str
    newest: bool
    judged: bool


class FileLine(Shape):
    """An archived file."""

    path: str
    size: int
    sha256: str


class Side(Shape):
    """One of two entries that are alike, at the revision that was looked at."""

    entry: str
    revision: str
    team: str
    paper: str
    title: str


class LikenessLine(Shape):
    """Two entries that are alike in one way; a person decides what it means. `left` was there first; `share` is the
    part of the smaller side that both have, and `evidence` says where."""

    kind: LikenessKind
    sentence: str
    left: Side
    right: Side
    same_team: bool
    share: str
    found_at: str
    evidence: dict[str, JsonValue]


@router.get("/entries")
def list_entries(
    here: Here,
    who: Calling,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    state: Annotated[State | None, Query(description="Only entries in this state.")] = None,
    paper: Annotated[str, Query(max_length=200, description="Only entries on this paper.")] = "",
    team: Annotated[str, Query(max_length=200, description="Only entries of this team.")] = "",
    source: Annotated[Source | None, Query(description="Only entries from this source.")] = None,
) -> Envelope[list[EntryLine]]:
    """Entries, newest first. Hidden ones are shown to operators, and to their team where `team` names it."""
    cursors = Cursor("entries", {"state": state, "paper": paper, "team": team, "source": source})
    own = who.account is not None and team == who.account.team
    wanted = Wanted(state, paper, team, source, hidden=None if own or who.operates else False)
    with here.installation.store.read() as tx:
        page = tx.entries.page(wanted, before=cursors.number(cursor) or 0, limit=limit)
    lines = [EntryLine.model_validate(row.entry) for row in page.rows]
    return Envelope(data=lines, next=cursors.made(page.next) if page.next else None)


@router.get("/entries/{entry}")
def get_entry(here: Here, who: Calling, entry: Name) -> Envelope[EntryStatus]:
    """An entry: its state with the reason, its place and expected time while it waits, and what to do next."""
    with here.installation.store.read() as tx:
        return Envelope(data=status(tx, entry_shown(tx, entry, who)))


@router.get("/entries/{entry}/history")
def get_history(
    here: Here, who: Calling, entry: Name, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[EventLine]]:
    """Every state that an entry was in, oldest first."""
    cursors = Cursor("history", {"entry": entry})
    with here.installation.store.read() as tx:
        entry_shown(tx, entry, who)
        found = tx.entries.events(entry, after=cursors.number(cursor) or 0, limit=limit + 1)
    lines = [EventLine.model_validate(item.event) for item in found[:limit]]
    return Envelope(data=lines, next=cursors.made(found[limit - 1].number) if len(found) > limit else None)


@router.get("/entries/{entry}/revisions")
def list_revisions(
    here: Here, who: Calling, entry: Name, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[RevisionLine]]:
    """The archived revisions of an entry, oldest first."""
    cursors = Cursor("revisions", {"entry": entry})
    start = cursors.number(cursor) or 0
    with here.installation.store.read() as tx:
        shown = entry_shown(tx, entry, who)
        found = tx.entries.revisions(entry)
    lines = [_revision(shown, revision) for revision in found[start : start + limit]]
    more = start + limit < len(found)
    return Envelope(data=lines, next=cursors.made(start + limit) if more else None, meta=Meta(total=len(found)))


@router.get("/entries/{entry}/revisions/{revision}/files")
def list_files(
    here: Here, who: Calling, entry: Name, revision: Name, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[FileLine]]:
    """The files of a revision with their hashes, by path."""
    cursors = Cursor("files", {"entry": entry, "revision": revision})
    start = cursors.number(cursor) or 0
    with here.installation.store.read() as tx:
        entry_shown(tx, entry, who)
        found = tx.entries.revision(entry, revision)
    if found is None:
        raise not_found("revision", revision)
    return Envelope(
        data=[_file(file) for file in found.files[start : start + limit]],
        next=cursors.made(start + limit) if start + limit < len(found.files) else None,
        meta=Meta(total=len(found.files)),
    )


@router.get("/entries/{entry}/likeness")
def get_likeness(here: Here, who: Calling, entry: Name) -> Envelope[list[LikenessLine]]:
    """What this entry has in common with others, with both sides; at most 200."""
    with here.installation.store.read() as tx:
        lines = likenesses(tx, entry_shown(tx, entry, who), who)
    return Envelope(data=lines, meta=Meta(total=len(lines)))


def likenesses(tx: Transaction, entry: Entry, who: Caller) -> list[LikenessLine]:
    """What an entry has in common with others that the caller may see too."""
    found = tx.likeness.of(entry.id)
    sides = {name for one in found for name in (one.likeness.left, one.likeness.right)}
    entries = {name: side for name, side in tx.entries.several(tuple(sides)).items() if who.may_see(side)}
    return [
        _likeness(one.likeness, entries[one.likeness.left], entries[one.likeness.right], same_team=one.same_team)
        for one in found
        if one.likeness.left in entries and one.likeness.right in entries
    ]


def status(tx: Transaction, entry: Entry) -> EntryStatus:
    """An entry with all that its owner wants to know."""
    place = tx.jobs.place(entry.id, now=clock.written(clock.now())) if entry.state is State.QUEUED else None
    meaning = MEANING[entry.reason]
    return EntryStatus(
        **EntryLine.model_validate(entry).model_dump(),
        meaning=meaning.text,
        next_step=meaning.next,
        place=None if place is None else PlaceInQueue.model_validate(place),
    )


def _revision(entry: Entry, revision: Revision) -> RevisionLine:
    return RevisionLine(
        id=revision.id,
        seen_at=revision.seen_at,
        source_sha=revision.source_sha,
        late=revision.late,
        taken_down_at=revision.taken_down_at,
        newest=revision.id == entry.revision,
        judged=revision.id == entry.judged_revision,
    )


def _file(file: RevisionFile) -> FileLine:
    return FileLine.model_validate(file)


def _likeness(likeness: Likeness, left: Entry, right: Entry, *, same_team: bool) -> LikenessLine:
    return LikenessLine(
        kind=likeness.kind,
        sentence=likeness.sentence,
        left=_side(left, likeness.left_revision),
        right=_side(right, likeness.right_revision),
        same_team=same_team,
        share=likeness.shared.share,
        found_at=likeness.found_at,
        evidence=members(likeness.evidence),
    )


def _side(entry: Entry, revision: str) -> Side:
    return Side(entry=entry.id, revision=revision, team=entry.team, paper=entry.paper, title=entry.title)
