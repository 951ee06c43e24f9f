"""Claim sets loaded into a challenge, with their papers where they are new; the keeper sees to the entries."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from openrepro.claims.claim import ClaimSet
from openrepro.clock import written
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.server.installation import Installation
from openrepro.store.papers import Clash
from openrepro.store.store import Transaction


class LoadedSets(NamedTuple):
    """What came of it: papers that are new, those whose claims in force are others now, names that clash, and a
    sentence on each set that was refused."""

    papers: tuple[str, ...]
    changed: tuple[str, ...]
    clashes: tuple[Clash, ...]
    refused: tuple[str, ...]


def load_claim_sets(
    here: Installation,
    sets: Sequence[ClaimSet],
    now: datetime,
    *,
    note: str = "",
    sign: Callable[[Transaction], object] = str,
) -> LoadedSets:
    """Make each set the one in force of its paper, in one transaction; older sets stay on record.

    A paper that the challenge has not is added with the title that its set gives. Loading the same again changes
    nothing. `sign` records who does it, in the same transaction, where something changes.
    """
    with here.store.write() as tx:
        new = tuple(paper_of(one) for one in sets if tx.papers.listed(one.paper) is None)
        loaded = tx.papers.put(new, now=written(now)) if new else None
        kept = tx.papers.put_claims(sets, now=written(now), note=note)
        if new or kept.changed:
            sign(tx)
    return LoadedSets(
        tuple(paper.id for paper in new),
        kept.changed,
        () if loaded is None else loaded.clashes,
        tuple(one.sentence for one in kept.refused),
    )


def paper_of(claims: ClaimSet) -> Paper:
    """The paper that a claim set is about, as far as it says."""
    aliases = tuple(Alias(name, AliasKind.OTHER) for name in claims.aliases)
    return Paper(claims.paper, claims.title or claims.paper, aliases=aliases)
