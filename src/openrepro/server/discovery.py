"""Finds the entries of a challenge on a Hub: the one way in which Spaces become entries."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from openrepro import clock
from openrepro.clock import written
from openrepro.entries.discovery import Known, Run
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub, Standing
from openrepro.hub.rows import usable_id
from openrepro.server.discovery_asking import Asking
from openrepro.server.discovery_registry import Registry
from openrepro.server.discovery_run import RunBook, Trouble
from openrepro.server.discovery_walk import Walk
from openrepro.store.store import Store


@dataclass(frozen=True, slots=True)
class Discovery:
    """One run reads the listing to its end, `rows` a page, then asks by id for at most `most_asked` known Spaces that
    it did not show. Nothing is called missing before that, and only what the Hub says is not there."""

    store: Store
    hub: Hub
    registry: Registry
    now: Callable[[], datetime] = clock.now
    rows: int = 500
    most_asked: int = 2_000
    most_pages: int = 1_000

    def run(self) -> Run:
        """Make one run and give its outcome; what the Hub does wrong is part of it and raises nothing.

        Raises NotNowError when no run can begin, and StoppedError when asked to stop: then the next run goes on there.
        """
        book = RunBook.open(self.store, self.now)
        try:
            with book.alive():
                trouble, incomplete = self._steps(book)
            return book.end(trouble, incomplete)
        except BaseException:
            book.pause()
            raise

    def _steps(self, book: RunBook) -> tuple[Trouble, str]:
        first = self.hub.first_page(self.registry.rules.entries.tag, self.rows)
        walk = Walk(self.store, self.hub, self.registry, book, first, self.most_pages)
        if book.resumed:
            walk.rest(book.run.next_url)
        listed = walk.whole()
        trouble = listed.trouble
        if not trouble.sentence:
            trouble = Asking(self.store, self.hub, self.registry, book, self.most_asked).unseen(listed.since)
        return trouble, f"{listed.lost:,} rows of the listing name no Space." if listed.lost else ""

    def look_up(self, name: str) -> Known:
        """Ask the Hub for one Space now, known or not, take what it says, and give what is known then.

        Raises OpenReproError when the Hub does not show it and it was never seen, or says nothing that can be used.
        """
        if not usable_id(name):
            raise OpenReproError(f"{name[:80]!r} is not the id of a Space.", hint="Give it as owner/name.")
        with self.store.read() as tx:
            known = tx.spaces.known([name]).get(name)
        found = self.hub.space(name)
        if known is None and found.standing not in (Standing.THERE, Standing.MOVED):
            raise OpenReproError(f"The Hub does not show a Space {name}.", hint="Check its name, and make it public.")
        with self.store.write() as tx:
            self.registry.answered(tx, known, found, written(self.now()))
            current = found.space.id if found.space else name
            return tx.spaces.known([current])[current]
