"""Making the index of words in a process of its own, so that reading all papers does not slow down those who serve."""

import gc
import sys
from datetime import datetime
from threading import Event
from typing import Final

from openrepro import clock
from openrepro.server.child import answered, asked_apart
from openrepro.server.searching import keep_words
from openrepro.store.store import Store

PAPERS_AT_HOME: Final = 500
"""Up to so many papers the index is made in this process, in about a tenth of a second."""
LONGEST_S: Final = 900.0


def index_words(store: Store, url: str, now: datetime, stopping: Event | None = None) -> str:
    """Make the index of words and keep it, and give a sentence about it; empty when `stopping` ended it.

    `url` is the address of the database that `store` is open on. Raises OpenReproError with what a child said when it
    failed.
    """
    with store.read() as tx:
        many = tx.papers.count() > PAPERS_AT_HOME
    return _apart(url, now, stopping or Event()) if many else keep_words(store, now)


def _apart(url: str, now: datetime, stopping: Event) -> str:
    asked = {"url": url, "now": clock.written(now)}
    return asked_apart(__name__, asked, stopping, longest=LONGEST_S, failing="The index of words could not be made")


def main() -> int:
    """What the child does: make the index, print the sentence."""
    gc.disable()  # the index is many small objects without cycles, and the process ends soon
    return answered(lambda store, asked: keep_words(store, clock.instant_of(asked["now"])))


if __name__ == "__main__":
    sys.exit(main())
