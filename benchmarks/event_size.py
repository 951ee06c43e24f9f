"""How long a challenge of the size of ICML 2026 takes to load, how large its database is, and how much memory it takes.

Run `python benchmarks/event_size.py`: once into SQLite and once into PostgreSQL, each thrown away afterwards. With
`--dir DIR` the challenge is made in a folder that is kept, so that `openrepro serve DIR` shows it (on PostgreSQL when
OPENREPRO_DATABASE_URL says so); `--times 10` makes it ten times as large. With `--rendered` every entry has pages to
look at, which are copies of those of the bundled example.
"""

import argparse
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.event import CLAIMS, CLOSES, ENTRIES, INDEX, JUDGED_BY, OPENS, VERDICTS, Copy, Step, event
from benchmarks.event_rendered import render_copies

from openrepro.challenge.rules import Rules, Window, rules_named
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.founding import found_challenge
from openrepro.server.installation import Installation, open_installation
from openrepro.settings import DATABASE
from openrepro.store import backlog, renderings_due
from openrepro.store.statements import upsert
from openrepro.store.store import Store
from openrepro.store.tables import notes, revisions
from tests.postgres import INSTALL, OwnServer, Server, binaries

GOAL_S: Final = 60
AT_ONCE: Final = 500
LOADED_AT: Final = written(OPENS)

Item = TypeVar("Item")


