"""What teams and operators do with an entry: withdraw, restore, take down, hide, look again, queue again."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Final, NamedTuple

from openrepro.entries.desk import Desk, not_withdrawn
from openrepro.entries.entry import Entry, Reason, Revision, Source, State
from openrepro.entries.ports import Blobs, Books
from openrepro.entries.queueing import FURTHER, Wait, queued, queued_again, unfinished
from openrepro.entries.restated import restated
from openrepro.entries.states import StateError
from openrepro.entries.window import Terms
from openrepro.judging.verdict import JudgeIdentity
from openrepro.record.acts import ActKind

LONGEST_WHY: Final = 500
FORGET_AT_ONCE: Final = 50
_HEIR: Final = "The team's entry that was judged before this one does not count any more, so this one scores on"


class Refreshed(NamedTuple):
    """An entry that was asked to be looked at again; `poll`: discovery should ask the Hub for its Space now."""

    entry: Entry
    poll: bool = False
    sentence: str = ""


class TakenDown(NamedTuple):
    """An entry whose bytes are to go, and the revisions that are tombstones now; `forget` deletes the bytes."""

    entry: Entry
    revisions: tuple[str, ...]


def withdraw(books: Books, entry_id: str, terms: Terms, *, actor: str, team: str = "", why: str = "") -> Entry:
    """Take an entry out of the challenge; its verdicts stay on record, marked.

    With `team` only that team's own entry; without, an operator does it and says `why`. Costs nothing and cannot be
    undone by the team. Raises NoSuchEntry, NotYours or StateError.
    """
    desk = Desk(books, terms, actor)
    entry = desk.get(entry_id, team=team)
    if entry.state is State.WITHDRAWN:
        raise StateError(f"The entry {entry.id} is withdrawn already.")
    told = "Its team withdrew it." if team else _why("The organisers withdrew it", why)
    books.jobs.cancel(entry.id, told, now=desk.now)
    if entry.judged_revision:
        desk.act(ActKind.WITHDRAWN, entry, reason="by-team" if team else "by-operator")
    with _succession(desk, entry):
        return desk.move(entry, State.WITHDRAWN, Reason.BY_PARTICIPANT if team else Reason.BY_OPERATOR, told)


def restore(books: Books, entry_id: str, terms: Terms, *, actor: str, why: str = "") -> Entry:
    """Bring a withdrawn entry back: to its verdicts, or to where it goes on. Only an operator may do so.

    Raises NoSuchEntry, or StateError when it is not withdrawn or was taken down.
    """
    desk = Desk(books, terms, actor)
    entry = desk.get(entry_id)
    told = _why("The organisers restored it", why)
    if entry.judged_revision:
        with _succession(desk, entry):
            back = desk.restore(entry, State.JUDGED, Reason.BY_OPERATOR, told)
            desk.act(ActKind.RESTORED, entry, reason=ActKind.WITHDRAWN.value)
            return _gone_on(desk, back, told)
    if not entry.paper:
        return desk.restore(entry, State.REJECTED, Reason.BY_OPERATOR, f"{told} Nothing names its paper yet.")
    standing = desk.standing(entry)
    if standing is None and entry.revision:
        return desk.restore(entry, State.LATE, Reason.BY_OPERATOR, told)
    back = desk.restore(entry, State.RESOLVED, Reason.BY_OPERATOR, told)
    return back if standing is None else queued(desk, back, standing.id)


def _gone_on(desk: Desk, entry: Entry, told: str) -> Entry:
    """A restored entry with the revision queued again that had not been judged."""
    waits = unfinished(desk, entry)
    if waits is None:
        return entry
    return queued(
        desk, entry, waits.id, why=Wait(Reason.WAITING, "", f"{told} Its newest revision waits for the judge.")
    )


def take_down(books: Books, entry_id: str, terms: Terms, *, actor: str, why: str, revision: str = "") -> TakenDown:
    """Remove the bytes of an entry, or of one `revision`, for ever; hashes, sizes and the time stay as a tombstone.

    Call `forget` with the result once the transaction is kept. `why` is public; without `revision`, or when nothing
    else is left, the entry is out of the challenge. Raises NoSuchEntry, or StateError when there is nothing to remove.
    """
    desk = Desk(books, terms, actor)
    entry = desk.get(entry_id)
    there = [one for one in books.entries.revisions(entry.id) if not one.taken_down_at]
    gone = [one for one in there if revision in ("", one.id)]
    if not gone:
        raise StateError(
            f"The entry {entry.id} has no {'such revision' if revision else 'files'} that could be removed."
        )
    for one in gone:
        books.entries.take_down(entry.id, one.id, terms.now)
    books.jobs.cancel(entry.id, "Its files were taken down.", now=desk.now)
    whole = len(gone) == len(there)
    desk.act(ActKind.TAKEN_DOWN, entry, revision="" if whole else revision, reason="by-operator")
    told = _why("Its files were taken down" if whole else f"The files of revision {revision[:12]} were taken down", why)
    kept = _out(desk, entry, told) if whole else _without(desk, entry, revision, told)
    return TakenDown(kept, tuple(one.id for one in gone))


def forget(writing: Callable[[], AbstractContextManager[Books]], blobs: Blobs, taken: TakenDown) -> int:
    """Delete the bytes of revisions that were taken down, except those that other revisions need; gives how many.

    Each few are deleted in a transaction of their own, in which no revision that has them can come.
    """
    return sum(_forgotten(writing, blobs, taken.entry.id, revision) for revision in taken.revisions)


def _forgotten(writing: Callable[[], AbstractContextManager[Books]], blobs: Blobs, entry: str, revision: str) -> int:
    done: set[str] = set()
    while True:
        with writing() as books:
            few = [name for name in books.entries.sole_blobs(entry, revision) if name not in done][:FORGET_AT_ONCE]
            for name in few:
                blobs.delete(name)
        if not few:
            return len(done)
        done.update(few)


def hide(books: Books, entry_id: str, terms: Terms, *, actor: str, why: str) -> Entry:
    """Take an entry off lists and board until it is shown again. Raises NoSuchEntry or StateError."""
    desk = Desk(books, terms, actor)
    entry = desk.get(entry_id)
    if entry.hidden:
        raise StateError(f"The entry {entry.id} is hidden already.")
    return _shown(desk, entry, ActKind.HIDDEN, _why("The organisers hid it", why))


def unhide(books: Books, entry_id: str, terms: Terms, *, actor: str, why: str) -> Entry:
    """Show a hidden entry again. Raises NoSuchEntry, or StateError when it is not hidden."""
    desk = Desk(books, terms, actor)
    entry = desk.get(entry_id)
    if not entry.hidden:
        raise StateError(f"The entry {entry.id} is not hidden.")
    return _shown(desk, entry, ActKind.RESTORED, _why("The organisers show it again", why))


def requeue(books: Books, entry_id: str, terms: Terms, *, actor: str, why: str = "") -> Entry:
    """Have the newest revision in time judged again, as an operator. Raises NoSuchEntry or StateError."""
    desk = Desk(books, terms, actor)
    entry = not_withdrawn(desk.get(entry_id))
    told = _why("The organisers queued it again", why)
    place = books.jobs.place(entry.id)
    if place is not None and place.not_before:
        books.jobs.cancel(entry.id, told, now=desk.now)  # else it would wait out the pause before a retry
    return queued_again(desk, entry, Wait(Reason.BY_OPERATOR, "", told))


def refresh(books: Books, entry_id: str, judge: JudgeIdentity, terms: Terms, *, actor: str, team: str) -> Refreshed:
    """Have an entry looked at again, as its team: a Space is asked for at the Hub; an upload is queued if its verdicts
    are not of the claims, rules and judge that hold now. Raises NoSuchEntry, NotYours or StateError."""
    desk = Desk(books, terms, actor)
    entry = not_withdrawn(desk.get(entry_id, team=team))
    if entry.source is Source.SPACE:
        return Refreshed(entry, poll=True, sentence="The Hub is asked for the Space.")
    if not entry.state.final or entry.state is State.LATE:
        return Refreshed(entry, sentence=entry.sentence)
    why = _outdated(desk, entry, judge)
    if not why:
        return Refreshed(entry, sentence="Its verdicts are those of the claims, rules and judge that hold now.")
    return Refreshed(queued_again(desk, entry, Wait(Reason.BY_PARTICIPANT, "", why)), sentence=why)


def _outdated(desk: Desk, entry: Entry, judge: JudgeIdentity) -> str:
    """Why verdicts of an entry would be others now, or why there should be some at last; empty when they stand."""
    claims = desk.books.papers.claims(entry.paper)
    if claims is None or entry.state is State.NOT_JUDGED:
        return "It is to be judged at last."
    if unfinished(desk, entry) is not None:
        return "Its newest revision was not judged yet."
    verdicts = {verdict.claim: verdict for verdict in desk.books.ledger.current(entry.id)}
    if restated(claims, verdicts.values()).to_judge:
        return "The claims of its paper changed since it was judged."
    if any(verdict.judge != judge for verdict in verdicts.values()):
        return "The rules or the judge changed since it was judged."
    return ""


def _out(desk: Desk, entry: Entry, told: str) -> Entry:
    with _succession(desk, entry):
        return desk.move(entry, State.WITHDRAWN, Reason.TAKEN_DOWN, told)


def _without(desk: Desk, entry: Entry, revision: str, told: str) -> Entry:
    """The entry without one of its revisions; what waited is queued again with the newest that is left."""
    left: Revision | None = desk.standing(entry)
    if entry.revision == revision and left is not None:
        entry = replace(entry, revision=left.id)
    entry = desk.remark(entry, Reason.TAKEN_DOWN, told, revision=revision)
    if entry.state in (State.QUEUED, State.JUDGING) and left is not None:
        return queued(desk, entry, left.id)
    return entry


def _shown(desk: Desk, entry: Entry, kind: ActKind, told: str) -> Entry:
    hidden = kind is ActKind.HIDDEN
    desk.act(kind, entry, reason="by-operator" if hidden else ActKind.HIDDEN.value)
    desk.tell(f"entry.{'hidden' if hidden else 'shown'}", entry, told)
    with _succession(desk, entry):
        return desk.remark(replace(entry, hidden=hidden), Reason.BY_OPERATOR, told)


@contextmanager
def _succession(desk: Desk, entry: Entry) -> Iterator[None]:
    """Tell another entry of the same team and paper that it scores from now on, or does no longer."""
    before = desk.books.entries.scoring(entry.team, entry.paper)
    yield
    now = desk.books.entries.scoring(entry.team, entry.paper)
    if now is not None and now.id not in (entry.id, before.id if before else ""):
        _told_of_rank(desk, now, FURTHER, f"{_HEIR} {entry.paper}.")
    elif now is not None and before is not None and now.id != before.id and before.id != entry.id:
        _told_of_rank(desk, before, f"{_HEIR} {entry.paper}.", FURTHER)


def _told_of_rank(desk: Desk, entry: Entry, old: str, told: str) -> None:
    sentence = " ".join(entry.sentence.replace(old, "").split())
    desk.remark(replace(entry, sentence=f"{sentence} {told}".strip()), entry.reason, told)


def _why(told: str, why: str) -> str:
    reason = " ".join(why.split())[:LONGEST_WHY]
    return f"{told}: {reason}" if reason else f"{told}."
