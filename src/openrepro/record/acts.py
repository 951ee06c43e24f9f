"""What happens to an entry and bears on the board, as leaves of the ledger beside the verdicts."""

from dataclasses import dataclass
from enum import StrEnum

from openrepro.ids import Json, canonical, sha256


class ActKind(StrEnum):
    """`entered`: an entry exists (team, paper, when it was made). `withdrawn`, `late`, `hidden` take its verdicts off
    the board, `restored` puts them back. `guest` and `competing` are about a team. `taken-down`: bytes are gone."""

    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    LATE = "late"
    HIDDEN = "hidden"
    RESTORED = "restored"
    TAKEN_DOWN = "taken-down"
    GUEST = "guest"
    COMPETING = "competing"


@dataclass(frozen=True, slots=True)
class Act:
    """One act record (schema `openrepro.act/1`). `entry` is empty for acts about a team; all names are pseudonyms.

    `created` is when the entry was made at its source (for `entered`); `reason` is a short code, never a name.
    """

    act: ActKind
    time: str
    entry: str = ""
    team: str = ""
    paper: str = ""
    revision: str = ""
    created: str = ""
    reason: str = ""

    def as_json(self) -> dict[str, Json]:
        return {
            "schema": "openrepro.act/1",
            "act": self.act.value,
            "time": self.time,
            "entry": self.entry,
            "team": self.team,
            "paper": self.paper,
            "revision": self.revision,
            "created": self.created,
            "reason": self.reason,
        }

    @property
    def leaf(self) -> bytes:
        """The canonical JSON (RFC 8785) that is a leaf of the ledger."""
        return canonical(self.as_json())

    @property
    def id(self) -> str:
        """The SHA-256 of the record's canonical JSON, in hex."""
        return sha256(self.leaf)
