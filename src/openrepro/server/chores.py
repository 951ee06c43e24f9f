"""What a server does by itself: entries that become due, board, webhooks, discovery, likenesses, renderings."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event
from typing import Final

from openrepro.clock import written
from openrepro.entries.sweeps import AT_ONCE, claims_changed, resolve_again, sweep_entries
from openrepro.entries.window import Terms
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.files import Files
from openrepro.hub.manners import StoppedError
from openrepro.notify.client import WebhookClient
from openrepro.notify.delivery import deliver_due
from openrepro.server import boards
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError, ChildError
from openrepro.server.board_child import refresh_views
from openrepro.server.budget import go_on, may_go_on
from openrepro.server.choosing import read_signals, signals_due
from openrepro.server.discovery import Discovery
from openrepro.server.discovery_entering import HubEntries
from openrepro.server.discovery_files import Fetching
from openrepro.server.discovery_registry import Registry
from openrepro.server.discovery_run import NotNowError
from openrepro.server.installation import Installation
from openrepro.server.keeper import Chore
from openrepro.server.likeness import likeness_of
from openrepro.server.reading import DRAFTS_KEPT
from openrepro.server.rendering import Rendering
from openrepro.server.search_child import index_words
from openrepro.server.searching import words_due
from openrepro.store import backlog

log = logging.getLogger("openrepro.keeper")
COMPARED_AT_ONCE: Final = 20
FETCHED_AT_ONCE: Final = 500
ERASED_AT_ONCE: Final = 100
LEFT_OVER: Final = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Chores:
    """The chores of one challenge. Each method is one chore, called with the instant and an event that ends it."""

    here: Installation
    webhooks: WebhookClient
    bench: Bench

    def all(self) -> tuple[Chore, ...]:
        """What the settings ask for."""
        discovery = Chore("discovery", 60.0 * self.here.settings.discover_minutes, patient(self.discover))
        return (
            Chore("entries", 5, self.sweep, due=self._entries_due),
            Chore("papers", 5, self.catch_up, due=self._papers_changed),
            Chore("models", 10, self.ask_on, due=self._budget_again, rests=1),
            Chore("board", 2, self.board, due=self._board_due),
            Chore("search", 2, self.index_words, due=self._words_due),
            Chore("signals", 5, self.read_signals, due=self._signals_due, rests=1),
            Chore("webhooks", 1, self.deliver, alone=False, due=self._messages_wait),
            Chore("files", 30, patient(self.fetch), due=self._files_due, rests=0),
            Chore("takedowns", 600, self.erase),
            Chore("sessions", 600, self.sign_out, due=self._sessions_over),
            Chore("drafts", 3600, self.forget_drafts, due=self._drafts_old),
            Chore("likeness", 5, self.compare, due=self._unsigned),
            Chore("renderings", 1, self.render, due=self._renderings_wait, rests=1),
            *((discovery,) if self.here.settings.discover_minutes else ()),
        )

    def sweep(self, now: datetime, stop: Event) -> str:
        """Queue entries whose challenge has opened or whose claims have come."""
        terms = Terms(self.here.rules_now(now), written(now))
        queued, last = 0, AT_ONCE
        while last == AT_ONCE and not stop.is_set():
            with self.here.store.write() as tx:
                last = sweep_entries(tx, terms)
            queued += last
        return f"{queued:,} entries were due and are queued." if queued else ""

    def catch_up(self, now: datetime, stop: Event) -> str:
        """After papers or claims changed: queue judged entries for the new claims, look up the papers of others."""
        terms = Terms(self.here.rules_now(now), written(now))
        with self.here.store.read() as tx:
            digest = tx.boards.index_digest()
        queued = self._queue_outdated(terms, stop)
        found = self._resolve_misnamed(terms, stop)
        if stop.is_set():
            return ""
        with self.here.store.write() as tx:
            backlog.note_caught_up(tx.connection, digest)
        told = f"Papers or claims changed: {queued:,} entries are judged again, {found:,} found their paper."
        return told if queued or found else ""

    def _queue_outdated(self, terms: Terms, stop: Event) -> int:
        queued, last = 0, 0
        while not stop.is_set():
            with self.here.store.write() as tx:
                part = backlog.outdated(tx.connection, after=last, limit=AT_ONCE)
                held = tx.entries.several([entry for _, entry in part])
                queued += claims_changed(tx, held.values(), terms)
            if not part:
                break
            last = part[-1][0]
        return queued

    def _resolve_misnamed(self, terms: Terms, stop: Event) -> int:
        found, last = 0, 0
        while not stop.is_set():
            with self.here.store.write() as tx:
                part = tx.entries.misnamed(after=last, limit=AT_ONCE)
                found += resolve_again(tx, [row.entry for row in part], terms)
            if not part:
                break
            last = part[-1].seq
        return found

    def ask_on(self, now: datetime, stop: Event) -> str:
        """Let entries go on that waited for the budget of the model."""
        released = go_on(self.here.store, self._terms(now), stop)
        return f"There is a budget for the model again: {released:,} entries go on." if released else ""

    def board(self, now: datetime, stop: Event) -> str:
        """Bring the shown views up to date with the ledger, the rules and the papers."""
        return refresh_views(self.here.store, self.here.settings.database_url, now, stop)

    def index_words(self, now: datetime, stop: Event) -> str:
        """Make the index that papers are searched in anew."""
        return index_words(self.here.store, self.here.settings.database_url, now, stop)

    def read_signals(self, now: datetime, stop: Event) -> str:
        """Read of papers and texts that are new how they can be tried."""
        return read_signals(self.here.store, self.here.blobs, now, stop, self.bench.run)

    def deliver(self, now: datetime, _stop: Event) -> str:
        """Send what webhooks are to hear."""
        deliver_due(self.here.store, now, self.webhooks, site=self.here.settings.public_url)
        return ""

    def discover(self, now: datetime, stop: Event) -> str:
        """Ask the Hub for new and changed Spaces; their files are another chore's, since they may take hours."""
        with self._hub(stop) as hub:
            registry = Registry(self.here.rules_now(now), HubEntries(self.here.rules_now(now), hub.url))
            run = Discovery(self.here.store, hub, registry).run()
        told = f"{run.state.value}: {run.seen:,} Spaces, {run.added:,} new, {run.changed:,} changed."
        return " ".join(filter(None, (told, run.sentence)))

    def fetch(self, now: datetime, stop: Event) -> str:
        """Fetch the files of Spaces that wait for it."""
        with self._hub(stop) as hub:
            files = Files(hub, self.here.settings.hub_file_hosts)
            done = Fetching(self.here.store, files, self.here.blobs, self.here.rules_now(now)).run(FETCHED_AT_ONCE)
        if not (done.kept or done.refused or done.failed):
            return done.sentence
        return f"{done.kept:,} Spaces fetched, {done.refused:,} refused, {done.failed:,} to be tried again."

    def erase(self, now: datetime, stop: Event) -> str:
        """Delete files that were taken down and are still there, because somebody was interrupted while deleting."""
        with self.here.store.read() as tx:
            gone = backlog.taken_down_since(tx.connection, written(now - LEFT_OVER), ERASED_AT_ONCE)
            names = {name for entry, revision in gone for name in tx.entries.sole_blobs(entry, revision)}
        left = [name for name in sorted(names) if not stop.is_set() and self.here.blobs.has(name)]
        for entry, revision in gone if left else ():
            with self.here.store.write() as tx:
                for name in set(tx.entries.sole_blobs(entry, revision)).intersection(left):
                    self.here.blobs.delete(name)
        return f"{len(left):,} files that were taken down were still there." if left else ""

    def sign_out(self, now: datetime, stop: Event) -> str:
        """Drop the sessions that are over, which let nobody in any more."""
        swept = 1
        while swept and not stop.is_set():
            with self.here.store.write() as tx:
                swept = tx.sessions.sweep(written(now))
        return ""

    def forget_drafts(self, now: datetime, stop: Event) -> str:
        """Drop drafts of readings that nobody has gone on with for a month."""
        swept = 1
        while swept and not stop.is_set():
            with self.here.store.write() as tx:
                swept = tx.drafts.sweep(written(now - DRAFTS_KEPT))
        return ""

    def compare(self, now: datetime, stop: Event) -> str:
        """Look for likenesses of what came since the last time."""
        with self.here.store.read() as tx:
            waiting = backlog.unsigned(tx.connection, COMPARED_AT_ONCE)
        alike = 0
        for one in waiting:
            if stop.is_set():
                break
            alike += self._compared(one, written(now))
        return f"{len(waiting):,} entries were compared with those before; {alike:,} are like another." if alike else ""

    def _compared(self, one: backlog.Unsigned, now: str) -> bool:
        """Compare one entry with those before it; one that takes too much, or fails, is passed over."""
        try:
            found = likeness_of(self.here.store, self.here.blobs, one.entry, one.revision, now=now, run=self.bench.run)
        except (BeyondLimitsError, ChildError) as fault:
            log.warning("likenesses of the entry %s were not looked for: %s", one.entry, fault.text)
            found = ()
        with self.here.store.write() as tx:
            backlog.note_signed(tx.connection, one)
        return bool(found)

    def render(self, now: datetime, stop: Event) -> str:
        """Make the pages of revisions that are new, have new verdicts, or were rendered by older code."""
        try:
            done, failed = self._rendering().render_due(now, stop)
        except BrokenOffError:
            return ""
        return f"Of {done:,} revisions, {failed:,} could not be rendered." if failed else ""

    def _rendering(self) -> Rendering:
        return Rendering(self.here.store, self.here.blobs, self.here.rules_now, self.bench.run)

    @contextmanager
    def _hub(self, stop: Event) -> Iterator[Hub]:
        """The Hub for one run."""
        settings = self.here.settings
        fetcher = Fetcher(home=settings.hub_url, token=settings.hub_token, stop=stop)
        try:
            yield Hub(settings.hub_url, fetcher)
        finally:
            fetcher.close()

    def _entries_due(self, now: datetime) -> bool:
        if now < self.here.rules_now(now).window.opens:
            return False
        with self.here.store.read() as tx:
            return bool(tx.entries.waiting_to_open(1) or tx.entries.waiting_for_claims(1))

    def _papers_changed(self, _now: datetime) -> bool:
        with self.here.store.read() as tx:
            return backlog.caught_up_with(tx.connection) != tx.boards.index_digest()

    def _budget_again(self, now: datetime) -> bool:
        with self.here.store.read() as tx:
            return may_go_on(tx, self._terms(now))

    def _terms(self, now: datetime) -> Terms:
        return Terms(self.here.rules_now(now), written(now))

    def _board_due(self, now: datetime) -> bool:
        return bool(boards.due(self.here.store, now))

    def _words_due(self, _now: datetime) -> bool:
        return words_due(self.here.store)

    def _signals_due(self, _now: datetime) -> bool:
        return signals_due(self.here.store)

    def _messages_wait(self, now: datetime) -> bool:
        with self.here.store.read() as tx:
            return backlog.messages_wait(tx.connection, written(now))

    def _files_due(self, now: datetime) -> bool:
        with self.here.store.read() as tx:
            return bool(tx.spaces.due(written(now), 1))

    def _sessions_over(self, now: datetime) -> bool:
        with self.here.store.read() as tx:
            return tx.sessions.any_over(written(now))

    def _drafts_old(self, now: datetime) -> bool:
        with self.here.store.read() as tx:
            return tx.drafts.any_older(written(now - DRAFTS_KEPT))

    def _renderings_wait(self, _now: datetime) -> bool:
        return self._rendering().waits()

    def _unsigned(self, _now: datetime) -> bool:
        with self.here.store.read() as tx:
            return bool(backlog.unsigned(tx.connection, 1))


def patient(run: Callable[[datetime, Event], str]) -> Callable[[datetime, Event], str]:
    """A chore for which being asked to stop, or to come back later, is no fault."""

    def tried(now: datetime, stop: Event) -> str:
        try:
            return run(now, stop)
        except StoppedError:
            return ""
        except NotNowError as later:
            return later.text

    return tried
