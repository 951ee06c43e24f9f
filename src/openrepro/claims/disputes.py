"""A claim disputed: on what ground, with what evidence, and what became of it. Everything is public."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.visible import visible

LONGEST_WHY: Final = 2_000
LONGEST_QUOTE: Final = 2_000
LONGEST_VERSION: Final = 40
LONGEST_DECISION: Final = 500
HIGHEST_PAGE: Final = 100_000
MOST_OPEN: Final = 10
MOST_A_DAY: Final = 20


class Ground(StrEnum):
    """What is wrong with a claim."""

    NOT_IN_PAPER = "not in paper"
    WRONG_NUMBER = "wrong number"
    COMPOUND = "compound"
    WRONG_KIND = "wrong kind"
    NOT_TESTABLE = "not testable"
    AMBIGUOUS = "ambiguous"
    DUPLICATE = "duplicate"


MEANINGS: Final[dict[Ground, str]] = {
    Ground.NOT_IN_PAPER: "The paper does not say this.",
    Ground.WRONG_NUMBER: "A number of the claim is not the one that the paper prints.",
    Ground.COMPOUND: "It asserts several things, which should be ruled one by one.",
    Ground.WRONG_KIND: "It is compared in the wrong way: a bound as a value, an order as a margin, …",
    Ground.NOT_TESTABLE: "No run can test it: it is a definition, an opinion, or says nothing that could be wrong.",
    Ground.AMBIGUOUS: "It can be read in several ways, and they would be ruled differently.",
    Ground.DUPLICATE: "Another claim of the paper says the same.",
}


class DisputeState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class DisputeError(OpenReproError):
    """A dispute that cannot be raised or decided like this, and why."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a dispute rests on: words of the paper, the page and the version of the text that they stand in. Anything
    may be left out: that the paper does not say something has no quote."""

    page: int | None = None
    quote: str = ""
    text_version: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """`by` and `decided_by` are pseudonyms of accounts, `version` the claim set that was disputed. `new_version` is the
    set that came of it, empty until it is made. Instants are UTC."""

    id: int
    paper: str
    claim: str
    version: str
    by: str
    ground: Ground
    why: str
    evidence: Evidence
    created_at: str
    state: DisputeState = DisputeState.OPEN
    decided_at: str = ""
    decided_by: str = ""
    decision: str = ""
    new_version: str = ""


def raised(
    claim: str, paper: str, version: str, *, by: str, ground: str, why: str, evidence: Evidence, now: str
) -> Dispute:
    """A new dispute, not numbered yet (0). Raises DisputeError for what says nothing or too much."""
    reason = _told("What is wrong", why, LONGEST_WHY)
    found = next((one for one in Ground if one.value == ground), None)
    if found is None:
        raise DisputeError(f"There is no ground {visible(ground)[:40]!r}.", hint=f"One of {', '.join(Ground)}.")
    return Dispute(0, paper, claim, version, by, found, reason, checked(evidence), now)


def checked(evidence: Evidence) -> Evidence:
    """The evidence with its texts made visible. Raises DisputeError where it is too long or out of range."""
    quote, version = visible(evidence.quote).strip(), " ".join(visible(evidence.text_version).split())
    for name, text, most in (("The quote", quote, LONGEST_QUOTE), ("The version", version, LONGEST_VERSION)):
        if len(text) > most:
            raise DisputeError(f"{name} has {len(text):,} characters; at most {most:,} are taken.")
    if evidence.page is not None and not 1 <= evidence.page <= HIGHEST_PAGE:
        raise DisputeError(f"A page is a number from 1 to {HIGHEST_PAGE:,}.")
    return Evidence(evidence.page, quote, version)


def decided(dispute: Dispute, state: DisputeState, reason: str, *, by: str, now: str) -> Dispute:
    """The dispute accepted or rejected, with the reason that everybody reads. Raises DisputeError."""
    if state not in (DisputeState.ACCEPTED, DisputeState.REJECTED):
        raise DisputeError(f"A decision accepts or rejects; it does not make a dispute {state.value}.")
    return _closed(dispute, state, _told("The reason", reason, LONGEST_DECISION), by, now)


def withdrawn(dispute: Dispute, *, by: str, now: str) -> Dispute:
    """The dispute taken back by who raised it. Raises DisputeError."""
    if dispute.by != by:
        raise DisputeError("Only who raised a dispute may withdraw it.", hint="An organiser can reject it.")
    return _closed(dispute, DisputeState.WITHDRAWN, "", by, now)


def answered(dispute: Dispute, version: str) -> Dispute:
    """An accepted dispute with the version of the claims that came of it. Raises DisputeError for any other."""
    if dispute.state is not DisputeState.ACCEPTED:
        raise DisputeError(f"Dispute {dispute.id} is {dispute.state.value}, so no version can come of it.")
    if dispute.new_version:
        raise DisputeError(f"A version came of dispute {dispute.id} already: {dispute.new_version[:12]}….")
    return replace(dispute, new_version=version)


def _closed(dispute: Dispute, state: DisputeState, reason: str, by: str, now: str) -> Dispute:
    if dispute.state is not DisputeState.OPEN:
        raise DisputeError(f"Dispute {dispute.id} is {dispute.state.value} already.", hint="Raise a new one.")
    return replace(dispute, state=state, decision=reason, decided_by=by, decided_at=now)


def _told(what: str, text: str, most: int) -> str:
    found = visible(text).strip()
    if not found or len(found) > most:
        raise DisputeError(f"{what} has 1 to {most:,} characters; this has {len(found):,}.")
    return found
