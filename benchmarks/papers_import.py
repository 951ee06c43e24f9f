"""Time `openrepro papers import` of 6,341 and 60,000 papers, on SQLite and on PostgreSQL, and once more.

Run `python benchmarks/papers_import.py [PAPERS...]`. All papers are constructed: an index and a table of names that
share them.
"""

import csv
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro import clock
from openrepro.papers.shapes import read_list
from openrepro.server.paper_import import PaperImport
from openrepro.store.store import Store
from tests.postgres import INSTALL, OwnServer, Server, binaries

SIZES = (6_341, 60_000)
GOAL_S = {6_341: 10, 60_000: 100}
WORDS = (
    "sparse",
    "robust",
    "causal",
    "neural",
    "latent",
    "graph",
    "policy",
    "kernel",
    "token",
    "reward",
    "memory",
    "prior",
)
Made = TypeVar("Made")


def main() -> None:
    sizes = [int(one) for one in sys.argv[1:]] or SIZES
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the account that the server runs under must get in
        for size in sizes:
            measure(f"sqlite:///{folder}/papers-{size}.db", size)
        on_postgresql(Path(folder) / "server", sizes)


def on_postgresql(folder: Path, sizes: Sequence[int]) -> None:
    if binaries() is None:
        print(f"PostgreSQL was left out: {INSTALL}.")
        return
    own, server = OwnServer(folder), Server(folder)
    server.execute("ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on")
    own.restart()
    try:
        for size in sizes:
            measure(server.create(f"papers_{size}"), size)
    finally:
        own.stop()


def measure(url: str, size: int) -> None:
    store = Store.open(url)
    store.migrate()
    name = url.partition(":")[0].partition("+")[0]
    data = (index(size), table(size))
    began = time.perf_counter()
    rows = _timed(f"{name}: {size:,} read", lambda: [paper for one in data for paper in read_list(one).papers])
    work = PaperImport(store, rows, clock.written(clock.now()), "bench")
    done = _timed(f"{name}: {size:,} imported", work.run)
    seconds = time.perf_counter() - began
    again = _timed(f"{name}: {size:,} imported again", work.run)
    goal = GOAL_S.get(size, 100)
    print(f"{name}: {len(done.added):,} papers of {done.rows:,} rows in {seconds:.1f} s; the goal is {goal} s")
    assert len(done.added) == size, len(done.added)
    assert (again.writes, again.unchanged) == (False, size)
    store.close()


def index(size: int) -> bytes:
    """An index of the published shape."""
    return json.dumps({"papers": [_indexed(at) for at in range(size)], "areas": []}).encode()


def _indexed(at: int) -> dict[str, object]:
    return {
        "i": at + 1,
        "orid": f"pAp{at:07d}",
        "title": title(at),
        "authors": [f"Ada{at % 977} Lovelace{at}", f"Ben{at % 313} Borel{at}", "Cy Young"],
        "area": "Deep Learning",
        "sub": WORDS[at % len(WORDS)],
        "type": "Poster",
        "spot": at % 14 == 0,
        "arxiv": f"{2500 + at % 12:04d}.{at:05d}" if at % 3 else "",
    }


def title(at: int) -> str:
    picked = [WORDS[(at * step + step) % len(WORDS)] for step in (1, 3, 5, 7, 11)]
    return f"{' '.join(picked).capitalize()}: a study of case number {at}"


def table(size: int) -> bytes:
    """A table of names of the published shape, of the same papers."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["openreview_id", "icml_event_id", "oral_event_id", "title", "authors", "decision", "topic"])
    writer.writerows(_rows(size))
    return text.getvalue().encode()


def _rows(size: int) -> Iterator[list[str]]:
    for at in range(size):
        authors = f"Ada{at % 977} Lovelace{at}; Ben Borel{at}; Cy Young"
        oral = str(9_000_000 + at) if at % 40 == 0 else ""
        yield [f"pAp{at:07d}", str(1_000_000 + at), oral, title(at), authors, "poster", "Deep Learning->Agents"]


def _timed(what: str, work: Callable[[], Made]) -> Made:
    began = time.perf_counter()
    made = work()
    print(f"{what:40} {time.perf_counter() - began:7.2f} s")
    return made


if __name__ == "__main__":
    main()
