"""What every page shows around its own content: the challenge, its stage, and how fresh the board is."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.clock import instant_of
from openrepro.ids import Json
from openrepro.server.boards import MAIN
from openrepro.server.installation import Installation
from openrepro.store import backlog
from openrepro.store.boards import ShownView
from openrepro.store.store import Transaction

FRESH_S: Final = 1.0
LAG_S: Final = 60
"""A board that lags behind the records for longer is called stale; until then it is being computed."""


class Stage(StrEnum):
    """Where a challenge stands."""

    AHEAD = "not open yet"
    OPEN = "open"
    CLOSED = "closed, being judged"
    FROZEN = "frozen"


STAGE_MEANING: Final[dict[Stage, str]] = {
    Stage.AHEAD: "Entries can be made from the opening on.",
    Stage.OPEN: "Entries are taken in and judged.",
    Stage.CLOSED: "Revisions made before the close are still judged; later ones are listed and do not score.",
    Stage.FROZEN: "Nothing changes any more; what is shown is the record.",
}


class Notice(NamedTuple):
    """An announcement of the organisers."""

    at: str
    text: str


@dataclass(frozen=True)
class Around:
    """What holds for all pages at one moment. `shown` is what the board was computed from, None when it never was;
    `digest` is that of the rules."""

    rules: Rules
    stage: Stage
    frozen_at: str
    rehearsal: bool
    notice: Notice | None
    shown: ShownView | None
    ledger_size: int
    read_at: datetime
    digest: str

    @cached_property
    def site(self) -> Mapping[str, object]:
        """What the frame around every page shows."""
        return {
            "name": self.rules.name,
            "slug": self.rules.slug,
            "not_certified_by": self.rules.not_certified_by,
            "opens": clock.written(self.rules.window.opens),
            "closes": clock.written(self.rules.window.closes),
            "stage": self.stage.value,
            "frozen_at": self.frozen_at,
            "rehearsal": self.rehearsal,
            "notice": None if self.notice is None else self.notice._asdict(),
            "ledger_size": self.ledger_size,
            "computed_at": self.shown.computed_at if self.shown else "",
            "lag": self.lag,
            "stale": self.stale,
        }

    @property
    def lag(self) -> int:
        """How many records the board does not show yet."""
        return self.ledger_size - (self.shown.ledger_size if self.shown else 0)

    @property
    def stale(self) -> bool:
        """Whether the board has been lagging for so long that readers should be told so."""
        if self.shown is None or not self.lag:
            return False
        return (self.read_at - instant_of(self.shown.computed_at)).total_seconds() > LAG_S

    def as_json(self) -> dict[str, Json]:
        """What the twin of every page says about the moment that it is of."""
        shown = self.shown
        return {
            "challenge": self.rules.name,
            "stage": self.stage.value,
            "frozen_at": self.frozen_at or None,
            "ledger_size": self.ledger_size,
            "board": None if shown is None else {"ledger_size": shown.ledger_size, "computed_at": shown.computed_at},
            "rules": self.digest,
        }


def look_around(here: Installation, tx: Transaction, now: datetime) -> Around:
    """What holds now; a few small reads."""
    said = tx.operator.announcements(limit=1)
    frozen_at = backlog.frozen_at(tx.connection)
    held = tx.rules.at(now) or tx.rules.history().versions[0]
    return Around(
        rules=held.rules,
        stage=stage_of(held.rules, frozen_at, now),
        frozen_at=frozen_at,
        rehearsal=here.rehearsal,
        notice=Notice(said[0].at, said[0].text) if said else None,
        shown=tx.boards.view(MAIN),
        ledger_size=tx.ledger.size(),
        read_at=now,
        digest=held.rules.digest,
    )


def stage_of(rules: Rules, frozen_at: str, now: datetime) -> Stage:
    """Where the challenge stands at `now`; `frozen_at` is empty until it is frozen."""
    if frozen_at:
        return Stage.FROZEN
    if now < rules.window.opens:
        return Stage.AHEAD
    return Stage.OPEN if now <= rules.window.closes else Stage.CLOSED


@dataclass
class Lookout:
    """Looks around at most once a second for all pages of a process."""

    here: Installation
    _held: Around | None = None
    _until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def held(self) -> Around | None:
        """What was seen last; None before the first look."""
        return self._held

    def around(self, tx: Transaction) -> Around:
        at = time.monotonic()
        held = self._held
        if held is not None and at < self._until:
            return held
        found = look_around(self.here, tx, clock.now())
        with self._lock:
            self._held, self._until = found, at + FRESH_S
        return found
