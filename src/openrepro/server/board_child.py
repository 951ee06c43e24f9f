"""Refreshing a view in a process of its own, so that folding many records does not slow down those who serve."""

import gc
import json
import subprocess
import sys
from datetime import datetime
from threading import Event
from typing import Final

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.server.boards import due, freshness, refresh_view
from openrepro.store.store import Store

LEAVES_AT_HOME: Final = 20_000
"""Up to so many leaves a refresh takes less than half a second and is done in this process."""
POLL_S: Final = 0.2
LONGEST_S: Final = 1800.0


def refresh_views(store: Store, url: str, now: datetime, stopping: Event | None = None) -> str:
    """Bring every view that lags behind up to date, and give a sentence about each; empty when none did.

    `url` is the address of the database that `store` is open on; `stopping` ends it early, with nothing half shown.
    """
    told = []
    for view in due(store, now):
        if stopping is not None and stopping.is_set():
            break
        told.append(_refreshed(store, url, view, now, stopping))
    return " ".join(told)


def _refreshed(store: Store, url: str, view: str, now: datetime, stopping: Event | None) -> str:
    with store.read() as tx:
        many = freshness(tx, view).ledger_size > LEAVES_AT_HOME
    return refresh_apart(url, view, now, stopping) if many else refresh_view(store, view, now).sentence


def refresh_apart(url: str, view: str, now: datetime, stopping: Event | None = None) -> str:
    """Refresh a view in a child process and give its sentence; empty when `stopping` ended it.

    Raises OpenReproError with what the child said when it failed.
    """
    child = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the server, which ends the child in its own time
    )
    asked = json.dumps({"url": url, "view": view, "now": clock.written(now)})
    told, fault = _answer(child, asked, stopping or Event())
    if child.returncode == 0:
        return told.strip()
    if stopping is not None and stopping.is_set():
        return ""
    last = fault.strip().rpartition("\n")[2][:300] or f"exit status {child.returncode}"
    raise OpenReproError(f"The board could not be computed: {last}")


def _answer(child: "subprocess.Popen[str]", asked: str, stopping: Event) -> tuple[str, str]:
    """What the child printed, and what it complained of."""
    given: str | None = asked
    waited = 0.0
    while True:
        try:
            return child.communicate(given, timeout=POLL_S)
        except subprocess.TimeoutExpired:
            given = None
            waited += POLL_S
            if stopping.is_set() or waited > LONGEST_S:
                child.kill()


def main() -> int:
    """What the child does: read what to refresh from stdin, refresh it, print the sentence."""
    gc.disable()  # folding makes millions of small objects and no cycles; the process ends soon
    asked = json.load(sys.stdin)
    store = Store.open(asked["url"])
    try:
        print(refresh_view(store, asked["view"], clock.instant_of(asked["now"])).sentence)
    except OpenReproError as error:
        print(error.text, file=sys.stderr)
        return 1
    finally:
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
