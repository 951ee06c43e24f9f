"""Judges a job: the bytes of a revision go to a child process, and what it rules is kept in one transaction."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Event
from typing import Final, NamedTuple

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.desk import Desk, act_of
from openrepro.entries.entry import Entry, Reason, Revision, State
from openrepro.entries.job import Job, JobState, StaleFence
from openrepro.entries.judged import Judged, Outcome, judge_identity, judge_revision, outcome_of
from openrepro.entries.ports import Blobs, Books
from openrepro.entries.queueing import Wait, capped, cooled, listed_late, queued, rank_note
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.judging.recording import Occasion
from openrepro.queue.terms import Clock
from openrepro.record.acts import ActKind
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError
from openrepro.server.looks import note_looks
from openrepro.store.store import Store, Transaction

log = logging.getLogger(__name__)

CHANGED: Final = "Claims, rules or paper changed while it was judged; it is judged anew."
NEWER: Final = "A newer revision waits for the judge."
OBSOLETE: Final = "It does not wait for the judge any more."
STOPPED: Final = "The server stopped while it was judged; it keeps its place."


class MissingBytesError(OpenReproError):
    """Archived bytes are not where they should be: a fault of the platform."""


class _Case(NamedTuple):
    """What is to be judged, as it was when the work began."""

    entry: Entry
    revision: Revision
    claims: ClaimSet
    rules: Rules
    begun_at: str


@dataclass(frozen=True, slots=True)
class Judging:
    """The handler of jobs. `rules` gives the rules that hold at an instant. Safe to share between threads."""

    store: Store
    blobs: Blobs
    bench: Bench
    rules: Callable[[datetime], Rules]
    now: Clock = clock.now

    def __call__(self, job: Job, stop: Event) -> None:
        """Judge a leased job and end it. Raises StaleFence when it was lost, and whatever is a fault of the platform;
        what is wrong with the entry becomes its state."""
        try:
            self._judge(job, stop)
        except StaleFence:
            raise
        except BrokenOffError:
            self._tell(job, Reason.WAITING, STOPPED)
            raise
        except Exception:
            told = f"The platform failed while judging (attempt {job.attempts}); it is tried again, at no cost."
            self._tell(job, Reason.RETRY, told)
            raise

    def failed(self, books: Books, job: Job, sentence: str) -> None:
        """Tell an entry that the platform failed for good; `sentence` is for operators and stands with the job."""
        entry = books.entries.get(job.entry)
        if entry is None or entry.state not in (State.QUEUED, State.JUDGING) or books.jobs.place(entry.id) is not None:
            return
        told = f"The platform failed {job.attempts} times while judging it. Nothing was counted against the team."
        Desk(books, self._terms()).move(entry, State.NOT_JUDGED, Reason.PLATFORM_FAULT, told, revision=job.revision)

    def _judge(self, job: Job, stop: Event) -> None:
        terms = self._terms()
        with self.store.write() as tx:
            case = _begin(tx, job, terms)
        if case is None:
            return
        files = self._files(case.revision, stop)
        occasion = Occasion(case.entry.id, case.entry.team, judge_identity(case.rules), case.begun_at)
        try:
            judged = self.bench.run(judge_revision, files, case.claims, case.rules, occasion, stop=stop)
        except BeyondLimitsError as error:
            judged = Judged(job.revision, (), error.text)
        if judged.revision != job.revision:
            raise OpenReproError(f"The judge read the revision {judged.revision} where it was given {job.revision}.")
        terms = self._terms()
        with self.store.write() as tx:
            _end(tx, job, case, judged, terms)

    def _terms(self) -> Terms:
        now = self.now()
        return Terms(self.rules(now), clock.written(now))

    def _files(self, revision: Revision, stop: Event) -> Mapping[str, bytes]:
        files: dict[str, bytes] = {}
        for file in revision.files:
            if stop.is_set():
                raise BrokenOffError("The judge was interrupted.")
            data = self.blobs.get(file.sha256)
            if data is None:
                raise MissingBytesError(f"The archived bytes {file.sha256} of the entry {revision.entry} are missing.")
            files[file.path] = data
        return files

    def _tell(self, job: Job, reason: Reason, sentence: str) -> None:
        """Say that the entry waits again; whatever goes wrong here must not hide what went wrong before."""
        try:
            terms = self._terms()
            with self.store.write() as tx:
                entry = tx.entries.get(job.entry)
                held = tx.jobs.get(job.id)
                if entry is not None and entry.state is State.JUDGING and held is not None and held.fence == job.fence:
                    Desk(tx, terms).move(entry, State.QUEUED, reason, sentence, revision=job.revision)
        except Exception:
            log.exception("entry %s could not be told that it waits again", job.entry)


def _begin(tx: Transaction, job: Job, terms: Terms) -> _Case | None:
    """Say that judging begins; None when there is nothing to judge, and the job is ended then."""
    desk = Desk(tx, terms)
    tx.entries.hold(job.team)
    entry = tx.entries.get(job.entry)
    revision = tx.entries.revision(job.entry, job.revision)
    waits = entry is not None and entry.state in (State.QUEUED, State.JUDGING)
    if entry is None or not waits or not entry.paper or revision is None or revision.taken_down_at:
        tx.jobs.complete(job.id, job.fence, OBSOLETE, now=desk.now)
        return None
    claims = tx.papers.claims(entry.paper)
    if claims is None or terms.early or capped(desk, entry) is not None:
        _put_off(desk, tx, job, entry)
        return None
    told = "The judge has it."
    begun = desk.move(entry, State.JUDGING, Reason.STARTED, told, revision=job.revision)
    return _Case(begun, revision, claims, terms.rules, terms.now)


def _put_off(desk: Desk, tx: Transaction, job: Job, entry: Entry, why: Wait | None = None) -> None:
    """End the job, and have its revision judged later, unless a newer one waits already."""
    tx.jobs.complete(job.id, job.fence, why.sentence if why else "It is judged later.", now=desk.now)
    if not _newer_waits(tx, entry):
        queued(desk, entry, job.revision, why=why)
    else:
        desk.move(entry, State.QUEUED, Reason.WAITING, NEWER)


def _end(tx: Transaction, job: Job, case: _Case, judged: Judged, terms: Terms) -> None:
    """Keep what was ruled: records, acts, the entry's state and the end of the job, all or nothing."""
    desk = Desk(tx, terms)
    tx.entries.hold(job.team)
    entry = desk.get(job.entry)
    outcome = outcome_of(judged, tx.ledger.current(entry.id), case.claims, terms)
    if _changed(tx, entry, case, terms):
        _put_off(desk, tx, job, entry, Wait(Reason.RETRY, "", CHANGED))
    elif judged.unreadable:
        _unreadable(desk, tx, job, entry, judged.unreadable)
    elif outcome.decided and capped(desk, entry) is not None:
        _put_off(desk, tx, job, entry)
    else:
        tx.jobs.complete(job.id, job.fence, outcome.sentence, now=desk.now)
        entry = _ruled(desk, entry, outcome, job.revision)
        note_looks(tx, outcome.new, desk.now)
        _go_on(desk, tx, job, entry, outcome)


