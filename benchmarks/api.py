"""How quickly the API answers with an event of the size of ICML 2026, alone and while logbooks come in and are judged.

Run `python benchmarks/api.py`: the event is loaded, `openrepro serve` is started as a process of its own, and another
process asks for lists at 50 requests a second, each timed from the moment at which it was due. Then the same while a
logbook is submitted every second (3,600 an hour) and judged by the server's own worker. `--dir DIR` takes a copy of a
challenge that `benchmarks/event_size.py --dir` made; `--seconds` and `--rate` make it shorter or harder.
"""

import argparse
import http.client
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Final
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.event_size import make

from openrepro import clock
from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.clock import written
from openrepro.demo.example import DATA, read_example
from openrepro.papers.paper import Paper
from openrepro.people.accounts import Scope
from openrepro.people.tokens import TOKEN_BYTES, token_text
from openrepro.server import boards
from openrepro.server.installation import Installation, open_installation

GOAL_P99_MS: Final = 150.0
GOAL_RSS_MB: Final = 400.0
PER_HOUR: Final = 3600
THREADS: Final = 24
WARM_UP_S: Final = 5
PROGRAM: Final = str(Path(sys.executable).with_name("openrepro"))
LISTS: Final = (
    "papers",
    "papers?limit=200",
    "papers?text={word}",
    "claims",
    "claims?paper={paper}",
    "entries",
    "entries?state=judged",
    "entries?paper={paper}",
    "verdicts",
    "verdicts?label=toy",
    "verdicts?paper={paper}",
    "verdicts?limit=500",
    "board/views/main/boards/points",
    "board/views/main/papers",
    "board/views/main/papers?state=contested",
    "ledger/leaves",
    "statistics",
    "queue",
)
WORDS: Final = ("learning", "diffusion", "language", "graph", "optimal", "robust")


@dataclass
class Heard:
    """What was heard: milliseconds by address, and what was no success."""

    times: dict[str, list[float]] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)

    def told(self) -> str:
        return json.dumps({"times": self.times, "failures": self.failures})


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Asker:
    """Asks for lists over connections that stay open, one per thread, and follows their cursors."""

    def __init__(self, url: str, papers: Sequence[str], seed: int = 7) -> None:
        self._host = urlsplit(url).netloc
        self._papers = papers
        self._chance = Random(seed)
        self._next: dict[str, str | None] = {}
        self._own = threading.local()
        self._lock = threading.Lock()
        self.heard = Heard()

    def load(self, rate: float, seconds: float) -> Heard:
        """Ask `rate` times a second, whether or not answers keep up."""
        begin, asked = time.perf_counter(), []
        with ThreadPoolExecutor(THREADS) as threads:
            for number in range(int(rate * seconds)):
                due = begin + number / rate
                time.sleep(max(0.0, due - time.perf_counter()))
                asked.append(threads.submit(self._ask, LISTS[number % len(LISTS)], due))
        for one in asked:
            one.result()  # raises what went wrong here rather than there
        return self.heard

    def _ask(self, template: str, due: float) -> None:
        with self._lock:
            path = template.format(word=self._chance.choice(WORDS), paper=quote(self._chance.choice(self._papers)))
            cursor = self._next.get(template) if "{" not in template else None
        status, body = self._get(path, cursor)
        took = (time.perf_counter() - due) * 1000
        following = json.loads(body).get("next") if status == 200 else None
        with self._lock:
            self._next[template] = following
            self.heard.times.setdefault(template, []).append(took)
            if status != 200:
                told = f"{status} {template}"
                self.heard.failures[told] = self.heard.failures.get(told, 0) + 1

    def _get(self, path: str, cursor: str | None) -> tuple[int, bytes]:
        more = "" if cursor is None else f"{'&' if '?' in path else '?'}cursor={cursor}"
        for attempt in (1, 2):
            connection = getattr(self._own, "connection", None) or http.client.HTTPConnection(self._host, timeout=60)
            self._own.connection = connection
            try:
                connection.request("GET", f"/api/v1/{path}{more}", headers={"Accept-Encoding": "identity"})
                answer = connection.getresponse()
                return answer.status, answer.read()
            except (OSError, http.client.HTTPException):  # the server had closed a connection that was idle
                self._own.connection = None
                if attempt == 2:
                    return 0, b""
        raise AssertionError("two attempts return")


