"""Judges a job: the bytes of a revision go to a child process, and what it rules is kept in one transaction."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Event
from typing import Final

from openrepro import clock
from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.entries.asked import WITHOUT_WORDS
from openrepro.entries.asking_again import asked_again, unprepared
from openrepro.entries.desk import Desk, act_of
from openrepro.entries.entry import Entry, Reason, Revision, State
from openrepro.entries.job import Job, JobState, StaleFence
from openrepro.entries.judged import Judged, Outcome, judge_identity, judge_revision, outcome_of
from openrepro.entries.ports import Blobs, Books
from openrepro.entries.queueing import Wait, capped, cooled, listed_late, queued, rank_note
from openrepro.entries.window import Terms, day_of
from openrepro.errors import OpenReproError
from openrepro.judging.recording import Occasion
from openrepro.judging.verdict import Verdict
from openrepro.models.choosing import budget_of
from openrepro.queue.terms import Clock
from openrepro.record.acts import ActKind
from openrepro.server.asking import Models
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError
from openrepro.server.by_models import ByModels, Case, UnpreparedError
from openrepro.server.looks import note_looks
from openrepro.store.store import Store, Transaction

log = logging.getLogger(__name__)

CHANGED: Final = "Claims, rules or paper changed while it was judged; it is judged anew."
NEWER: Final = "A newer revision waits for the judge."
OBSOLETE: Final = "It does not wait for the judge any more."
STOPPED: Final = "The server stopped while it was judged; it keeps its place."


class MissingBytesError(OpenReproError):
    """Archived bytes are not where they should be: a fault of the platform."""


@dataclass(frozen=True, slots=True)
class Judging:
    """The handler of jobs. `rules` gives the rules that hold at an instant, `models` asks where they name a model.
    Files are held and children at work only within `room`, which bounds them. Safe to share between threads."""

    store: Store
    blobs: Blobs
    bench: Bench
    rules: Callable[[datetime], Rules]
    now: Clock = clock.now
    models: Models | None = None
    room: AbstractContextManager[object] = field(default_factory=nullcontext)

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
        try:
            judged = self._judged(case, stop)
        except BeyondLimitsError as error:
            judged = Judged(job.revision, (), error.text)
        except UnpreparedError as error:
            log.warning("entry %s waits: %s %s", job.entry, error.text, error.hint)
            with self.store.write() as tx:
                _not_yet(tx, job, unprepared(terms), terms)
            return
        if judged.revision != job.revision:
            raise OpenReproError(f"The judge read the revision {judged.revision} where it was given {job.revision}.")
        terms = self._terms()
        with self.store.write() as tx:
            _end(tx, job, case, judged, terms)

    def _judged(self, case: Case, stop: Event) -> Judged:
        """What the reader that the rules name makes of a revision; people read what code leaves open later."""
        if case.rules.judging.reader is ReaderKind.MODEL:
            return ByModels(self.store, self.bench, self.models, self._files, self.room).judged(case, stop)
        occasion = Occasion(case.entry.id, case.entry.team, judge_identity(case.rules), case.begun_at)
        with self.room:
            files = self._files(case.revision, stop)
            return self.bench.run(judge_revision, files, case.claims, case.rules, occasion, stop=stop)

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


def _begin(tx: Transaction, job: Job, terms: Terms) -> Case | None:
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
    return Case(begun, revision, claims, terms.rules, terms.now)


def _put_off(desk: Desk, tx: Transaction, job: Job, entry: Entry, why: Wait | None = None) -> None:
    """End the job, and have its revision judged later, unless a newer one waits already."""
    tx.jobs.complete(job.id, job.fence, why.sentence if why else "It is judged later.", now=desk.now)
    if not _newer_waits(tx, entry):
        queued(desk, entry, job.revision, why=why)
    else:
        desk.move(entry, State.QUEUED, Reason.WAITING, NEWER)


def _end(tx: Transaction, job: Job, case: Case, judged: Judged, terms: Terms) -> None:
    """Keep what was ruled: records, acts, the entry's state and the end of the job, all or nothing."""
    desk = Desk(tx, terms)
    tx.entries.hold(job.team)
    entry = desk.get(job.entry)
    wait, current = _wait(tx, judged, job, terms), tx.ledger.current(entry.id)
    outcome = outcome_of(judged.without(_withheld(judged, wait, current)), current, case.claims, terms)
    if _changed(tx, entry, case, terms):
        _put_off(desk, tx, job, entry, Wait(Reason.RETRY, "", CHANGED))
    elif judged.unreadable:
        _unreadable(desk, tx, job, entry, judged.unreadable)
    elif outcome.decided and capped(desk, entry) is not None:
        _put_off(desk, tx, job, entry)
    elif wait is not None:
        _wait_on(desk, tx, job, entry, outcome, wait)
    else:
        tx.jobs.complete(job.id, job.fence, outcome.sentence, now=desk.now)
        entry = _ruled(desk, entry, outcome, job.revision)
        note_looks(tx, outcome.new, desk.now, open_ones=_asks_people(terms))
        _go_on(desk, tx, job, entry, outcome)


