"""Times the judge: all logbooks of a folder, growth with size, hostile pages, the median logbook at the command line.

Run `python benchmarks/judge.py [--data DIR] [--profile]`; DIR holds `logbooks/` and `trackio-samples/`. Budgets are
in processor time, so that other programs on the machine do not count.
"""

import argparse
import cProfile
import json
import pstats
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cli import JUDGE_MS, PROGRAM
from cli import median as median_cost
from openrepro.challenge.rules import PROFILES
from openrepro.claims.claim import Claim, ClaimSet, Comparator, Kind, QuantitySpec, ScaleAxis, Statement, Tolerance
from openrepro.judging.judge import judge
from openrepro.logbooks.archive import load_all
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse
from reader import hostile_pages

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
ALL_S, HOSTILE_S, GROWTH = 10.0, 1.5, 12.0
"""Seconds of processor time. Pages stay below 1 s; a file of 16,000 claims, each judged, takes a little more."""
STRICT = PROFILES["strict"]
PAGE = "pages/claim-1/page.md"
CLAIM = Claim(
    id="demo1.c1",
    kind=Kind.VALUE,
    text="The cache-sharing variant loses 3.1 % perplexity at half the cache.",
    quantity=QuantitySpec("perplexity increase", of="shared cache", unit="percent"),
    statement=Statement(Comparator.EQUAL, "3.1"),
    tolerance=Tolerance(absolute="0.5"),
    scale=(ScaleAxis("eval_tokens", "245000", "24500"),),
)
CLAIMS = ClaimSet("demo1", (CLAIM,), source=[{"id": CLAIM.id, "text": CLAIM.text}])
RESULT = 'RESULT {"claim": "demo1.c1", "quantity": "perplexity increase", "value": "3.2", "unit": "percent"}'
HEADER = (
    '\n---\n<!-- trackio-cell\n{"type": "code", "id": "cell_%d", "created_at": "2026-01-01T00:00:00+00:00", '
    '"command": ["python", "run.py"], "exit_code": 0, "duration_s": 1.5}\n-->\n````output\n'
)
FIRST = HEADER.replace("%d", "0")
CELL = HEADER + f"loss 0.125 at step 400\naccuracy: 91.2 ± 0.3 %\n{RESULT}\n````\n\nThe accuracy was 91.2 %.\n"


class Timed(NamedTuple):
    seconds: float
    name: str
    size: int
    path: Path


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def judged(logbook: Logbook) -> object:
    return judge(logbook, CLAIMS, STRICT)


def whole(data: Path, profiler: cProfile.Profile | None) -> list[Timed]:
    """Read and judge every logbook below `data`, by its own claims."""
    start = time.process_time()
    loaded = [(item.path, item.logbook) for item in load_all([data / "logbooks", data / "trackio-samples"])]
    print(f"read: {len(loaded)} logbooks in {time.process_time() - start:.2f} s")
    times = []
    for path, logbook in loaded:
        assert logbook is not None, path
        if profiler is not None:
            profiler.enable()
        seconds = spent(lambda book=logbook: judge(book, None, STRICT))  # type: ignore[misc]
        if profiler is not None:
            profiler.disable()
        times.append(Timed(seconds, logbook.name, sum(entry.size for entry in logbook.manifest), path))
    print(f"judged: {len(times)} logbooks, {sum(item.size for item in times) / 1e6:.1f} MB", end=" ")
    taken = time.process_time() - start
    print(f"read and judged in {taken:.2f} s (goal {ALL_S:.0f} s: {'met' if taken < ALL_S else 'missed'})")
    for item in sorted(times, reverse=True)[:5]:
        print(f"  slowest: {item.seconds * 1000:5.0f} ms  {item.size / 1e3:7.0f} kB  {item.name}")
    print(f"  median: {statistics.median(item.seconds for item in times) * 1000:.0f} ms")
    return times


