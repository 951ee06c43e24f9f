"""Making the index of words in a process of its own, so that reading all papers does not slow down those who serve."""

import gc
import json
import subprocess
import sys
import time
from datetime import datetime
from threading import Event
from typing import Final

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.server.searching import keep_words
from openrepro.store.store import Store

PAPERS_AT_HOME: Final = 500
"""Up to so many papers the index is made in this process, in about a tenth of a second."""
POLL_S: Final = 0.2
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
    child = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the server, which ends the child in its own time
    )
    asked: str | None = json.dumps({"url": url, "now": clock.written(now)})
    until = time.monotonic() + LONGEST_S
    while True:
        try:
            told, fault = child.communicate(asked, timeout=POLL_S)
            break
        except subprocess.TimeoutExpired:
            asked = None
            if stopping.is_set() or time.monotonic() > until:
                child.kill()
    if child.returncode and not stopping.is_set():
        last = fault.strip().rpartition("\n")[2][:300] or f"exit status {child.returncode}"
        raise OpenReproError(f"The index of words could not be made: {last}")
    return "" if child.returncode else told.strip()


def main() -> int:
    """What the child does: read the address from stdin, make the index, print the sentence."""
    gc.disable()  # the index is many small objects without cycles, and the process ends soon
    asked = json.load(sys.stdin)
    store = Store.open(asked["url"])
    try:
        print(keep_words(store, clock.instant_of(asked["now"])))
    except OpenReproError as error:
        print(error.text, file=sys.stderr)
        return 1
    finally:
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
