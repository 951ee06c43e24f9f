"""The workers of one process and the thread that looks after dead leases: what both adapters have in common."""

import logging
import os
import socket
import time
from threading import Event, Thread
from typing import Final

from openrepro import clock
from openrepro.queue.faults import sentence_of, sweep
from openrepro.queue.port import Database, Handler, Health, OnFinal
from openrepro.queue.terms import USUAL, Clock, Terms, text
from openrepro.queue.worker import Worker

log = logging.getLogger(__name__)
SHORTEST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0


class Crew:
    """`size` workers named after machine and process. With none, dead leases of other processes are still seen to."""

    def __init__(
        self,
        database: Database,
        handler: Handler,
        on_final: OnFinal,
        *,
        size: int = 1,
        terms: Terms = USUAL,
        now: Clock = clock.now,
    ) -> None:
        self.terms = terms
        self.stopping = Event()
        self._database = database
        self._on_final = on_final
        self._now = now
        names = [f"{socket.gethostname()}:{os.getpid()}:{number}" for number in range(size)]
        self.workers = tuple(Worker(name, database, handler, on_final, terms=terms, now=now) for name in names)
        self._sweeper = Thread(target=self._sweep, name="sweep", daemon=True)

    def start(self) -> None:
        self._sweeper.start()

    def stop(self) -> None:
        """All workers have the same grace, together."""
        self.stopping.set()
        for worker in self.workers:
            worker.refuse()
        until = time.monotonic() + self.terms.grace
        for worker in self.workers:
            worker.finish(until)
        for worker in self.workers:
            worker.leave(until + self.terms.last)
        if self._sweeper.ident is not None:
            self._sweeper.join(self.terms.grace)

    def health(self) -> Health:
        with self._database.read() as books:
            return books.jobs.health(text(self._now()))

    def _sweep(self) -> None:
        while not self.stopping.is_set():
            try:
                sweep(self._database, self.terms, self._now, self._on_final)
            except Exception as error:
                log.warning("dead leases could not be looked for: %s", sentence_of(error))
            self.stopping.wait(self.terms.sweep)
