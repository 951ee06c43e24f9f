"""The RESULT line that a run should print for a claim, filled from the claim's spec except for what is measured."""

import json

from openrepro.claims.claim import Claim, Kind
from openrepro.ids import Json

OPEN = "…"
"""Stands where the run's own number goes; a line that still holds it is not taken."""
TWO_ARMS = (Kind.ORDERING, Kind.MARGIN, Kind.MECHANISM, Kind.NULL, Kind.RESOURCE)


def ready_line(claim: Claim) -> str:
    """`RESULT {…}` with the claim's id, quantity, unit, axes of scale and premises."""
    fields: dict[str, Json] = {"claim": claim.id}
    quantity = claim.quantity
    if quantity is not None and quantity.name:
        fields["quantity"] = quantity.name
    fields["value"] = OPEN
    if quantity is not None and quantity.unit:
        fields["unit"] = quantity.unit
    if (claim.seeds_needed or 0) > 1:
        fields |= {"seeds": [OPEN], "values": [OPEN]}
    if _has_other_arm(claim):
        fields["versus"] = {"value": OPEN, "values": [OPEN]}
    if claim.kind is Kind.TREND:
        fields["points"] = [[OPEN, OPEN]]
    if claim.scale:
        fields["scale"] = {axis.axis: OPEN for axis in claim.scale}
    if claim.premises:
        fields["premises"] = list(claim.premises)
    if claim.kind is Kind.UNIVERSAL:
        fields["counterexample"] = None
    return f"RESULT {json.dumps(fields, ensure_ascii=False)}"


def _has_other_arm(claim: Claim) -> bool:
    versus = None if claim.statement is None else claim.statement.versus
    return claim.kind in TWO_ARMS and versus is not None


def needs(claim: Claim) -> str:
    """What the spec asks of the numbers in the line, as half a sentence; empty when nothing."""
    wanted = [f"{axis.axis} at least {axis.minimum}" for axis in claim.scale if axis.minimum and axis.axis != "seeds"]
    if (claim.seeds_needed or 0) > 1:
        wanted.append(f"at least {claim.seeds_needed} seeds")
    return ", ".join(wanted)
