"""What earlier attempts at a paper cost: how long their recorded runs took, and what judging them took."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Final, NamedTuple

from openrepro.ids import Json

MOST_SECONDS: Final = 10_000_000
"""Of one attempt (115 days); more is no duration of runs in an event."""


class Range(NamedTuple):
    """A spread over `many` attempts; the median is one that occurs."""

    many: int
    least: int
    median: int
    most: int

    def as_json(self) -> dict[str, Json]:
        return dict(self._asdict())


class Attempt(NamedTuple):
    """One judged attempt: the seconds of all runs that its logbook records with a duration, and how many do not."""

    seconds: int
    timed: int
    untimed: int


class Cost(NamedTuple):
    """The attempts looked at. `seconds` is None where no run of any has a duration; `untold` counts such attempts."""

    attempts: int
    seconds: Range | None
    untold: int

    def as_json(self) -> dict[str, Json]:
        held = None if self.seconds is None else self.seconds.as_json()
        return {"attempts": self.attempts, "seconds": held, "untold": self.untold}


def cost_of(attempts: Iterable[Attempt]) -> Cost | None:
    """What some attempts cost; None of none."""
    given = list(attempts)
    timed = sorted(one.seconds for one in given if one.timed)
    return Cost(len(given), _range(timed), len(given) - len(timed)) if given else None


def _range(values: Sequence[int]) -> Range | None:
    return Range(len(values), values[0], values[(len(values) - 1) // 2], values[-1]) if values else None


def seconds_of(durations: Iterable[str | None]) -> Attempt:
    """An attempt from the durations of its runs, as its logbook states them (text, seconds); None is no duration.

    What is no number of seconds from 0 to 115 days counts as none.
    """
    total, timed, untimed = Decimal(0), 0, 0
    for text in durations:
        value = _duration(text)
        if value is None:
            untimed += 1
        else:
            total, timed = total + value, timed + 1
    return Attempt(min(MOST_SECONDS, int(total.to_integral_value(rounding=ROUND_CEILING))), timed, untimed)


def _duration(text: str | None) -> Decimal | None:
    if text is None or len(text) > 30:
        return None
    try:
        value = Decimal(text)
    except ArithmeticError:
        return None
    return value if value.is_finite() and 0 <= value <= MOST_SECONDS else None
