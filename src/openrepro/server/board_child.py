"""Refreshing a view in a process of its own, so that folding many records does not slow down those who serve."""

import gc
import sys
from collections.abc import Mapping
from datetime import datetime
from threading import Event
from typing import Final

from openrepro import clock
from openrepro.server.boards import due, freshness, refresh_view
from openrepro.server.child import answered, asked_apart
from openrepro.store.store import Store

LEAVES_AT_HOME: Final = 20_000
"""Up to so many leaves a refresh takes less than half a second and is done in this process."""
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
    asked = {"url": url, "view": view, "now": clock.written(now)}
    failing = "The board could not be computed"
    return asked_apart(__name__, asked, stopping or Event(), longest=LONGEST_S, failing=failing)


def main() -> int:
    """What the child does: refresh the view that it is asked for, print the sentence."""
    gc.disable()  # folding makes millions of small objects and no cycles; the process ends soon
    return answered(_sentence)


def _sentence(store: Store, asked: Mapping[str, str]) -> str:
    return refresh_view(store, asked["view"], clock.instant_of(asked["now"])).sentence


if __name__ == "__main__":
    sys.exit(main())
