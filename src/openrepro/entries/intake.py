"""An uploaded logbook becomes an entry, or a new revision of one, in one transaction."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from openrepro.entries.archiving import Archived
from openrepro.entries.desk import Desk, IntakeError, not_withdrawn
from openrepro.entries.entry import Entry, Reason, Revision, Source, State
from openrepro.entries.licences import found_licence, stated_licence
from openrepro.entries.ports import Books
from openrepro.entries.queueing import late_note, listed_late, queued
from openrepro.entries.resolving import settle_paper
from openrepro.entries.returning import BACK, returned
from openrepro.entries.window import Terms, clock_face
from openrepro.papers.paper import Match, Resolution
from openrepro.papers.resolving import quoted
from openrepro.pseudonyms import new_entry_id


class Owner(NamedTuple):
    """Who enters: the pseudonyms of the account and of its team."""

    account: str
    team: str


@dataclass(frozen=True, slots=True)
class Submission:
    """What is handed in. `paper` and `licence` are as the submitter states them, or empty; `entry` is the one that
    this is a new revision of, or empty for a new one."""

    owner: Owner
    archived: Archived
    paper: str = ""
    licence: str = ""
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a submission. `already`: these very bytes were there, and nothing was added. `notes` are what the
    submitter should know."""

    entry: Entry
    already: bool = False
    notes: tuple[str, ...] = ()


def refuse_when_closed(terms: Terms) -> None:
    """Raise IntakeError when the challenge is over and its rules take no late entries."""
    if terms.closed and not terms.lists_late:
        text = f"The challenge closed on {clock_face(terms.closes)}, and its rules take no late entries."
        raise IntakeError(text, hint="Nothing was taken.")


def check_submission(
    books: Books, owner: Owner, terms: Terms, *, paper: str = "", licence: str = "", entry: str = "", revision: str = ""
) -> None:
    """Raise what `submit_upload` would raise, before any bytes are kept; `revision` is the digest of the manifest."""
    desk = Desk(books, terms, owner.account)
    held = [entry] if entry else [one.id for one in books.entries.same_uploads(owner.account, revision)]
    if all(books.entries.revision(one, revision) is None for one in held):
        refuse_when_closed(terms)
    stated_licence(licence, terms.rules)
    _stated(desk, paper)
    _refuse_taken_down(desk, revision)
    if entry:
        _named_entry(desk, owner, entry)


def submit_upload(books: Books, submission: Submission, terms: Terms, *, entry_id: str = "") -> Receipt:
    """Take an upload whose bytes are kept already (`archive`); `entry_id` is what a new entry is called.

    Raises IntakeError, NoSuchEntry, NotYours or StateError; nothing is changed then.
    """
    desk = Desk(books, terms, submission.owner.account)
    licence = stated_licence(submission.licence, terms.rules)
    books.entries.hold(submission.owner.team)
    _refuse_taken_down(desk, submission.archived.revision)
    stated = _stated(desk, submission.paper)
    held = (
        _named_entry(desk, submission.owner, submission.entry) if submission.entry else _same(desk, submission, stated)
    )
    if held is None or books.entries.revision(held.id, submission.archived.revision) is None:
        refuse_when_closed(terms)
    if held is None:
        found = stated or books.papers.resolve(submission.archived.named)
        return _entered(desk, submission, found, licence, entry_id or new_entry_id())
    kept = Resolution(Match.FOUND, held.paper) if held.paper else None
    found = stated or kept or books.papers.resolve(submission.archived.named)
    return _revised(desk, held, submission, found, licence)


def _refuse_taken_down(desk: Desk, revision: str) -> None:
    at = desk.books.entries.taken_down(revision)
    if at:
        text = f"These very files were taken down on {clock_face(at)}; they cannot be entered again."
        raise IntakeError(text, hint="Ask the organisers if that was wrong.")


def _stated(desk: Desk, paper: str) -> Resolution | None:
    """The paper that the submitter states, which must exist; None when none is stated."""
    if not paper:
        return None
    found = desk.books.papers.resolve([paper])
    if found.match is not Match.FOUND:
        raise IntakeError(found.sentence, hint="Give the id of the paper; nothing was taken.")
    return found


def _named_entry(desk: Desk, owner: Owner, name: str) -> Entry:
    """The entry that the submitter says this is a revision of."""
    entry = not_withdrawn(desk.get(name, team=owner.team))
    if entry.source is not Source.UPLOAD:
        text = f"The entry {entry.id} comes from {entry.origin}, not from an upload."
        raise IntakeError(text, hint="Publish the new revision there, and ask for a refresh.")
    return entry


