"""Health: which parts of the server work, and what is wrong with those that do not."""

import os
import threading
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from fastapi import Request

from openrepro import __version__, clock
from openrepro.clock import instant_of, written
from openrepro.entries.discovery import RunState
from openrepro.rendering.making import VERSION
from openrepro.server.boards import freshness
from openrepro.server.installation import Installation
from openrepro.store import renderings_due
from openrepro.store.store import Store, Transaction
from openrepro.store.trial import try_to_keep, try_to_write
from openrepro.web.api.access import Here
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.routing import routes_of
from openrepro.web.trials import Trial

router = routes_of("health")

SLOW_QUEUE: Final = timedelta(hours=6)
SLOW_BOARD: Final = timedelta(minutes=10)
SLOW_RENDERING: Final = timedelta(minutes=30)
MOST_COUNTED: Final = 1_000
KEPT_S: Final = 5.0
TRIED_BYTES: Final = 64 * 1024


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


class Pulse:
    """The last look at everything, kept for a few seconds, and what is tried for it. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at = 0.0
        self._seen: Health | None = None
        self._of: Installation | None = None

    def seen(self, here: Installation) -> Health:
        """How `here` is; one caller looks, the others get what was seen last."""
        before = self._seen if self._of is here else None
        if before is not None and self._is_fresh():
            return before
        if not self._lock.acquire(blocking=before is None):
            assert before is not None
            return before
        try:
            if self._of is here and self._seen is not None and self._is_fresh():
                return self._seen
            return self._looked(here)
        finally:
            self._lock.release()

    def _is_fresh(self) -> bool:
        return time.monotonic() - self._at <= KEPT_S

    def _looked(self, here: Installation) -> Health:
        if self._of is not here:
            self._writes = Trial("database", lambda: try_to_write(here.store, written(clock.now())))
            self._keeps = Trial("archive", partial(try_to_keep, here.blobs, os.urandom(TRIED_BYTES)))
            self._of = here
        self._seen = None  # what was seen once is no answer where looking fails
        self._seen, self._at = _looked(here.store, self._writes, self._keeps), time.monotonic()
        return self._seen


@router.get("/health")
def get_health(request: Request, here: Here) -> Envelope[Health]:
    """What works and what does not: now and then something is written to database and archive, to see whether it is
    kept."""
    pulse: Pulse = request.app.state.pulse
    return Envelope(data=pulse.seen(here.installation))


def _looked(store: Store, writes: Trial, keeps: Trial) -> Health:
    now = clock.now()
    with store.read() as tx:
        parts = [_queue(tx, now), _board(tx, now), _discovery(tx), _renderings(tx, now)]
    parts = [_database(writes), _archive(keeps), *parts]
    return Health(ok=all(part.ok for part in parts), version=__version__, parts=parts)


def _database(writes: Trial) -> PartHealth:
    if writes.succeeds():
        return PartHealth(part="database", ok=True, sentence="It can be read and written.")
    told = "It can be read and not written: nothing is taken in or judged. The log says why."
    return PartHealth(part="database", ok=False, sentence=told)


def _archive(keeps: Trial) -> PartHealth:
    if keeps.succeeds():
        return PartHealth(part="archive", ok=True, sentence="It keeps what is put there.")
    told = "It keeps nothing that is put there: uploads are refused. The log says why."
    return PartHealth(part="archive", ok=False, sentence=told)


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


def _renderings(tx: Transaction, now: datetime) -> PartHealth:
    """Failures are told and are no fault of the server: some logbooks cannot be shown."""
    waiting = renderings_due.backlog(tx.connection, VERSION, MOST_COUNTED)
    failed = len(tx.renderings.failures(MOST_COUNTED))
    told = f"Logbooks that wait for their pages: {waiting.new + waiting.outdated:,}; that failed: {failed:,}."
    late = bool(waiting.oldest) and instant_of(waiting.oldest) < now - SLOW_RENDERING
    if late:
        told = f"{told} The oldest has been waiting since {waiting.oldest}."
    return PartHealth(part="renderings", ok=not late, sentence=told)
