"""When an entry is asked about again whose claims had no answer of a model, and for how often."""

from collections.abc import Mapping, Sequence
from typing import Final

from openrepro.entries.asked import AWAY
from openrepro.entries.entry import EntryEvent, Reason
from openrepro.entries.queueing import Wait
from openrepro.entries.window import Terms, clock_face, minutes_after, next_day
from openrepro.judging.readers.model.question import Silence

MINUTES: Final[Mapping[Reason, tuple[int, ...]]] = {
    Reason.MODEL_AWAY: (1, 5, 15, 30, *(60 for _ in range(20))),
    Reason.MODEL_SILENT: (10, 60),
}
"""The pauses before each further attempt; after the last one a claim is left with its reason."""
LAWFUL: Final = (Reason.BY_OPERATOR, Reason.BY_PARTICIPANT)
"""After these it is tried as often again."""


def reason_of(unheard: Mapping[str, Silence]) -> Reason:
    """Why an entry with such claims waits: what says least of the claims themselves comes first."""
    silences = set(unheard.values())
    if Silence.OVER_BUDGET in silences:
        return Reason.MODEL_BUDGET
    return Reason.MODEL_AWAY if silences & set(AWAY) else Reason.MODEL_SILENT


def asked_again(
    unheard: Mapping[str, Silence], history: Sequence[EntryEvent], revision: str, terms: Terms, *, today: bool
) -> Wait | None:
    """The wait before claims are asked about again; None where they were asked often enough.

    `today` says that a budget is spent that is one of the day.
    """
    reason = reason_of(unheard)
    if reason is Reason.MODEL_BUDGET:
        return _for_budget(unheard, terms, today=today)
    pauses, tried = MINUTES[reason], _tried(history, revision, reason)
    if tried >= len(pauses):
        return None
    until = minutes_after(terms.now, pauses[tried])
    return Wait(reason, until, f"{_why(unheard, reason)} It is asked again from {clock_face(until)} on.")


def fresh_answers(history: Sequence[EntryEvent], revision: str) -> int:
    """How often a model was silent about this revision: a recorded silence is not to be had again, so that it must be
    asked for fresh answers."""
    return sum(event.reason is Reason.MODEL_SILENT and event.revision == revision for event in history)


def unprepared(terms: Terms) -> Wait:
    """The wait while this server lacks what it takes to ask a model."""
    until = minutes_after(terms.now, 15)
    told = "The model that reads is not set up on this server; its operators can see why. It is tried again from "
    return Wait(Reason.MODEL_AWAY, until, f"{told}{clock_face(until)} on.")


def _tried(history: Sequence[EntryEvent], revision: str, reason: Reason) -> int:
    """How often an entry waited for this reason since somebody queued it."""
    tried = 0
    for event in history:
        if event.reason in LAWFUL:
            tried = 0
        tried += event.reason is reason and event.revision == revision
    return tried


def _for_budget(unheard: Mapping[str, Silence], terms: Terms, *, today: bool) -> Wait:
    until = next_day(terms.now)
    when = f"from {clock_face(until)} on" if today else "when the organisers raise it"
    spent = "The budget for the model is spent for today" if today else "The budget for the model is spent"
    return Wait(Reason.MODEL_BUDGET, until, f"{spent}; {_claims(unheard)} for it and asked about {when}.")


def _why(unheard: Mapping[str, Silence], reason: Reason) -> str:
    why = next(silence for silence in Silence if silence in unheard.values())
    if reason is Reason.MODEL_AWAY:
        why = Silence.UNREACHABLE
    return f"{why.value[:1].upper()}{why.value[1:]}; {_claims(unheard)} for it."


def _claims(unheard: Mapping[str, Silence]) -> str:
    names = sorted(claim.rpartition(".")[2] for claim in unheard)
    told = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return f"{told} {'wait' if len(names) > 1 else 'waits'}"
