"""The JSON Schema of the form that a model fills: evidence first, what it means last, never a label.

It keeps to what endpoints with strict schemas take: every property required, no other property, null by a list of
types, no reference and no bound. Bounds are kept by the parser.
"""

from collections.abc import Mapping
from typing import Final

from openrepro.ids import Json
from openrepro.judging.readers.model.doubts import DoubtCode
from openrepro.judging.reading import Answer, Method

METHODS: Final = tuple(method for method in Method if method is not Method.HUMAN_RATING)
"""What a model may say: that people rated something is for people to say."""

_TEXT: Final[Json] = {"type": "string"}
_MAYBE: Final[Json] = {"type": ["string", "null"]}
_TEXTS: Final[Json] = {"type": "array", "items": _TEXT}
_ANSWER: Final[Json] = {"type": "string", "enum": [answer.value for answer in Answer]}


def _object(properties: Mapping[str, Json]) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(**properties: Json) -> Json:
    """A list of objects that each rest on a quote."""
    return {"type": "array", "items": _object({**properties, "block": _TEXT, "quote": _TEXT})}


_MEASURED: Final[Mapping[str, Json]] = {
    "value": _TEXT,
    "unit": _TEXT,
    "plus_minus": _MAYBE,
    "n": _MAYBE,
    "seeds": _MAYBE,
    "values": _TEXTS,
    "versus": _MAYBE,
    "versus_values": _TEXTS,
    "points": {"type": "array", "items": _TEXTS},
}
OPEN: Final = ("addressed", "method", "measured", "scale", "substitutions", "premises_met", "supports")
"""The fields that may be named as unknown."""
_CODE: Final[Json] = {"type": "string", "enum": [code.value for code in DoubtCode]}

FORM: Final[Mapping[str, Json]] = {
    "type": "object",
    "properties": {
        "quotes": _list(),
        "measured": _list(**_MEASURED),
        "scale": _list(axis=_TEXT, value=_TEXT),
        "substitutions": _list(what=_TEXT, is_contribution=_ANSWER),
        "premises": _list(premise={"type": "integer"}, answer=_ANSWER),
        "contradictions": _list(why=_TEXT),
        "doubts": _list(code=_CODE, why=_TEXT),
        "method": {"type": "string", "enum": [method.value for method in METHODS]},
        "addressed": _ANSWER,
        "premises_met": _ANSWER,
        "supports": _ANSWER,
        "unknown": {"type": "array", "items": {"type": "string", "enum": list(OPEN)}},
    },
    "required": [
        "quotes",
        "measured",
        "scale",
        "substitutions",
        "premises",
        "contradictions",
        "doubts",
        "method",
        "addressed",
        "premises_met",
        "supports",
        "unknown",
    ],
    "additionalProperties": False,
}
"""In the order in which it is filled: what stands there before what it means."""
