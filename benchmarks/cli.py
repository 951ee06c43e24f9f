"""What an agent pays on every call: `openrepro --help`, and `openrepro judge` on a logbook of median size.

Run `python benchmarks/cli.py [--data DIR]`; DIR holds `logbooks/`. Without it the bundled logbooks are used.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from openrepro.demo import DATA as EXAMPLE
from openrepro.logbooks.archive import find_roots

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PROGRAM = str(Path(sys.executable).with_name("openrepro"))
HELP_MS, JUDGE_MS = 120, 500
ROUNDS = 15


class Cost(NamedTuple):
    """Milliseconds of one run: on the clock, and of processor time (other programs do not count there)."""

    elapsed: float
    processor: float


def once(command: list[str]) -> Cost:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True)
    elapsed = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(elapsed * 1000, used * 1000)


def median(command: list[str]) -> Cost:
    """The medians over several runs, after one that warms the caches."""
    once(command)
    costs = [once(command) for _ in range(ROUNDS)]
    return Cost(*(statistics.median(values) for values in zip(*costs, strict=True)))


def median_logbook(folder: Path) -> Path:
    """The logbook of median size below `folder`."""

    def size(root: Path) -> int:
        return sum(path.stat().st_size for path in root.rglob("*") if path.is_file())

    roots = sorted(find_roots(folder), key=size)
    return roots[len(roots) // 2]


def report(name: str, cost: Cost, limit: float) -> bool:
    met = cost.processor < limit
    verdict = "met" if met else "missed"
    print(
        f"{name}: {cost.elapsed:.0f} ms elapsed, {cost.processor:.0f} ms of processor (goal {limit:.0f} ms: {verdict})"
    )
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    folder = parser.parse_args().data / "logbooks"
    logbook = median_logbook(folder if folder.is_dir() else EXAMPLE / "logbooks")
    bare = median([sys.executable, "-c", ""])
    print(f"Python alone: {bare.elapsed:.0f} ms elapsed, {bare.processor:.0f} ms of processor")
    met = [
        report("openrepro --help", median([PROGRAM, "--help"]), HELP_MS),
        report(f"openrepro judge {logbook.name}", median([PROGRAM, "judge", str(logbook)]), JUDGE_MS),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
