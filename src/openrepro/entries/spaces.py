"""A Space on the Hub becomes an entry: from its tags at once, then with its files; later news is kept up with."""

from dataclasses import dataclass, replace
from typing import Final

from openrepro.entries.archiving import Archived
from openrepro.entries.desk import Desk
from openrepro.entries.discovery import Naming, Space
from openrepro.entries.entry import Entry, Reason, Revision, Source, State
from openrepro.entries.intake import Owner
from openrepro.entries.licences import found_licence
from openrepro.entries.ports import Books
from openrepro.entries.queueing import Wait, listed_late, queued, queued_again
from openrepro.entries.resolving import differs_sentence, paper_differs, settle_paper
from openrepro.entries.returning import returned
from openrepro.entries.window import Terms
from openrepro.pseudonyms import new_entry_id

MORE_TO_COME: Final = (State.DISCOVERED, State.RESOLVED, State.REJECTED)
_WAIT: Final = Wait(Reason.WAITING)


@dataclass(frozen=True, slots=True)
class SeenSpace:
    """A Space as the Hub shows it, what its tags say, the address people see it at, and whom it belongs to."""

    space: Space
    named: Naming
    owner: Owner
    url: str = ""


def seen_space(books: Books, seen: SeenSpace, terms: Terms, *, entry_id: str = "") -> Entry:
    """Enter a Space that was found, or bring its entry up to date. A withdrawn one stays withdrawn.

    Its files come next (`space_fetched`); `entry_id` is what a new entry is called.
    """
    desk = Desk(books, terms)
    books.entries.hold(seen.owner.team)
    held = books.entries.by_origin(seen.space.id)
    if held is None:
        return _settled(desk, _entered(desk, seen, entry_id or new_entry_id()), seen)
    if held.state is State.WITHDRAWN:
        return held
    return _settled(desk, _up_to_date(desk, held, seen), seen)


def wants_files(books: Books, entry_id: str, revision: str) -> bool:
    """Whether these files of a Space are to be kept: not of a withdrawn entry, nor what was taken down."""
    entry = books.entries.get(entry_id)
    return entry is not None and entry.state is not State.WITHDRAWN and not books.entries.taken_down(revision)


def space_fetched(
    books: Books, entry_id: str, archived: Archived, source_sha: str, terms: Terms, *, existed_at: str = ""
) -> Entry:
    """Keep the files that a Space had at the commit `source_sha`, as a revision, and queue it.

    `existed_at` is when the Hub says that the commit was made; what existed at the close is in time, whenever we got
    round to fetching it. Raises NoSuchEntry.
    """
    desk = Desk(books, terms)
    entry = desk.get(entry_id)
    if entry.state is State.WITHDRAWN:
        return entry
    if books.entries.taken_down(archived.revision):
        told = "The Space has files that were taken down; they were not taken."
        return files_refused(books, entry_id, told, terms, reason=Reason.TAKEN_DOWN)
    if archived.revision == entry.revision:
        return _same_files(desk, entry)
    kept = books.entries.revision(entry.id, archived.revision)
    late = desk.is_late(kept) if kept else terms.closed and (existed_at or terms.now) > terms.closes
    standing = desk.standing(entry) if late else None
    entry = replace(entry, revision=archived.revision, title=archived.title or entry.title)
    books.entries.add_revision(Revision(entry.id, archived.revision, terms.now, source_sha, archived.files, late))
    if late and standing is not None:
        return listed_late(desk, entry, archived.revision)
    return _with_files(desk, entry, archived, late=late)


def fetch_failed(books: Books, entry_id: str, sentence: str, terms: Terms) -> Entry:
    """Tell an entry that the Hub did not hand out its files; they are fetched again later."""
    desk = Desk(books, terms)
    entry = desk.get(entry_id)
    if entry.state is State.WITHDRAWN or (entry.reason is Reason.FETCH_FAILED and entry.sentence == sentence):
        return entry
    if entry.state is State.RESOLVED and not entry.revision:
        return desk.move(entry, State.RESOLVED, Reason.FETCH_FAILED, sentence)
    return desk.remark(entry, Reason.FETCH_FAILED, sentence)


def files_refused(
    books: Books, entry_id: str, sentence: str, terms: Terms, *, reason: Reason = Reason.UNREADABLE
) -> Entry:
    """Tell an entry that its files cannot be taken; what was kept and judged before stands."""
    desk = Desk(books, terms)
    entry = desk.get(entry_id)
    if entry.state in MORE_TO_COME and not entry.revision:
        return desk.move(entry, State.REJECTED, reason, sentence)
    return entry if entry.state is State.WITHDRAWN else desk.remark(entry, reason, sentence)


