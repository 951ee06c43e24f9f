"""Time `openrepro event import` on published files of the size of ICML 2026: 6,341 papers, 35,908 verdicts.

Run `python benchmarks/event_import.py [FACTOR]`; FACTOR makes the event so many times as large. All of it is
constructed.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.server.boards import refresh_view
from openrepro.server.event_import import EventImport
from openrepro.store.store import Store
from tests.server.events import event_files

PAPERS, ENTRIES, VERDICTS, UNJUDGED, OWNERS = 6_341, 6_885, 35_908, 50, 372
GOAL_S = 60

Made = TypeVar("Made")


def main() -> None:
    factor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    size = [factor * count for count in (PAPERS, ENTRIES, VERDICTS)]
    files = event_files(*size, unjudged=UNJUDGED * factor, owners=OWNERS * factor)
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/openrepro.db")
        store.migrate()
        event = _timed("files read", files.event)
        work = EventImport(store, event, Rules(), clock.written(clock.now()))
        seconds = time.perf_counter()
        done = _timed("imported", work.run)
        for view in ("strict", "icml-2026"):
            _timed(f"board computed: {view}", lambda view=view: refresh_view(store, view, clock.now()))  # type: ignore[misc]
        seconds = time.perf_counter() - seconds
        again = _timed("imported again", work.run)
        store.close()
    print(f"{done.judged + done.unjudged:,} entries, {done.verdicts:,} verdicts, {len(done.faults)} faults")
    print(f"{seconds:.1f} s until both boards were there; the goal is {GOAL_S * factor} s")
    assert (done.verdicts, again.verdicts, again.known) == (size[2], 0, size[2])


def _timed(what: str, work: Callable[[], Made]) -> Made:
    began = time.perf_counter()
    made = work()
    print(f"{what:30} {time.perf_counter() - began:7.2f} s")
    return made


if __name__ == "__main__":
    main()
