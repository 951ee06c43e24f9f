"""The states of an entry: which may follow which, for which reasons, and what each reason tells its owner to do."""

from dataclasses import replace
from typing import Final, NamedTuple

from openrepro.entries.entry import Entry, EntryEvent, Reason, State
from openrepro.errors import OpenReproError

SYSTEM: Final = "system"
LONGEST_SENTENCE: Final = 2000

_LIVE: Final = frozenset(
    (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.NOT_JUDGED, State.REJECTED, State.LATE, State.WITHDRAWN)
)

FOLLOWS: Final[dict[State, frozenset[State]]] = {
    State.DISCOVERED: _LIVE,
    State.RESOLVED: _LIVE,
    State.QUEUED: _LIVE | {State.JUDGING, State.JUDGED},
    State.JUDGING: frozenset((State.JUDGING, State.JUDGED, State.NOT_JUDGED, State.QUEUED, State.RESOLVED))
    | {State.REJECTED, State.WITHDRAWN},
    State.JUDGED: frozenset((State.QUEUED, State.JUDGED, State.RESOLVED, State.WITHDRAWN)),
    State.NOT_JUDGED: _LIVE | {State.JUDGED},
    State.REJECTED: _LIVE,
    State.LATE: frozenset((State.LATE, State.QUEUED, State.RESOLVED, State.REJECTED, State.WITHDRAWN)),
    State.WITHDRAWN: frozenset((State.WITHDRAWN,)),
}
"""What may follow a state by itself. A withdrawn entry may still be taken down; an operator alone brings it back."""

BACK: Final = frozenset(
    (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.JUDGED, State.NOT_JUDGED, State.REJECTED, State.LATE)
)

MISNAMED: Final = (Reason.NO_PAPER, Reason.UNKNOWN_PAPER, Reason.AMBIGUOUS_PAPER, Reason.SEVERAL_PAPERS)
"""Why an entry has no paper."""

_OTHERS: Final = (Reason.IMPORTED, Reason.BY_OPERATOR)

REASONS: Final[dict[State, frozenset[Reason]]] = {
    State.DISCOVERED: frozenset((Reason.SEEN, Reason.SUBMITTED)),
    State.RESOLVED: frozenset(
        (Reason.PAPER_FOUND, Reason.NO_CLAIMS, Reason.NOT_OPEN, Reason.FETCH_FAILED, Reason.BY_OPERATOR)
    ),
    State.QUEUED: frozenset(
        (
            *(Reason.WAITING, Reason.DAILY_CAP, Reason.COOLDOWN, Reason.RETRY, Reason.BY_PARTICIPANT),
            *(Reason.MODEL_AWAY, Reason.MODEL_SILENT, Reason.MODEL_BUDGET, Reason.BY_OPERATOR),
            Reason.CLAIMS_CHANGED,
        )
    ),
    State.JUDGING: frozenset((Reason.STARTED,)),
    State.JUDGED: frozenset((Reason.RULED, Reason.UNCHANGED, Reason.CLOSED, *_OTHERS)),
    State.NOT_JUDGED: frozenset(
        (
            Reason.NOTHING_RULED,
            Reason.UNREADABLE,
            Reason.CLOSED,
            Reason.PLATFORM_FAULT,
            Reason.GONE,
            Reason.IMPORTED,
        )
    ),
    State.REJECTED: frozenset((*MISNAMED, Reason.UNREADABLE, Reason.TAKEN_DOWN, Reason.CLOSED, *_OTHERS)),
    State.LATE: frozenset((Reason.CLOSED, Reason.BY_OPERATOR)),
    State.WITHDRAWN: frozenset((Reason.BY_PARTICIPANT, Reason.BY_OPERATOR, Reason.TAKEN_DOWN)),
}
"""The reasons that a state may be entered for."""


class Meaning(NamedTuple):
    """What a reason says, and what happens or is to be done next."""

    text: str
    next: str


