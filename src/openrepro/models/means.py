"""What the threads of all endpoints share: where answers are kept, how endpoints are called, how long we wait."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from openrepro.models.abilities import Abilities
from openrepro.models.batch import Batch
from openrepro.models.endpoint import Ability, Endpoint, Responses
from openrepro.models.faults import Trouble
from openrepro.models.health import Manners
from openrepro.models.pacing import Share
from openrepro.models.request import Request
from openrepro.models.search import Search


class Raw(Protocol):
    """What an endpoint said, not parsed."""

    @property
    def status(self) -> int: ...

    @property
    def body(self) -> bytes: ...


class Caller(Protocol):
    """What calls an endpoint; `models.client.Client` is the real one."""

    def call(self, request: Request, ability: Ability) -> Raw | Trouble: ...

    def close(self) -> None: ...


@dataclass(slots=True, eq=False)
class Job:
    """One question that waits for a call, for a batch. `since` is when its run of failures began."""

    search: Search
    batch: Batch
    tries: int = 0
    since: float | None = None

    @property
    def key(self) -> str:
        return self.search.question.key


class Unsettled:
    """How many calls have been opened and not settled: what they leave over of what was set aside is still to come."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls = 0

    def one_more(self) -> int:
        """Count one more; gives how many there were before."""
        with self._lock:
            self._calls += 1
            return self._calls - 1

    def one_less(self) -> None:
        with self._lock:
            self._calls -= 1


@dataclass(frozen=True, slots=True)
class Means:
    """What lanes share: where replies and abilities are kept, with whom slots are shared, who is told, how we wait."""

    responses: Responses
    abilities: Abilities | None
    share: Share
    connect: Callable[[Endpoint], Caller]
    say: Callable[[str], None]
    manners: Manners
    unsettled: Unsettled
    now: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random
