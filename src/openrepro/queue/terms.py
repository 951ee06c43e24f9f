"""How long things may take in a queue: leases, deadlines, pauses before another attempt."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from openrepro import clock


@dataclass(frozen=True, slots=True)
class Terms:
    """All in seconds. A worker renews its lease of `lease` every `beat`; who has not done so is taken for dead.

    `deadline` is the most a job may take. A worker that must stop waits `grace` for its job to end by itself, then
    `last` for the handler to end as it is asked to. `poll` is how often an idle worker looks for work, `sweep` how
    often dead leases are looked for. After `attempts` a job has failed; `pauses` come before the second, third …
    attempt, the last one before all further.
    """

    lease: float = 30
    beat: float = 8
    deadline: float = 900
    grace: float = 10
    last: float = 2
    poll: float = 1
    sweep: float = 5
    attempts: int = 5
    pauses: tuple[float, ...] = (5, 30, 120, 600)

    def pause(self, attempts: int) -> float:
        """How long to wait after so many attempts."""
        return self.pauses[min(attempts, len(self.pauses)) - 1]


USUAL: Final = Terms()
Clock = Callable[[], datetime]


def text(instant: datetime, seconds: float = 0) -> str:
    """An instant, so many seconds later, as text that sorts; with milliseconds only where the clock has them."""
    moved = instant.astimezone(UTC) + timedelta(seconds=seconds)
    if not instant.microsecond:
        return clock.written(moved)
    return moved.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moved.microsecond // 1000:03d}Z"
