"""What happens to an entry and bears on the board, as leaves of the ledger beside the verdicts."""

from dataclasses import dataclass

from openrepro.board.acts import ActKind
from openrepro.ids import Json, canonical, sha256

__all__ = ["Act", "ActKind"]


@dataclass(frozen=True, slots=True)
class Act:
    """One act record (schema `openrepro.act/1`). `entry` is empty for acts about a team; all names are pseudonyms.

    `created` is when the entry was made at its source (for `entered`); `reason` is a short code, never a name.
    `late` and `taken-down` with a `revision` are about that revision only. `restored` undoes everything but a
    takedown, or only the act that its `reason` names (`hidden`).
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
