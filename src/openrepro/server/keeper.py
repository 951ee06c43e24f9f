"""The keeper: what a server does by itself at intervals, each chore in a thread of its own, one process at a time."""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Final, NamedTuple

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.queue.terms import Clock
from openrepro.store.store import Store

log = logging.getLogger("openrepro.keeper")
TURN: Final = timedelta(minutes=1)
RENEWED_S: Final = 15.0
"""How often a turn is prolonged while its chore runs; a process that dies keeps others waiting for a minute only."""
SHARE: Final = 10
"""So that a chore takes no more than a tenth of the time, unless all it does is wait for others."""
LONGEST_REST_S: Final = 600.0


class Chore(NamedTuple):
    """Something looked after every `every_s` seconds. `alone`: by one process at a time, of all on the database.

    `run` gets the instant and an event after which it should end soon; what it gives is told in the log, if anything.
    `due` says cheaply whether there is anything to do. Afterwards it rests at least `rests` times as long as it took.
    """

    name: str
    every_s: float
    run: Callable[[datetime, Event], str]
    alone: bool = True
    due: Callable[[datetime], bool] = lambda _now: True
    rests: int = SHARE


@dataclass(slots=True)
class Condition:
    """How a chore is: when it last ran well in this process, and the fault of the last run, empty when it was well."""

    name: str
    last_at: str = ""
    fault: str = ""
    failures: int = 0


class Keeper:
    """Runs chores until it is stopped. A chore that fails is told once per fault and tried again after a pause."""

    def __init__(self, store: Store, chores: Iterable[Chore], *, now: Clock = clock.now) -> None:
        self._store = store
        self._now = now
        self._stopping = Event()
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{id(self):x}"
        kept = tuple(chores)
        self.conditions = tuple(Condition(chore.name) for chore in kept)
        self._threads = [
            Thread(target=self._keep, args=pair, name=f"keeper-{pair[0].name}", daemon=True)
            for pair in zip(kept, self.conditions, strict=True)
        ]
        self._held: set[str] = set()
        self._threads.append(Thread(target=self._renew, name="keeper-turns", daemon=True))

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def leave(self) -> None:
        """Begin nothing more, and ask what runs to end soon."""
        self._stopping.set()

    def stop(self, grace_s: float = 10) -> None:
        """Begin nothing more, and wait together up to `grace_s` for what runs."""
        self.leave()
        until = time.monotonic() + grace_s
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, until - time.monotonic()))

    def _keep(self, chore: Chore, condition: Condition) -> None:
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._once(chore, condition)
            except Exception as error:
                self._failed(condition, error)
            self._stopping.wait(rest_of(chore, time.monotonic() - began, condition.failures))

    def _once(self, chore: Chore, condition: Condition) -> None:
        now = self._now()
        if not chore.due(now) or (chore.alone and not self._turn(chore, now)):
            return
        try:
            told = chore.run(now, self._stopping)
        finally:
            if chore.alone:
                self._give_back(chore)
        condition.last_at, condition.fault, condition.failures = clock.written(now), "", 0
        if told:
            log.info("%s: %s", chore.name, told)

    def _turn(self, chore: Chore, now: datetime) -> bool:
        with self._store.write() as tx:
            taken = tx.operator.take_turn(chore.name, self._holder, now=now, until=now + TURN)
        if taken:
            self._held.add(chore.name)
        return taken

    def _give_back(self, chore: Chore) -> None:
        self._held.discard(chore.name)
        with self._store.write() as tx:
            tx.operator.end_turn(chore.name, self._holder)

    def _renew(self) -> None:
        """Prolong the turns of chores that are still at it."""
        while not self._stopping.wait(RENEWED_S):
            try:
                self.renew()
            except OpenReproError as error:
                log.warning("turns could not be prolonged: %s", error.text)

    def renew(self) -> None:
        now = self._now()
        for name in tuple(self._held):
            with self._store.write() as tx:
                tx.operator.take_turn(name, self._holder, now=now, until=now + TURN)

    def _failed(self, condition: Condition, error: Exception) -> None:
        sentence = error.text if isinstance(error, OpenReproError) else f"{type(error).__name__}: {error}"[:300]
        if sentence != condition.fault:
            known = isinstance(error, OpenReproError)
            log.warning("%s failed: %s", condition.name, sentence, exc_info=None if known else error)
        condition.fault = sentence
        condition.failures += 1


def rest_of(chore: Chore, took_s: float, failures: int) -> float:
    """How long a chore rests: its interval, longer when it took long, doubled with every failure in a row."""
    usual = max(chore.every_s, chore.rests * took_s)
    after_faults = max(1.0, chore.every_s) * 2.0 ** min(failures, 12)
    return min(after_faults if failures else usual, max(LONGEST_REST_S, chore.every_s))