class Times:
    """Seconds spent on each part, in the order in which parts were first met."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}
        self._begun = time.process_time()

    @property
    def processor(self) -> float:
        """Seconds of processor time of this process since the beginning."""
        return time.process_time() - self._begun

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.parts[part] = self.parts.get(part, 0.0) + time.perf_counter() - begin

    def each(self, part: str, items: Iterable[Item]) -> Iterator[Item]:
        """`items`, the time to make each counted as `part`."""
        iterator = iter(items)
        while True:
            with self.of(part):
                taken = list(islice(iterator, 1))
            if not taken:
                return
            yield taken[0]


def rules() -> Rules:
    base = rules_named("strict")
    return replace(
        base,
        name="An event of the size of ICML 2026",
        slug="event-size",
        window=Window(opens=OPENS, closes=CLOSES),
        entries=replace(base.entries, tag="event-size-repro"),
    )


def load(store: Store, times: int) -> Times:
    """Load the whole event into an empty challenge, and derive both views of its board."""
    spent = Times()
    for copy in spent.each("making the event", event(times)):
        with spent.of("making the event"):
            _prepare(copy)
        _load_papers(store, copy, spent)
        for steps in spent.each("making the event", _parts(copy.steps(JUDGED_BY))):
            _load_steps(store, steps, spent)
    for view in (MAIN, "icml-2026"):
        with spent.of(f"board, view {view}"):
            refresh_view(store, view, CLOSES + timedelta(hours=1))
    _without_bytes(store)
    return spent


def _prepare(copy: Copy) -> None:
    assert copy.papers
    assert copy.claim_sets


def _load_papers(store: Store, copy: Copy, spent: Times) -> None:
    with spent.of("papers"), store.write() as tx:
        tx.papers.put(copy.papers, now=LOADED_AT)
    with spent.of("claims"), store.write() as tx:
        tx.papers.put_claims(copy.claim_sets, now=LOADED_AT, note="constructed")
    with spent.of("teams and accounts"), store.write() as tx:
        tx.bulk.add_people(copy.teams, copy.accounts)


def _load_steps(store: Store, steps: list[Step], spent: Times) -> None:
    with spent.of("entries, histories, revisions"), store.write() as tx:
        tx.bulk.add_entries(step.entry for step in steps)
    with spent.of("ledger: acts and verdicts"), store.write() as tx:
        tx.ledger.append(record for step in steps for record in step.records)


def _parts(steps: Iterator[Step]) -> Iterator[list[Step]]:
    while part := list(islice(steps, AT_ONCE)):
        yield part


def _without_bytes(store: Store) -> None:
    """Let no keeper look for likenesses of entries that have manifests and no bytes, or render them."""
    with store.write() as tx:
        last = tx.connection.scalar(sa.select(sa.func.max(revisions.c.seq))) or 0
        upsert(tx.connection, notes, [{"key": backlog.SIGNED, "value": str(last)}])
        renderings_due.note_all(tx.connection)


def size_mb(store: Store) -> float:
    """The size of the database, with its indexes."""
    with store.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            found = connection.scalar(sa.text("SELECT pg_database_size(current_database())"))
        else:
            found = connection.scalar(sa.text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
    return float(found or 0) / 1e6


def report(store: Store, spent: Times, times: int, goal: float | None) -> bool:
    total, processor = sum(spent.parts.values()), spent.processor
    index = "titles of the real index" if INDEX.is_file() else "constructed titles"
    print(f"{store.engine.dialect.name}: {times} x the event, {index}")
    for part, seconds in spent.parts.items():
        print(f"  {part:32} {seconds:7.2f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"  {'database':32} {size_mb(store):7.1f} MB")
    print(f"  {'most memory of this process':32} {memory:7.1f} MB")
    met = goal is None or total < goal
    told = "" if goal is None else f" (goal: under {goal:.0f} s, {'met' if met else 'MISSED'})"
    print(f"  {'in all':32} {total:7.2f} s{told}, of processor here {processor:.2f} s")
    return met


def counted(store: Store, times: int) -> bool:
    """Whether as much is there as the event had."""
    with store.read() as tx:
        entries = sum(tx.entries.counts().states.values())
        claims = sum(map(len, tx.papers.listed_claims().values()))
        figures = {str(figure["name"]): figure["value"] for figure in tx.boards.figures(MAIN)}
    found = (claims, figures["judged entries"], figures["verdicts"])
    wanted = (CLAIMS * times, ENTRIES * times, VERDICTS * times)
    print(f"  {found[0]:,} claims, {entries:,} entries, {found[1]:,} of them judged, {found[2]:,} verdicts")
    return found == wanted


def make(folder: Path, times: int, environment: Mapping[str, str], *, rendered: bool = False) -> bool:
    """Make the challenge in `folder`, which is new or empty, and say what it took; `rendered`: with their pages."""
    found_challenge(folder, rules())
    here: Installation
    with open_installation(folder, environment=environment) as here:
        spent = load(here.store, times)
        made = [report(here.store, spent, times, GOAL_S if times == 1 else None), counted(here.store, times)]
        if rendered:
            begun, done = time.perf_counter(), render_copies(here.store)
            told = f"  {done:,} entries rendered by copying in {time.perf_counter() - begun:.1f} s"
            print(f"{told}; database {size_mb(here.store):.1f} MB")
        return all(made)


def on_both(folder: Path, times: int) -> bool:
    server = folder / "server"
    met = make(folder / "on-sqlite", times, {})
    if binaries() is None:
        print(f"PostgreSQL was left out: {INSTALL}.")
        return met
    own = OwnServer(server)
    Server(server).execute("ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on")
    own.restart()
    try:
        return make(folder / "on-postgresql", times, {DATABASE: own.url()}) and met
    finally:
        own.stop()


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--dir", type=Path, help="a new or empty folder; the challenge stays there")
    told.add_argument("--times", type=int, default=1, help="how many times the size of the event")
    told.add_argument("--rendered", action="store_true", help="with --dir: give every entry pages to look at")
    asked = told.parse_args()
    if asked.dir is not None:
        try:
            return 0 if make(asked.dir, asked.times, os.environ, rendered=asked.rendered) else 1
        except OpenReproError as error:
            raise SystemExit(f"{error.text} {error.hint}") from None
    folder = Path(tempfile.mkdtemp(prefix="openrepro-event-"))
    folder.chmod(0o711)
    try:
        return 0 if on_both(folder, asked.times) else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
