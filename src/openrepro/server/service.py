"""The work behind the site: workers that judge and the keeper, started and ended together."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from threading import BoundedSemaphore
from types import TracebackType
from typing import Final, Self

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.notify.client import WebhookClient
from openrepro.queue.crew import Crew
from openrepro.queue.opening import open_queue
from openrepro.queue.port import Queue
from openrepro.queue.terms import USUAL, Clock, Terms
from openrepro.server.asking import Models, in_flight
from openrepro.server.bench import Bench
from openrepro.server.chores import Chores
from openrepro.server.installation import Installation
from openrepro.server.judging import Judging
from openrepro.server.keeper import Keeper
from openrepro.settings import BLOBS, DATABASE, Settings
from openrepro.store import backlog

MOST_AT_ONCE: Final = 256
"""So many entries are in work at once at most, whatever models take."""
LONGEST_ASKED_S: Final = 4 * 3600.0
"""What a job may take with all rounds of questions, each of which is waited for with patience."""
NOWHERE: Final = "0" * 64
"""A name that no archived bytes have."""


@dataclass(frozen=True, slots=True)
class Service:
    """What runs beside the site; a context manager that runs it. Without a keeper it only judges (`worker`)."""

    queue: Queue
    bench: Bench
    models: Models
    keeper: Keeper | None = None

    def start(self) -> None:
        self.queue.start()
        if self.keeper is not None:
            self.keeper.start()

    def stop(self) -> None:
        """Finish what ends soon, give the rest back, and return."""
        if self.keeper is not None:
            self.keeper.leave()
        self.queue.stop()
        self.models.close()
        if self.keeper is not None:
            self.keeper.stop()
        self.bench.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def serving(here: Installation, *, webhooks: WebhookClient | None = None) -> Service:
    """Workers as the settings say, and the keeper."""
    bench, models = Bench(), Models(here.store)
    chores = Chores(here, webhooks or WebhookClient(), bench)
    queue = _queue(here, bench, models, USUAL, clock.now)
    return Service(queue, bench, models, Keeper(here.store, chores.all()))


def judging(here: Installation, *, terms: Terms = USUAL, now: Clock = clock.now) -> Service:
    """Workers alone, as the settings say."""
    bench, models = Bench(), Models(here.store, now=now)
    return Service(_queue(here, bench, models, terms, now), bench, models)


def check_archive(here: Installation) -> None:
    """Raise BlobError unless the archive answers."""
    here.blobs.get(NOWHERE)


def check_on_postgresql(settings: Settings) -> None:
    """Raise OpenReproError where the settings name a challenge that other machines cannot work on."""
    if not settings.on_postgresql and settings.rule_file.is_file():
        raise OpenReproError(
            "The challenge is in SQLite, where `openrepro serve` itself does all the work.",
            hint=f"Set {DATABASE}=postgresql://… for workers elsewhere; `openrepro admin move` takes the data along.",
        )
    if settings.on_postgresql and "://" not in settings.blob_url and not Path(settings.blob_url).is_dir():
        raise _other_archive(f"There is no archive at {settings.blob_url}.")


def check_shared(here: Installation) -> None:
    """Raise OpenReproError unless database and archive are where several machines can work on them."""
    check_on_postgresql(here.settings)
    check_archive(here)
    with here.store.read() as tx:
        name = backlog.any_blob(tx.connection)
    if name and not here.blobs.has(name):
        where = here.settings.blob_url
        text = f"The archive at {where} does not hold what the entries of this challenge consist of."
        raise _other_archive(text)


def _other_archive(text: str) -> OpenReproError:
    hint = f"Set {BLOBS} to the archive of the server: s3://…, or the path of a folder that both can reach."
    return OpenReproError(text, hint=hint)


def _queue(here: Installation, bench: Bench, models: Models, terms: Terms, now: Clock) -> Queue:
    """Where models are asked, many more entries are in work than are read at once: most of them wait for an answer."""
    workers, asked = here.settings.workers, _in_flight(here)
    room = BoundedSemaphore(workers) if workers and asked else nullcontext()
    handler = Judging(here.store, here.blobs, bench, here.rules_now, now, models, room)
    size = min(workers + asked, MOST_AT_ONCE) if workers else 0
    if asked:
        terms = replace(terms, deadline=max(terms.deadline, LONGEST_ASKED_S))
    return open_queue(here.store.engine, Crew(here.store, handler, handler.failed, size=size, terms=terms, now=now))


def _in_flight(here: Installation) -> int:
    """The most calls that models take at once under any version of the rules."""
    return in_flight(version.rules for version in here.rule_history().versions)
