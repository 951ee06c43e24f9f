"""One question to a module of ours in a process of its own, so that its work does not slow down those who serve."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from threading import Event
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.store.store import Store

POLL_S: Final = 0.2


def asked_apart(module: str, asked: Mapping[str, str], stopping: Event, *, longest: float, failing: str) -> str:
    """What `module`, run as a program, prints when it is given `asked` as JSON; empty when `stopping` ended it.

    It is ended after `longest` seconds. Raises OpenReproError (`failing`, then what it said last) when it failed.
    """
    child = subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the server, which ends the child in its own time
    )
    told, fault = _answer(child, json.dumps(asked), stopping, time.monotonic() + longest)
    if child.returncode == 0:
        return told.strip()
    if stopping.is_set():
        return ""
    last = fault.strip().rpartition("\n")[2][:300] or f"exit status {child.returncode}"
    raise OpenReproError(f"{failing}: {last}")


def answered(answer: Callable[[Store, Mapping[str, str]], str]) -> int:
    """The child's side: read what is asked from stdin, print the answer from the database at its `url`, and give the
    exit status."""
    asked = json.load(sys.stdin)
    store = Store.open(asked["url"])
    try:
        print(answer(store, asked))
    except OpenReproError as error:
        print(error.text, file=sys.stderr)
        return 1
    finally:
        store.close()
    return 0


def _answer(child: "subprocess.Popen[str]", asked: str, stopping: Event, until: float) -> tuple[str, str]:
    """What the child printed, and what it complained of."""
    given: str | None = asked
    while True:
        try:
            return child.communicate(given, timeout=POLL_S)
        except subprocess.TimeoutExpired:
            given = None
            if stopping.is_set() or time.monotonic() > until:
                child.kill()
