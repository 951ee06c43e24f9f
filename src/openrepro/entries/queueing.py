"""When an entry's revision is judged: at once, when the challenge opens, after a cool-down, on another day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from openrepro.claims.claim import ClaimSet
from openrepro.clock import written
from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, Revision, State
from openrepro.entries.states import LONGEST_SENTENCE, StateError
from openrepro.entries.window import Terms, clock_face, day_of, hours_after, next_day
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import ActKind

FURTHER: Final = (
    "Another entry of the team on this paper was judged first and is the one that scores; this one is judged and shown "
    "without points."
)
"""Never the id of the other one: it may be hidden some day, and histories are public."""


_ASKS_FOR_MORE: Final = (Reason.RULED, Reason.UNCHANGED, Reason.NOTHING_RULED, Reason.UNREADABLE)
"""Reasons after which a team would publish a new revision."""


class Wait(NamedTuple):
    """Why a job waits, until when (empty: no longer than its place in the queue), and the sentence that says so."""

    reason: Reason
    until: str = ""
    sentence: str = "It waits for the judge."


def queued(desk: Desk, entry: Entry, revision: str, *, why: Wait | None = None, note: str = "") -> Entry:
    """Queue a revision of an entry that has a paper, or say what it waits for before that."""
    claims = desk.books.papers.claims(entry.paper)
    if desk.terms.early:
        told = f"The challenge opens on {clock_face(desk.terms.opens)}; it is queued then."
        return desk.move(entry, State.RESOLVED, Reason.NOT_OPEN, _with(told, note), revision=revision)
    if claims is None:
        told = f"The claims of its paper ({entry.paper}) are not there yet; it is queued as soon as they are."
        return desk.move(entry, State.RESOLVED, Reason.NO_CLAIMS, _with(told, note), revision=revision)
    wait = _later(desk, entry, claims) or why or Wait(Reason.WAITING)
    desk.books.jobs.enqueue(entry.id, revision, entry.team, not_before=wait.until, now=desk.now)
    told = _with(wait.sentence, _further(desk, entry), note)
    return desk.move(entry, State.QUEUED, wait.reason, told, revision=revision)


def listed_late(desk: Desk, entry: Entry, revision: str, *, note: str = "") -> Entry:
    """Take note that a revision was first seen after the close; what was judged or waits in time stays as it is."""
    closes = clock_face(desk.terms.closes)
    if desk.standing(entry) is not None:
        return _newer_came_late(desk, entry, revision)
    if not desk.terms.lists_late:
        told = f"It was first seen after the close ({closes}), and the rules take no late entries."
        return desk.move(entry, State.REJECTED, Reason.CLOSED, _with(told, note), revision=revision)
    told = f"It was first seen after the close ({closes}): it is listed without points and not judged."
    if entry.state is not State.LATE:
        desk.act(ActKind.LATE, entry)
    return desk.move(entry, State.LATE, Reason.CLOSED, _with(told, note), revision=revision)


def late_note(terms: Terms) -> str:
    """What the owner of an entry in time is told of a revision that came after the close."""
    closes = clock_face(terms.closes)
    return f"A newer revision came after the close ({closes}): it is listed and not scored; the one before stands."


def _newer_came_late(desk: Desk, entry: Entry, revision: str) -> Entry:
    note = late_note(desk.terms)
    said = entry.sentence.replace(note, "").strip()[: LONGEST_SENTENCE - len(note) - 1]
    reason = Reason.CLOSED if entry.reason in _ASKS_FOR_MORE else entry.reason
    kept = replace(entry, sentence=_with(said, note), reason=reason)
    return desk.remark(kept, Reason.CLOSED, note, revision=revision)


def queued_again(desk: Desk, entry: Entry, why: Wait) -> Entry:
    """Queue the newest revision that is in time and has its bytes. Raises StateError when there is none."""
    if not entry.paper:
        raise StateError(f"The entry {entry.id} has no paper: {entry.sentence}")
    standing = desk.standing(entry)
    if standing is None:
        raise StateError(f"The entry {entry.id} has no files in time that could be judged.")
    if entry.state is State.LATE:
        desk.act(ActKind.RESTORED, entry, reason=ActKind.LATE.value)
    return queued(desk, entry, standing.id, why=why)


def unfinished(desk: Desk, entry: Entry) -> Revision | None:
    """The revision that a judged entry stands with, when it is still to be judged: none of its claims were, or some of
    them waited for their cool-down."""
    standing = desk.standing(entry)
    if standing is None:
        return None
    judged = standing.id == entry.judged_revision and not desk.books.jobs.cut_short(entry.id, standing.id)
    return None if judged else standing


def capped(desk: Desk, entry: Entry) -> Wait | None:
    """The wait that the daily cap imposes on an entry that was never judged; None when there is room today."""
    cap = desk.terms.rules.entries.daily_cap
    if not cap or entry.first_judged_at:
        return None
    if desk.books.entries.judged_on(entry.team, day_of(desk.now)) < cap:
        return None
    until = next_day(desk.now)
    told = f"The team had {cap} entries judged for the first time today; it is judged from {clock_face(until)} on."
    return Wait(Reason.DAILY_CAP, until, told)


def rank_note(desk: Desk, entry: Entry) -> str:
    """What is said of an entry whose team has another one on the paper that scores; empty when it has none."""
    first = desk.books.entries.scoring(entry.team, entry.paper)
    return "" if first is None or first.id == entry.id else FURTHER


def cools_until(verdict: Verdict, claims: ClaimSet, terms: Terms) -> str:
    """The instant until which a claim keeps this verdict whatever its evidence; empty when it may be judged anew.

    What was judged under other claims or rules, or got no label, may be judged anew at once.
    """
    hours = terms.rules.entries.cooldown_hours
    same = claims.holds(verdict.claim, verdict.claim_version) and verdict.judge.rules == terms.rules.digest
    if not hours or not same or not verdict.label.decided:
        return ""
    until = hours_after(utc(verdict.time), hours)
    return until if until > terms.now else ""


def cooled(until: str) -> Wait:
    """The wait until a cool-down ends."""
    told = "Its claims were judged a short while ago and keep their verdicts; this revision is judged from "
    return Wait(Reason.COOLDOWN, until, f"{told}{clock_face(until)} on.")


def utc(time: str) -> str:
    """An ISO 8601 instant as the database writes it."""
    return time if time.endswith("Z") and len(time) == 20 else written(datetime.fromisoformat(time))


def _later(desk: Desk, entry: Entry, claims: ClaimSet) -> Wait | None:
    return capped(desk, entry) or _cooling(desk.books.ledger.current(entry.id), claims, desk.terms)


def _cooling(verdicts: Sequence[Verdict], claims: ClaimSet, terms: Terms) -> Wait | None:
    """The wait until the first claim that can be tested may be judged anew, when none may now."""
    until = {verdict.claim: cools_until(verdict, claims, terms) for verdict in verdicts}
    ends = [until.get(claim.id, "") for claim in claims.testable]
    return cooled(min(ends)) if ends and all(ends) else None


def _further(desk: Desk, entry: Entry) -> str:
    return "" if entry.first_judged_at else rank_note(desk, entry)


def _with(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
