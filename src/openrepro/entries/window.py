"""The rules that hold at one instant, and the arithmetic of instants: window, days, cool-down."""

from dataclasses import dataclass
from datetime import timedelta

from openrepro.challenge.rules import Late, Rules
from openrepro.clock import instant_of, written


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules in force and the instant at which something happens (`2026-08-03T11:59:59Z`)."""

    rules: Rules
    now: str

    @property
    def opens(self) -> str:
        return written(self.rules.window.opens)

    @property
    def closes(self) -> str:
        return written(self.rules.window.closes)

    @property
    def early(self) -> bool:
        """Whether the challenge has not opened yet."""
        return self.now < self.opens

    @property
    def closed(self) -> bool:
        """Whether the challenge is over; its last instant is still inside."""
        return self.now > self.closes

    @property
    def lists_late(self) -> bool:
        """Whether what comes after the close is listed (unscored) rather than refused."""
        return self.rules.window.late is Late.LIST


def hours_after(instant: str, hours: int) -> str:
    """The instant `hours` later."""
    return written(instant_of(instant) + timedelta(hours=hours))


def minutes_after(instant: str, minutes: int) -> str:
    """The instant `minutes` later."""
    return written(instant_of(instant) + timedelta(minutes=minutes))


def day_of(instant: str) -> str:
    """The UTC day of an instant: `2026-07-20`."""
    return instant[:10]


def next_day(instant: str) -> str:
    """The first instant of the UTC day after that of `instant`."""
    return written(instant_of(f"{day_of(instant)}T00:00:00Z") + timedelta(days=1))


def clock_face(instant: str) -> str:
    """An instant as a sentence says it: `2026-07-20 12:00 UTC`, with seconds only where they are not zero."""
    seconds = "" if instant[17:19] == "00" else instant[16:19]
    return f"{instant[:10]} {instant[11:16]}{seconds} UTC"
