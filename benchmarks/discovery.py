"""Time discovery against a Hub on loopback: 12,000 Spaces for the first time, again without news, and their files.

Run `python benchmarks/discovery.py [SPACES]`. The Hub is an imitation in a process of its own; it drops 20 Spaces from
its listing after the first run, as the real one does. The rate of requests is the usual one.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Run
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.files import Files
from openrepro.hub.manners import Manners
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.server.discovery import Discovery
from openrepro.server.discovery_entering import HubEntries
from openrepro.server.discovery_files import Fetched, Fetching
from openrepro.server.discovery_registry import Registry
from openrepro.store.blobs import open_blobs
from openrepro.store.store import Store
from tests.hub.imitation import Imitation, many, running

SPACES = 12_000
PAPERS = 6_341
FETCHED = 500
FILES = 15
LOST = 20
GOAL_FIRST_S = 60
GOAL_AGAIN_S = 15
UNBOUND = Manners(per_second=100_000, burst=1_000)


@dataclass(frozen=True, slots=True)
class Timed:
    what: str
    seconds: float
    outcome: Run | Fetched


def main() -> None:
    spaces = int(sys.argv[1]) if len(sys.argv) > 1 else SPACES
    with tempfile.TemporaryDirectory() as folder, _hub(spaces) as hub:
        store = Store.open(f"sqlite:///{folder}/openrepro.db")
        store.migrate()
        with store.write() as tx:
            tx.papers.put(_papers(), now=clock.written(clock.now()))
        timed = list(_measured(store, hub, Path(folder)))
        for one in timed:
            _show(one)
        print(f"goals for 12,000: first time {GOAL_FIRST_S} s, nothing changed {GOAL_AGAIN_S} s")
        store.close()


def _measured(store: Store, hub: "_Hub", folder: Path) -> "Iterator[Timed]":
    yield _timed("first time: listed, registered, papers resolved", lambda: _discovery(store, hub.url).run())
    hub.lose(LOST)
    yield _timed(f"{LOST} dropped from the listing", lambda: _discovery(store, hub.url).run())
    yield _timed("nothing changed", lambda: _discovery(store, hub.url).run())
    yield _timed(f"files of {FETCHED} Spaces, {FILES} each", lambda: _fetching(store, hub.url, folder).run(FETCHED))


def _timed(what: str, work: Callable[[], Run | Fetched]) -> Timed:
    time.sleep(1.1)  # instants are kept to the second
    began = time.perf_counter()
    outcome = work()
    return Timed(what, time.perf_counter() - began, outcome)


def _discovery(store: Store, url: str) -> Discovery:
    rules = Rules()
    return Discovery(store, Hub(url, Fetcher(home=url)), Registry(rules, HubEntries(rules, url)))


def _fetching(store: Store, url: str, folder: Path) -> Fetching:
    hub = Hub(url, Fetcher(UNBOUND, home=url))
    return Fetching(store, Files(hub, ()), open_blobs(str(folder / "blobs")), Rules())


def _papers() -> Iterator[Paper]:
    for at in range(PAPERS):
        name = _paper(at)
        yield Paper(name, f"Constructed paper number {at}", aliases=(Alias(name, AliasKind.OPENREVIEW),))


def _paper(at: int) -> str:
    return f"cP{at * 7919 % 10**8:08d}"


@dataclass(frozen=True, slots=True)
class _Hub:
    url: str
    line: Connection

    def lose(self, count: int) -> None:
        self.line.send(count)
        self.line.recv()


@contextmanager
def _hub(spaces: int) -> Iterator[_Hub]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, spaces), daemon=True)
    process.start()
    yield _Hub(here.recv(), here)
    here.send(0)
    process.join()


def _serve(line: Connection, spaces: int) -> None:
    """Serve until told to lose none; nineteen of twenty Spaces name a paper rightly, the others by a nickname."""
    imitation = Imitation(many(spaces, paper=lambda at: _paper(at % PAPERS) if at % 20 else f"nickname-{at}"))
    for space in imitation.spaces.values():
        space.files = {f"pages/{space.id[-6:]}-{at}.md": f"# {space.id} {at}\n".encode() * 40 for at in range(FILES)}
    with running(imitation):
        line.send(imitation.url)
        while count := line.recv():
            for space in [*imitation.spaces.values()][:count]:
                space.lost = True
            line.send(count)


def _show(timed: Timed) -> None:
    print(f"{timed.what:50} {timed.seconds:7.2f} s   {_told(timed.outcome)}")


def _told(outcome: Run | Fetched) -> str:
    if isinstance(outcome, Fetched):
        return f"{outcome.kept} kept, {outcome.refused} refused, {outcome.failed} failed"
    counts = f"{outcome.seen} listed, {outcome.added} added, {outcome.changed} changed, {outcome.asked} asked for by id"
    return f"{outcome.state.value}: {outcome.pages} pages, {counts} {outcome.sentence}".strip()


if __name__ == "__main__":
    main()
