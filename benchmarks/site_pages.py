"""How heavy and how quick the pages of the site are, with an event of the size of ICML 2026.

Run `python benchmarks/site_pages.py`: the event is loaded with logbooks to look at, `openrepro serve` is started as a
process of its own, and measured are: the time to the first page after the start; what every kind of page transfers with
all it needs, by gzip; the times of answers at 50 requests a second over all kinds of pages; those of searches beside
them; and how long `openrepro site export` takes. `--dir DIR` takes a copy of a challenge that
`benchmarks/event_size.py --rendered --dir` made; `--seconds`, `--rate` and `--no-export` make it shorter or harder.
"""

import argparse
import gzip
import http.client
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.api import PROGRAM, percentile
from benchmarks.event_size import make

from openrepro import clock
from openrepro.server.installation import open_installation
from openrepro.server.searching import Catalogue
from openrepro.web.pages.around import look_around
from openrepro.web.pages.kinds import KINDS
from openrepro.web.pages.page import Visit
from openrepro.web.templating import address
from openrepro.web.visitors import NOBODY

MOST_KB: Final = 150
MOST_LIST_KB: Final = 60
GOAL_P99_MS: Final = 200.0
GOAL_SEARCH_MS: Final = 150.0
GOAL_FIRST_S: Final = 3.0
GOAL_EXPORT_S: Final = 300.0
LISTS: Final = frozenset(("papers", "logbooks", "verdicts", "leaderboard", "board", "queue", "announcements"))
EACH: Final = 40
LOOKED_THROUGH: Final = 4_000
THREADS: Final = 24
NEEDS: Final = re.compile(r'<(?:link rel="(?:icon|stylesheet)"|script) [^>]*?(?:href|src)="([^"]+)"')
ORIGINAL: Final = (
    "The original design, on each visit: 27.6 MB of verdicts, about 11 MB of papers and 6 MB of claims, folded in the "
    "browser."
)
WORDS: Final = ("learning", "diffusion", "language model", "graph neural", "optim", "robust", "zzzz", "causal infer")


class Place(NamedTuple):
    """An address of one kind of page."""

    kind: str
    path: str


