"""A claim as the fields of a form, and back: what was typed is read as a claims file is, with the same faults."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, Comparator, Kind, ReducedCheck
from openrepro.claims.claim_fields import read_claim
from openrepro.claims.fields import Fault
from openrepro.ids import Json
from openrepro.severity import Severity

BAR: Final = "|"
SPREADS: Final = ("", "standard deviation", "standard error", "95 % interval")
LINES: Final = ("premises", "scale")
PATHS: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": ("kind",),
    "text": ("text",),
    "quote": ("quote",),
    "version": ("locator", "version"),
    "sha256": ("locator", "sha256"),
    "page": ("locator", "page"),
    "label": ("locator", "label"),
    "name": ("quantity", "name"),
    "of": ("quantity", "of"),
    "unit": ("quantity", "unit"),
    "better": ("quantity", "better"),
    "counted": ("quantity", "counted"),
    "comparator": ("statement", "comparator"),
    "value": ("statement", "value"),
    "upper": ("statement", "upper"),
    "plus_minus": ("statement", "plus_minus"),
    "spread_kind": ("statement", "spread_kind"),
    "n": ("statement", "n"),
    "versus_of": ("statement", "versus", "of"),
    "versus_value": ("statement", "versus", "value"),
    "absolute": ("tolerance", "absolute"),
    "relative": ("tolerance", "relative"),
    "falsified_by": ("falsified_by",),
    "seeds_needed": ("seeds_needed",),
    "reduced_check": ("reduced_check",),
}
"""Fields that hold one text each, by where they stand in the format."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": tuple(kind.value for kind in Kind),
    "better": ("", "higher", "lower"),
    "comparator": ("", *(one.value for one in Comparator)),
    "spread_kind": SPREADS,
    "reduced_check": tuple(one.value for one in ReducedCheck),
}
NAMES: Final = (*PATHS, "span", "premises", "scale")


class Typed(NamedTuple):
    """What was typed, read: the claim (None: it lacks what nothing can stand in for), and what could not be read."""

    claim: Claim | None
    faults: tuple[Fault, ...]


def fields_of(claim: Claim) -> dict[str, str]:
    """The fields of a form that shows `claim`, without its parts."""
    value = claim_json(claim)
    found = {name: _at(value, path) for name, path in PATHS.items()}
    locator = claim.locator
    found["span"] = "" if locator is None or locator.span is None else f"{locator.span[0]} {locator.span[1]}"
    found["premises"] = "\n".join(claim.premises)
    found["scale"] = "\n".join(
        f" {BAR} ".join((axis.axis, axis.paper or "", axis.minimum or "")).rstrip() for axis in claim.scale
    )
    return found


def typed_claim(claim_id: str, fields: Mapping[str, str], before: Claim | None = None) -> Typed:
    """The claim that was typed into a form. Its parts are those of `before`, which are edited one by one."""
    faults: list[Fault] = []
    value: dict[str, object] = {"id": claim_id}
    for name, path in PATHS.items():
        if text := fields.get(name, "").replace("\r\n", "\n").strip():
            _put(value, path, text)
    if span := fields.get("span", "").replace("-", " ").replace("–", " ").split():
        _put(value, ("locator", "span"), span)
        if len(span) != 2:
            faults.append(Fault(claim_id, "span", "The characters are two numbers: first and last.", Severity.WARNING))
    value["premises"] = _lines(fields, "premises")
    value["scale"] = [_axis(line) for line in _lines(fields, "scale")]
    found = read_claim(value, claim_id, faults)
    if found is not None and before is not None:
        found = replace(found, conjuncts=before.conjuncts)
    return Typed(found, tuple(faults))


def _lines(fields: Mapping[str, str], name: str) -> list[str]:
    return [line.strip() for line in fields.get(name, "").splitlines() if line.strip()]


def _axis(line: str) -> dict[str, object]:
    parts = [part.strip().replace(",", "") for part in line.split(BAR)]
    given = zip(("axis", "paper", "minimum"), parts, strict=False)
    read: dict[str, object] = {name: part for name, part in given if part}
    if len(parts) > 3:
        read["more"] = parts[3]
    return read


def _put(value: dict[str, object], path: tuple[str, ...], text: object) -> None:
    for key in path[:-1]:
        inner = value.setdefault(key, {})
        assert isinstance(inner, dict)
        value = inner
    value[path[-1]] = text


def _at(value: Json, path: tuple[str, ...]) -> str:
    for key in path:
        if not isinstance(value, Mapping):
            return ""
        value = value.get(key)
    return "" if value is None else str(value)
