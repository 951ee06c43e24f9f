import threading
import time
from datetime import UTC, datetime

import pytest

from openrepro.hub.manners import Manners, Pace, StoppedError, asked_wait

NOW = datetime(2026, 7, 20, 12, 0, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Watched(threading.Event):
    """A stop that nobody sets; what is waited for it is noted, and passes on the clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(round(timeout or 0, 3))
        self.clock.now += timeout or 0
        return False


def pace(manners: Manners) -> tuple[Pace, Watched, Clock]:
    clock = Clock()
    stop = Watched(clock)
    return Pace(manners, stop, clock), stop, clock


def test_a_burst_goes_through_and_then_the_rate_holds() -> None:
    made, stop, _ = pace(Manners(per_second=4, burst=3))
    for _ in range(6):
        made.take()
    assert stop.waits == [0.25, 0.25, 0.25]


def test_a_pause_earns_no_more_than_one_burst() -> None:
    made, stop, clock = pace(Manners(per_second=4, burst=2))
    clock.now += 3600
    for _ in range(4):
        made.take()
    assert stop.waits == [0.25, 0.25]


def test_a_hold_is_for_every_thread_and_has_a_bound() -> None:
    made, stop, _ = pace(Manners(longest_wait=60))
    made.hold(10)
    made.take()
    made.hold(100_000)
    made.take()
    assert stop.waits == [10, 60]


def test_waits_after_failures_double_with_a_seeded_spread() -> None:
    first, _, _ = pace(Manners(seed=1))
    again, _, _ = pace(Manners(seed=1))
    other, _, _ = pace(Manners(seed=2))
    waits = [first.back_off(attempt) for attempt in (1, 2, 3, 4)]
    assert waits == [again.back_off(attempt) for attempt in (1, 2, 3, 4)]
    assert waits != [other.back_off(attempt) for attempt in (1, 2, 3, 4)]
    assert all(0.5 * 2**at <= wait <= 1.5 * 2**at for at, wait in enumerate(waits))
    assert first.back_off(60) == 300


def test_whoever_waits_is_told_to_stop_at_once() -> None:
    stop = threading.Event()
    made = Pace(Manners(), stop)
    stop.set()
    began = time.monotonic()
    with pytest.raises(StoppedError):
        made.wait(60)
    with pytest.raises(StoppedError):
        made.take()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "Mon, 20 Jul 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Mon, 20 Jul 2026 11:00:00 GMT"}, 0),
        ({"ratelimit": '"api";r=0;t=55'}, 55),
        ({"ratelimit": '"api";r=3;t=55'}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "soon", "ratelimit": '"api";r=0;t=4'}, 4),
        ({"retry-after": "9" * 400}, 999_999_999),
        ({}, None),
    ],
)
def test_what_a_server_asks_for_is_understood(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_wait(headers, NOW) == seconds
