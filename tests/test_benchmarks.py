"""The benchmarks run where OpenRepro is installed without the tools of its tests, as `make demo` leaves it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = (
    "_pytest",
    "axe_playwright_python",
    "hypothesis",
    "jsonschema",
    "moto",
    "playwright",
    "pytest",
    "schemathesis",
    "scipy",
    "statsmodels",
    "time_machine",
)
LOAD = f"""
import runpy, sys
sys.modules |= dict.fromkeys({TOOLS!r})
for path in sys.argv[1:]:
    runpy.run_path(path, run_name="loaded")
"""


def test_benchmarks_need_no_tools_of_the_tests() -> None:
    files = sorted(str(path) for path in (ROOT / "benchmarks").glob("*.py"))
    environment = {"PYTHONPATH": str(ROOT / "benchmarks")}
    done = subprocess.run([sys.executable, "-c", LOAD, *files], cwd=ROOT, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[-1_000:]