MEANING: Final[dict[Reason, Meaning]] = {
    Reason.SEEN: Meaning("The entry was found on the Hub.", "Nothing to do: its paper is looked up at once."),
    Reason.SUBMITTED: Meaning("An archive was uploaded and kept.", "Nothing to do: its paper is looked up at once."),
    Reason.PAPER_FOUND: Meaning(
        "The entry names a paper of the challenge.", "Nothing to do: its files are fetched, then it is queued."
    ),
    Reason.NO_PAPER: Meaning(
        "Nothing names the entry's paper.", "Tag the Space with its paper's id, or submit again and name the paper."
    ),
    Reason.UNKNOWN_PAPER: Meaning(
        "The entry names a paper that the challenge does not have.",
        "Correct the id as the sentence offers; ids are compared exactly, capital letters included.",
    ),
    Reason.AMBIGUOUS_PAPER: Meaning(
        "The name that the entry gives its paper belongs to several papers.", "Name the paper by its own id."
    ),
    Reason.SEVERAL_PAPERS: Meaning(
        "The names in the entry lead to different papers.", "Keep the name of the paper that the entry is about."
    ),
    Reason.NO_CLAIMS: Meaning(
        "The claims of the paper are not there yet.", "Nothing to do: the entry is queued as soon as they are."
    ),
    Reason.NOT_OPEN: Meaning(
        "The challenge has not opened yet.", "Nothing to do: the entry is queued when it opens; it can still change."
    ),
    Reason.CLAIMS_CHANGED: Meaning(
        "The claims of its paper changed since the entry was judged.",
        "Nothing to do: only what changed is judged again; the other verdicts stay, and the old ones stay on record.",
    ),
    Reason.CLOSED: Meaning(
        "The entry, or this revision of it, was first seen after the challenge closed.",
        "Nothing to do: it is listed without points, or refused where the rules say so; what was judged stands.",
    ),
    Reason.WAITING: Meaning("The entry waits for the judge.", "Nothing to do: its status shows its place and time."),
    Reason.DAILY_CAP: Meaning(
        "The team has as many entries judged for the first time today as the rules allow.",
        "Nothing to do: the entry keeps waiting and is judged on the next UTC day.",
    ),
    Reason.COOLDOWN: Meaning(
        "Claims of this entry were judged a short while ago.",
        "Nothing to do: they keep their verdicts until the cool-down ends, and then the new revision is judged.",
    ),
    Reason.RETRY: Meaning(
        "Judging was broken off by a fault of the platform, or the rules or claims changed meanwhile.",
        "Nothing to do: it is tried again by itself, and nothing is counted against the team.",
    ),
    Reason.MODEL_AWAY: Meaning(
        "The model that reads could not be reached.",
        "Nothing to do: it is asked again by itself, and nothing is counted against the team.",
    ),
    Reason.MODEL_SILENT: Meaning(
        "The model gave no answer that could be used about some claims.",
        "Nothing to do: it is asked afresh by itself; then those claims are left without a label, with the reason.",
    ),
    Reason.MODEL_BUDGET: Meaning(
        "The budget for the model is spent.",
        "Nothing to do: claims that wait for it are asked on the next day or when the organisers raise the budget.",
    ),
    Reason.STARTED: Meaning("The judge has the entry.", "Nothing to do: it ends in minutes."),
    Reason.RULED: Meaning(
        "The claims of the entry have verdicts.", "Read them; publish a new revision to improve them."
    ),
    Reason.UNCHANGED: Meaning(
        "No evidence differs from what was judged before, so every verdict stays.",
        "Add or change what was run; wording alone changes no verdict.",
    ),
    Reason.NOTHING_RULED: Meaning(
        "The judge ruled on no claim of the entry.", "Read why per claim, add evidence, and publish a new revision."
    ),
    Reason.UNREADABLE: Meaning(
        "The files cannot be taken or read as a logbook.", "Mend what the sentence names, and publish or submit again."
    ),
    Reason.FETCH_FAILED: Meaning(
        "The Hub did not hand out the files.", "Nothing to do: it is tried again; or ask for a refresh."
    ),
    Reason.PLATFORM_FAULT: Meaning(
        "The platform failed several times while judging.",
        "Nothing was counted against the team; an operator looks at it and queues it again.",
    ),
    Reason.BY_PARTICIPANT: Meaning("The team asked for it.", "A withdrawn entry can be submitted again as a new one."),
    Reason.BY_OPERATOR: Meaning("An operator of the challenge did it.", "Ask the organisers if it looks wrong."),
    Reason.TAKEN_DOWN: Meaning(
        "The files were removed for good; their hashes, sizes and the time remain on record.",
        "Ask the organisers if it looks wrong.",
    ),
    Reason.GONE: Meaning("The Space vanished before its files were kept.", "Publish it again, or upload the logbook."),
    Reason.IMPORTED: Meaning("The state comes from a public event that was imported.", "Nothing to do."),
}


