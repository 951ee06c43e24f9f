"""A job: one entry revision to be judged, and the table that is the truth about work."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Protocol


class JobState(StrEnum):
    WAITING = "waiting"
    LEASED = "leased"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Lane(IntEnum):
    """Retries go slower, so that one bad entry does not hold up the others."""

    NORMAL = 0
    RETRY = 1


@dataclass(frozen=True, slots=True)
class Job:
    """One entry revision to be judged. `turn` orders the queue: round-robin over teams. `fence` grows with every
    lease; a result is taken only with the fence it was leased under. Instants are UTC text."""

    id: int
    entry: str
    revision: str
    team: str
    state: JobState
    lane: Lane
    turn: int
    attempts: int
    fence: int
    created_at: str
    not_before: str = ""
    leased_until: str = ""
    leased_by: str = ""
    ended_at: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a waiting job stands: `ahead` jobs come before it; `expected_at` is an estimate from the recent pace, or
    empty when there is none yet."""

    ahead: int
    expected_at: str = ""


class JobStore(Protocol):
    """The domain table of jobs, inside one transaction. Both queues work on it; it is the truth about work."""

    def enqueue(self, entry: str, revision: str, team: str, *, not_before: str = "") -> int:
        """A new job, or the live one of this revision. Waiting jobs of older revisions of the entry are cancelled."""
        ...

    def cancel(self, entry: str, sentence: str) -> int:
        """Cancel what waits for an entry, and void the fence of what is leased; gives the number of jobs."""
        ...

    def place(self, entry: str) -> Place | None:
        """The place of the entry's waiting job; None when none waits."""
        ...
