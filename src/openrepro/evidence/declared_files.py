"""Results that a result file declares: objects in the shape of a `RESULT` line."""

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from openrepro.evidence.declared import REFUSED_PART, Declared
from openrepro.evidence.declared_fields import OffSchemaError, Printed, result_of, without_duplicates
from openrepro.evidence.model import Grade, Result
from openrepro.evidence.places import Places
from openrepro.ids import CLAIM_ID, Json
from openrepro.logbooks.logbook import Problem

MOST_PARTS = 5_000
_SPACE = " \t\r\n"


class _Part(NamedTuple):
    """A JSON value of a file at characters `[start, end)`."""

    value: Json
    start: int
    end: int


def declared_in_file(text: str, places: Places, *, many: bool) -> Declared:
    """The results of a JSON file that is such an object or a list of them, or of a JSON Lines file: grade E1.

    An object counts whose `claim` is a claim id and that has a `value`; what is wrong with it is a problem. What is
    no JSON is passed over here, and the first `MOST_PARTS` values are read.
    """
    results: list[Result] = []
    problems: list[Problem] = []
    if '"claim"' not in text or '"value"' not in text:
        return Declared((), ())
    for part in _parts(text, many=many):
        if not isinstance(part.value, Mapping) or not _declares(part.value):
            continue
        at = places.address(part.start, part.end)
        try:
            results.append(result_of(part.value, at, Grade.E1, None))
        except OffSchemaError as error:
            sentence = f"An object of '{at.file}' that declares a result was not taken: {error}."
            problems.append(Problem(REFUSED_PART, sentence, (at,)))
    return Declared(tuple(results), tuple(problems))


def _declares(fields: Mapping[str, Json]) -> bool:
    claim = fields.get("claim")
    return isinstance(claim, str) and CLAIM_ID.fullmatch(claim) is not None and "value" in fields


def _parts(text: str, *, many: bool) -> Iterator[_Part]:
    """The value of the file or the members of its list, or with `many` the value of each line, up to a fault."""
    decoder = json.JSONDecoder(
        parse_float=Printed, parse_int=Printed, parse_constant=Printed, object_pairs_hook=without_duplicates
    )
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    is_list = text.startswith("[", start) and not many
    position = _skip(text, start + 1) if is_list else start
    for _ in range(MOST_PARTS):
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return
        yield _Part(value, position, end)
        position = _skip(text, end)
        if is_list and text.startswith(",", position):
            position = _skip(text, position + 1)
        elif not many:
            return


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position