class Submitter:
    """Submits a logbook a second, each with a note of its own."""

    def __init__(self, url: str, token: str) -> None:
        self._host = urlsplit(url).netloc
        self._token = token
        self._books = [_packed(path) for path in sorted((DATA / "logbooks").glob("*/*"))]
        self.times: list[float] = []
        self.failures: dict[int, int] = {}

    def run(self, seconds: float) -> None:
        begin = time.perf_counter()
        for number in range(int(seconds * PER_HOUR / 3600)):
            due = begin + number * 3600 / PER_HOUR
            time.sleep(max(0.0, due - time.perf_counter()))
            status = self._submit(number)
            self.times.append((time.perf_counter() - due) * 1000)
            if status != 201:
                self.failures[status] = self.failures.get(status, 0) + 1

    def _submit(self, number: int) -> int:
        held = io.BytesIO(self._books[number % len(self._books)])
        with zipfile.ZipFile(held, "a") as book:
            book.writestr("note.md", f"Submission {number}.")
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/zip"}
        connection = http.client.HTTPConnection(self._host, timeout=60)
        connection.request("POST", "/api/v1/entries", held.getvalue(), headers)
        status = connection.getresponse().status
        connection.close()
        return status


def _packed(folder: Path) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                made.write(path, str(path.relative_to(folder)))
    return held.getvalue()


def opened_again(here: Installation) -> str:
    """Let the challenge take entries now, with the papers of the example, and give a token to submit."""
    now, token = clock.now(), token_text(token_bytes(TOKEN_BYTES))
    rules = here.rules_now(now)
    longer = replace(rules, window=replace(rules.window, closes=now + timedelta(days=1)))
    longer = replace(longer, entries=replace(rules.entries, daily_cap=0, cooldown_hours=0))
    sets = read_example().papers
    with here.store.write() as tx:
        tx.rules.add(RuleVersion(now, longer, "the benchmark"), toml_of(longer), now=written(now))
        tx.papers.put([Paper(one.paper, one.title) for one in sets], now=written(now))
        tx.papers.put_claims(sets, now=written(now))
        account = tx.people.add("benchmark", now=written(now))
        tx.people.add_token(account.id, token, (Scope.SUBMIT,), now=written(now))
    return token


