"""What operators do and say: acts with who and why, announcements, and turns at work that one process does for all."""

from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    """What an operator did; `TARGET` of the act names the account, entry, team, webhook or version it was done to."""

    ACCOUNT_ADDED = "account-added"
    ROLE_CHANGED = "role-changed"
    TOKEN_MADE = "token-made"
    TOKEN_REVOKED = "token-revoked"
    REQUEUED = "requeued"
    RENDERED = "rendered"
    HIDDEN = "hidden"
    UNHIDDEN = "unhidden"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"
    TAKEN_DOWN = "taken-down"
    TEAM_COMPETING = "team-competing"
    TEAM_NOT_COMPETING = "team-not-competing"
    ANNOUNCED = "announced"
    ANNOUNCEMENT_WITHDRAWN = "announcement-withdrawn"
    RULES_ADDED = "rules-added"
    RULES_WITHDRAWN = "rules-withdrawn"
    WEBHOOK_REACTIVATED = "webhook-reactivated"
    MOVED = "moved"
    CLAIMS_IMPORTED = "claims-imported"
    CLAIM_EDITED = "claim-edited"
    CLAIM_RETIRED = "claim-retired"
    CLAIMS_APPROVED = "claims-approved"
    PROPOSALS_REJECTED = "proposals-rejected"
    DISPUTE_ACCEPTED = "dispute-accepted"
    DISPUTE_REJECTED = "dispute-rejected"
    EVENT_IMPORTED = "event-imported"
    BOARD_MENDED = "board-mended"
    EXAMINATION_ADDED = "examination-added"
    MODEL_FORGOTTEN = "model-forgotten"
    TEXT_ADDED = "text-added"
    TEXT_REMOVED = "text-removed"
    PAPERS_IMPORTED = "papers-imported"
    PAPERS_MERGED = "papers-merged"
    PAPERS_UNMERGED = "papers-unmerged"


@dataclass(frozen=True, slots=True)
class OperatorAct:
    """One act, for ever. `actor` is the pseudonym of the account that did it; `why` is in its own words."""

    id: int
    at: str
    actor: str
    action: Action
    target: str
    why: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """A line that everybody is shown. `author` is a pseudonym; `withdrawn_at` is empty while it stands."""

    id: int
    at: str
    text: str
    author: str
    withdrawn_at: str = ""
