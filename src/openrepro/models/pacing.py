"""How fast an endpoint is asked: slots that grow with success and halve when it is crowded, fairly over teams."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from openrepro.models.endpoint import Endpoint
from openrepro.models.line import Line

Item = TypeVar("Item")

RENEWED_S: Final = 2.0
_log = logging.getLogger(__name__)


class Part(NamedTuple):
    """What this process may do at an endpoint now: calls at once, and for how many seconds none may begin."""

    slots: int
    quiet_s: float = 0


class Share(Protocol):
    """How several processes share what one endpoint takes. Safe to share between threads.

    The parts that are given out never add up to more than `endpoint.in_flight`. A part that is not asked for again
    lapses, at the earliest after `endpoint.timeout_s`, since a call may take so long.
    """

    def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
        """This process's part, asked for again every few seconds while something waits. `holding` are its calls in
        flight, which stay within its part; `wanted` those and what waits; 0 gives the part back."""
        ...

    def hush(self, endpoint: Endpoint, seconds: float) -> None:
        """Let nobody begin a call at this endpoint for so long."""
        ...


class Alone:
    """The share of a process that shares with no other."""

    def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
        return Part(endpoint.in_flight)

    def hush(self, endpoint: Endpoint, seconds: float) -> None:
        """Nobody else is to be told."""


class Pace:
    """How many calls at once an endpoint bears: one more after each round of successes, half when it is crowded.

    A round is as many calls as there are slots. Calls that began before the last halving do not halve again.
    """

    def __init__(self, most: int) -> None:
        self.most = max(most, 1)
        self._bears = float(self.most)
        self._halved_at = float("-inf")

    @property
    def slots(self) -> int:
        return int(self._bears)

    def good(self) -> None:
        """A call came to an answer."""
        self._bears = min(self._bears + 1 / self.slots, float(self.most))

    def crowded(self, begun: float, now: float) -> None:
        """A call that began at `begun` was turned away, or was not answered in time."""
        if begun >= self._halved_at:
            self._bears = max(self._bears / 2, 1.0)
            self._halved_at = now


class Turn(NamedTuple, Generic[Item]):
    """A slot that is taken: for which item, and since when."""

    item: Item
    begun: float


class Gate(Generic[Item]):
    """The slots of one endpoint and the line before them. Safe to share between threads."""

    def __init__(self, endpoint: Endpoint, share: Share, now: Callable[[], float] = time.monotonic) -> None:
        self.endpoint = endpoint
        self.pace = Pace(endpoint.in_flight)
        self._share = share
        self._now = now
        self._line: Line[Item] = Line()
        self._changed = threading.Condition()
        self._in_flight = 0
        self._quiet_until = float("-inf")
        self._part = Part(0)
        self._part_until = float("-inf")
        self._asked_for = 0
        self._closed = False

    @property
    def in_flight(self) -> int:
        return self._in_flight

    def add(self, team: str, item: Item, *, wait_s: float = 0) -> bool:
        """Let an item stand in line, to be taken after `wait_s` seconds at the earliest; False once it is closed."""
        with self._changed:
            if self._closed:
                return False
            if wait_s > 0:
                self._line.add_later(team, item, self._now() + wait_s)
            else:
                self._line.add(team, item)
            self._changed.notify()
            return True

    def remove(self, gone: Callable[[Item], bool]) -> list[Item]:
        """Take those out of the line of which `gone` is true."""
        with self._changed:
            return self._line.remove(gone)

    def take(self) -> Turn[Item] | None:
        """The next item, with a slot for it: blocks until there are both; None once the gate is closed."""
        with self._changed:
            while not self._closed:
                turn = self._free()
                if turn is not None:
                    return turn
                self._changed.wait(self._pause())
        return None

    def leave(self, turn: Turn[Item], *, good: bool = False, crowded: bool = False, quiet_s: float = 0) -> None:
        """Give a slot back, and say how the endpoint took it; for `quiet_s` seconds nobody begins a call."""
        if quiet_s > 0:
            self._share.hush(self.endpoint, quiet_s)
        with self._changed:
            self._in_flight -= 1
            if good:
                self.pace.good()
            if crowded:
                self.pace.crowded(turn.begun, self._now())
            self._quiet_until = max(self._quiet_until, self._now() + quiet_s)
            if not self._in_flight and not len(self._line):
                self._ask_part(self._now())
            self._changed.notify()

    def rest(self, seconds: float) -> None:
        """Let nobody of this process begin a call for so long."""
        with self._changed:
            self._quiet_until = max(self._quiet_until, self._now() + seconds)

    def close(self) -> list[Item]:
        """Let nothing through any more; gives what still stood in line."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            return self._line.remove(lambda item: True)

    def _free(self) -> Turn[Item] | None:
        now = self._now()
        if now < self._quiet_until or not len(self._line) or self._in_flight >= self.pace.slots:
            return None
        if now >= self._part_until or self._has_grown():
            self._ask_part(now)
        if self._in_flight >= self._part.slots or now < self._quiet_until:
            return None
        item = self._line.take(now)
        if item is None:
            return None
        self._in_flight += 1
        self._changed.notify()
        return Turn(item, now)

    def _has_grown(self) -> bool:
        """Whether this process was given all it asked for, uses it up, and wants more by now."""
        used = self._asked_for <= self._part.slots <= self._in_flight
        return used and self._in_flight + len(self._line) > self._asked_for

    def _ask_part(self, now: float) -> None:
        """Renew this process's part. One that cannot be told is none, for now."""
        wanted = self._asked_for = self._in_flight + len(self._line)
        try:
            self._part = self._share.part(self.endpoint, self._in_flight, wanted)
        except Exception:
            _log.exception("The share of the endpoint %s could not be asked for.", self.endpoint.name)
            self._part = Part(0)
        self._quiet_until = max(self._quiet_until, now + self._part.quiet_s)
        self._part_until = now + RENEWED_S if wanted else float("-inf")  # a part given back is asked for anew at once

    def _pause(self) -> float | None:
        """How long nothing can change by itself; None where only others can change anything."""
        if not len(self._line):
            return None
        now = self._now()
        due = self._line.next_due()
        waits = [until - now for until in (self._quiet_until, self._part_until, due) if until is not None]
        return max(min((wait for wait in waits if wait > 0), default=RENEWED_S), 0.001)
