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

    @property
    def live(self) -> bool:
        """Whether there is still work to come of the job."""
        return self in (JobState.WAITING, JobState.LEASED)


class Lane(IntEnum):
    """Retries go slower, so that one bad entry does not hold up the others. What is held is not due yet (cool-down,
    daily cap, the pause before a retry); it gets its turn in one of the other lanes when it is."""

    NORMAL = 0
    RETRY = 1
    HELD = 2


@dataclass(frozen=True, slots=True)
class Job:
    """One entry revision to be judged. `turn` orders a lane: round-robin over teams. `attempts` counts the leases that
    were not given back. `fence` grows with every lease; a result is taken only with the fence it was leased under.
    Instants are UTC text."""

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
    leased_at: str = ""
    leased_until: str = ""
    leased_by: str = ""
    ended_at: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a waiting job stands: `ahead` jobs come before it (`or_more`: at least so many; they are not counted any
    further). `expected_at` is an estimate of its end from the recent pace, or empty when nobody is at work;
    `sentence` says so, or that there is no pace yet. `not_before` is set while it is held: its place is settled when
    it is due."""

    ahead: int
    expected_at: str = ""
    or_more: bool = False
    not_before: str = ""
    sentence: str = ""


class StaleFence(Exception):  # noqa: N818  it is a state, and part of normal work
    """The job was cancelled or leased anew in the meantime: nothing of this attempt may be kept.

    Raised inside the transaction that holds the results, so that it is rolled back as a whole.
    """


class JobStore(Protocol):
    """The domain table of jobs, inside one transaction. Both queues work on it; it is the truth about work.

    `now` is the instant at which it happens, UTC text; the clock is asked when it is empty.
    """

    def enqueue(self, entry: str, revision: str, team: str, *, not_before: str = "", now: str = "") -> int:
        """A new job, or the live one of this revision. Waiting jobs of older revisions of the entry are cancelled; the
        new one takes their place in the queue."""
        ...

    def cancel(self, entry: str, sentence: str, *, now: str = "") -> int:
        """Cancel what waits for an entry, and void the fence of what is leased; gives the number of jobs."""
        ...

    def cut_short(self, entry: str, revision: str) -> bool:
        """Whether the newest job of that revision was cancelled before it came to its end."""
        ...

    def place(self, entry: str) -> Place | None:
        """The place of the entry's waiting job; None when none waits."""
        ...

    def complete(self, job: int, fence: int, sentence: str, *, now: str = "") -> None:
        """The job is done. Raises StaleFence when it is not ours any more; the transaction must not be kept then."""
        ...

    def wait(self, job: int, fence: int, sentence: str, *, not_before: str, slow: bool = False) -> None:
        """Put a job back until something outside is there that it needs; the attempt does not count. With `slow` it
        comes back in the slower lane. It is cancelled when a newer revision waits. Raises StaleFence."""
        ...
