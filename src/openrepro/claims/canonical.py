"""Canonical JSON values of claims and claim sets: what a version is the hash of, and what is published."""

from openrepro.claims.claim import Claim, ClaimSet, Locator, QuantitySpec, ScaleAxis, Statement, Tolerance
from openrepro.claims.claim_fields import CLAIM_SCHEMA
from openrepro.ids import Json, digest

CLAIMSET_SCHEMA = "openrepro.claimset/1"


def claim_json(claim: Claim) -> dict[str, Json]:
    """The canonical JSON value of a claim: members that are null, empty or say nothing are left out.

    It depends neither on formatting nor on key order, nor on whether an absent member was written as null.
    """
    return _without_nothing(
        {
            "schema": CLAIM_SCHEMA,
            "id": claim.id,
            "kind": claim.kind.value,
            "text": claim.text,
            "quote": claim.quote,
            "locator": _locator_json(claim.locator),
            "quantity": _quantity_json(claim.quantity),
            "statement": _statement_json(claim.statement),
            "tolerance": _tolerance_json(claim.tolerance),
            "scale": [_axis_json(axis) for axis in claim.scale],
            "premises": list(claim.premises),
            "falsified_by": claim.falsified_by,
            "seeds_needed": claim.seeds_needed,
            "reduced_check": claim.reduced_check.value,
            "conjuncts": [claim_json(conjunct) for conjunct in claim.conjuncts],
        }
    )


def judged_digest(claim: Claim) -> str:
    """The SHA-256 of what a claim is judged by: all that it says but where its quotes stand, which no ruling reads.

    It is the same in every version of a set that leaves the claim as it is, and so tells which claims changed.
    """
    return digest(_judged(claim_json(claim)))


def _judged(value: dict[str, Json]) -> dict[str, Json]:
    kept = {key: member for key, member in value.items() if key != "locator"}
    parts = value.get("conjuncts")
    if isinstance(parts, list):
        kept["conjuncts"] = [_judged(part) for part in parts if isinstance(part, dict)]
    return kept


def set_json(claims: ClaimSet) -> dict[str, Json]:
    """A claim set as it is published: with the version that its canonical claims hash to."""
    return _without_nothing(
        {
            "schema": CLAIMSET_SCHEMA,
            "paper": claims.paper,
            "title": claims.title,
            "aliases": list(claims.aliases),
            "version": claims.version,
            "claims": [claim_json(claim) for claim in claims.claims],
            "quarantined": sorted(claims.quarantined),
        }
    )


def _locator_json(locator: Locator | None) -> Json:
    if locator is None:
        return None
    return _without_nothing(
        {
            "version": locator.version,
            "sha256": locator.sha256,
            "page": locator.page,
            "span": None if locator.span is None else list(locator.span),
            "label": locator.label,
        }
    )


def _quantity_json(quantity: QuantitySpec | None) -> Json:
    if quantity is None:
        return None
    return _without_nothing(
        {
            "name": quantity.name,
            "of": quantity.of,
            "unit": quantity.unit,
            "better": quantity.better,
            "counted": quantity.counted,
        }
    )


def _statement_json(statement: Statement | None) -> Json:
    if statement is None:
        return None
    versus = statement.versus
    return _without_nothing(
        {
            "comparator": statement.comparator.value,
            "value": statement.value,
            "upper": statement.upper,
            "plus_minus": statement.plus_minus,
            "spread_kind": statement.spread_kind,
            "n": statement.n,
            "versus": None if versus is None else _without_nothing({"of": versus.of, "value": versus.value}),
        }
    )


def _tolerance_json(tolerance: Tolerance) -> Json:
    return _without_nothing({"absolute": tolerance.absolute, "relative": tolerance.relative})


def _axis_json(axis: ScaleAxis) -> Json:
    return _without_nothing({"axis": axis.axis, "paper": axis.paper, "minimum": axis.minimum})


def _without_nothing(members: dict[str, Json]) -> dict[str, Json]:
    """The members that say something: not null, not an empty text, list or object."""
    return {key: value for key, value in members.items() if value is not None and value not in ("", [], {})}
