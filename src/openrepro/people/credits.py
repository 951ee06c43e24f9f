"""Compute credits: who may ask and until when, the states of a request, and what each means for who asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.challenge.sections import Credits
from openrepro.errors import OpenReproError

LONGEST_REASON: Final = 500
"""Most characters of the reason that somebody gives, or that an organiser gives for a decision."""


class CreditState(StrEnum):
    """How a request for a compute credit stands."""

    REQUESTED = "requested"
    GRANTED = "granted"
    REDEEMED = "redeemed"
    WAITLISTED = "waitlisted"
    REJECTED = "rejected"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


LIVE: Final = (CreditState.REQUESTED, CreditState.GRANTED, CreditState.REDEEMED, CreditState.WAITLISTED)
"""The states of which an account has one request at most."""

MOVES: Final[Mapping[CreditState, tuple[CreditState, ...]]] = {
    CreditState.REQUESTED: (
        CreditState.GRANTED,
        CreditState.WAITLISTED,
        CreditState.REJECTED,
        CreditState.WITHDRAWN,
    ),
    CreditState.WAITLISTED: (CreditState.GRANTED, CreditState.REJECTED, CreditState.WITHDRAWN),
    CreditState.GRANTED: (
        CreditState.REDEEMED,
        CreditState.REJECTED,
        CreditState.EXPIRED,
        CreditState.WITHDRAWN,
    ),
}
"""What each state may become; the others are final."""


class Told(NamedTuple):
    """What a state means, and what who asked can do next."""

    sentence: str
    next: str


TOLD: Final[Mapping[CreditState, Told]] = {
    CreditState.REQUESTED: Told("You have asked for a compute credit.", "Wait: nothing is needed of you."),
    CreditState.GRANTED: Told(
        "A compute credit is set aside for you.", "Have it paid out before it expires, or withdraw to let it go."
    ),
    CreditState.REDEEMED: Told("Your compute credit was paid out.", "Use it for compute; one is all an account gets."),
    CreditState.WAITLISTED: Told(
        "All compute credits are taken; you are on the waitlist.", "Wait for one that comes back, or withdraw."
    ),
    CreditState.REJECTED: Told(
        "The organisers rejected your request.", "Read why; ask again, while requests are taken, once that is mended."
    ),
    CreditState.EXPIRED: Told(
        "Your compute credit was not paid out in time and went to others.", "Ask again while requests are taken."
    ),
    CreditState.WITHDRAWN: Told("You withdrew your request.", "Ask again while requests are taken."),
}


@dataclass(frozen=True, slots=True)
class CreditRequest:
    """What an account asked for and how it stands. `why` is the organisers' for the state; `expires_at` is empty
    unless a grant ends; `member` says that the account was there before all credits were taken."""

    id: int
    account: str
    state: CreditState
    reason: str
    asked_at: str
    state_at: str
    expires_at: str = ""
    why: str = ""
    member: bool = True

    @property
    def told(self) -> Told:
        return TOLD[self.state]


def closed(terms: Credits, at: datetime) -> str:
    """Why nobody may ask at that instant, as a sentence; empty while requests are taken."""
    if not terms.slots:
        return "There is no programme of compute credits."
    if at > terms.requests_until:
        return f"Requests for compute credits were taken until {terms.requests_until:%Y-%m-%d %H:%M:%S %Z}."
    return ""


def expiry(terms: Credits, at: datetime) -> datetime | None:
    """When a grant of that instant ends; None when grants do not expire."""
    return at + timedelta(days=terms.redeem_days) if terms.redeem_days else None


def checked_reason(text: str) -> str:
    """The reason without blanks around it. Raises OpenReproError when it is empty or too long."""
    told = text.strip()
    if not told:
        raise OpenReproError("The reason is empty.", hint="Say in a sentence what it is for.")
    if len(told) > LONGEST_REASON:
        raise OpenReproError(
            f"The reason has {len(told)} characters; {LONGEST_REASON} are allowed.", hint="Make it shorter."
        )
    return told


def check_move(before: CreditState, after: CreditState) -> None:
    """Raise OpenReproError unless a request may go from the one state to the other."""
    may = MOVES.get(before, ())
    if after not in may:
        ways = f"It can be {', '.join(may)}." if may else "That state is final."
        raise OpenReproError(f"A request that is {before} cannot be {after}.", hint=ways)
