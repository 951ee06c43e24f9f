"""Trying now and then whether a part of the server works, such that nobody waits long for a part that hangs."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from openrepro.errors import OpenReproError

LOG: Final = logging.getLogger("openrepro.web")
EVERY_S: Final = 20.0
PATIENCE_S: Final = 3.0


class Trial:
    """`work` is tried in a thread of its own, at most every so many seconds while it succeeds. Safe for threads.

    `patience` is how long, in seconds, it may take before the part counts as one that does not work.
    """

    def __init__(
        self, part: str, work: Callable[[], object], *, every: float = EVERY_S, patience: float = PATIENCE_S
    ) -> None:
        self._part = part
        self._work = work
        self._every = every
        self._patience = patience
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._ended.set()
        self._begun = float("-inf")
        self._works = False

    def succeeds(self) -> bool:
        """Whether the part works: as of the last trial, or of one made now. Takes `patience` seconds at most."""
        with self._lock:
            if self._ended.is_set() and self._due():
                self._ended.clear()
                self._begun = time.monotonic()
                threading.Thread(target=self._try, name=f"trial of the {self._part}", daemon=True).start()
        self._ended.wait(max(0.0, self._begun + self._patience - time.monotonic()))
        return self._ended.is_set() and self._works

    def _due(self) -> bool:
        return not self._works or time.monotonic() - self._begun > self._every

    def _try(self) -> None:
        try:
            self._work()
            self._works = True
        except OpenReproError as error:
            self._works = False
            LOG.error("the %s was tried: %s %s", self._part, error.text, error.hint)
        except Exception:
            self._works = False
            LOG.exception("the %s was tried", self._part)
        finally:
            self._ended.set()
