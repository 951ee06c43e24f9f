"""How many jobs a second the queues do when judging costs nothing, and how soon a killed worker's jobs go on.

Run `python benchmarks/queues.py`. 500 teams have 10,000 jobs waiting; a job writes one row with its completion. The
databases are made for this: a SQLite file, and a PostgreSQL server that keeps what it commits (fsync on).
"""

import multiprocessing
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro.queue.procrastinate_schema import apply_schema
from openrepro.queue.terms import USUAL, text
from openrepro.store.store import Store
from openrepro.store.tables import jobs
from tests.postgres import INSTALL, OwnServer, Server, binaries
from tests.queue.crowd import enqueue, fine_now, marks, prepare, settle
from tests.queue.process import run

TEAMS, EACH = 500, 20
MEASURED = 2000
INLINE_GOAL, PROCRASTINATE_GOAL, TAKEN_OVER_GOAL_S = 200, 50, 60
FEW_MS = 20
PROCESSES = multiprocessing.get_context("spawn")
NAMES = [f"t{chr(97 + number // 26 % 26)}{chr(97 + number % 26)}{chr(97 + number // 676)}" for number in range(TEAMS)]


def fill(store: Store) -> float:
    """Enqueue everything, each job in a transaction of its own; gives jobs a second."""
    prepare(store)
    settle(store, *NAMES, each=EACH)
    begin = time.perf_counter()
    for number in range(EACH):
        for team in NAMES:
            with store.write() as tx:
                enqueue(tx, f"{team}{number}")
    return TEAMS * EACH / (time.perf_counter() - begin)


def done(store: Store) -> int:
    with store.read() as tx:
        return tx.connection.scalar(sa.select(sa.func.count()).where(jobs.c.state == "done")) or 0


def rate(store: Store, kind: str, *, processes: int, size: int) -> float:
    """Jobs a second while the queue is long, from the 50th job on."""
    start = done(store) + 50
    url = store.engine.url.render_as_string(hide_password=False)
    workers = [PROCESSES.Process(target=run, args=(kind, url, size, USUAL, 0.0)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    first, begin = waited(lambda: done(store), start)
    last, end = waited(lambda: done(store), start + MEASURED)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(20)
    return (last - first) / (end - begin)


def waited(count: Callable[[], int], wanted: int) -> tuple[int, float]:
    """The count and the time when it had reached what was wanted."""
    until = time.monotonic() + 300
    while (found := count()) < wanted:
        if time.monotonic() > until:
            raise SystemExit(f"only {found} of {wanted} jobs were done in 300 s")
        time.sleep(0.05)
    return found, time.perf_counter()


def taken_over(store: Store, kind: str) -> float:
    """Seconds from SIGKILL until another process has the job again, with the usual terms."""
    with store.write() as tx:
        for team in NAMES:
            for number in range(EACH):
                tx.jobs.cancel(f"{team}{number}", "not needed any more")
        enqueue(tx, f"{NAMES[0]}0", "another")
    url = store.engine.url.render_as_string(hide_password=False)
    first, second = (PROCESSES.Process(target=run, args=(kind, url, 1, USUAL, takes)) for takes in (600.0, 0.0))
    before = done(store)
    first.start()
    waited(lambda: len(_leased(store)), 1)
    second.start()
    time.sleep(2)
    first.kill()
    begin = time.perf_counter()
    _, end = waited(lambda: done(store), before + 1)
    second.terminate()
    second.join(20)
    return end - begin


def _leased(store: Store) -> tuple[object, ...]:
    with store.read() as tx:
        return tx.jobs.leased()


def looks(store: Store) -> dict[str, float]:
    """Median milliseconds of what people and operators ask while the queue is long."""
    found = {}
    for name, ask in (
        ("place of the last job", lambda tx: tx.jobs.place(f"{NAMES[-1]}{EACH - 1}")),
        ("health", lambda tx: tx.jobs.health(text(fine_now()))),
    ):
        times = []
        for _ in range(15):
            begin = time.perf_counter()
            with store.read() as tx:
                ask(tx)
            times.append((time.perf_counter() - begin) * 1000)
        found[name] = statistics.median(times)
    return found


def verdict(name: str, value: float, goal: float, unit: str, *, more: bool) -> bool:
    met = value >= goal if more else value <= goal
    sign = "at least" if more else "at most"
    print(f"  {name}: {value:.1f} {unit} (goal: {sign} {goal} {unit}, {'met' if met else 'MISSED'})")
    return met


def on_sqlite(folder: Path) -> list[bool]:
    store = Store.open(f"sqlite:///{folder / 'queue.db'}")
    store.migrate()
    print(f"SQLite, {TEAMS * EACH} jobs of {TEAMS} teams: enqueued at {fill(store):.0f} jobs/s")
    met = [verdict(name, value, FEW_MS, "ms", more=False) for name, value in looks(store).items()]
    for size in (1, 2):
        name = f"inline, one process, workers: {size}"
        met.append(verdict(name, rate(store, "inline", processes=1, size=size), INLINE_GOAL, "jobs/s", more=True))
    met.append(_once(store))
    took = taken_over(store, "inline")
    return [*met, verdict("a killed worker's job is done by another after", took, TAKEN_OVER_GOAL_S, "s", more=False)]


def on_postgresql(folder: Path) -> list[bool]:
    if binaries() is None:
        print(f"PostgreSQL was left out: {INSTALL}.")
        return []
    own = OwnServer(folder / "server")
    Server(folder / "server").execute("ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on")
    own.restart()
    try:
        store = Store.open(own.url())
        store.migrate()
        apply_schema(store.engine)
        return _on_postgresql(store)
    finally:
        own.stop()


def _on_postgresql(store: Store) -> list[bool]:
    print(f"PostgreSQL, {TEAMS * EACH} jobs of {TEAMS} teams: enqueued at {fill(store):.0f} jobs/s")
    met = [verdict(name, value, FEW_MS, "ms", more=False) for name, value in looks(store).items()]
    found = rate(store, "procrastinate", processes=4, size=1)
    met.append(verdict("procrastinate, 4 worker processes", found, PROCRASTINATE_GOAL, "jobs/s", more=True))
    met.append(_once(store))
    took = taken_over(store, "procrastinate")
    store.close()
    return [*met, verdict("a killed worker's job is done by another after", took, TAKEN_OVER_GOAL_S, "s", more=False)]


def _once(store: Store) -> bool:
    """Whether every job that is done left one row, and no other did."""
    with store.read() as tx:
        rows = sorted(tx.connection.scalars(sa.select(marks.c.job)))
        ended = sorted(tx.connection.scalars(sa.select(jobs.c.id).where(jobs.c.state == "done")))
    print(f"  rows written by {len(ended)} jobs: {len(rows)}, {'each once' if rows == ended else 'NOT each once'}")
    return rows == ended


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="openrepro-queues-"))
    folder.chmod(0o711)
    try:
        return 0 if all([*on_sqlite(folder), *on_postgresql(folder)]) else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
