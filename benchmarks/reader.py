"""Times the logbook reader: all logbooks of a folder, growth with size, and pages made to be slow.

Run `python benchmarks/reader.py [--data DIR]`; DIR holds `logbooks/` and `trackio-samples/`.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from openrepro.logbooks.archive import load_all
from openrepro.logbooks.trackio import parse

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

CELL = (
    '\n\n---\n<!-- trackio-cell\n{"type": "code", "id": "cell_%d", "created_at": "2026-01-01T00:00:00+00:00", '
    '"title": "run", "command": ["python", "run.py"], "exit_code": 0, "duration_s": 1.5}\n-->\n'
    "````bash\n$ python run.py\n````\n\nexit 0 · 1.5s\n\n````output\nloss 0.1\nacc 0.9\n\n````\n"
)


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time that `work` takes, best of three (other programs on the machine do not count)."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        gc.disable()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
        gc.enable()
    return best


def page_of(cells: int) -> bytes:
    return ("# Claim 1\n" + "".join(CELL % number for number in range(cells))).encode()


def hostile_pages() -> dict[str, bytes]:
    """Pages on which a careless reader takes quadratic time or recurses."""
    header = b'\n---\n<!-- trackio-cell\n{"type": "code", "id": "c", "command": ["x"]}\n-->\n'
    return {
        "1 MB of blank lines": b"\n" * 1_000_000,
        "1 MB of blank lines before a marker": b"\n" * 1_000_000 + header,
        "1 MB of spaces": b" " * 1_000_000,
        "1 MB of carriage returns": b"\r" * 1_000_000,
        "100,000 fences within lines": b"text ``` text\n" * 100_000,
        "100,000 fence lines": b"```a\n" * 100_000,
        "10,000 nested quotes": b"> " * 10_000 + b"x\n",
        "1 MB of backticks": b"`" * 1_000_000,
        "1 MB of backticks, one a line": b"`\n" * 500_000,
        "1 MB in one line": b"x y " * 250_000,
        "850,000 characters of data URI": b'<img src="data:image/png;base64,'
        + b"iVBORw0KGgoAAAANSUhEUg" * 38_637
        + b'"/>',
        "200,000 data URIs without data": b"data:" * 200_000,
        "999-character runs": (b"a1B2" * 249 + b"abc ") * 1_000,
        "12,000 unclosed cells": (header + b"````output\nx\n") * 12_000,
        "12,000 cells of one id": header * 12_000,
        "12,000 markers without an end": b'---\n<!-- trackio-cell\n{"type": "markdown", "id": "' * 12_000,
        "a header of 100,000 brackets": b"---\n<!-- trackio-cell\n" + b"[" * 100_000 + b"\n-->\n",
        "a header of a 100,000-digit number": b'---\n<!-- trackio-cell\n{"exit_code": ' + b"9" * 100_000 + b"}\n-->\n",
        "100,000 headings": b"# a\n" * 100_000,
        "300,000 links": b"(#/" * 300_000,
        "3,000 interleaved unclosed fences": b"".join(header + b"`" * (3 + n % 9) + b"output\n" for n in range(3_000)),
    }


def whole(data: Path) -> None:
    start = time.perf_counter()
    loaded = list(load_all([data / "logbooks", data / "trackio-samples"]))
    seconds = time.perf_counter() - start
    read = [item.logbook for item in loaded if item.logbook is not None]
    size = sum(entry.size for logbook in read for entry in logbook.manifest)
    print(f"all logbooks: {len(read)} read, {len(loaded) - len(read)} not, {size / 1e6:.1f} MB, {seconds:.2f} s")


def growth() -> bool:
    small, large = page_of(400), page_of(4_000)
    first = timed(lambda: parse({"pages/claim-1/page.md": small}, name="small"))
    second = timed(lambda: parse({"pages/claim-1/page.md": large}, name="large"))
    print(f"growth: {len(small) / 1e3:.0f} kB {first * 1e3:.1f} ms, ten times that {second * 1e3:.1f} ms", end=" ")
    print(f"({second / first:.1f} times, at most 12)")
    return second <= 12 * first


def hostile() -> bool:
    good = True
    for name, data in hostile_pages().items():
        files = {"pages/index.md": data}
        seconds = timed(lambda files=files: parse(files, name="hostile"))  # type: ignore[misc]
        good = good and seconds < 1
        print(f"hostile: {name:38} {seconds:6.3f} s{'' if seconds < 1 else '  TOO SLOW'}")
    return good


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=DATA, help="folder with logbooks/ and trackio-samples/")
    data = arguments.parse_args().data
    if data.is_dir():
        whole(data)
    else:
        print("all logbooks: skipped, the folder of real logbooks is absent (give --data DIR)")
    results = [growth(), hostile()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
