"""Known Spaces that the listing does not show, asked for by id: it drops some, and only this tells who is gone."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Final, NamedTuple

from openrepro.clock import instant_of, written
from openrepro.entries.discovery import Known
from openrepro.hub.client import Found, Hub
from openrepro.hub.fetching import BusyError, FetchError
from openrepro.server.discovery_registry import Registry, Tally
from openrepro.server.discovery_run import FINE, RunBook, Trouble
from openrepro.server.discovery_walk import trouble_of
from openrepro.store.store import Store

SETTLED: Final = timedelta(hours=20)
"""How long a Space that the Hub does not hand out is not asked for again."""
BATCH: Final = 100


class Answer(NamedTuple):
    """What came of asking for one Space: what was found, or why nothing was."""

    known: Known
    found: Found | None = None
    fault: FetchError | None = None


class Asking:
    """Asks for at most `most` Spaces in one run, those first that were not asked for longest."""

    def __init__(self, store: Store, hub: Hub, registry: Registry, book: RunBook, most: int) -> None:
        self._store = store
        self._hub = hub
        self._registry = registry
        self._book = book
        self._most = most
        self._failed: list[FetchError] = []

    def unseen(self, since: str) -> Trouble:
        """Ask for all that the listing, read from `since` on, did not show."""
        asked_before = written(instant_of(since) - SETTLED)
        after: Known | None = None
        left = self._most
        with ThreadPoolExecutor(self._hub.fetcher.manners.at_once, "ask") as pool:
            while True:
                with self._store.read() as tx:
                    batch = tx.spaces.not_shown(since, asked_before, min(BATCH, max(left, 1)), after)
                if not batch:
                    return self._outcome()
                if left <= 0:
                    return Trouble(f"{self._most:,} Spaces were asked for by id; the others come in the next run.")
                answers = tuple(pool.map(self._ask, batch))
                self._commit(answers)
                left, after = left - len(answers), batch[-1]
                if busy := next((one.fault for one in answers if isinstance(one.fault, BusyError)), None):
                    return trouble_of(busy)

    def _ask(self, known: Known) -> Answer:
        try:
            return Answer(known, self._hub.space(known.id, known.etag))
        except FetchError as fault:
            return Answer(known, fault=fault)

    def _commit(self, answers: Sequence[Answer]) -> None:
        now, run = self._book.instant(), self._book.run
        faults = [fault for one in answers if one.found for fault in one.found.faults]
        self._failed += [one.fault for one in answers if one.fault]
        with self._store.write() as tx:
            tally = Tally()
            for known, found, _ in answers:
                if found is not None:
                    tally = tally.plus(self._registry.answered(tx, known, found, now))
            self._book.note(
                tx,
                asked=run.asked + len(answers),
                changed=run.changed + tally.changed,
                missing=run.missing + tally.missing,
                faults=self._book.add_faults(faults),
            )

    def _outcome(self) -> Trouble:
        if not self._failed:
            return FINE
        count = f"{len(self._failed):,} known Spaces" if len(self._failed) > 1 else "1 known Space"
        return Trouble(f"{count} could not be asked for: {self._failed[0].text}")