class Step(NamedTuple):
    """An entry in its new state, and the event that its history keeps."""

    entry: Entry
    event: EntryEvent


class StateError(OpenReproError):
    """What was asked is not possible in the state that the entry is in. Nothing was changed."""


def begun(entry: Entry, *, actor: str = SYSTEM) -> Step:
    """The first event of a new entry, in the state it was made with."""
    _check_reason(entry.state, entry.reason)
    return Step(entry, _event(entry, actor, entry.revision))


def moved(
    entry: Entry, state: State, reason: Reason, sentence: str, now: str, *, revision: str = "", actor: str = SYSTEM
) -> Step:
    """`entry` in `state` from the instant `now` on. Raises StateError when that state cannot follow its own.

    `revision` is the one that the step is about, where it is about one.
    """
    if state not in FOLLOWS[entry.state]:
        raise StateError(f"The entry {entry.id} is {entry.state}; it cannot become {state}.")
    if entry.state is State.WITHDRAWN and reason is not Reason.TAKEN_DOWN:
        raise StateError(f"The entry {entry.id} is withdrawn; all that can follow is that it is taken down.")
    return _step(entry, state, reason, sentence, now, revision, actor)


def restored(entry: Entry, state: State, reason: Reason, sentence: str, now: str, *, actor: str = SYSTEM) -> Step:
    """A withdrawn entry back in `state`, which only an operator may ask for. Raises StateError for another entry, or
    when its files were taken down."""
    if entry.state is not State.WITHDRAWN:
        raise StateError(f"The entry {entry.id} is {entry.state}, not withdrawn; there is nothing to restore.")
    if entry.reason is Reason.TAKEN_DOWN:
        raise StateError(f"The files of the entry {entry.id} were taken down; that is for ever.")
    if state not in BACK:
        raise StateError(f"A withdrawn entry cannot be restored as {state}.")
    return _step(entry, state, reason, sentence, now, entry.revision, actor)


def remarked(
    entry: Entry, reason: Reason, sentence: str, now: str, *, revision: str = "", actor: str = SYSTEM
) -> EntryEvent:
    """An event that is told but leaves the entry in its state."""
    return EntryEvent(entry.id, now, entry.state, reason, sentence[:LONGEST_SENTENCE], revision, actor)


def _step(entry: Entry, state: State, reason: Reason, sentence: str, now: str, revision: str, actor: str) -> Step:
    _check_reason(state, reason)
    new = replace(entry, state=state, reason=reason, sentence=sentence[:LONGEST_SENTENCE], state_at=now)
    return Step(new, _event(new, actor, revision))


def _event(entry: Entry, actor: str, revision: str) -> EntryEvent:
    return EntryEvent(entry.id, entry.state_at, entry.state, entry.reason, entry.sentence, revision, actor)


def _check_reason(state: State, reason: Reason) -> None:
    if reason not in REASONS[state]:
        raise StateError(f"An entry cannot be {state} for the reason {reason!r}.")
