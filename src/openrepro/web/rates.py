"""Rate limits: a bucket of permissions for every caller, refilled steadily."""

import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NamedTuple

MOST_BUCKETS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once. `per_second` 0 means no limit."""

    per_second: float
    burst: int


class Permission(NamedTuple):
    """Whether a request may go on, how many more may at once, and in how many seconds there is room (again)."""

    granted: bool
    limit: int
    remaining: int
    seconds: int


class Buckets:
    """One bucket per caller, the longest unused ones forgotten first. Safe to share between threads."""

    def __init__(self, rate: Rate, most: int = MOST_BUCKETS) -> None:
        self._rate = rate
        self._most = most
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, caller: str, at: float) -> Permission:
        """Use one permission of `caller` at the moment `at` (seconds of a clock that never goes back)."""
        rate = self._rate
        if not rate.per_second:
            return Permission(True, 0, 0, 0)
        with self._lock:
            level, since = self._filled.pop(caller, (float(rate.burst), at))
            level = min(float(rate.burst), level + (at - since) * rate.per_second)
            granted = level >= 1
            self._filled[caller] = (level - granted, at)
            if len(self._filled) > self._most:
                self._filled.popitem(last=False)
        return Permission(granted, rate.burst, int(level - granted), self._wait(level - granted))

    def _wait(self, level: float) -> int:
        """Whole seconds until one more request may go on, at least 1 when none may now."""
        return 0 if level >= 1 else max(1, math.ceil((1 - level) / self._rate.per_second))
