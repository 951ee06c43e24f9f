"""How politely strangers' servers are asked: how often, how many at once, how long to wait when they say so."""

import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import Final

_RESET: Final = re.compile(r";\s*t=(\d{1,9})")
_LEFT: Final = re.compile(r";\s*r=(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Manners:
    """Times are in seconds. `attempts` is how often one request is made at most; between two of them
    `first_wait`, then twice that, and so on, each up to half as long again or as short, drawn from `seed`.

    A server that asks for more than `longest_wait` is not waited for. `answer_s` bounds one answer as a whole,
    `silence_s` each pause within it. `burst` requests may follow each other at once, then `per_second`.
    """

    per_second: float = 8.0
    burst: int = 16
    at_once: int = 4
    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 300.0
    silence_s: float = 30.0
    answer_s: float = 300.0
    seed: int = 0


class StoppedError(Exception):
    """The work was asked to end while it waited."""


class Pace:
    """Lets requests of all threads through at the rate of `manners`, and holds all of them while a server asks so.

    `stop` ends every wait with StoppedError.
    """

    def __init__(self, manners: Manners, stop: threading.Event, clock: Callable[[], float] = time.monotonic) -> None:
        self._manners = manners
        self._stop = stop
        self._clock = clock
        self._lock = threading.Lock()
        self._chance = Random(manners.seed)
        self._free_at = float("-inf")
        self._held_until = 0.0

    def take(self) -> None:
        """Wait until a request may be made. Raises StoppedError."""
        self.wait(self._turn())

    def wait(self, seconds: float) -> None:
        """Wait so long. Raises StoppedError when asked to end before."""
        if self._stop.wait(max(seconds, 0)) if seconds > 0 else self._stop.is_set():
            raise StoppedError

    def hold(self, seconds: float) -> None:
        """Make every thread's next request wait so long, or what `longest_wait` allows."""
        until = self._clock() + min(seconds, self._manners.longest_wait)
        with self._lock:
            self._held_until = max(self._held_until, until)

    def back_off(self, attempt: int) -> float:
        """How long to wait after the `attempt`-th failed attempt (the first is 1) of a server that names no time."""
        with self._lock:
            spread = self._chance.uniform(0.5, 1.5)
        return min(self._manners.first_wait * 2.0 ** (attempt - 1) * spread, self._manners.longest_wait)

    def _turn(self) -> float:
        """Reserve the next free instant and give the seconds until then."""
        now, gap = self._clock(), 1 / self._manners.per_second
        with self._lock:
            earliest = max(self._free_at, now - gap * (self._manners.burst - 1))
            self._free_at = earliest + gap
            return max(earliest, self._held_until) - now


def asked_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds a server asks to wait: `Retry-After` as seconds or date, else the reset of a used-up `RateLimit`;
    None when it asks for nothing that can be understood. Names of headers are in small letters."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    if text and (until := _date(text)) is not None:
        return max((until - now).total_seconds(), 0.0)
    return used_up(headers)


def used_up(headers: Mapping[str, str]) -> float | None:
    """The seconds until a rate limit starts anew, when its header says that nothing is left of it."""
    text = headers.get("ratelimit", "")[:200]
    left, reset = _LEFT.search(text), _RESET.search(text)
    return float(reset[1]) if left and reset and int(left[1]) == 0 else None


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text[:60])
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