def _same(desk: Desk, submission: Submission, stated: Resolution | None) -> Entry | None:
    """The entry that has these very bytes already, unless these are now meant for another paper."""
    held = desk.books.entries.same_uploads(submission.owner.account, submission.archived.revision)
    return next((one for one in held if stated is None or one.paper in ("", stated.paper)), None)


def _entered(desk: Desk, submission: Submission, found: Resolution, licence: str, entry_id: str) -> Receipt:
    taken = found_licence(licence or submission.archived.licence, desk.terms.rules)
    archived, owner = submission.archived, submission.owner
    told = f"{len(archived.files):,} files were received and kept."
    entry = desk.begin(
        Entry(
            id=entry_id,
            team=owner.team,
            account=owner.account,
            source=Source.UPLOAD,
            origin=f"upload:{entry_id}",
            state=State.DISCOVERED,
            reason=Reason.SUBMITTED,
            sentence=told,
            state_at=desk.now,
            seen_at=desk.now,
            created_at=desk.now,
            title=archived.title,
            licence=taken.id,
            named=_named(submission),
            revision=archived.revision,
        )
    )
    return _brought_on(desk, entry, submission, found, taken.note)


def _revised(desk: Desk, held: Entry, submission: Submission, found: Resolution, licence: str) -> Receipt:
    entry = held
    if found.match is Match.FOUND and held.paper and found.paper != held.paper and held.judged_revision:
        text = f"The entry {held.id} was judged on {held.paper}; it cannot change over to {found.paper}."
        raise IntakeError(text, hint="Submit it as a new entry.")
    newest = submission.archived.revision == held.revision
    if licence:
        entry = replace(entry, licence=licence)
    if newest and found.paper == held.paper and held.state is not State.REJECTED:
        desk.keep(entry)
        return Receipt(entry, already=True, notes=("These very files are there already.",))
    named = _named(submission) if submission.paper or not held.paper else held.named
    title = submission.archived.title or held.title
    entry = replace(entry, revision=submission.archived.revision, title=title, named=named)
    back = returned(desk, entry) if found.paper == held.paper else None
    if back is not None:
        return Receipt(back, already=True, notes=(BACK,))
    return _brought_on(desk, entry, submission, found, "")


def _brought_on(desk: Desk, entry: Entry, submission: Submission, found: Resolution, note: str) -> Receipt:
    """Keep the revision, settle the paper, and queue it or say why not."""
    archived = submission.archived
    notes = (*archived.notes, *((note,) if note else ()), *_elsewhere(desk, submission, found))
    kept = desk.books.entries.revision(entry.id, archived.revision)
    late = desk.terms.closed if kept is None else desk.is_late(kept)
    before = desk.standing(entry) if late else None
    if kept is None:
        desk.books.entries.add_revision(Revision(entry.id, archived.revision, desk.now, "", archived.files, late))
    if before is not None:
        entry = listed_late(desk, entry, archived.revision)
        notes = (*notes, late_note(desk.terms))
        return Receipt(entry if entry.paper else _with_paper(desk, entry, found, before.id), notes=notes)
    entry = settle_paper(desk, entry, found)
    if entry.paper:
        entry = (listed_late if late else queued)(desk, entry, archived.revision, note=" ".join(notes))
    return Receipt(entry, notes=notes)


def _with_paper(desk: Desk, entry: Entry, found: Resolution, revision: str) -> Entry:
    """An entry whose paper is named only now, with a revision that was in time."""
    entry = settle_paper(desk, entry, found)
    return queued(desk, entry, revision) if entry.paper else entry


def _named(submission: Submission) -> tuple[str, ...]:
    return (submission.paper,) if submission.paper else submission.archived.named


def _elsewhere(desk: Desk, submission: Submission, found: Resolution) -> tuple[str, ...]:
    """A note when the files declare another paper than the submitter states."""
    archived = submission.archived
    if not submission.paper or archived.cited or not archived.named:
        return ()
    declared = desk.books.papers.resolve(archived.named)
    if declared.match is not Match.FOUND or declared.paper == found.paper:
        return ()
    return (f"The files name another paper ({quoted(declared.paper)}); it is judged on {found.paper}, as was stated.",)
