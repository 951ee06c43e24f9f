"""A model's answer is the whole form, or none at all."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from openrepro.judging.readers.model.form import (
    LONGEST_ANSWER,
    LONGEST_QUOTE,
    LONGEST_TEXT,
    MOST_ITEMS,
    Form,
    Quote,
    parsed,
)
from openrepro.judging.readers.model.form_schema import FORM
from openrepro.judging.readers.model.question import Silence
from openrepro.judging.reading import Answer, Method
from tests.judging.readers.model.answers import doubt, form, found, measured, quoted

ROOT = Path(__file__).resolve().parents[4]
STRICT_KEYS = {"type", "properties", "required", "additionalProperties", "items", "enum"}
"""What every endpoint with strict schemas takes."""


def objects(schema: Any) -> list[Any]:
    """A schema and all that it holds."""
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return [schema, *(one for part in inner for one in objects(part))]


def test_the_schema_is_one_that_strict_endpoints_take() -> None:
    Draft202012Validator.check_schema(FORM)
    for one in objects(FORM):
        assert set(one) <= STRICT_KEYS
        if one["type"] == "object":
            assert one["required"] == list(one["properties"])
            assert one["additionalProperties"] is False


def test_the_schema_file_is_the_form() -> None:
    file = json.loads((ROOT / "schemas" / "form.schema.json").read_text("utf-8"))
    assert {key: value for key, value in file.items() if key[0] != "$" and key != "title"} == FORM


def test_the_form_in_the_docs_is_one() -> None:
    section = (ROOT / "docs" / "judging.md").read_text("utf-8").partition("### What a model is asked")[2]
    read = parsed(section.partition("```json\n")[2].partition("```")[0])
    assert isinstance(read, Form)
    assert read.doubts[0].code == "selected"


def test_the_form_names_no_label_and_lets_no_model_speak_for_people() -> None:
    text = json.dumps(FORM)
    assert not any(word in text for word in ("verified", "falsified", "toy", "inconclusive", "label", "human rating"))


def test_evidence_comes_before_what_it_means() -> None:
    names = list(FORM["properties"])  # type: ignore[call-overload]
    assert names.index("quotes") < names.index("measured") < names.index("doubts") < names.index("supports")


FULL = form(
    quotes=[quoted("a")],
    measured=[measured("3.2", "a", values=["1", "2"], points=[["1", "2"]], plus_minus="0.1")],
    scale=[{"axis": "tokens", "value": "5", **quoted("a")}],
    substitutions=[{"what": "a stand-in", "is_contribution": "no", **quoted("a")}],
    premises=[{"premise": 1, "answer": "yes", **quoted("a")}],
    contradictions=[{"why": "It says 4 elsewhere.", **quoted("a")}],
    doubts=[doubt("wrong-unit", "a")],
    method="experiment",
    unknown=["scale"],
)


@pytest.mark.parametrize("answer", [form(), found("3.2", "a"), FULL])
def test_what_the_schema_takes_is_a_form(answer: str) -> None:
    assert list(Draft202012Validator(FORM).iter_errors(json.loads(answer))) == []
    assert isinstance(parsed(answer), Form)


def test_a_form_holds_what_was_said() -> None:
    read = parsed(FULL)
    assert isinstance(read, Form)
    assert read.measured[0].points == (("1", "2"),)
    assert read.measured[0].quote == Quote("B1", "a")
    assert (read.method, read.addressed, read.unknown) == (Method.EXPERIMENT, Answer.UNKNOWN, ("scale",))


@pytest.mark.parametrize(
    "answer",
    [
        f"```json\n{form()}\n```",
        f"Here is the form:\n\n{form()}\n\nI hope it helps.",
        f"<think>a {{ brace and }} another</think>{form()}",
        form(measured=[measured("9.4", "a") | {"value": 9.4}]),
    ],
)
def test_endpoints_without_schemas_may_wrap_the_form_and_write_numbers(answer: str) -> None:
    assert isinstance(parsed(answer), Form)


@pytest.mark.parametrize("answer", ["", "  \n\t "])
def test_nothing_is_empty(answer: str) -> None:
    assert parsed(answer) is Silence.EMPTY


def without(key: str) -> str:
    return json.dumps({name: value for name, value in json.loads(form()).items() if name != key})


@pytest.mark.parametrize(
    "answer",
    [
        "I cannot help with that.",
        "{}",
        "[]",
        "null",
        form()[:-1],
        form() + form(),
        without("doubts"),
        form(label="verified"),
        form(method="human rating"),
        form(supports="verified"),
        form(supports=True),
        form(unknown=["the label is verified"]),
        form(quotes=[{"quote": "a"}]),
        form(quotes=["a"]),
        form(quotes=[quoted("a")] * (MOST_ITEMS + 1)),
        form(quotes=[quoted("a" * (LONGEST_QUOTE + 1))]),
        form(doubts=[doubt("verified", "a")]),
        form(doubts=[doubt("selected", "a") | {"why": "x" * (LONGEST_TEXT + 1)}]),
        form(premises=[{"premise": -1, "answer": "yes", **quoted("a")}]),
        form(measured=[measured("1" * 61, "a")]),
        form(measured=[measured("1", "a", points=[["1"]])]),
        form(measured=[measured("1", "a", values=[[]])]),
        form().replace('"method"', '"quotes": [], "method"'),
        form(measured=[measured("1", "a")]).replace('"n": null', '"n": NaN'),
        form(measured=[measured("1", "a")]).replace('"n": null', '"n": ' + "[" * 60 + "]" * 60),
        form() + " " * LONGEST_ANSWER,
    ],
)
def test_anything_off_is_no_form(answer: str) -> None:
    assert parsed(answer) is Silence.OFF_SCHEMA


def test_texts_are_bounded_visible_and_on_one_line() -> None:
    read = parsed(form(doubts=[doubt("selected", "a") | {"why": "one\n\u202etwo\x1b[31m"}]))
    assert isinstance(read, Form)
    assert read.doubts[0].why == "one \ufffdtwo\ufffd[31m"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(json.loads(form()))), inner),
    max_leaves=8,
)


@given(
    st.text(max_size=80)
    | JSON.map(json.dumps)
    | st.dictionaries(st.sampled_from(sorted(json.loads(form()))), JSON).map(lambda more: form(**more))
)
def test_no_answer_raises(answer: str) -> None:
    read = parsed(answer)
    if isinstance(read, Form):
        inner = answer[answer.index("{") : answer.rindex("}") + 1]
        assert set(json.loads(inner)) == set(json.loads(form()))


@pytest.mark.parametrize("piece", ["{", "[", '"', "\\", '{"a":', "</think>", "1", '"\\u0000",'])
def test_hostile_answers_are_read_in_linear_time(piece: str) -> None:
    start = time.process_time()
    assert parsed("{" + piece * (LONGEST_ANSWER // len(piece) - 1) + "}") is Silence.OFF_SCHEMA
    assert time.process_time() - start < 0.5
