"""Claim sets loaded into a challenge, with their papers where they are new; the keeper sees to the entries."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from openrepro.claims.claim import ClaimSet
from openrepro.clock import written
from openrepro.entries.sweeps import AT_ONCE, tell_retired
from openrepro.entries.window import Terms
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.resolving import quoted
from openrepro.server.frozen import check_not_frozen
from openrepro.server.installation import Installation
from openrepro.server.quarantine import look_again
from openrepro.store import backlog
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

    A paper that the challenge has not is added with the title that its set gives; a set under another name of a paper
    that it has (the number of its oral, say) is refused with the id to use. Loading the same again changes nothing.
    `sign` records who does it, in the same transaction, where something changes. Raises OpenReproError where a frozen
    record would change.
    """
    with here.store.write() as tx:
        tx.papers.hold_claims()
        elsewhere = _elsewhere(tx, [one.paper for one in sets])
        sets = [one for one in sets if one.paper not in elsewhere]
        new = tuple(paper_of(one) for one in sets if tx.papers.listed(one.paper) is None)
        loaded = tx.papers.put(new, now=written(now)) if new else None
        before = in_force(tx, (one.paper for one in sets))
        kept = tx.papers.put_claims(sets, now=written(now), note=note)
        if new or kept.changed:
            check_not_frozen(tx)
        look_again(tx, here.blobs, tx.texts.held(kept.changed), now=written(now))
        tell_retired_of(here, tx, before - in_force(tx, (one.paper for one in sets)), now)
        if new or kept.changed:
            sign(tx)
    return LoadedSets(
        tuple(paper.id for paper in new),
        kept.changed,
        () if loaded is None else loaded.clashes,
        (*elsewhere.values(), *(one.sentence for one in kept.refused)),
    )


def _elsewhere(tx: Transaction, names: Sequence[str]) -> dict[str, str]:
    """What is to be said of claims under names that are no ids here, but names of papers."""
    unlisted = [name for name in dict.fromkeys(names) if tx.papers.listed(name) is None]
    return {name: _called(name, sorted(held)) for name, held in tx.papers.holders(unlisted).items()}


def _called(name: str, papers: Sequence[str]) -> str:
    if len(papers) == 1:
        return f"{quoted(name)} is a name of {papers[0]} here: call its claims '{papers[0]}.c' and a number."
    return (
        f"{quoted(name)} is a name of several papers here ({', '.join(papers[:3])}): call its claims by the id of one."
    )


def in_force(tx: Transaction, papers: Iterable[str]) -> frozenset[str]:
    """The ids of the claims in force of some papers."""
    return tx.papers.ids_in_force(tuple(papers))


def tell_retired_of(here: Installation, tx: Transaction, gone: Iterable[str], now: datetime) -> int:
    """Tell the judged entries with verdicts on claims that were just retired; the keeper tells those that have
    something judged again. Gives how many were told."""
    terms, told, last = Terms(here.rules_now(now), written(now)), 0, 0
    retired = tuple(sorted(gone))
    while retired:
        part = backlog.ruled_on(tx.connection, retired, after=last, limit=AT_ONCE)
        told += tell_retired(tx, tx.entries.several([entry for _, entry in part]).values(), terms, frozenset(retired))
        if len(part) < AT_ONCE:
            break
        last = part[-1][0]
    return told


def paper_of(claims: ClaimSet) -> Paper:
    """The paper that a claim set is about, as far as it says."""
    aliases = tuple(Alias(name, AliasKind.OTHER) for name in claims.aliases)
    return Paper(claims.paper, claims.title or claims.paper, aliases=aliases)
