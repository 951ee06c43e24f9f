"""An entry: a logbook in the challenge, the states it goes through, and its archived revisions."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """Where an entry is. Every state is entered with a reason and a time (`EntryEvent`)."""

    DISCOVERED = "discovered"
    RESOLVED = "resolved"
    QUEUED = "queued"
    JUDGING = "judging"
    JUDGED = "judged"
    NOT_JUDGED = "not judged"
    REJECTED = "rejected"
    LATE = "late"
    WITHDRAWN = "withdrawn"

    @property
    def final(self) -> bool:
        """Whether nothing more happens to the entry by itself."""
        return self in (State.JUDGED, State.NOT_JUDGED, State.REJECTED, State.LATE, State.WITHDRAWN)


class Reason(StrEnum):
    """Why an entry is in its state; `MEANING` says each in words."""

    SEEN = "seen"
    SUBMITTED = "submitted"
    PAPER_FOUND = "paper-found"
    NO_PAPER = "no-paper"
    UNKNOWN_PAPER = "unknown-paper"
    AMBIGUOUS_PAPER = "ambiguous-paper"
    SEVERAL_PAPERS = "several-papers"
    NO_CLAIMS = "no-claims"
    NOT_OPEN = "not-open"
    CLAIMS_CHANGED = "claims-changed"
    CLOSED = "closed"
    WAITING = "waiting"
    DAILY_CAP = "daily-cap"
    COOLDOWN = "cool-down"
    RETRY = "retry"
    MODEL_AWAY = "model-away"
    MODEL_SILENT = "model-silent"
    MODEL_BUDGET = "model-budget"
    STARTED = "started"
    RULED = "ruled"
    UNCHANGED = "unchanged"
    NOTHING_RULED = "nothing-ruled"
    UNREADABLE = "unreadable"
    FETCH_FAILED = "fetch-failed"
    PLATFORM_FAULT = "platform-fault"
    BY_PARTICIPANT = "by-participant"
    BY_OPERATOR = "by-operator"
    TAKEN_DOWN = "taken-down"
    GONE = "gone"
    IMPORTED = "imported"


class Source(StrEnum):
    """Where an entry's bytes come from."""

    SPACE = "space"
    UPLOAD = "upload"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands. Instants are UTC, `2026-08-03T11:59:59Z`, or empty.

    `id` and `team` are pseudonyms. `origin` is unique: the Space id, or `upload:<id>`. `named` is how the entry
    named its paper; `paper` is empty until that is resolved. `revision` is the newest archived one,
    `judged_revision` the one the current verdicts are about. `created_at` is when it was made at its source,
    `seen_at` when we first saw it, `first_judged_at` never moves.
    """

    id: str
    team: str
    source: Source
    origin: str
    state: State
    reason: Reason
    sentence: str
    state_at: str
    seen_at: str
    created_at: str
    account: str = ""
    title: str = ""
    url: str = ""
    licence: str = ""
    named: tuple[str, ...] = ()
    paper: str = ""
    revision: str = ""
    judged_revision: str = ""
    first_judged_at: str = ""
    hidden: bool = False
    missing_since: str = ""


@dataclass(frozen=True, slots=True)
class EntryEvent:
    """One step of an entry's history. `actor` is a pseudonym, or `system`."""

    entry: str
    at: str
    state: State
    reason: Reason
    sentence: str
    revision: str = ""
    actor: str = "system"


@dataclass(frozen=True, slots=True)
class RevisionFile:
    """One archived file: its path in the logbook, size in bytes and the SHA-256 that names its blob."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Revision:
    """The archived bytes of an entry at one moment, named by the digest of its manifest.

    `source_sha` is the commit at the source, where there is one. `late` revisions were first seen after the close.
    A revision that was taken down keeps its row (the tombstone) and has no bytes any more.
    """

    entry: str
    id: str
    seen_at: str
    source_sha: str = ""
    files: tuple[RevisionFile, ...] = ()
    late: bool = False
    taken_down_at: str = ""
