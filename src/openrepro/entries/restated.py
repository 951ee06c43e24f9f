"""What a new version of a paper's claims changes for an entry that was judged under another one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from openrepro.claims.claim import ClaimSet
from openrepro.judging.verdict import Verdict

MOST_NAMED: Final = 8
CHANGED: Final = "The claims of its paper changed"
STAYS: Final = "What was ruled on the other claims stays."


@dataclass(frozen=True, slots=True)
class Restated:
    """Claims by their ids: `changed` say something else than when they were judged, `added` have no verdict yet,
    `retired` are not in force any more; a verdict on these stays on record and counts for nothing."""

    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()

    @property
    def to_judge(self) -> bool:
        """Whether there is anything to judge."""
        return bool(self.changed or self.added)

    def of(self, retired: Collection[str]) -> "Restated":
        """The same with those alone of the retired claims that are among `retired`."""
        return replace(self, retired=tuple(one for one in self.retired if one in retired))

    @property
    def sentence(self) -> str:
        """What the entry's team is told; empty where nothing changed."""
        told = [
            f"{_named(claims)} {one if len(claims) == 1 else several}"
            for claims, one, several in (
                (self.changed, "was changed", "were changed"),
                (self.added, "was added", "were added"),
                (self.retired, "is retired", "are retired"),
            )
            if claims
        ]
        if not told:
            return ""
        judged = " Only what changed is judged again." if self.to_judge else ""
        return f"{CHANGED}: {', '.join(told)}.{judged} {STAYS}"


def restated(claims: ClaimSet, verdicts: Iterable[Verdict]) -> Restated:
    """What the claims in force change for an entry that has these current verdicts."""
    held = {verdict.claim: verdict for verdict in verdicts}
    ids = [claim.id for claim in claims.claims]
    judged = [claim.id for claim in claims.judged]
    return Restated(
        changed=tuple(one for one in judged if one in held and not claims.holds(one, held[one].claim_version)),
        added=tuple(one for one in judged if one not in held),
        retired=tuple(sorted(held.keys() - set(ids))),
    )


def _named(claims: Sequence[str]) -> str:
    shown = [claim.rpartition(".")[2] for claim in claims[:MOST_NAMED]]
    more = f" and {len(claims) - MOST_NAMED} more" if len(claims) > MOST_NAMED else ""
    return ", ".join(shown) + more
