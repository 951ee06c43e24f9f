"""The JSON object of a `RESULT` line or of a result file in its shape, checked as result.schema.json says."""

import json
import re
from collections.abc import Mapping, Sequence

from openrepro.evidence.model import Grade, Result, Source
from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.patterns import split_words
from openrepro.evidence.units import kind_of_declared
from openrepro.ids import CLAIM_ID, Json
from openrepro.logbooks.logbook import Address

_MAX_LINE = 20_000
_DECIMAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?:[,_ ][0-9]{3}){1,9}(?:\.[0-9]{0,20})?")
_KEYS = split_words(
    "schema claim quantity value unit plus_minus n seeds values scale premises counterexample versus points"
)


class Printed(str):
    """A JSON number, as the text it was printed as."""

    __slots__ = ()


class OffSchemaError(ValueError):
    """A `RESULT` line is not as formats.md says; the text says what to change."""


def fields_of(text: str) -> Mapping[str, Json]:
    """The JSON object that `text` is, its numbers as the text they were printed as. Raises `OffSchemaError`."""
    if len(text) > _MAX_LINE:
        raise OffSchemaError(f"it is longer than {_MAX_LINE} characters")
    try:
        value: Json = json.loads(
            text,
            parse_float=Printed,
            parse_int=Printed,
            parse_constant=Printed,
            object_pairs_hook=without_duplicates,
        )
    except OffSchemaError:
        raise
    except (ValueError, RecursionError) as error:
        raise OffSchemaError(_why_no_json(error)) from None
    if not isinstance(value, Mapping):
        raise OffSchemaError("what follows RESULT is not a JSON object")
    return value


def _why_no_json(error: Exception) -> str:
    reason = error.msg if isinstance(error, json.JSONDecodeError) else "it nests too deep"
    if reason == "Extra data":
        return "text follows the JSON object; what follows RESULT is one JSON object on one line, so end the line there"
    if isinstance(error, json.JSONDecodeError) and error.pos >= len(error.doc.rstrip()):
        return f"what follows RESULT is not one JSON object on one line ({reason}); print it without line breaks"
    return f"what follows RESULT is not one JSON object on one line ({reason})"


def without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """The object of `pairs`. Raises `OffSchemaError` when a key stands twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise OffSchemaError("a key stands twice in one object")
    return value


def result_of(fields: Mapping[str, Json], at: Address, grade: Grade, run: Address | None) -> Result:
    """The result that `fields` declare, as result.schema.json says. Raises `OffSchemaError`."""
    unknown = sorted(set(fields) - _KEYS)
    if unknown:
        raise OffSchemaError(f"'{unknown[0][:40]}' is no key of a RESULT line")
    unit = _text(fields, "unit")
    return Result(
        value=_number(fields.get("value"), "value"),
        at=at,
        grade=grade,
        source=Source.DECLARED,
        name=_text(fields, "quantity"),
        unit=unit,
        kind=kind_of_declared(unit),
        claim=_claim(fields),
        plus_minus=_optional_number(fields, "plus_minus"),
        n=_optional_number(fields, "n"),
        seeds=tuple(_scalar(seed, "seeds") for seed in _list(fields, "seeds")),
        values=tuple(_number(value, "values") for value in _list(fields, "values")),
        scale=_scale(fields.get("scale")),
        premises=tuple(_scalar(premise, "premises") for premise in _list(fields, "premises")),
        counterexample=_counterexample(fields.get("counterexample")),
        versus=_optional_number(_versus(fields), "value"),
        versus_values=tuple(_number(value, "values") for value in _list(_versus(fields), "values")),
        points=tuple(_point(point) for point in _list(fields, "points")),
        run=run,
    )


def _versus(fields: Mapping[str, Json]) -> Mapping[str, Json]:
    """The other arm: its `value`, and its `values` paired with this arm's by position."""
    value = fields.get("versus")
    if value is None:
        return {}
    if not isinstance(value, Mapping) or set(value) - {"value", "values"}:
        raise OffSchemaError("'versus' is not an object of 'value' and 'values'")
    return value


def _point(value: Json) -> tuple[str, str]:
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence) or len(value) != 2:
        raise OffSchemaError("'points' is not a list of pairs of axis and value")
    return _number(value[0], "points"), _number(value[1], "points")


def _claim(fields: Mapping[str, Json]) -> str | None:
    claim = _text(fields, "claim")
    if claim and not CLAIM_ID.fullmatch(claim):
        raise OffSchemaError(f"'{claim[:60]}' is no claim id such as 'paper.c2'")
    return claim or None


def _text(fields: Mapping[str, Json], key: str) -> str:
    value = fields.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Printed):
        raise OffSchemaError(f"'{key}' is not a text")
    return value


def _number(value: Json, key: str) -> str:
    """A decimal string: JSON numbers arrive here as the text they were printed as."""
    if isinstance(value, str) and _DECIMAL.fullmatch(value.strip(" ")) and to_decimal(value) is not None:
        return str(value).strip(" ")
    if isinstance(value, str) and _GROUPED.fullmatch(value[:60]):
        raise OffSchemaError(f"'{key}' is not a finite decimal number; write '{value[:40]}' without separators")
    if isinstance(value, str) and to_decimal(value.rstrip(" %")) is not None:
        raise OffSchemaError(f'\'{key}\' is not a finite decimal number; write it without %, and "unit": "percent"')
    raise OffSchemaError(f"'{key}' is not a finite decimal number such as \"9.4\"")


def _optional_number(fields: Mapping[str, Json], key: str) -> str | None:
    return None if fields.get(key) is None else _number(fields[key], key)


def _list(fields: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = fields.get(key)
    if value is None:
        return ()
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        raise OffSchemaError(f"'{key}' is not a list")
    return value


def _scalar(value: Json, key: str) -> str:
    if isinstance(value, str):
        return str(value)
    raise OffSchemaError(f"'{key}' holds something that is neither a text nor a number")


def _scale(value: Json) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise OffSchemaError("'scale' is not an object of axis and value")
    return {axis: _scalar(size, "scale") for axis, size in value.items()}


def _counterexample(value: Json) -> str | None:
    if value is None or value is False:
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
