"""The room in which persons read: looks are taken, sheets made, forms judged, and what they give is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.clock import instant_of, written
from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, Revision, State
from openrepro.entries.judged import PERSON, short
from openrepro.entries.looked import PersonRead, read_by_form, shown_to_person
from openrepro.entries.ports import Blobs
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.judging.looks import read_by_person
from openrepro.judging.readers.sheet import Sheet
from openrepro.judging.recording import Occasion
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.record.records import verdict_from_json
from openrepro.server.looks import note_looks
from openrepro.server.rendering import Run
from openrepro.store.blob_faults import DamagedError
from openrepro.store.looks import SUPERSEDED, Look, Person
from openrepro.store.statements import value_of
from openrepro.store.store import Transaction

LEASE: Final = timedelta(hours=2)
DRAFTS_KEPT: Final = timedelta(days=30)
MOST_FIELDS: Final = 400
LONGEST_FIELD: Final = 4_000
MOST_DRAFTED: Final = 60_000
TAKEN: Final = "Somebody else has taken it, or it is closed by now."
STALE: Final = "It changed since this page was opened, so nothing was recorded; your draft is kept."


class NotForYouError(OpenReproError):
    """There is no such look, or not for this person."""


class StaleError(OpenReproError):
    """What was read is not what stands now."""


@dataclass(frozen=True, slots=True)
class LookCase:
    """A look with all that reading it takes, as it stands now. `stamp` changes whenever it would be another one."""

    look: Look
    entry: Entry
    revision: Revision
    claims: ClaimSet
    claim: Claim
    verdict: Verdict

    @property
    def stamp(self) -> str:
        return f"{self.entry.judged_revision[-12:]}.{self.claims.version[-12:]}.{self.look.verdict[:12]}"


class Ruled(NamedTuple):
    """A person's verdict that was recorded, and the one that it superseded."""

    verdict: Verdict
    before: Verdict


def case_of(tx: Transaction, look: int, person: Person, now: str) -> LookCase:
    """A look that a person may read. Raises NotForYouError, or StaleError where what it is about is judged anew."""
    found = tx.looks.for_person(look, person, now=now)
    if found is None:
        raise NotForYouError(_why_not(tx, look, person, now), hint="The list of readings shows what waits for you.")
    entry, leaf = tx.entries.get(found.entry), tx.ledger.leaf_of(found.verdict)
    assert entry is not None, found.entry
    assert leaf is not None, found.verdict
    verdict = verdict_from_json(value_of(leaf.body))
    claims = tx.papers.claims(verdict.paper)
    claim = None if claims is None else claims.find(verdict.claim)
    revision = tx.entries.revision(entry.id, entry.judged_revision)
    held = claims is not None and claim is not None and claims.holds(claim.id, verdict.claim_version)
    if claims is None or claim is None or not held or entry.paper != verdict.paper:
        raise StaleError("The claim has changed since it was judged; the entry is judged anew.", hint=_LATER)
    if revision is None or revision.taken_down_at:
        raise StaleError("The files of what was judged are not here any more.", hint=_LATER)
    return LookCase(found, entry, revision, claims, claim, verdict)


_LATER: Final = "If a person is still needed then, it comes back to the list. Your draft is kept for 30 days."


def _why_not(tx: Transaction, look: int, person: Person, now: str) -> str:
    found = tx.looks.get(look)
    if found is None:
        return "There is no such reading."
    if found.done_by == person.account:
        return "You have submitted this reading already."
    if found.done_by == SUPERSEDED:
        return "A newer verdict took the place of this one, so nobody need read it any more. Your draft is kept."
    if found.done_at:
        return "Somebody else has read it by now."
    if found.team == person.team:
        return "This is an entry of your own team: somebody else reads it."
    return TAKEN if found.taken_by not in ("", person.account) and found.taken_until > now else "It is not for you."


def take(tx: Transaction, case: LookCase, person: Person, now: str) -> None:
    """Have a look for two hours; taking it again begins them anew. Raises NotForYouError."""
    until = written(instant_of(now) + LEASE)
    if not tx.looks.take(case.look.id, person.account, now=now, until=until):
        raise NotForYouError(TAKEN, hint="Take another one.")


