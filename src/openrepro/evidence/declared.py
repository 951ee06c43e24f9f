"""Results that a run declares in `RESULT {json}` lines."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from openrepro.evidence.model import Grade, Result, Run, Source
from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.patterns import split_words
from openrepro.evidence.places import Places
from openrepro.evidence.units import kind_of_declared
from openrepro.ids import CLAIM_ID, Json
from openrepro.logbooks.logbook import Address, BlockKind, Cell, Problem

_LINE = re.compile(r"^[ \t>]{0,8}RESULT[ \t:]{1,4}(?=\{)", re.MULTILINE)
_MAX_LINE = 20_000
_MAX_LINES = 5_000
_KEYS = split_words(
    "schema claim quantity value unit plus_minus n seeds values scale premises counterexample versus points"
)


class Declared(NamedTuple):
    """The results declared somewhere, and a problem for each `RESULT` line that could not be taken."""

    results: tuple[Result, ...]
    problems: tuple[Problem, ...]


class _Printed(str):
    """A JSON number, as the text it was printed as."""

    __slots__ = ()


class OffSchemaError(ValueError):
    """A `RESULT` line is not as formats.md says; the text says what to change."""


def declared_results(run: Run) -> Declared:
    """The results that the outputs of `run` declare, of the run's grade."""
    return _together(_declared(output.text, output.at, run.grade, run.at) for output in run.outputs)


def declared_elsewhere(cells: Iterable[Cell]) -> Declared:
    """The `RESULT` lines in cells that are no runs (prose, typed output): grade E0, they were only said."""
    blocks = (block for cell in cells if not cell.is_run and not cell.void for block in cell.blocks)
    return _together(_declared(b.text, b.at, Grade.E0, None) for b in blocks if b.kind is not BlockKind.PAYLOAD)


def declared_spans(text: str) -> Iterator[tuple[int, int]]:
    """The characters `[start, end)` of each line of `text` that begins with `RESULT {`."""
    for match in _LINE.finditer(text):
        end = text.find("\n", match.end())
        yield match.start(), len(text) if end < 0 else end


def _together(parts: Iterable[Declared]) -> Declared:
    results: list[Result] = []
    problems: list[Problem] = []
    for part in parts:
        results.extend(part.results)
        problems.extend(part.problems)
    return Declared(tuple(results), tuple(problems))


def _declared(text: str, at: Address, grade: Grade, run: Address | None) -> Declared:
    places = Places(text, at)
    results: list[Result] = []
    problems: list[Problem] = []
    for count, (start, end) in enumerate(declared_spans(text)):
        first = text.index("RESULT", start)
        place = places.address(first, end)
        try:
            if count >= _MAX_LINES:
                raise OffSchemaError(f"only the first {_MAX_LINES} lines of one output are read")
            results.append(_result(_parse(text[first:end].lstrip("RESULT \t:")), place, grade, run))
        except OffSchemaError as error:
            problems.append(Problem("result-line", f"A RESULT line was not taken: {error}.", (place,)))
            if count >= _MAX_LINES:
                break
    return Declared(tuple(results), tuple(problems))


def _parse(line: str) -> Mapping[str, Json]:
    if len(line) > _MAX_LINE:
        raise OffSchemaError(f"it is longer than {_MAX_LINE} characters")
    try:
        value: Json = json.loads(
            line,
            parse_float=_Printed,
            parse_int=_Printed,
            parse_constant=_Printed,
            object_pairs_hook=_without_duplicates,
        )
    except OffSchemaError:
        raise
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it nests too deep"
        raise OffSchemaError(f"what follows RESULT is not one JSON object on one line ({reason})") from None
    if not isinstance(value, Mapping):
        raise OffSchemaError("what follows RESULT is not a JSON object")
    return value


def _without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise OffSchemaError("a key stands twice in one object")
    return value


def _result(fields: Mapping[str, Json], at: Address, grade: Grade, run: Address | None) -> Result:
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
    if not isinstance(value, str) or isinstance(value, _Printed):
        raise OffSchemaError(f"'{key}' is not a text")
    return value


def _number(value: Json, key: str) -> str:
    """A decimal string: JSON numbers arrive here as the text they were printed as."""
    if isinstance(value, str) and to_decimal(value) is not None:
        return str(value).strip()
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
