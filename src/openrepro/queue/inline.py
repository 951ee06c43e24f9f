"""The queue of one process: threads that look into the table of jobs, on SQLite or PostgreSQL."""

import logging
import time
from threading import Event, Thread

from openrepro.queue.crew import LONGEST_PAUSE, SHORTEST_PAUSE, Crew
from openrepro.queue.faults import sentence_of
from openrepro.queue.port import Health
from openrepro.queue.worker import Worker

log = logging.getLogger(__name__)


class InlineQueue:
    """One thread for each worker of the crew. Several processes may run one on the same database."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._new = Event()
        self._threads = [
            Thread(target=self._run, args=(worker,), name=f"worker-{number}", daemon=True)
            for number, worker in enumerate(crew.workers)
        ]

    def start(self) -> None:
        self._crew.start()
        for thread in self._threads:
            thread.start()

    def announce(self) -> None:
        self._new.set()

    def stop(self) -> None:
        self._crew.stopping.set()
        self._new.set()
        self._crew.stop()
        until = time.monotonic() + self._crew.terms.grace
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, until - time.monotonic()))

    def health(self) -> Health:
        return self._crew.health()

    def _run(self, worker: Worker) -> None:
        pause = SHORTEST_PAUSE
        while not self._crew.stopping.is_set():
            try:
                if not worker.once():
                    self._rest()
                pause = SHORTEST_PAUSE
            except Exception as error:
                log.warning("no work could be taken: %s", sentence_of(error))
                self._crew.stopping.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _rest(self) -> None:
        self._new.wait(self._crew.terms.poll)
        if not self._crew.stopping.is_set():
            self._new.clear()
