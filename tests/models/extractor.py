"""Scripted models that list claims of a paper: one that is honest, one that makes things up."""

import json
from typing import Any

from tests.models.loopback import Told
from tests.models.questions import completion

EMPTY: dict[str, Any] = {
    "quote": "",
    "label": None,
    "text": "",
    "kind": "value",
    "quantity": "",
    "of": "",
    "unit": "",
    "better": "",
    "comparator": "",
    "value": None,
    "upper": None,
    "plus_minus": None,
    "versus": "",
    "versus_value": None,
    "scale": [],
    "premises": [],
    "falsified_by": "",
}


def item(**given: Any) -> dict[str, Any]:
    """A claim as the form wants it."""
    return {**EMPTY, **given}


def listing(*items: dict[str, Any]) -> str:
    return json.dumps({"claims": list(items)})


def lists(*items: dict[str, Any]) -> Told:
    """An answer that lists these claims."""
    return Told(body=completion(text=listing(*items)))
