"""A webhook, the events that it hears of, and one delivery to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openrepro.entries.entry import State

PING: Final = "ping"
EVERY: Final = "entry.*"
MOST_URL: Final = 2000


def event_of(state: State) -> str:
    """What webhooks hear when an entry comes into `state`: `entry.not-judged`, say."""
    return f"entry.{state.value.replace(' ', '-')}"


EVENTS: Final = (*map(event_of, State), "entry.hidden", "entry.shown", "entry.claims-changed")


class Reach(StrEnum):
    """Whose entries a webhook hears of: those of its owner's team, or, for operators, all that are public."""

    OWN = "own"
    ALL = "all"


class Progress(StrEnum):
    """How far a delivery is."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Webhook:
    """One address that hears of events. `secret` signs what is sent; `sentence` says why it is not active.

    `failing_since` is the instant of the first failure since the last success, or empty.
    """

    id: str
    account: str
    url: str
    secret: str
    events: tuple[str, ...]
    created_at: str
    reach: Reach = Reach.OWN
    active: bool = True
    failing_since: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event for one webhook. `told` is the sentence of the event and `happened_at` its instant; `status` is the
    HTTP status of the last attempt, None when there was no answer, and `sentence` what came of it."""

    id: int
    webhook: str
    event: str
    entry: str
    told: str
    happened_at: str
    progress: Progress
    attempts: int
    created_at: str
    next_at: str = ""
    status: int | None = None
    sentence: str = ""
    ended_at: str = ""


@dataclass(frozen=True, slots=True)
class Errand:
    """A webhook, leased, with the deliveries that are due to it, oldest first."""

    webhook: Webhook
    deliveries: tuple[Delivery, ...]


def hears(subscribed: Iterable[str], event: str) -> bool:
    """Whether a webhook that asked for the events `subscribed` hears of `event`."""
    asked = set(subscribed)
    return event in asked or (EVERY in asked and event.startswith("entry."))
