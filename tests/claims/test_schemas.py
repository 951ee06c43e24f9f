"""The published schemas accept what is written and read, and refuse what is not a claim."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from openrepro.claims.claim import Comparator, Kind, ReducedCheck
from openrepro.claims.spec import set_json
from tests.claims.specs import CLEAN, changed, claim_set, parsed

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(found)
    return found


def validator(name: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry().with_resource("openrepro.claim/1", Resource.from_contents(schema("claim")))
    return Draft202012Validator(schema(name), registry=registry)


@pytest.mark.parametrize(
    "claim",
    [CLEAN, changed(conjuncts=[CLEAN]), {"id": "a.c1", "kind": "position", "text": "x"}, changed(quantity=None)],
)
def test_claims_as_they_are_written(claim: dict[str, Any]) -> None:
    validator("claim").validate(claim)
    validator("claimset").validate(claim_set(claim))


def test_published_sets() -> None:
    found = parsed(claim_set(CLEAN, changed(id="demo1.c3", conjuncts=[changed(id="demo1.c3a")]), title="Caches"))
    validator("claimset").validate(set_json(found.sets[0]))


@pytest.mark.parametrize(
    "claim",
    [
        changed(kind="guess"),
        changed(statement__value=3.1),
        changed(statement__value="3.1 %"),
        changed(extra=1),
        changed(conjuncts=[{"id": "x"}]),
        {"id": "a.c1", "kind": "value"},
    ],
)
def test_what_is_no_claim(claim: dict[str, Any]) -> None:
    assert not validator("claim").is_valid(claim)


def test_the_closed_sets_are_those_of_the_program() -> None:
    members = schema("claim")
    assert members["properties"]["kind"]["enum"] == [kind.value for kind in Kind]
    assert set(members["properties"]["reduced_check"]["enum"]) == {*(check.value for check in ReducedCheck), None}
    comparators = members["$defs"]["statement"]["properties"]["comparator"]["enum"]
    assert set(comparators) == {comparator.value for comparator in Comparator}


def test_the_real_specs(shared_data: Path) -> None:
    check = validator("claim")
    for claim in json.loads((shared_data / "golden" / "specs.json").read_bytes()):
        check.validate(claim)
