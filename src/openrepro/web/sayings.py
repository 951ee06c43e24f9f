"""What is wrong with a value, in our words, whichever library found out."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

SEE: Final = "See /api/v1/openapi.json for what is allowed."
MOST_WHERE: Final = 200

_Bounds = Mapping[str, Any]


class Wrong(NamedTuple):
    """A sentence on one value, and its place in the request: `query.limit`."""

    text: str
    where: str


def wrong(fault: Mapping[str, Any], more: int = 0) -> Wrong:
    """What to say of a `fault` as pydantic notes it, and of `more` others besides."""
    kind, place = str(fault["type"]), fault["loc"]
    if kind == "json_invalid":
        return Wrong(f"The body is no JSON that can be read: it breaks off or goes wrong at byte {place[-1]}.", "body")
    where = ".".join(str(part) for part in place)[:MOST_WHERE]
    said = _SAYINGS.get(kind, _otherwise)(fault.get("ctx", {}))
    besides = "" if not more else " So is one more." if more == 1 else f" So are {more} more."
    return Wrong(f"{where} is not as it must be: {said}.{besides}", where)


def _otherwise(_bounds: _Bounds) -> str:
    return "its value is not allowed"


def _text(text: str) -> Callable[[_Bounds], str]:
    return lambda _bounds: text


def _letters(bound: str, words: str) -> Callable[[_Bounds], str]:
    def told(bounds: _Bounds) -> str:
        many = bounds.get(bound)
        return f"it must have {words} {many} {'letter' if many == 1 else 'letters'}"

    return told


def _items(bound: str, words: str) -> Callable[[_Bounds], str]:
    def told(bounds: _Bounds) -> str:
        many = bounds.get(bound)
        return f"it must hold {words} {many} {'item' if many == 1 else 'items'}"

    return told


_WHOLE: Final = _text("it must be a whole number")
_OBJECT: Final = _text("it must be a JSON object")
_SAYINGS: Final[Mapping[str, Callable[[_Bounds], str]]] = {
    "missing": _text("it is missing"),
    "extra_forbidden": _text("nothing of that name is known here"),
    "string_type": _text("it must be a text"),
    "string_unicode": _text("it must be a text"),
    "string_too_short": _letters("min_length", "at least"),
    "string_too_long": _letters("max_length", "at most"),
    "string_pattern_mismatch": _text("it has letters in it that are not allowed there"),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "greater_than_equal": lambda bounds: f"it must be {bounds.get('ge')} or more",
    "less_than_equal": lambda bounds: f"it must be {bounds.get('le')} or less",
    "enum": lambda bounds: f"it must be {bounds.get('expected')}",
    "literal_error": lambda bounds: f"it must be {bounds.get('expected')}",
    "bool_type": _text("it must be true or false"),
    "bool_parsing": _text("it must be true or false"),
    "list_type": _text("it must be a list"),
    "too_short": _items("min_length", "at least"),
    "too_long": _items("max_length", "at most"),
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
}
