"""The book of one run of discovery: begun once at a time, noted page by page, taken up again when it broke off."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Event, Lock, Thread
from typing import Any, Final, NamedTuple, Self

from openrepro.clock import instant_of, written
from openrepro.entries.discovery import Run, RunState
from openrepro.errors import OpenReproError
from openrepro.papers.fields import Fault
from openrepro.store.statements import alone
from openrepro.store.store import Store, Transaction

log = logging.getLogger("openrepro.discovery")
FRESH: Final = timedelta(hours=6)
"""How long after its beginning a run that broke off is taken up again."""
BEAT_S: Final = 15.0
"""How often a run says that it is alive, while it waits for the Hub as well."""
QUIET: Final = timedelta(seconds=45)
"""How long a run may say nothing before it counts as dead: it is over when the turn of a dead process is."""
SHOWN_FAULTS: Final = 5


class Trouble(NamedTuple):
    """Why a part of a run did not come to its end; empty when it did. `seconds` is how long the Hub asks to wait."""

    sentence: str = ""
    seconds: float = 0.0


FINE: Final = Trouble()


class NotNowError(OpenReproError):
    """No run can begin at the moment: one is under way, or the Hub asked to wait."""


class RunBook:
    """The row of a run, which belongs to this process until another finds it silent for too long."""

    def __init__(self, store: Store, run: Run, now: Callable[[], datetime]) -> None:
        self.run = run
        self.faults: list[Fault] = []
        self._store = store
        self._now = now
        self._saving = Lock()

    @classmethod
    def open(cls, store: Store, now: Callable[[], datetime]) -> Self:
        """Begin a run, or take up the last one when it broke off a short while ago. Raises NotNowError."""
        at = written(now())
        with store.write() as tx:
            alone(tx.connection, "discovery")
            last = tx.spaces.last_run()
            if last is not None:
                _check(last, at)
            if last is not None and last.state is RunState.RUNNING:
                return cls(store, _taken_up(tx, last, at), now)
            return cls(store, tx.spaces.begin(at), now)

    @property
    def resumed(self) -> bool:
        """Whether pages were read already when this process took the run up."""
        return bool(self.run.next_url)

    def instant(self) -> str:
        return written(self._now())

    def note(self, tx: Transaction, **changes: Any) -> None:
        """Write changes of the run in the transaction in which they happen. Raises NotNowError when another process
        has the run by now."""
        with self._saving:
            new = replace(self.run, touched_at=self.instant(), **changes)
            if not tx.spaces.save(new, self.run.touched_at):
                raise NotNowError("Another process has taken up this run of discovery.", hint="Leave it to that one.")
            self.run = new

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Say from time to time that this process still has the run, however long the Hub lets it wait."""
        ended = Event()
        heart = Thread(target=self._beat, args=(ended,), name="discovery-alive", daemon=True)
        heart.start()
        try:
            yield
        finally:
            ended.set()
            heart.join()

    def _beat(self, ended: Event) -> None:
        while not ended.wait(BEAT_S):
            try:
                with self._store.write() as tx:
                    self.note(tx)
            except NotNowError:
                return
            except OpenReproError as error:
                log.warning("a run of discovery could not say that it is alive: %s", error.text)

    def add_faults(self, faults: Sequence[Fault]) -> int:
        """Keep the first few faults to tell, and give the number of all so far."""
        self.faults += faults[: max(SHOWN_FAULTS - len(self.faults), 0)]
        return self.run.faults + len(faults)

    def pause(self) -> None:
        """Leave the run as it is, for the next process to take up at once."""
        with self._store.write() as tx:
            self.note(tx, ended_at=self.instant())

    def end(self, trouble: Trouble, incomplete: str = "") -> Run:
        """End the run: complete without trouble and with nothing incomplete, failed when no page was read."""
        told = " ".join(text for text in (trouble.sentence, incomplete) if text)
        state = RunState.PARTIAL if told else RunState.COMPLETE
        if told and not self.run.pages:
            state = RunState.FAILED
        until = written(self._now() + timedelta(seconds=trouble.seconds)) if trouble.seconds else ""
        sentence = " ".join(text for text in (told, self._fault_sentence()) if text)
        with self._store.write() as tx:
            self.note(tx, state=state, ended_at=self.instant(), next_url="", not_before=until, sentence=sentence)
            if state is RunState.COMPLETE:
                tx.spaces.forget_pages(self.run.started_at)
        return self.run

    def _fault_sentence(self) -> str:
        if not self.run.faults:
            return ""
        shown = " ".join(f"{fault.place}: {fault.text}" for fault in self.faults)
        more = self.run.faults - len(self.faults)
        return shown + (f" And {more:,} more." if more else "")


def _check(last: Run, now: str) -> None:
    """Raise NotNowError when `last` forbids a run at `now`."""
    if last.not_before > now:
        text = f"The Hub asked not to be asked before {last.not_before}."
        raise NotNowError(text, hint="Wait until then; what is known so far stays.")
    silent = instant_of(now) - instant_of(last.touched_at)
    if last.state is RunState.RUNNING and not last.ended_at and silent < QUIET:
        text = f"A run of discovery is under way since {last.started_at}; it last got on at {last.touched_at}."
        raise NotNowError(text, hint=f"If its process is gone, the run is taken up {QUIET.seconds} seconds after that.")


def _taken_up(tx: Transaction, last: Run, now: str) -> Run:
    """A run that broke off, as this process goes on with it; too old a one is closed and a new one begun."""
    if instant_of(now) - instant_of(last.started_at) <= FRESH:
        taken = replace(last, touched_at=now, ended_at="")
        tx.spaces.save(taken, last.touched_at)
        return taken
    state = RunState.PARTIAL if last.pages else RunState.FAILED
    closed = replace(last, state=state, ended_at=now, touched_at=now, sentence="It broke off and was not taken up.")
    tx.spaces.save(closed, last.touched_at)
    return tx.spaces.begin(now)