@dataclass(frozen=True)
class Server:
    """A server as a process of its own."""

    process: "subprocess.Popen[str]"
    url: str

    @property
    def rss(self) -> float:
        """The most memory that the server itself ever had, in MB."""
        return _status(self.process.pid, "VmHWM")

    @property
    def children(self) -> float:
        """The memory of the processes that it judges in, in MB."""
        below = (_children(child) for child in _children(self.process.pid))
        every = {*_children(self.process.pid), *(one for group in below for one in group)}
        return sum(_status(child, "VmRSS") for child in every)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    environment = {**os.environ, "OPENREPRO_REQUESTS_PER_SECOND": "0", "OPENREPRO_UPLOADS_PER_MINUTE": "0"}
    command = [PROGRAM, "serve", str(folder), "--port", "0", "--workers", "1", "--format", "agent"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield Server(process, process.stdout.readline().split("\t")[1])
    finally:
        process.terminate()
        process.wait(30)


def heard_by_another(url: str, papers: Path, rate: float, seconds: float) -> Heard:
    """What another process heard that asked for lists."""
    command = [sys.executable, __file__, "--ask", url, str(papers), "--rate", str(rate), "--seconds", str(seconds)]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return Heard(told["times"], told["failures"])


def report(title: str, heard: Heard, *, each: bool = False) -> bool:
    """Print the times, and say whether the goal was met."""
    every = [took for times in heard.times.values() for took in times]
    p50, p99 = percentile(every, 0.5), percentile(every, 0.99)
    met = p99 < GOAL_P99_MS and not heard.failures
    print(f"{title}: {len(every):,} requests, p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {max(every):.0f} ms")
    print(f"  goal: p99 under {GOAL_P99_MS:.0f} ms, {'met' if met else 'MISSED'}; failures: {heard.failures or 'none'}")
    for template, times in heard.times.items() if each else ():
        print(f"    {template:42} p50 {percentile(times, 0.5):6.1f}  p99 {percentile(times, 0.99):6.1f}")
    return met


def measured(folder: Path, rate: float, seconds: float) -> bool:
    with open_installation(folder) as here:
        token = opened_again(here)
        with here.store.read() as tx:
            papers = [listed.paper.id for listed in tx.papers.page(limit=500).papers]
    names = folder / "papers.json"
    names.write_text(json.dumps(papers), "utf-8")
    with served(folder) as server:
        _settle(folder)
        heard_by_another(server.url, names, rate, WARM_UP_S)
        met = report("lists alone", heard_by_another(server.url, names, rate, seconds), each=True)
        print(f"  memory of the server {server.rss:.0f} MB")
        met &= _while_taking(folder, server, names, token, rate, seconds)
        rss, children = server.rss, server.children
    print(f"memory: server {rss:.0f} MB at most (goal: under {GOAL_RSS_MB:.0f}), judging process {children:.0f} MB")
    return met and rss < GOAL_RSS_MB


def _while_taking(folder: Path, server: Server, names: Path, token: str, rate: float, seconds: float) -> bool:
    """The same while logbooks come in and are judged."""
    submitter = Submitter(server.url, token)
    thread = threading.Thread(target=submitter.run, args=(seconds,))
    thread.start()
    met = report("lists while logbooks come in", heard_by_another(server.url, names, rate, seconds))
    thread.join()
    waiting = _waiting(folder)
    took = submitter.times
    taken = len(took) - sum(submitter.failures.values())
    print(
        f"  {taken} logbooks taken in {seconds:.0f} s ({taken / seconds * 3600:,.0f} an hour), failures: "
        f"{submitter.failures or 'none'}; p50 {percentile(took, 0.5):.0f} ms, p99 {percentile(took, 0.99):.0f} ms"
    )
    print(f"  {waiting} of them waited for the judge at the end")
    return met and not submitter.failures and waiting < 60


def _waiting(folder: Path) -> int:
    with open_installation(folder) as here, here.store.read() as tx:
        health = tx.jobs.health(written(clock.now()))
    return health.waiting + health.leased


def _settle(folder: Path, seconds: float = 120) -> None:
    """Wait until the board shows the rules that hold now."""
    until = time.monotonic() + seconds
    with open_installation(folder) as here:
        while boards.due(here.store, clock.now()) and time.monotonic() < until:
            time.sleep(1)


def _children(pid: int) -> list[int]:
    """The processes that any thread of a process has started."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in listed.read_text().split()]
        except OSError:
            continue  # that thread has ended
    return found


def _status(pid: int, key: str) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    found: Mapping[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    return int(found.get(key, "0 kB").split()[0]) / 1000


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--dir", type=Path, help="a challenge that event_size.py made; a copy of it is used")
    told.add_argument("--rate", type=float, default=50, help="requests a second")
    told.add_argument("--seconds", type=float, default=120, help="how long each part lasts")
    told.add_argument("--ask", nargs=2, metavar=("URL", "PAPERS"), help=argparse.SUPPRESS)
    asked_for = told.parse_args()
    if asked_for.ask:
        url, papers = asked_for.ask
        print(Asker(url, json.loads(Path(papers).read_text("utf-8"))).load(asked_for.rate, asked_for.seconds).told())
        return 0
    folder = Path(tempfile.mkdtemp(prefix="openrepro-api-"))
    try:
        event = folder / "event"
        if asked_for.dir is None:
            make(event, 1, {})
        else:
            shutil.copytree(asked_for.dir, event)
        return 0 if measured(event, asked_for.rate, asked_for.seconds) else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
