"""Health: which parts of the server work, and what is wrong with those that do not."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from fastapi import Request

from openrepro import __version__, clock
from openrepro.clock import instant_of, written
from openrepro.entries.discovery import RunState
from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.server.boards import freshness
from openrepro.store.store import Transaction
from openrepro.web.api.access import Desk, Here
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.routing import routes_of

router = routes_of("health")

SLOW_QUEUE: Final = timedelta(hours=6)
SLOW_BOARD: Final = timedelta(minutes=10)
KEPT_S: Final = 5.0
PROBE: Final = sha256(b"")


class PartHealth(Shape):
    """One part: whether it works, and a sentence."""

    part: str
    ok: bool
    sentence: str


class Health(Shape):
    """`ok`: every part works. While the database does not answer, this address answers 503 like all others."""

    ok: bool
    version: str
    parts: list[PartHealth]


@dataclass
class Pulse:
    """The last look at everything, kept for a few seconds."""

    at: float = 0.0
    seen: Health | None = None


@router.get("/health")
def get_health(request: Request, here: Here) -> Envelope[Health]:
    """What works and what does not."""
    pulse: Pulse = request.app.state.pulse
    if pulse.seen is None or time.monotonic() - pulse.at > KEPT_S:
        pulse.seen, pulse.at = _looked(here), time.monotonic()
    return Envelope(data=pulse.seen)


def _looked(here: Desk) -> Health:
    now = clock.now()
    with here.installation.store.read() as tx:
        parts = [
            PartHealth(part="database", ok=True, sentence="It answers."),
            _queue(tx, now),
            _board(tx, now),
            _discovery(tx),
        ]
    parts.insert(1, _archive(lambda: here.installation.blobs.has(PROBE)))
    return Health(ok=all(part.ok for part in parts), version=__version__, parts=parts)


def _archive(look: Callable[[], bool]) -> PartHealth:
    try:
        look()
    except OpenReproError:
        return PartHealth(part="archive", ok=False, sentence="The archive of bytes does not answer.")
    return PartHealth(part="archive", ok=True, sentence="It answers.")


def _queue(tx: Transaction, now: datetime) -> PartHealth:
    health = tx.jobs.health(written(now))
    told = f"{health.waiting:,} wait, {health.leased:,} are being judged, {health.ended:,} ended in 15 minutes."
    idle = bool(health.oldest) and instant_of(health.oldest) < now - SLOW_QUEUE
    if idle:
        told = f"{told} The oldest has been waiting since {health.oldest}: are there workers?"
    return PartHealth(part="queue", ok=not idle, sentence=told)


def _board(tx: Transaction, now: datetime) -> PartHealth:
    fresh = freshness(tx)
    if fresh.shown is None:
        return PartHealth(part="board", ok=not fresh.ledger_size, sentence="It has not been computed yet.")
    behind = fresh.ledger_size - fresh.shown.ledger_size
    late = behind > 0 and instant_of(fresh.shown.computed_at) < now - SLOW_BOARD
    told = f"It shows {fresh.shown.ledger_size:,} of {fresh.ledger_size:,} leaves, as of {fresh.shown.computed_at}."
    return PartHealth(part="board", ok=not late, sentence=told)


def _discovery(tx: Transaction) -> PartHealth:
    run = tx.spaces.last_run()
    if run is None:
        return PartHealth(part="discovery", ok=True, sentence="The Hub has not been asked.")
    told = f"The last run, begun {run.started_at}, is {run.state}. {run.sentence}".rstrip()
    return PartHealth(part="discovery", ok=run.state in (RunState.RUNNING, RunState.COMPLETE), sentence=told)