def _changed(tx: Transaction, entry: Entry, case: _Case, terms: Terms) -> bool:
    """Whether the entry would be judged otherwise now than when the work began."""
    claims = tx.papers.claims(entry.paper)
    same = claims is not None and claims.version == case.claims.version and entry.paper == case.entry.paper
    return not same or terms.rules.digest != case.rules.digest


def _unreadable(desk: Desk, tx: Transaction, job: Job, entry: Entry, why: str) -> None:
    tx.jobs.complete(job.id, job.fence, why, now=desk.now)
    stands = " What was judged before stands." if entry.judged_revision else ""
    entry = desk.move(entry, State.NOT_JUDGED, Reason.UNREADABLE, f"{why}{stands}", revision=job.revision)
    if _newer_waits(tx, entry):
        desk.move(entry, State.QUEUED, Reason.WAITING, NEWER)


def _ruled(desk: Desk, entry: Entry, outcome: Outcome, revision: str) -> Entry:
    """Append the records, and say in the entry what came of it."""
    entered = () if entry.judged_revision else (act_of(ActKind.ENTERED, entry, desk.now, revision=revision),)
    if entered or outcome.new:
        desk.books.ledger.append([*entered, *outcome.new])
    first = entry.first_judged_at or (desk.now if outcome.decided else "")
    entry = replace(entry, judged_revision=revision, first_judged_at=first)
    if not outcome.decided:
        return desk.move(entry, State.NOT_JUDGED, Reason.NOTHING_RULED, outcome.why_nothing, revision=revision)
    reason = Reason.RULED if outcome.new or outcome.cools_until else Reason.UNCHANGED
    told = (
        outcome.sentence
        if reason is Reason.RULED
        else f"No evidence changed, so every verdict stays. {outcome.sentence}"
    )
    return desk.move(entry, State.JUDGED, reason, f"{told} {rank_note(desk, entry)}".rstrip(), revision=revision)


def _go_on(desk: Desk, tx: Transaction, job: Job, entry: Entry, outcome: Outcome) -> None:
    """Queue the entry again where a newer revision waits or claims are to be judged after their cool-down."""
    if _newer_waits(tx, entry):
        desk.move(entry, State.QUEUED, Reason.WAITING, f"{entry.sentence} {NEWER}")
    elif outcome.cools_until:
        wait = cooled(outcome.cools_until)
        tx.jobs.enqueue(entry.id, job.revision, entry.team, not_before=wait.until, now=desk.now)
        desk.move(entry, State.QUEUED, wait.reason, f"{entry.sentence} {wait.sentence}", revision=job.revision)
    elif _newer_came_late(desk, entry):
        listed_late(desk, entry, entry.revision)


def _newer_came_late(desk: Desk, entry: Entry) -> bool:
    revisions = () if entry.revision == entry.judged_revision else desk.books.entries.revisions(entry.id)
    return any(one.id == entry.revision and desk.is_late(one) for one in revisions)


def _newer_waits(tx: Transaction, entry: Entry) -> bool:
    return any(job.state is JobState.WAITING for job in tx.jobs.of_entry(entry.id, 5))
