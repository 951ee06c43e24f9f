"""Which paper to try: signals are read as papers come, and what is recommended is made from what a process holds."""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event
from typing import Any, Final

from openrepro.board.consensus import ClaimState
from openrepro.board.votes import SECOND_TEAM
from openrepro.clock import written
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Paper
from openrepro.papers.recommending import Candidate, Recommended, Tried, Underway, Wanted, recommend
from openrepro.papers.signals import Signals, signals_of
from openrepro.papers.text_packing import unpacked
from openrepro.server.boards import MAIN
from openrepro.store.choosing import Standing, Unread
from openrepro.store.store import Store, Transaction

log = logging.getLogger("openrepro.keeper")
READ_AT_ONCE: Final = 100
CANDIDATES_S: Final = 60.0
"""How long a process goes by the same figures of the board; what is on the way is looked at more often."""
UNDERWAY_S: Final = 5.0
FEW: Final = 500
"""Up to so many papers all is made anew each time; it takes some ms."""
MANY: Final = 200
"""How many ask, at the least, where names are given that are no accounts."""
RECENT: Final = timedelta(days=3)
Run = Callable[..., Any]


def signals_due(store: Store) -> bool:
    """Whether papers or texts changed since their signals were read."""
    with store.read() as tx:
        return tx.choosing.mark() != tx.choosing.wanted()


def read_signals(store: Store, blobs: Blobs, now: datetime, stop: Event | None = None, run: Run | None = None) -> str:
    """Read the signals of all papers that are new, or others than before, and give a sentence about it.

    `run` calls a function with its arguments, as a bench does in a child process: texts are strangers'.
    """
    with store.read() as tx:
        wanted = tx.choosing.wanted()
    count, last = 0, ""
    while stop is None or not stop.is_set():
        with store.read() as tx:
            part = tx.choosing.unread(after=last, limit=READ_AT_ONCE)
        read = [(one, _signals(blobs, one, run)) for one in part.unread]
        if read:
            with store.write() as tx:
                tx.choosing.put(read, now=written(now))
        count, last = count + len(read), part.last
        if not last:
            with store.write() as tx:
                tx.choosing.note_read(wanted)
            break
    return f"Of {count:,} papers it was read how they can be tried." if count else ""


def signals_in(paper: Paper, text: bytes) -> Signals:
    """The signals of a paper whose text is on file, packed."""
    return signals_of(paper, unpacked(text))


def _signals(blobs: Blobs, one: Unread, run: Run | None) -> Signals:
    """The signals of one paper; where its text cannot be read, those of its abstract."""
    data = blobs.get(one.extracted) if one.extracted else None
    if data is None:
        return signals_of(one.paper)
    try:
        found = signals_in(one.paper, data) if run is None else run(signals_in, one.paper, data)
    except OpenReproError as fault:
        log.warning("the text of the paper %s was not looked through: %s", one.paper.id, fault.text)
        return signals_of(one.paper)
    assert isinstance(found, Signals)
    return found


@dataclass
class Choosing:
    """What a process holds to recommend papers from. Safe to share between threads."""

    _candidates: Sequence[Candidate] = ()
    _areas: tuple[str, ...] = ()
    _made_at: float = 0.0
    _underway: Mapping[str, Underway] = field(default_factory=dict)
    _looked_at: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def recommended(
        self,
        store: Store,
        tx: Transaction,
        wanted: Wanted,
        now: datetime,
        *,
        account: str = "",
        seed: str = "",
        most: int = 10,
    ) -> Sequence[Recommended]:
        """The papers for an account, or for who goes by the name `seed` and is one of many, the same all day (UTC);
        for nobody in particular those of the day. `tx` is open on `store`."""
        self._renew(store, tx, now)
        askers = max(tx.choosing.askers(), MANY if seed else 1) if seed or account else 1
        seed = f"{seed or account} {written(now)[:10]}"
        return recommend(self._candidates, self._underway, wanted, seed=seed, askers=askers, most=most)

    def areas(self) -> tuple[str, ...]:
        """The areas of the papers that something was recommended from."""
        return self._areas

    def _renew(self, store: Store, tx: Transaction, now: datetime) -> None:
        """Make what is old anew, in a thread of its own: everybody goes by what there is, but the first time."""
        if not self._made_at:
            with self._lock:
                if not self._made_at:
                    self._make(tx, now)
        elif time.monotonic() - self._looked_at >= UNDERWAY_S and self._lock.acquire(blocking=False):
            threading.Thread(target=self._renew_apart, args=(store, now), name="choosing", daemon=True).start()

    def _renew_apart(self, store: Store, now: datetime) -> None:
        try:
            with store.read() as tx:
                self._make(tx, now)
        except Exception as fault:
            log.warning("what papers are recommended from could not be made anew: %s", fault)
            self._looked_at = time.monotonic()
        finally:
            self._lock.release()

    def _make(self, tx: Transaction, now: datetime) -> None:
        at = time.monotonic()
        self._underway = tx.choosing.underway(written(now - RECENT))
        self._looked_at = at
        if len(self._candidates) <= FEW or at - self._made_at >= CANDIDATES_S:
            made = tuple(candidates(tx))
            self._areas = tuple(sorted({one.area for one in made if one.area}))
            self._candidates, self._made_at = made, at


def candidates(tx: Transaction) -> list[Candidate]:
    """Every paper as it may be recommended."""
    stand = {one.paper: _tried(one) for one in tx.choosing.standings(MAIN)}
    signals, costs = tx.choosing.outlines(), tx.choosing.costs()
    return [
        Candidate(
            one.paper,
            one.area,
            stand.get(one.paper) or Tried(testable=one.testable, open=one.testable),
            signals.get(one.paper),
            costs.get(one.paper),
        )
        for one in tx.search.traits()
    ]


def _tried(one: Standing) -> Tried:
    claims = json.loads(one.body)["claims"]
    testable = [claim for claim in claims if ClaimState(claim["state"]).testable]
    contested = sum(bool(claim["tally"]["verified"] and claim["tally"]["falsified"]) for claim in testable)
    settled = [claim for claim in testable if ClaimState(claim["state"]).settled]
    single = sum(claim["assurance"] < SECOND_TEAM for claim in settled)
    return Tried(len(testable), contested, single, len(testable) - len(settled), one.judged)
