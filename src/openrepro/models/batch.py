"""The questions that one caller waits for, and what came back so far."""

import threading
from typing import Final

from openrepro.judging.readers.model.question import Reply
from openrepro.models.endpoint import Asked

LOOKS_EVERY_S: Final = 0.1


class Batch:
    """What one call of `ask` waits for. Safe to share between threads."""

    def __init__(self, asked: Asked, stop: threading.Event | None = None) -> None:
        self.asked = asked
        self._stop = stop
        self._changed = threading.Condition()
        self._replies: dict[str, Reply] = {}
        self._open: set[str] = set()
        self._fault: Exception | None = None
        self._left = False
        self.over_budget = False

    @property
    def ended(self) -> bool:
        """Whether nobody waits for answers any more."""
        return self._left or self._fault is not None or (self._stop is not None and self._stop.is_set())

    def expect(self, key: str) -> None:
        with self._changed:
            self._open.add(key)

    def done(self, key: str, reply: Reply) -> None:
        with self._changed:
            self._replies[key] = reply
            self._settle(key)

    def drop(self, key: str) -> None:
        """Expect no answer to this question any more."""
        with self._changed:
            self._settle(key)

    def fail(self, fault: Exception) -> None:
        """Let the caller be told of a fault that is not the endpoint's."""
        with self._changed:
            self._fault = self._fault or fault
            self._changed.notify_all()

    def wait(self) -> dict[str, Reply]:
        """Block until all is answered or the batch ends; gives what was answered."""
        with self._changed:
            try:
                while self._open and not self.ended:
                    self._changed.wait(LOOKS_EVERY_S if self._stop else None)
            finally:
                self._left = True
            if self._fault is not None:
                raise self._fault
            return dict(self._replies)

    def _settle(self, key: str) -> None:
        self._open.discard(key)
        if not self._open:
            self._changed.notify_all()
