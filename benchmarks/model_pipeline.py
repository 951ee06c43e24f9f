"""Entries judged with a model: how many claims a second, how full a slow model is kept, and what a kill costs.

Run `python benchmarks/model_pipeline.py`. The model is an endpoint in a process of its own on the loopback address.
Entries of five claims, each left open by code and so read by the model, are enqueued directly (nothing is uploaded),
and judged by `openrepro worker`'s own code in other processes, on a SQLite file and on a PostgreSQL server that keeps
what it commits (fsync on). With `--quick` everything is a tenth as large. `--only rate|busy|kill` runs one part.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro.server.installation import Installation
from tests.postgres import INSTALL, OwnServer, Server, binaries
from tests.server.asked_event import (
    CLAIMS,
    Place,
    end,
    enter,
    entries_with_verdicts,
    found_event,
    judging_process,
    unkept,
    verdicts_in,
)
from tests.server.endpoint_process import EndpointProcess, busy, endpoint_process

RATE_GOAL, BUSY_GOAL = 100, 0.95
SLOTS: Final = 64
KILLED_SLOTS: Final = 16
LATENCY_S: Final = 20.0
PATIENCE_S: Final = 1_800


class Sizes(NamedTuple):
    """How many entries each part judges."""

    rate: int
    busy: int
    kill: int
    latency_s: float


WHOLE: Final = Sizes(rate=400, busy=90, kill=2_000, latency_s=LATENCY_S)
QUICK: Final = Sizes(rate=100, busy=64, kill=200, latency_s=LATENCY_S / 10)


def rate(place: Place, sizes: Sizes) -> bool:
    """Claims a second with an endpoint that takes no time, from the first tenth of the claims on."""
    total = sizes.rate * CLAIMS
    with endpoint_process() as endpoint, entered(place, endpoint, sizes.rate, in_flight=16) as here:
        worker = judging_process(place)
        first = waited(lambda: verdicts_in(here.store), total // 10)
        begun, before = time.monotonic(), processor_s(worker.pid)
        last = waited(lambda: verdicts_in(here.store), total)
        took = time.monotonic() - begun
        spent, calls = processor_s(worker.pid) - before, endpoint.figures().calls
        end(worker)
    found = (last - first) / took
    print(f"  an endpoint that takes no time: {found:.0f} claims/s over {last - first:,} claims, {calls:,} calls")
    each = 1000 * spent / (last - first)
    print(f"    goal {RATE_GOAL}: {'met' if found >= RATE_GOAL else 'MISSED'}; {each:.1f} ms of processor a claim for"
          f" worker and children; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")  # fmt: skip
    return found >= RATE_GOAL


def filled(place: Place, sizes: Sizes) -> bool:
    """The share of slots that a slow endpoint has busy."""
    total = sizes.busy * CLAIMS
    with (
        endpoint_process(sizes.latency_s) as endpoint,
        entered(place, endpoint, sizes.busy, in_flight=SLOTS) as here,
    ):
        worker = judging_process(place)
        waited(lambda: verdicts_in(here.store), total)
        share = busy(endpoint.figures().spans, SLOTS)
        end(worker)
    print(f"  {sizes.latency_s:g} s an answer, {SLOTS} in flight, {total:,} claims: {100 * share:.1f} % of slots busy")
    print(f"    goal {100 * BUSY_GOAL:.0f} %: {'met' if share >= BUSY_GOAL else 'MISSED'}")
    return share >= BUSY_GOAL


def killed(place: Place, sizes: Sizes) -> bool:
    """What is paid for twice after a worker process is killed, and whether every claim ends with a record."""
    total = sizes.kill * CLAIMS
    with endpoint_process(0.1) as endpoint, entered(place, endpoint, sizes.kill, in_flight=KILLED_SLOTS) as here:
        worker = judging_process(place)
        lost = list[frozenset[str]]()
        for part in (0.2, 0.5):
            waited(lambda: endpoint.figures().calls, int(total * part))
            worker.kill()
            worker.join()
            lost.append(unkept(here.store))
            worker = judging_process(place)
        waited(lambda: verdicts_in(here.store), total)
        figures, held = endpoint.figures(), entries_with_verdicts(here.store)
        end(worker)
    twice = figures.calls - figures.distinct
    whole = len(held) == sizes.kill and set(held.values()) == {CLAIMS}
    flying = [len(lost[0]), len(lost[1] - lost[0])]
    good = twice <= sum(flying) and max(flying) <= KILLED_SLOTS and whole
    print(
        f"  {total:,} claims, {KILLED_SLOTS} slots, two kills: {figures.calls:,} calls, {twice} of them again;"
        f" in flight at the kills: {flying[0]} and {flying[1]}"
    )
    print(f"    every claim has {'one record' if whole else 'NOT one record'}: {'met' if good else 'MISSED'}")
    return good


def processor_s(pid: int | None) -> float:
    """Seconds of processor that a process and its children have taken, as Linux tells them."""
    own = Path(f"/proc/{pid}")
    children = [word for task in own.glob("task/*/children") for word in task.read_text().split()]
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in (pid, *children)]
    return sum(int(field[at]) for field in fields for at in (11, 12)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def entered(place: Place, endpoint: EndpointProcess, entries: int, *, in_flight: int) -> Iterator[Installation]:
    here = found_event(place, endpoint.url, in_flight=in_flight)
    try:
        enter(here, entries, teams_=min(40, entries))
        yield here
    finally:
        here.close()


def waited(count: Callable[[], int], wanted: int) -> int:
    """The count, once it has reached what was wanted."""
    until = time.monotonic() + PATIENCE_S
    while (found := count()) < wanted:
        if time.monotonic() > until:
            raise SystemExit(f"only {found:,} of {wanted:,} came within {PATIENCE_S} s")
        time.sleep(0.05)
    return found


PARTS: Final = {"rate": rate, "busy": filled, "kill": killed}


def on_sqlite(folder: Path, only: str, sizes: Sizes) -> list[bool]:
    print("SQLite")
    return [run(Place(folder / f"sqlite-{name}"), sizes) for name, run in PARTS.items() if only in ("", name)]


def on_postgresql(folder: Path, only: str, sizes: Sizes) -> list[bool]:
    if binaries() is None:
        print(f"PostgreSQL was left out: {INSTALL}.")
        return []
    print("PostgreSQL")
    own = OwnServer(folder / "server")
    server = Server(folder / "server")
    server.execute("ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on")
    own.restart()
    try:
        found = []
        for name, run in PARTS.items():
            if only in ("", name):
                found.append(run(Place(folder / f"postgresql-{name}", server.create(f"bench_{name}")), sizes))
        return found
    finally:
        own.stop()


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--quick", action="store_true")
    asked.add_argument("--only", choices=list(PARTS), default="")
    asked.add_argument("--database", choices=["sqlite", "postgresql"], default="")
    chosen = asked.parse_args()
    sizes = QUICK if chosen.quick else WHOLE
    folder = Path(tempfile.mkdtemp(prefix="openrepro-models-"))
    folder.chmod(0o711)
    kinds = {"sqlite": on_sqlite, "postgresql": on_postgresql}
    try:
        runs = [run for name, run in kinds.items() if chosen.database in ("", name)]
        met = [one for run in runs for one in run(folder, chosen.only, sizes)]
        return 0 if all(met) else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
