"""How processes share the calls that one endpoint takes at once, and until when nobody may call."""

import os
import socket
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from openrepro import clock
from openrepro.ids import digest
from openrepro.models.abilities import place_of
from openrepro.models.endpoint import Endpoint
from openrepro.models.pacing import Part
from openrepro.queue.terms import Clock
from openrepro.store.model_shares import Holding
from openrepro.store.store import Store

LEAST_LIFE_S: Final = 30.0
TURN_S: Final = 30
ROOM_TO_GROW: Final = 8
NOTHING: Final = Holding(0, 0)
SHAPE: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


class StoreShare:
    """The share of one process, named `worker`, in the endpoints that it asks."""

    def __init__(self, store: Store, worker: str, now: Clock = clock.exact) -> None:
        self._store = store
        self._worker = worker
        self._now = now

    def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
        now, place = self._now(), place_of(endpoint)
        silent = now - timedelta(seconds=max(endpoint.timeout_s, LEAST_LIFE_S))
        with self._store.write() as tx:
            shares = tx.model_shares
            shares.hold(place)
            shares.drop_silent(place, _text(silent))
            others = {name: held for name, held in shares.of(place).items() if name != self._worker}
            for name in [name for name in others if is_gone(name)]:
                shares.put(place, name, NOTHING, _text(now))
                del others[name]
            slots = self._slots(endpoint, others, holding, wanted, now)
            shares.put(place, self._worker, Holding(slots, wanted), _text(now))
            quiet = shares.quiet_until(place)
        return Part(slots, _seconds_until(quiet, now))

    def hush(self, endpoint: Endpoint, seconds: float) -> None:
        until = _text(self._now() + timedelta(seconds=seconds))
        with self._store.write() as tx:
            tx.model_shares.hold(place_of(endpoint))
            tx.model_shares.hush(place_of(endpoint), until)

    def _slots(
        self, endpoint: Endpoint, others: Mapping[str, Holding], holding: int, wanted: int, now: datetime
    ) -> int:
        """Our fair part, as far as the others have given theirs back; never less than what is in flight."""
        wishes = {name: _wish(held.wanted) for name, held in others.items()} | {self._worker: _wish(wanted)}
        turn = int(now.timestamp()) // TURN_S
        fair = fair_parts(wishes, endpoint.in_flight, turn)[self._worker]
        free = endpoint.in_flight - sum(held.slots for held in others.values())
        return max(holding, min(fair, free), 0)


def _wish(wanted: int) -> int:
    """What is shared out to who wants so much: room to grow, so that it need not ask for every further call."""
    return wanted + max(wanted, ROOM_TO_GROW) if wanted else 0


def own_name(number: int = 0) -> str:
    """What this process calls itself where shares are kept; `number` tells apart those who ask in it."""
    return f"{socket.gethostname()}:{os.getpid()}:{number}"


def is_gone(worker: str) -> bool:
    """Whether a process of this machine is known to have ended: its calls ended with it."""
    host, _, rest = worker.partition(":")
    pid = rest.partition(":")[0]
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def fair_parts(wishes: Mapping[str, int], slots: int, turn: int = 0) -> dict[str, int]:
    """`slots` over those who wish for some, each up to its wish, else alike.

    What is left over goes to some of them, others in each `turn`, so that nobody is left without for ever.
    """
    order = sorted(wishes, key=lambda name: digest([name, turn]))
    parts = dict.fromkeys(order, 0)
    while slots > 0 and (short := [name for name in order if parts[name] < wishes[name]]):
        each = max(slots // len(short), 1)
        for name in short[:slots]:
            more = min(each, wishes[name] - parts[name])
            parts[name] += more
            slots -= more
    return parts


def _text(instant: datetime) -> str:
    """An instant to the microsecond, as text that sorts."""
    return instant.strftime(SHAPE)


def _seconds_until(until: str, now: datetime) -> float:
    if not until:
        return 0.0
    then = datetime.strptime(until, SHAPE).replace(tzinfo=now.tzinfo)
    return max((then - now).total_seconds(), 0.0)