def _wait(tx: Transaction, judged: Judged, job: Job, terms: Terms) -> Wait | None:
    """The wait before claims that had no answer of a model are asked about again; None where there are none, or they
    were asked often enough."""
    if not judged.unheard:
        return None
    model = terms.rules.judging.model
    spent, budget = tx.model_calls.spent(day_of(terms.now)), budget_of(model)
    rest = None if budget.in_all is None else budget.in_all - spent.in_all
    today = rest is None or spent.refused <= rest
    return asked_again(judged.unheard, tx.entries.history(job.entry), job.revision, terms, today=today)


def _withheld(judged: Judged, wait: Wait | None, current: Sequence[Verdict]) -> frozenset[str]:
    """The claims of which nothing is recorded: those that wait; then those that nobody could be asked about, where
    there is a verdict, since an outage takes no label away."""
    if wait is not None:
        return frozenset(judged.unheard)
    held = {verdict.claim for verdict in current}
    return frozenset(claim for claim, why in judged.unheard.items() if claim in held and why not in WITHOUT_WORDS)


def _wait_on(desk: Desk, tx: Transaction, job: Job, entry: Entry, outcome: Outcome, wait: Wait) -> None:
    """Keep what is new, and let the entry wait until the rest can be asked about."""
    slow = wait.reason is not Reason.MODEL_BUDGET
    tx.jobs.wait(job.id, job.fence, wait.sentence, not_before=wait.until, slow=slow)
    if outcome.new:
        entry = _ruled(desk, entry, outcome, job.revision)
        note_looks(tx, outcome.new, desk.now, open_ones=_asks_people(desk.terms))
    if _newer_waits(tx, entry, job):
        desk.move(entry, State.QUEUED, Reason.WAITING, NEWER)
        return
    stands = f"{entry.sentence} " if outcome.new else ""
    desk.move(entry, State.QUEUED, wait.reason, f"{stands}{wait.sentence}", revision=job.revision)


def _not_yet(tx: Transaction, job: Job, wait: Wait, terms: Terms) -> None:
    """Let an entry wait that could not be begun with."""
    tx.entries.hold(job.team)
    desk = Desk(tx, terms)
    entry = desk.get(job.entry)
    tx.jobs.wait(job.id, job.fence, wait.sentence, not_before=wait.until, slow=True)
    if _newer_waits(tx, entry, job):
        desk.move(entry, State.QUEUED, Reason.WAITING, NEWER)
    else:
        desk.move(entry, State.QUEUED, wait.reason, wait.sentence, revision=job.revision)


def _asks_people(terms: Terms) -> bool:
    return terms.rules.judging.reader is ReaderKind.PERSON


def _changed(tx: Transaction, entry: Entry, case: Case, terms: Terms) -> bool:
    """Whether the entry would be judged otherwise now than when the work began."""
    claims = tx.papers.claims(entry.paper)
    same = claims is not None and claims.version == case.claims.version and entry.paper == case.entry.paper
    held = claims is not None and claims.quarantined != case.claims.quarantined
    return not same or held or terms.rules.digest != case.rules.digest


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


def _newer_waits(tx: Transaction, entry: Entry, own: Job | None = None) -> bool:
    """Whether a job of the entry waits, other than its `own` that was just put back."""
    waiting = (job for job in tx.jobs.of_entry(entry.id, 5) if job.state is JobState.WAITING)
    return any(own is None or job.id != own.id for job in waiting)
