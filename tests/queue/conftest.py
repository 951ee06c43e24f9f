"""The three queues that every test of the suite runs on."""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.context import ForkServerProcess

import pytest

from openrepro.queue.port import Queue
from openrepro.queue.procrastinate_schema import apply_schema
from openrepro.queue.terms import Terms
from openrepro.store.store import Store
from tests.databases import WORKER
from tests.postgres import Server
from tests.queue.crowd import QUICK, clear, marked, prepare, states
from tests.queue.process import queue_of, run

ADAPTERS = ["inline-sqlite", "inline-postgresql", "procrastinate-postgresql"]
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.queue.process"])


@dataclass
class Bed:
    """A database with one kind of queue on it, and the worker processes that a test starts."""

    kind: str
    store: Store
    processes: list[ForkServerProcess] = field(default_factory=list)

    def __post_init__(self) -> None:
        prepare(self.store)

    @property
    def url(self) -> str:
        return self.store.engine.url.render_as_string(hide_password=False)

    def process(self, *, size: int = 1, terms: Terms = QUICK, takes: float = 0.0) -> ForkServerProcess:
        """Start a worker process."""
        made = PROCESSES.Process(target=run, args=(self.kind, self.url, size, terms, takes))
        made.start()
        self.processes.append(made)
        return made

    def queue(self, *, size: int = 1, terms: Terms = QUICK, takes: float = 0.0) -> Queue:
        """A queue in this process."""
        return queue_of(self.kind, self.store, size=size, terms=terms, takes=takes)

    def until(self, reached: Callable[[], bool], *, seconds: float = 20) -> None:
        """Wait for something; says how things stand when it does not come."""
        end = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < end, f"after {seconds} s: {states(self.store)}, {len(marked(self.store))} marks"
            time.sleep(0.03)

    def until_states(self, seconds: float = 20, **wanted: int) -> None:
        """Wait until exactly so many jobs are in these states."""
        self.until(lambda: states(self.store) == wanted, seconds=seconds)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.join()
        clear(self.store)
        self.store.close()


@pytest.fixture(params=ADAPTERS)
def bed(request: pytest.FixtureRequest) -> Iterator[Bed]:
    kind, _, database = request.param.partition("-")
    fixture = f"{database}_url" if kind == "inline" else "called_url"
    made = Bed(kind, Store.open(request.getfixturevalue(fixture)))
    yield made
    made.end()


@pytest.fixture
def called_url(postgres_server: Server) -> str:
    """The address of an empty challenge database whose jobs call workers of procrastinate."""
    template = _template(postgres_server)
    made = f"called_{WORKER}"
    postgres_server.execute(
        f'DROP DATABASE IF EXISTS "{made}" WITH (FORCE)', f'CREATE DATABASE "{made}" TEMPLATE "{template}"'
    )
    return postgres_server.url(made)


@cache
def _template(server: Server) -> str:
    name = f"called_template_{WORKER}"
    store = Store.open(server.create(name))
    store.migrate()
    apply_schema(store.engine)
    store.close()
    return name
