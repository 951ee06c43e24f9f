"""A new version of a paper's claims: made of the one in force, shown beforehand, and put into force as an operator."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from openrepro.claims.canonical import claim_json, judged_digest
from openrepro.claims.changing import Change, changes
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.clock import instant_of
from openrepro.errors import OpenReproError
from openrepro.people.operators import Action
from openrepro.server.frozen import check_not_frozen
from openrepro.server.installation import Installation
from openrepro.server.loading import in_force, tell_retired_of
from openrepro.server.operating import Office
from openrepro.server.quarantine import look_again
from openrepro.store import backlog
from openrepro.store.store import Transaction


class Affected(NamedTuple):
    """A claim in force, and how many entries have a current verdict on it."""

    claim: str
    verdicts: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What a new version would change. `again` are the claims that are judged again, `stay` those that keep their
    verdicts, `retired` those that leave; `entries` counts the judged entries that are told."""

    version: str
    changes: tuple[Change, ...]
    again: tuple[Affected, ...]
    stay: tuple[Affected, ...]
    retired: tuple[Affected, ...]
    entries: int


def with_claim(claims: ClaimSet, claim: Claim) -> ClaimSet:
    """The claims with one of them put in its place, or added at the end."""
    kept = tuple(claim if one.id == claim.id else one for one in claims.claims)
    return _version(claims, kept if claims.find(claim.id) else (*kept, claim))


def without_claim(claims: ClaimSet, claim: str) -> ClaimSet:
    """The claims without one of them."""
    return _version(claims, tuple(one for one in claims.claims if one.id != claim))


def preview(tx: Transaction, before: ClaimSet, after: ClaimSet, claim: str) -> Preview:
    """What putting `after` in the place of `before` would do; `claim` is the one that was edited."""
    ruled = backlog.ruled_by_claim(tx.connection, before.paper)
    old = {one.id: judged_digest(one) for one in before.claims}
    new = {one.id: judged_digest(one) for one in after.claims}
    again = tuple(one for one in new if new[one] != old.get(one))
    gone = tuple(one for one in old if one not in new)
    was, now = before.find(claim), after.find(claim)
    return Preview(
        after.version,
        changes(was, now) if was is not None and now is not None else (),
        _affected(again, ruled),
        _affected((one for one in new if one not in again), ruled),
        _affected(gone, ruled),
        backlog.judged_entries(tx.connection, before.paper, gone if not again else ()) if again or gone else 0,
    )


def put_version(office: Office, here: Installation, after: ClaimSet, base: str, claim: str) -> str:
    """Put a new version into force, with the office's reason as its note; gives the version.

    Raises OpenReproError when `base` is not in force any more, or when nothing would change.
    """
    tx = office.tx
    tx.papers.hold_claims()
    check_not_frozen(tx)
    before = tx.papers.claims(after.paper)
    if (before.version if before else "") != base:
        text = "The claims of this paper were changed meanwhile, so nothing was saved."
        raise OpenReproError(text, hint="Open the editor anew; what you typed is still here to be copied.")
    if before is not None and before.version == after.version:
        raise OpenReproError("Nothing is changed, so no version is made.")
    ids = in_force(tx, [after.paper])
    kept = tx.papers.put_claims([after], now=office.terms.now, note=office.why)
    if kept.refused:
        raise OpenReproError(kept.refused[0].sentence)
    look_again(tx, here.blobs, [after.paper], now=office.terms.now)
    tell_retired_of(here, tx, ids - in_force(tx, [after.paper]), instant_of(office.terms.now))
    action = Action.CLAIM_EDITED if after.find(claim) else Action.CLAIM_RETIRED
    tx.operator.record(action, claim, actor=office.actor, why=office.why, now=office.terms.now)
    return after.version


def _version(claims: ClaimSet, kept: tuple[Claim, ...]) -> ClaimSet:
    return replace(claims, claims=kept, source=[claim_json(one) for one in kept], alike={})


def _affected(claims: Iterable[str], ruled: Mapping[str, int]) -> tuple[Affected, ...]:
    return tuple(Affected(one, ruled.get(one, 0)) for one in claims)