def bounded(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields that a draft keeps: what is empty is left out. Raises OpenReproError when they are too much."""
    kept = {name: text for name, text in fields.items() if text.strip()}
    size = sum(len(name) + len(text) for name, text in kept.items())
    if len(kept) > MOST_FIELDS or size > MOST_DRAFTED or any(len(text) > LONGEST_FIELD for text in kept.values()):
        raise OpenReproError(f"A draft holds at most {MOST_DRAFTED:,} characters.", hint="Write less.")
    return kept


@dataclass(frozen=True, slots=True)
class ReadingRoom:
    """Reads archived bytes for persons, in a child process (`run`). Safe to share between threads."""

    blobs: Blobs
    run: Run

    def sheet(self, case: LookCase, terms: Terms) -> Sheet:
        """What is shown. Raises BeyondLimitsError, ChildError, or OpenReproError where archived bytes are missing."""
        return self.run(shown_to_person, self._files(case.revision), case.claims, terms.rules, case.claim.id)

    def read(self, case: LookCase, fields: Mapping[str, str], person: Person, terms: Terms) -> PersonRead:
        """What a filled form gives, with nothing recorded. Raises what `sheet` raises."""
        judge = JudgeIdentity(terms.rules.digest, PERSON, model=person.account)
        occasion = Occasion(case.entry.id, case.entry.team, judge, terms.now)
        files = self._files(case.revision)
        return self.run(read_by_form, files, case.claims, terms.rules, case.claim.id, dict(fields), occasion)

    def _files(self, revision: Revision) -> Mapping[str, bytes]:
        files: dict[str, bytes] = {}
        for file in revision.files:
            data = self._bytes(file.sha256)
            if data is None:
                raise OpenReproError(
                    "Archived files of this entry are missing or damaged.", hint="Tell the organisers."
                )
            files[file.path] = data
        return files

    def _bytes(self, name: str) -> bytes | None:
        try:
            return self.blobs.get(name)
        except DamagedError:
            return None


def record(tx: Transaction, case: LookCase, verdict: Verdict, person: Person, terms: Terms) -> Ruled:
    """Record a person's verdict in place of the one that was looked at: ledger, look and entry, all or nothing.

    Raises NotForYouError where the look is not the person's any more, StaleError where what was read is not what
    stands now; nothing is recorded then.
    """
    tx.entries.hold(case.entry.team)
    now = case_of(tx, case.look.id, person, terms.now)
    if now.stamp != case.stamp or verdict.judge.rules != terms.rules.digest:
        raise StaleError(STALE, hint="Open it again and look at what changed.")
    if not now.look.held_by(person.account, terms.now):
        raise NotForYouError("Your two hours with it are over.", hint="Take it again; your draft is kept.")
    made = read_by_person(verdict, now.verdict)
    tx.ledger.append([made])
    tx.looks.done(now.look.id, account=person.account, outcome=made.id, now=terms.now)
    tx.drafts.drop(now.look.id, person.account)
    note_looks(tx, (made,), terms.now)
    _tell(Desk(tx, terms, person.account), made, now.verdict)
    return Ruled(made, now.verdict)


def _tell(desk: Desk, made: Verdict, before: Verdict) -> None:
    """Say in the entry that a person read it; one without a label until then has one now."""
    entry = desk.get(made.entry)
    told = f"A person read {short(made)}: {before.label} → {made.label}."
    if made.label is before.label:
        told = f"A person read {short(made)}: it stays {made.label}."
    if made.label.decided and not entry.first_judged_at:
        entry = replace(entry, first_judged_at=desk.now)
    if entry.state is State.JUDGED or (entry.state is State.NOT_JUDGED and made.label.decided):
        desk.move(entry, State.JUDGED, Reason.RULED, told, revision=made.revision)
    else:
        desk.remark(entry, Reason.RULED, told, revision=made.revision)
