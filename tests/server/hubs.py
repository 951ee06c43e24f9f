"""A Hub on loopback, a challenge that knows it, and entries kept as simply as can be."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Naming, Space
from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.manners import Manners
from openrepro.server.discovery import Discovery
from openrepro.server.discovery_registry import Registry, Shown
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import teams
from tests.hub.imitation import Imitation, running

QUICK = Manners(per_second=10_000, burst=1_000, first_wait=0.001, attempts=3, silence_s=5, answer_s=10)


@dataclass
class Clock:
    """A clock that stands still until it is told to go on."""

    at: datetime = datetime(2026, 7, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def on(self, **time: float) -> None:
        self.at += timedelta(**time)


@dataclass
class Entered:
    """What entries were told, in order."""

    shown_: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    renamed_: list[tuple[str, str]] = field(default_factory=list)
    hidden_: list[tuple[str, str]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    forgetful: bool = False

    def shown(self, tx: Transaction, batch: Sequence[Shown], now: str) -> Mapping[str, str | OpenReproError]:
        return {one.known.id: self.one(tx, one.known, one.named, now) for one in batch}

    def one(self, tx: Transaction, known: Known, named: Naming, now: str) -> str | OpenReproError:
        self.shown_.append((known.id, named.names, named.notes))
        if known.id in self.refused:
            return OpenReproError("Something about it is wrong.")
        if known.entry or self.forgetful:
            return known.entry
        name = f"e-{known.id}"
        if tx.connection.scalar(sa.select(teams.c.id)) is None:
            tx.connection.execute(sa.insert(teams).values(id="t1", name="t1", created_at=now))
        state = (State.DISCOVERED, Reason.SEEN, "")
        tx.entries.add(Entry(name, "t1", Source.SPACE, known.id, *state, now, now, now))
        return name

    def renamed(self, tx: Transaction, entry: str, space: Space, now: str) -> None:
        self.renamed_.append((entry, space.id))

    def hidden(self, tx: Transaction, known: Known, now: str) -> None:
        self.hidden_.append((known.entry, known.status.value))


@dataclass
class World:
    """The imitation, the discovery of it, and what came of that."""

    imitation: Imitation
    store: Store
    discovery: Discovery
    clock: Clock
    entered: Entered

    def known(self, *ids: str) -> dict[str, Known]:
        with self.store.read() as tx:
            return dict(sorted(tx.spaces.known(ids).items()))

    def status(self, name: str) -> str:
        return self.known(name)[name].status.value

    def count(self) -> int:
        with self.store.read() as tx:
            return sum(tx.spaces.counts().values())


@contextmanager
def world(store: Store, imitation: Imitation, *, rows: int = 10, token: str = "") -> Generator[World, None, None]:
    with running(imitation):
        fetcher = Fetcher(QUICK, home=imitation.url, token=token)
        clock, entered = Clock(), Entered()
        registry = Registry(Rules(), entered)
        discovery = Discovery(store, Hub(imitation.url, fetcher), registry, now=clock, rows=rows)
        try:
            yield World(imitation, store, discovery, clock, entered)
        finally:
            fetcher.close()
