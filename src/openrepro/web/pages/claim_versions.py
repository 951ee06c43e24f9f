"""The versions of one claim: the sets it stands in, which is in force, and what changed from one to the next."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.claims.changing import changes
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.ids import Json
from openrepro.store.papers import ClaimVersion
from openrepro.store.store import Transaction

MOST: Final = 12
"""Of more versions the newest are shown."""


class Held(NamedTuple):
    """A version of a set, and the claim as it stands in it (None: it does not)."""

    version: ClaimVersion
    claim: Claim | None


class History(NamedTuple):
    """A claim through the versions of its paper's set, oldest first; `left_out` counts older ones."""

    versions: Sequence[Held]
    left_out: int

    @property
    def in_force(self) -> Claim | None:
        """The claim as it is in force; None when it is not any more."""
        return next((held.claim for held in self.versions if held.version.effective), None)

    @property
    def last(self) -> Claim | None:
        """The claim as it is in force, or as it stood last."""
        found = [held.claim for held in self.versions if held.claim is not None]
        return self.in_force or (found[-1] if found else None)

    @property
    def effective(self) -> str:
        """The version that is in force; empty when there is none."""
        return next((held.version.version for held in self.versions if held.version.effective), "")

    @property
    def by_version(self) -> Mapping[str, Claim]:
        return {held.version.version: held.claim for held in self.versions if held.claim is not None}

    def as_json(self) -> Sequence[Json]:
        """Newest first, each with what changed from the version before it."""
        return list(_told(self.versions))[::-1]


def history_of(tx: Transaction, paper: str, claim: str) -> History:
    """The claim in the newest versions of its paper's claims; the one in force is always among them."""
    known = tx.papers.claim_versions(paper)
    newest = known[-MOST:]
    kept = [one for one in known[: -len(newest)] if one.effective] + list(newest) if newest else []
    sets = {one.version: tx.papers.claims(paper, one.version) for one in kept}
    return History([Held(one, _found(sets[one.version], claim)) for one in kept], len(known) - len(kept))


def _found(held: ClaimSet | None, claim: str) -> Claim | None:
    return None if held is None else held.find(claim)


def _told(versions: Sequence[Held]) -> Iterator[dict[str, Json]]:
    before: Claim | None = None
    for held in versions:
        yield {
            "version": held.version.version,
            "added_at": held.version.added_at,
            "note": held.version.note,
            "effective": held.version.effective,
            "stands": held.claim is not None,
            "state": _state(before, held.claim),
            "changes": _changes(before, held.claim),
        }
        before = held.claim or before


def _state(before: Claim | None, after: Claim | None) -> str:
    if after is None:
        return "not in this version"
    if before is None:
        return "first version shown"
    return "unchanged" if before == after else "changed"


def _changes(before: Claim | None, after: Claim | None) -> list[Json]:
    if before is None or after is None:
        return []
    return [
        {"field": one.field, "runs": [{"piece": run.piece.value, "text": run.text} for run in one.runs]}
        for one in changes(before, after)
    ]
