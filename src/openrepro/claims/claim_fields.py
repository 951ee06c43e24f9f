"""One claim of a claims file: from an object of untrusted values to a Claim, or to faults."""

from collections.abc import Mapping
from enum import StrEnum

from openrepro.claims.claim import (
    Claim,
    Comparator,
    Kind,
    Locator,
    QuantitySpec,
    ReducedCheck,
    ScaleAxis,
    Statement,
    Tolerance,
    Versus,
)
from openrepro.claims.fields import Fault, FaultCode, Fields
from openrepro.severity import Severity

CLAIM_SCHEMA = "openrepro.claim/1"
_DEEPEST = 4


class Better(StrEnum):
    HIGHER = "higher"
    LOWER = "lower"


def read_claim(value: object, where: str, faults: list[Fault], depth: int = 1) -> Claim | None:
    """The claim, or None when it lacks what nothing can stand in for: id, kind, text."""
    if not isinstance(value, Mapping):
        Fields(value if value is not None else "null", where, faults)
        return None
    fields = Fields(value, where, faults)
    claim_id = fields.text("id").strip()
    fields.where = claim_id or where
    kind = fields.choice("kind", Kind)
    quote, text = fields.text("quote"), fields.text("text")
    if not _complete(fields, claim_id, kind, text or quote) or kind is None:
        return None
    check_schema(fields, CLAIM_SCHEMA)
    fields.value("tolerance_reason")
    claim = Claim(
        id=claim_id,
        kind=kind,
        text=text or quote,
        quote=quote or None,
        locator=_locator(fields.inner("locator")),
        quantity=_quantity(fields.inner("quantity")),
        statement=_statement(fields.inner("statement")),
        tolerance=_tolerance(fields.inner("tolerance")),
        scale=tuple(axis for axis in map(_axis, fields.rows("scale")) if axis is not None),
        premises=fields.texts("premises"),
        falsified_by=fields.text("falsified_by"),
        seeds_needed=fields.whole("seeds_needed"),
        reduced_check=fields.choice("reduced_check", ReducedCheck) or ReducedCheck.NONE,
        conjuncts=_conjuncts(fields, depth),
    )
    fields.close()
    return claim


def _complete(fields: Fields, claim_id: str, kind: Kind | None, text: str) -> bool:
    lacking = []
    if not claim_id:
        lacking.append((FaultCode.NO_ID, "id"))
    if kind is None:
        lacking.append((FaultCode.NO_KIND, "usable kind"))
    if not text:
        lacking.append((FaultCode.NO_TEXT, "text"))
    for code, what in lacking:
        fields.fault(code, f"The claim has no {what}, so it was left out.", Severity.SERIOUS)
    return not lacking


def _conjuncts(fields: Fields, depth: int) -> tuple[Claim, ...]:
    items = fields.items("conjuncts")
    if items and depth >= _DEEPEST:
        fields.fault(FaultCode.TOO_DEEP, "Conjuncts nest too deeply; these were left out.", Severity.SERIOUS)
        return ()
    found = enumerate(items)
    read = [read_claim(item, f"{fields.where}, conjunct {i + 1}", fields.faults, depth + 1) for i, item in found]
    return tuple(claim for claim in read if claim is not None)


def _locator(fields: Fields | None) -> Locator | None:
    if fields is None:
        return None
    span = [fields.as_whole(item, fields.path("span")) for item in fields.items("span")]
    found = Locator(
        version=fields.text("version"),
        sha256=fields.text("sha256"),
        page=fields.whole("page"),
        span=(span[0], span[1]) if len(span) == 2 and span[0] is not None and span[1] is not None else None,
        label=fields.text("label"),
    )
    fields.close()
    return found


def _quantity(fields: Fields | None) -> QuantitySpec | None:
    if fields is None:
        return None
    better = fields.choice("better", Better, Severity.WARNING)
    found = QuantitySpec(
        name=fields.text("name"),
        of=fields.text("of"),
        unit=fields.text("unit"),
        better="" if better is None else better.value,
        counted=fields.text("counted"),
    )
    fields.close()
    return found


def _statement(fields: Fields | None) -> Statement | None:
    if fields is None:
        return None
    comparator = fields.choice("comparator", Comparator)
    if comparator is None:
        text = "The statement has no usable comparator; it is read as `=`."
        fields.fault(FaultCode.NO_COMPARATOR, text, Severity.SERIOUS)
    found = Statement(
        comparator=comparator or Comparator.EQUAL,
        value=fields.decimal("value"),
        plus_minus=fields.decimal("plus_minus"),
        spread_kind=fields.text("spread_kind") or None,
        n=fields.whole("n"),
        versus=_versus(fields.inner("versus")),
        upper=fields.decimal("upper"),
    )
    fields.close()
    return found


def _versus(fields: Fields | None) -> Versus | None:
    if fields is None:
        return None
    found = Versus(fields.text("of"), fields.decimal("value"))
    fields.close()
    return found


def _tolerance(fields: Fields | None) -> Tolerance:
    if fields is None:
        return Tolerance()
    found = Tolerance(fields.decimal("absolute"), fields.decimal("relative"))
    fields.value("reason")
    fields.close()
    return found


def _axis(fields: Fields) -> ScaleAxis | None:
    found = ScaleAxis(fields.text("axis"), fields.decimal("paper"), fields.decimal("minimum"))
    fields.close()
    return found if found.axis else None


def check_schema(fields: Fields, expected: str) -> None:
    """A schema of another name or version is reported; the object is read all the same."""
    found = fields.text("schema")
    if found and found != expected:
        fields.fault(FaultCode.OTHER_SCHEMA, f'The schema is "{found[:60]}"; it was read as "{expected}".')