def places(folder: Path) -> list[Place]:
    """Addresses of every kind of page, up to `EACH` of a kind, spread over the first thousands."""
    found = []
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        visit = Visit(here, tx, look_around(here, tx, clock.now()), Catalogue(here), NOBODY.caller, clock.now())
        for kind in KINDS:
            where = list(islice(kind.addresses(visit), LOOKED_THROUGH))
            for one in where[:: max(1, len(where) // EACH)][:EACH]:
                found.append(Place(kind.name, address(kind.path_of(one), one.query)))
    return found


class Asker:
    """Asks over connections that stay open, one per thread."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._own = threading.local()

    def get(self, path: str, *, packed: bool = True) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body as it was transferred."""
        for attempt in (1, 2):
            held = getattr(self._own, "connection", None) or http.client.HTTPConnection(self._host, timeout=60)
            self._own.connection = held
            try:
                held.request("GET", path, headers={"Accept-Encoding": "gzip" if packed else "identity"})
                answer = held.getresponse()
                return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
            except (OSError, http.client.HTTPException):
                self._own.connection = None
                if attempt == 2:
                    raise
        raise AssertionError("two attempts return")


def weigh(asker: Asker, where: Sequence[Place]) -> bool:
    """Print what each kind of page transfers at most, with style, scripts and icon."""
    needs: dict[str, int] = {}
    heaviest: dict[str, tuple[int, str]] = {}
    for place in where:
        status, headers, body = asker.get(place.path)
        if status != 200:
            print(f"  {status} at {place.path}")
            return False
        page = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        total = len(body)
        for need in {unescape(one) for one in NEEDS.findall(page.decode("utf-8", "replace"))}:
            if need not in needs:
                needs[need] = len(asker.get(need)[2])
            total += needs[need]
        heaviest[place.kind] = max(heaviest.get(place.kind, (0, "")), (total, place.path))
    met = True
    for kind, (total, path) in sorted(heaviest.items(), key=lambda item: -item[1][0]):
        most = MOST_LIST_KB if kind in LISTS else MOST_KB
        met = met and total <= most * 1000
        print(f"  {kind:20} {total / 1000:7.1f} kB of {most} {'' if total <= most * 1000 else 'MISSED '} {path[:60]}")
    shared = ", ".join(f"{name.rpartition('/')[2]} {size / 1000:.1f} kB" for name, size in needs.items())
    print(f"  shared by all pages: {shared}")
    return met


def load(asker: Asker, where: Sequence[Place], rate: float, seconds: float) -> bool:
    """Ask `rate` times a second over all kinds alike, every fifth time a search."""
    chance = random.Random(3)
    kinds: dict[str, list[Place]] = {}
    for place in where:
        kinds.setdefault(place.kind, []).append(place)
    times: dict[str, list[float]] = {}
    failed: dict[str, int] = {}

    def ask(place: Place, due: float) -> None:
        status, _, _ = asker.get(place.path)
        times.setdefault(place.kind, []).append((time.perf_counter() - due) * 1000)
        if status != 200:
            failed[f"{status} {place.kind}"] = failed.get(f"{status} {place.kind}", 0) + 1

    begin, asked, names = time.perf_counter(), [], sorted(kinds)
    with ThreadPoolExecutor(THREADS) as threads:
        for number in range(int(rate * seconds)):
            due = begin + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            place = chance.choice(kinds[names[number % len(names)]])
            if number % 5 == 0:
                place = Place("search", f"/papers?q={quote(chance.choice(WORDS))}")
            asked.append(threads.submit(ask, place, due))
    for one in asked:
        one.result()
    return told(times, failed)


def told(times: Mapping[str, Sequence[float]], failed: Mapping[str, int]) -> bool:
    every = [one for values in times.values() for one in values]
    for kind, values in sorted(times.items(), key=lambda item: -percentile(item[1], 0.5)):
        print(
            f"  {kind:20} {len(values):5}  p50 {percentile(values, 0.5):6.1f}  p99 {percentile(values, 0.99):6.1f} ms"
        )
    p99, search = percentile(every, 0.99), percentile(times["search"], 0.99)
    print(f"  all: {len(every)}, p50 {percentile(every, 0.5):.1f}, p99 {p99:.1f} ms (goal: under {GOAL_P99_MS:.0f})")
    print(f"  searches: p99 {search:.1f} ms (goal: under {GOAL_SEARCH_MS:.0f}); failures: {dict(failed) or 'none'}")
    return p99 < GOAL_P99_MS and search < GOAL_SEARCH_MS and not failed


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, float]]:
    """The host of a server of that challenge, and the seconds from its start to the first page."""
    environment = {**os.environ, "OPENREPRO_REQUESTS_PER_SECOND": "0"}
    begin = time.perf_counter()
    command = [PROGRAM, "serve", str(folder), "--port", "0", "--workers", "1", "--format", "agent"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        host = urlsplit(server.stdout.readline().split("\t")[1]).netloc
        status, _, _ = Asker(host).get("/")
        assert status == 200, status
        yield host, time.perf_counter() - begin
    finally:
        server.terminate()
        server.wait(30)


def exported(folder: Path, out: Path) -> bool:
    """Time the whole copy as files."""
    begin = time.perf_counter()
    done = subprocess.run(
        [PROGRAM, "site", "export", str(out), str(folder)], check=False, capture_output=True, text=True
    )
    seconds = time.perf_counter() - begin
    print(f"  {done.stdout.strip()}")
    for line in done.stderr.splitlines()[1:6]:
        print(f"  {line}")
    print(f"  {seconds:.0f} s (goal: under {GOAL_EXPORT_S:.0f})")
    return done.returncode == 0 and seconds < GOAL_EXPORT_S


def measure(folder: Path, scratch: Path, asked: argparse.Namespace) -> bool:
    where = places(folder)
    with served(folder) as (host, first):
        print(f"first page after the start: {first:.2f} s (goal: under {GOAL_FIRST_S:.0f})")
        asker = Asker(host)
        time.sleep(asked.settle)
        print(f"transferred with all that a page needs, the heaviest of up to {EACH} of each kind:")
        met = weigh(asker, where) and first < GOAL_FIRST_S
        print(ORIGINAL)
        print(f"{asked.rate:.0f} requests a second for {asked.seconds:.0f} s:")
        met = load(asker, where, asked.rate, asked.seconds) and met
    if asked.export:
        print("static export:")
        met = exported(folder, scratch / "site") and met
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=Path, help="a challenge to measure with; it is copied first")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--settle", type=float, default=10, help="seconds to wait for the index of words")
    parser.add_argument("--no-export", dest="export", action="store_false")
    asked = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="openrepro-site-"))
    try:
        folder = scratch / "event"
        if asked.dir is None:
            make(folder, 1, {}, rendered=True)
        else:
            shutil.copytree(asked.dir, folder)
        return 0 if measure(folder, scratch, asked) else 1
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
