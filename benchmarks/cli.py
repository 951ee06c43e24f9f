"""Time from the shell to the end of `openrepro --help`: an agent pays it on every call."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

LIMIT_MS = 120
ROUNDS = 20


def once(command: list[str]) -> float:
    """The wall-clock time of one run of `command`, in milliseconds."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - begin) * 1000


def main() -> int:
    program = str(Path(sys.executable).with_name("openrepro"))
    once([program, "--help"])
    times = [once([program, "--help"]) for _ in range(ROUNDS)]
    bare = statistics.median(once([sys.executable, "-c", ""]) for _ in range(ROUNDS))
    median = statistics.median(times)
    print(
        f"openrepro --help: median {median:.0f} ms, worst {max(times):.0f} ms of {ROUNDS} (Python alone {bare:.0f} ms)"
    )
    print(f"goal: under {LIMIT_MS} ms: {'met' if median < LIMIT_MS else 'missed'}")
    return 0 if median < LIMIT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
