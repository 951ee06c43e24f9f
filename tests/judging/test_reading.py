"""The form of a reader: every field is in its JSON, unknown by default."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading, ScaleValue, Substitution
from openrepro.logbooks.logbook import Address

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "reading.schema.json"
AT = Address("pages/claim-1/page.md", 10, 20, "cell_run")
EMPTY = Reading("demo1.c1", Reader("rules"))
FULL = Reading(
    claim="demo1.c1",
    by=Reader("model", "reader-1", "sha256:00"),
    addressed=Answer.YES,
    method=Method.EXPERIMENT,
    measured=(Measured("3.2", AT, "percent", "0.1", "245000", "3", ("3.1", "3.3")),),
    scale={"eval_tokens": ScaleValue("245000", AT)},
    substitutions=(Substitution("an open model", Answer.NO, AT),),
    premises_met=Answer.YES,
    supports=Answer.NO,
    contradictions=(Doubt("several-values", "There are two.", AT),),
    doubts=(Doubt("unit", "It is odd."),),
    quotes=(AT,),
    unknown=("seeds",),
)


def test_nothing_is_assumed_of_an_empty_form() -> None:
    assert EMPTY.addressed is EMPTY.premises_met is EMPTY.supports is Answer.UNKNOWN
    assert EMPTY.method is Method.NONE


def test_a_form_fits_its_schema() -> None:
    checker = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for reading in (EMPTY, FULL):
        assert [error.message for error in checker.iter_errors(json.loads(json.dumps(reading.as_json())))] == []


def test_a_form_names_no_label() -> None:
    assert "label" not in json.dumps(FULL.as_json())


def test_addresses_are_file_bytes_and_cell() -> None:
    value = json.loads(json.dumps(FULL.as_json()))
    assert value["quotes"] == [{"file": "pages/claim-1/page.md", "bytes": [10, 20], "cell": "cell_run"}]
    assert value["doubts"][0]["at"] is None
