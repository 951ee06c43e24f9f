"""What a model fills in when it lists the claims of a part of a paper: the form's schema, and answers read strictly."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from openrepro.claims.claim import (
    Claim,
    Comparator,
    Kind,
    Locator,
    QuantitySpec,
    ScaleAxis,
    Statement,
    Versus,
)
from openrepro.ids import Json, digest
from openrepro.replication import number
from openrepro.visible import visible

LONGEST_ANSWER: Final = 200_000
LONGEST_TEXT: Final = 1_000
LONGEST_QUOTE: Final = 2_000
MOST_CLAIMS: Final = 40
MOST_ITEMS: Final = 12
DEEPEST: Final = 8

_TEXT: Final[Json] = {"type": "string"}
_MAYBE: Final[Json] = {"type": ["string", "null"]}


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


FORM: Final[Mapping[str, Json]] = _object(
    {
        "claims": _list(
            _object(
                {
                    "quote": _TEXT,
                    "label": _MAYBE,
                    "text": _TEXT,
                    "kind": {"type": "string", "enum": [kind.value for kind in Kind]},
                    "quantity": _TEXT,
                    "of": _TEXT,
                    "unit": _TEXT,
                    "better": {"type": "string", "enum": ["higher", "lower", ""]},
                    "comparator": {"type": "string", "enum": [*(one.value for one in Comparator), ""]},
                    "value": _MAYBE,
                    "upper": _MAYBE,
                    "plus_minus": _MAYBE,
                    "versus": _TEXT,
                    "versus_value": _MAYBE,
                    "scale": _list(_object({"axis": _TEXT, "value": _TEXT})),
                    "premises": _list(_TEXT),
                    "falsified_by": _TEXT,
                }
            )
        )
    }
)


@cache
def prompt_text() -> str:
    """What a model is told before a part of a paper."""
    return (files(__package__) / "prompts" / "extract.md").read_text(encoding="utf-8")


@cache
def prompt_digest() -> str:
    """The name of a version of the prompt: the digest of its text and of the form's schema."""
    return f"sha256:{digest({'text': prompt_text(), 'form': FORM})}"


def read_form(answer: str, paper: str) -> tuple[Claim, ...] | None:
    """The claims that an answer lists, numbered from 1; None when it is not the form."""
    value = _parsed(answer)
    if value is None or not _fits(value, FORM, DEEPEST) or not isinstance(value, dict):
        return None
    listed = value["claims"]
    if len(listed) > MOST_CLAIMS:
        return None
    return tuple(_claim(item, f"{paper}.c{at}") for at, item in enumerate(listed, start=1) if item["text"].strip())


def _parsed(answer: str) -> object:
    if len(answer) > LONGEST_ANSWER:
        return None
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return None


def _fits(value: object, schema: Json, depth: int) -> bool:
    """Whether a value is what a schema of this module asks for."""
    assert isinstance(schema, Mapping)
    wanted = schema["type"]
    if depth == 0:
        return False
    if wanted == "object":
        fields = schema["properties"]
        assert isinstance(fields, Mapping)
        same = isinstance(value, dict) and value.keys() == fields.keys()
        return same and isinstance(value, dict) and all(_fits(value[key], fields[key], depth - 1) for key in fields)
    if wanted == "array":
        items = isinstance(value, list) and len(value) <= max(MOST_CLAIMS, MOST_ITEMS) + 1
        return items and isinstance(value, list) and all(_fits(item, schema["items"], depth - 1) for item in value)
    if value is None:
        return isinstance(wanted, list)
    allowed = schema.get("enum")
    return (
        isinstance(value, str) and len(value) <= LONGEST_QUOTE and (not isinstance(allowed, list) or value in allowed)
    )


def _claim(item: Mapping[str, object], name: str) -> Claim:
    kind = Kind(str(item["kind"]))
    label = _line(item["label"])
    return Claim(
        id=name,
        kind=kind,
        text=_line(item["text"])[:LONGEST_TEXT],
        quote=" ".join(str(item["quote"]).split()) or None,
        locator=Locator("", "", label=label[:80]) if label else None,
        quantity=_quantity(item) if kind.testable else None,
        statement=_statement(item) if kind.testable else None,
        scale=_scale(item["scale"]),
        premises=tuple(_line(one)[:LONGEST_TEXT] for one in _items(item["premises"]) if _line(one)),
        falsified_by=_line(item["falsified_by"])[:LONGEST_TEXT],
    )


def _quantity(item: Mapping[str, object]) -> QuantitySpec | None:
    name = _line(item["quantity"])
    if not name:
        return None
    return QuantitySpec(name[:200], _line(item["of"])[:200], _line(item["unit"])[:60], str(item["better"]))


def _statement(item: Mapping[str, object]) -> Statement | None:
    value, versus = _decimal(item["value"]), _line(item["versus"])[:200]
    other = _decimal(item["versus_value"])
    if not item["comparator"] or (value is None and not versus):
        return None
    return Statement(
        Comparator(str(item["comparator"])),
        value,
        plus_minus=_decimal(item["plus_minus"]),
        versus=Versus(versus, other) if versus or other else None,
        upper=_decimal(item["upper"]),
    )


def _scale(items: object) -> tuple[ScaleAxis, ...]:
    found = [(_line(one["axis"])[:80], _decimal(one["value"])) for one in _items(items) if isinstance(one, dict)]
    return tuple(ScaleAxis(axis.replace(" ", "_"), value, None) for axis, value in found if axis and value)


def _items(value: object) -> list[object]:
    return value[:MOST_ITEMS] if isinstance(value, list) else []


def _line(value: object) -> str:
    return " ".join(visible(value).split()) if isinstance(value, str) else ""


def _decimal(value: object) -> str | None:
    plain = _line(value).replace(",", "").replace("\N{MINUS SIGN}", "-")
    return plain if plain and number(plain) is not None else None
