"""What became of a workspace's entry: its state, its place, and what the judge said of each claim."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from openrepro.agents.server import Server, ServerError
from openrepro.errors import OpenReproError
from openrepro.ids import Json

FINAL: Final = frozenset(("judged", "not judged", "rejected", "late", "withdrawn"))
FIRST_WAIT_S: Final = 2.0
LONGEST_WAIT_S: Final = 60.0
PATIENCE_S: Final = 600.0
"""How long a server that does not answer is borne with while an entry is watched."""


class Ruled(NamedTuple):
    """What was said of one claim: its label, why, and what would raise it."""

    claim: str
    label: str
    provisional: bool
    reasons: tuple[str, ...]
    raises: tuple[str, ...]
    record: str


def entry_status(server: Server, entry: str) -> Mapping[str, Json]:
    """The entry with its state, reason, place and next step."""
    told = server.get("entries", entry)
    if not isinstance(told, Mapping) or not isinstance(told.get("state"), str):
        raise OpenReproError("What the server says of the entry cannot be read.")
    return told


def rulings(server: Server, entry: str) -> list[Ruled]:
    """The current verdicts on an entry, by claim, with their reasons as the page of its logbook tells them; of an entry
    that is hidden, its labels alone."""
    try:
        page = json.loads(server.text(f"/logbooks/{entry}.json"))
    except ServerError as fault:
        if fault.status != 404:
            raise
        page = {"data": {"verdicts": list(server.each("verdicts", entry=entry, current="true", limit=100))}}
    except ValueError:
        raise OpenReproError("What the server says of the verdicts cannot be read.") from None
    data = page.get("data") if isinstance(page, dict) else None
    rows = data.get("verdicts") if isinstance(data, dict) else None
    told = (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()
    return sorted(map(_ruled, told), key=lambda one: one.claim)


def _ruled(row: Mapping[str, Json]) -> Ruled:
    return Ruled(
        str(row.get("claim", "")),
        str(row.get("label", "")),
        row.get("provisional") is True,
        tuple(_texts(row.get("reasons"))),
        tuple(_texts(row.get("raises"))),
        str(row.get("id", "")),
    )


def _texts(value: Json) -> Iterator[str]:
    for one in value if isinstance(value, list) else ():
        yield str(one.get("text", "")) if isinstance(one, Mapping) else str(one)


def watched(
    server: Server, entry: str, *, sleep: Callable[[float], None] = time.sleep, until_s: float = 0
) -> Iterator[Mapping[str, Json]]:
    """The entry each time that its state or place changes, until it is final, or `until_s` seconds have passed (0:
    however long it takes). Faults of the server are borne for ten minutes; what it refuses is raised at once."""
    last, wait, waited, silent = None, FIRST_WAIT_S, 0.0, 0.0
    while True:
        pause = wait
        try:
            told = entry_status(server, entry)
        except ServerError as fault:
            pause = max(wait, fault.wait_s)
            silent += pause
            over = last is None and until_s and waited >= until_s
            if (400 <= fault.status < 500 and fault.status != 429) or silent > PATIENCE_S or over:
                raise
        else:
            silent, seen = 0.0, (told.get("state"), told.get("place"), told.get("revision"))
            if seen != last:
                last, wait, pause = seen, FIRST_WAIT_S, FIRST_WAIT_S
                yield told
            if told.get("state") in FINAL:
                return
        if until_s and waited >= until_s:
            return
        sleep(pause)
        waited, wait = waited + pause, min(wait * 1.5, LONGEST_WAIT_S)
