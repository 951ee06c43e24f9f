"""The checks of `openrepro doctor` for operators: looked at apart from requests, at most once in half a minute."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from openrepro.clock import now, written
from openrepro.ids import Json
from openrepro.server.checks import CHECKS
from openrepro.server.doctor import Finding, Patient, examine
from openrepro.server.installation import Installation
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none

EVERY_S: Final = 30.0
PATIENCE_S: Final = 3.0


def examined(here: Installation) -> tuple[Finding, ...]:
    """What the doctor finds about an installation, without asking the Hub."""
    return examine(Patient(here.settings.folder, os.environ), CHECKS)


@dataclass
class Surgery:
    """Holds what the doctor found last. One thread looks at a time; whoever asks meanwhile gets what was found before,
    and waits for it no longer than a few seconds. Safe to share between threads."""

    look: Callable[[Installation], Sequence[Finding]] = examined
    found: Sequence[Finding] = ()
    at: str = ""
    _until: float = 0.0
    _of: Installation | None = None
    _busy: threading.Lock = field(default_factory=threading.Lock)

    def visit(self, here: Installation) -> None:
        """Have `here` looked at where it was not of late, and wait for that a little."""
        if self._of is here and time.monotonic() < self._until:
            return
        if self._busy.acquire(blocking=False):
            looking = threading.Thread(target=self._look, args=(here,), name="doctor", daemon=True)
            looking.start()
            looking.join(PATIENCE_S)

    def _look(self, here: Installation) -> None:
        try:
            self.found, self.at = self.look(here), written(now())
            self._of, self._until = here, time.monotonic() + EVERY_S
        finally:
            self._busy.release()


SURGERY: Final = Surgery()
"""One for the process: what is looked at is the machine."""


def checks(visit: Visit) -> Page:
    """The page at `/console/checks`."""
    operator_of(visit.who)
    SURGERY.visit(visit.here)
    found: list[Json] = [dict(one.as_json()) for one in SURGERY.found]
    data: dict[str, Json] = {"at": SURGERY.at, "every_s": int(EVERY_S), "findings": found}
    return Page("console/checks.html", "Checks", framed(visit, data))


KINDS: Final = (Kind("console-checks", f"{ROOT}/checks", checks, none, private=True),)