def space_missing(books: Books, entry_id: str, sentence: str, terms: Terms, *, gone: bool = True) -> Entry:
    """Note that the Hub does not show the Space of an entry. Files and verdicts stay; `gone`: it is surely deleted."""
    desk = Desk(books, terms)
    held = desk.get(entry_id)
    if held.state is State.WITHDRAWN or held.missing_since:
        return held
    entry = replace(held, missing_since=terms.now if gone else "")
    if gone and not entry.revision and entry.state in (State.DISCOVERED, State.RESOLVED):
        return desk.move(entry, State.NOT_JUDGED, Reason.GONE, f"{sentence} Its files were not kept before.")
    return desk.remark(entry, Reason.GONE, sentence)


def space_renamed(books: Books, entry_id: str, space: Space, terms: Terms, *, url: str = "") -> Entry:
    """Note that the Space of an entry goes by another name."""
    desk = Desk(books, terms)
    held = desk.get(entry_id)
    told = f"The Space was renamed from {held.origin} to {space.id}."
    return desk.remark(replace(held, origin=space.id, url=url or held.url), Reason.SEEN, told)


def _entered(desk: Desk, seen: SeenSpace, entry_id: str) -> Entry:
    space = seen.space
    return desk.begin(
        Entry(
            id=entry_id,
            team=seen.owner.team,
            account=seen.owner.account,
            source=Source.SPACE,
            origin=space.id,
            state=State.DISCOVERED,
            reason=Reason.SEEN,
            sentence="The Space was found on the Hub.",
            state_at=desk.now,
            seen_at=desk.now,
            created_at=space.created_at or desk.now,
            title=space.id.partition("/")[2],
            url=seen.url,
            licence=found_licence(seen.named.licence, desk.terms.rules).id,
            named=seen.named.names,
        )
    )


def _up_to_date(desk: Desk, held: Entry, seen: SeenSpace) -> Entry:
    """The entry as the Space is now; kept where that says something new."""
    licence = found_licence(seen.named.licence, desk.terms.rules).id or held.licence
    entry = replace(held, missing_since="", named=seen.named.names, licence=licence, url=seen.url or held.url)
    if held.missing_since:
        return desk.remark(entry, Reason.SEEN, "The Space is on the Hub again.")
    return entry if entry == held else desk.keep(entry)


def _settled(desk: Desk, entry: Entry, seen: SeenSpace) -> Entry:
    """Bring the paper up to date, and queue files that were waiting for it."""
    found = desk.books.papers.resolve(seen.named.names)
    note = " ".join(seen.named.notes) if found.paper else ""
    if paper_differs(entry, found):
        told = differs_sentence(entry, found)
        return (
            entry if entry.sentence == told else desk.remark(replace(entry, sentence=told), Reason.SEVERAL_PAPERS, told)
        )
    if entry.state is State.NOT_JUDGED and entry.reason is Reason.GONE:
        entry = desk.move(entry, State.DISCOVERED, Reason.SEEN, "The Space is on the Hub again.")
    if entry.state is State.REJECTED and entry.reason is Reason.BY_OPERATOR:
        return entry
    before = entry.paper
    entry = settle_paper(desk, entry, found, note=note)
    if entry.paper and entry.paper != before and entry.revision:
        return _files_there(desk, entry)
    return entry


def _files_there(desk: Desk, entry: Entry) -> Entry:
    """Queue the files that are kept of an entry that has found its paper, or list it as late."""
    standing = desk.standing(entry)
    if standing is None:
        return listed_late(desk, entry, entry.revision)
    return queued(desk, entry, standing.id)


def _with_files(desk: Desk, entry: Entry, archived: Archived, *, late: bool) -> Entry:
    found = desk.books.papers.resolve(entry.named)
    note = " ".join(archived.notes)
    if paper_differs(entry, found):
        told = differs_sentence(entry, found)
        return desk.remark(replace(entry, sentence=told), Reason.SEVERAL_PAPERS, told, revision=archived.revision)
    if not entry.paper or (entry.state is State.REJECTED and entry.reason is Reason.BY_OPERATOR):
        return desk.keep(entry)
    if late:
        return listed_late(desk, entry, archived.revision, note=note)
    return returned(desk, entry) or queued(desk, entry, archived.revision, note=note)


def _same_files(desk: Desk, entry: Entry) -> Entry:
    """The same files again, at another commit: queue them only if they wait for just this."""
    waits = entry.state is State.RESOLVED and entry.reason in (Reason.PAPER_FOUND, Reason.FETCH_FAILED)
    return queued_again(desk, entry, _WAIT) if waits else entry