def at_the_command_line(times: list[Timed]) -> bool:
    """`openrepro judge PATH` on the logbook of median time, from start to exit."""
    middle = sorted(times)[len(times) // 2]
    cost = median_cost([PROGRAM, "judge", str(middle.path)])
    met = cost.processor < JUDGE_MS
    print(
        f"openrepro judge {middle.name}: {cost.elapsed:.0f} ms elapsed, {cost.processor:.0f} ms of processor"
        f" (goal {JUDGE_MS} ms: {'met' if met else 'missed'})"
    )
    return met


def growth() -> bool:
    """Ten times the text, in cells of one page and in one output."""
    good = True
    for name, page in (
        ("cells", lambda n: "".join(CELL.replace("%d", str(i)) for i in range(n))),
        ("lines", one_output),
    ):
        books = [parse({PAGE: f"# Claim 1\n{page(n)}".encode()}, name=name) for n in (200, 2000)]
        small, large = (min(spent(lambda one=one: judged(one)) for _ in range(3)) for one in books)  # type: ignore[misc]
        good = good and large <= GROWTH * small
        print(
            f"growth in {name}: {small * 1000:.0f} ms, ten times that {large * 1000:.0f} ms ({large / small:.1f} times)"
        )
    return good


def many_cells(count: int) -> str:
    return "".join(CELL.replace("%d", str(i)) for i in range(count))


def one_output(lines: int) -> str:
    text = "\n".join(f"step {i} loss {i / 7:.4f} accuracy {i / 9:.2f} %" for i in range(10 * lines))
    return FIRST + f"{text}\n{RESULT}\n````\n"


def hostile() -> bool:
    """Pages, outputs and result files of 1 MB on which a careless judge takes quadratic time."""
    worst = True
    for name, files in hostile_entries():
        logbook = parse(files, name="hostile")
        seconds = spent(lambda book=logbook: judged(book))  # type: ignore[misc]
        worst = worst and seconds < HOSTILE_S
        if seconds >= HOSTILE_S / 2:
            print(f"hostile: {name:40} {seconds:6.2f} s{'' if seconds < HOSTILE_S else '  TOO SLOW'}")
    print(f"hostile: every other kind below {HOSTILE_S / 2:.1f} s")
    return worst


def hostile_entries() -> list[tuple[str, dict[str, bytes]]]:
    entries = [(name, {PAGE: data}) for name, data in hostile_pages().items()]
    for text in HOSTILE_TEXTS:
        many = text * (1_000_000 // len(text.encode()))
        short = " ".join(text[:28].split())
        entries += [
            (f"prose of '{short}'", {PAGE: f"# Claim 1\n\n{many}".encode()}),
            (f"output of '{short}'", {PAGE: f"# Claim 1\n{FIRST}{many}\n````\n".encode()}),
            (f"file of '{short}'", {PAGE: b"# Claim 1\n", "evidence/results.json": many.encode()}),
            (f"program of '{short}'", {PAGE: b"# Claim 1\n", "code/run.py": many.encode()}),
        ]
    parts = json.dumps({f"claim_{n}": {"claim": "x" * 30, "value": n} for n in range(16_000)}).encode()
    return [*entries, ("a file of 16,000 claims", {PAGE: b"# Claim 1\n", "evidence/results.json": parts})]


HOSTILE_TEXTS = (
    "claim 1 ",
    "claims 1, 2, 3, 4 and 5 were not run\n",
    "3.14 ",
    "x = 3.14\n",
    "91.2 ± 0.3 % ",
    "no aa bb cc dd ee ",
    "not ",
    "Verdict: verified\n",
    "| a | 3.1 | b |\n",
    "| a ",
    "- item 3.1\n",
    "## Claim 1 - a - b: c\n",
    "perplexity increase of the shared cache ",
    f"{RESULT}\n",
    'RESULT {"a":\n',
    '{"a":',
    "[",
    '{"a": 3.1, "b": [1, 2, 3]}\n',
    "negative control: FAILED as expected ",
    "Traceback (most recent call last)\n",
    "batch_size=64 ",
    "toy a a a a a a a a a ",
    "Proof. Let x = 1. Hence $y$.\n\n",
    "1,",
    "A. ",
    "dear judge please mark ",
    "a: b\n",
    "<div style='display:none'>x</div>",
    "\u200b",
    "é3.1—",
)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=DATA, help="folder with logbooks/ and trackio-samples/")
    arguments.add_argument("--profile", action="store_true", help="show where the time goes")
    chosen = arguments.parse_args()
    results = [growth(), hostile()]
    if chosen.data.is_dir():
        profiler = cProfile.Profile() if chosen.profile else None
        times = whole(chosen.data, profiler)
        results += [sum(item.seconds for item in times) < ALL_S or chosen.profile, at_the_command_line(times)]
        if profiler is not None:
            pstats.Stats(profiler).sort_stats("cumulative").print_stats(30)
    else:
        print("all logbooks: skipped, the folder of real logbooks is absent (give --data DIR)")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
