"""A model's answer, read as the form that was asked for: bounded and strict, or nothing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn, TypeVar

from openrepro.judging.readers.model.doubts import DoubtCode
from openrepro.judging.readers.model.form_schema import FORM, METHODS, OPEN
from openrepro.judging.readers.model.question import Silence
from openrepro.judging.reading import Answer, Method
from openrepro.visible import visible

LONGEST_ANSWER: Final = 200_000
LONGEST_QUOTE: Final = 2_000
LONGEST_TEXT: Final = 1_000
LONGEST_NUMBER: Final = 60
LONGEST_NAME: Final = 120
MOST_ITEMS: Final = 60
MOST_VALUES: Final = 1_000
DEEPEST: Final = 8

_T = TypeVar("_T")
_E = TypeVar("_E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters that a model says stand in a block, by the name that the block has in the question."""

    block: str
    text: str


@dataclass(frozen=True, slots=True)
class SaidMeasured:
    """A measured value as the model gives it: decimal strings as printed, nothing of it confirmed."""

    quote: Quote
    value: str
    unit: str
    plus_minus: str | None
    n: str | None
    seeds: str | None
    values: tuple[str, ...]
    versus: str | None
    versus_values: tuple[str, ...]
    points: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SaidScale:
    quote: Quote
    axis: str
    value: str


@dataclass(frozen=True, slots=True)
class SaidSubstitution:
    quote: Quote
    what: str
    is_contribution: Answer


@dataclass(frozen=True, slots=True)
class SaidPremise:
    """`premise` counts from 1, as the question numbers them."""

    quote: Quote
    premise: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class SaidDoubt:
    quote: Quote
    code: DoubtCode
    why: str


@dataclass(frozen=True, slots=True)
class Form:
    """The form as a model filled it. Its texts are bounded and on one line, with every character visible; quotes are
    verbatim, to be looked for."""

    quotes: tuple[Quote, ...]
    measured: tuple[SaidMeasured, ...]
    scale: tuple[SaidScale, ...]
    substitutions: tuple[SaidSubstitution, ...]
    premises: tuple[SaidPremise, ...]
    contradictions: tuple[SaidDoubt, ...]
    doubts: tuple[SaidDoubt, ...]
    method: Method
    addressed: Answer
    premises_met: Answer
    supports: Answer
    unknown: tuple[str, ...]


class _OffSchemaError(Exception):
    """The answer is not the form."""


def parsed(text: str) -> Form | Silence:
    """The form in a model's answer, or why there is none. Never raises; linear in the text.

    The form may stand alone, after a `</think>`, or in one code fence, since endpoints without schemas give it so. It
    must be whole: a key that is missing, unknown or doubled, a value of another type, a list or text beyond its bound
    makes it OFF_SCHEMA. Numbers may be given as JSON numbers where digits are asked for; they are kept as printed.
    """
    if not text.strip():
        return Silence.EMPTY
    try:
        return _form(_document(text))
    except _OffSchemaError:
        return Silence.OFF_SCHEMA


def _document(text: str) -> object:
    if len(text) > LONGEST_ANSWER:
        raise _OffSchemaError
    own = text.rpartition("</think>")[2]
    inner = own[own.find("{") : own.rfind("}") + 1]
    _check_depth(inner)
    try:
        return json.loads(inner, parse_float=str, parse_int=str, parse_constant=_refuse, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise _OffSchemaError from error


def _check_depth(text: str) -> None:
    """Refuse what nests deeper than the form does; brackets within strings do not count."""
    depth, inside, escaped = 0, False, False
    for character in text:
        if inside:
            inside = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            if depth > DEEPEST:
                raise _OffSchemaError
        elif character in "]}":
            depth -= 1


def _refuse(_constant: str) -> NoReturn:
    raise _OffSchemaError


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _OffSchemaError
    return found


class _Fields:
    """The keys of one object, each taken with its type; an object with others or fewer is no form."""

    def __init__(self, value: object, keys: tuple[str, ...]) -> None:
        if not isinstance(value, Mapping) or set(value) != set(keys):
            raise _OffSchemaError
        self._value = value

    def text(self, key: str, longest: int = LONGEST_TEXT) -> str:
        return _line(_string(self._value[key], longest))

    def maybe(self, key: str) -> str | None:
        return None if self._value[key] is None else self.text(key, LONGEST_NUMBER)

    def texts(self, key: str, longest: int, most: int) -> tuple[str, ...]:
        return tuple(_line(_string(item, longest)) for item in _listed(self._value[key], most))

    def items(self, key: str, read: Callable[[object], _T], most: int = MOST_ITEMS) -> tuple[_T, ...]:
        return tuple(read(item) for item in _listed(self._value[key], most))

    def one_of(self, key: str, choices: Mapping[str, _E]) -> _E:
        found = choices.get(_string(self._value[key], LONGEST_NAME))
        if found is None:
            raise _OffSchemaError
        return found

    def count(self, key: str) -> int:
        digits = _string(self._value[key], 4)
        if not (digits.isascii() and digits.isdecimal()):
            raise _OffSchemaError
        return int(digits)

    def quote(self) -> Quote:
        name, text = self._value["block"], self._value["quote"]
        return Quote(_line(_string(name, LONGEST_NAME)), _string(text, LONGEST_QUOTE))


def _string(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise _OffSchemaError
    return value


def _listed(value: object, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise _OffSchemaError
    return value


def _line(text: str) -> str:
    return " ".join(visible(text).split())


_ANSWERS: Final = {answer.value: answer for answer in Answer}
_METHODS: Final = {method.value: method for method in METHODS}
_CODES: Final = {code.value: code for code in DoubtCode}
_QUOTE: Final = ("block", "quote")


def _form(value: object) -> Form:
    fields = _Fields(value, tuple(_properties()))
    return Form(
        quotes=fields.items("quotes", lambda item: _Fields(item, _QUOTE).quote()),
        measured=fields.items("measured", _measured),
        scale=fields.items("scale", _scale),
        substitutions=fields.items("substitutions", _substitution),
        premises=fields.items("premises", _premise),
        contradictions=fields.items("contradictions", _contradiction),
        doubts=fields.items("doubts", _doubt),
        method=fields.one_of("method", _METHODS),
        addressed=fields.one_of("addressed", _ANSWERS),
        premises_met=fields.one_of("premises_met", _ANSWERS),
        supports=fields.one_of("supports", _ANSWERS),
        unknown=fields.items("unknown", _open),
    )


def _properties() -> Mapping[str, object]:
    properties = FORM["properties"]
    assert isinstance(properties, Mapping)
    return properties


def _measured(item: object) -> SaidMeasured:
    keys = ("value", "unit", "plus_minus", "n", "seeds", "values", "versus", "versus_values", "points")
    fields = _Fields(item, (*keys, *_QUOTE))
    return SaidMeasured(
        quote=fields.quote(),
        value=fields.text("value", LONGEST_NUMBER),
        unit=fields.text("unit", LONGEST_NUMBER),
        plus_minus=fields.maybe("plus_minus"),
        n=fields.maybe("n"),
        seeds=fields.maybe("seeds"),
        values=fields.texts("values", LONGEST_NUMBER, MOST_VALUES),
        versus=fields.maybe("versus"),
        versus_values=fields.texts("versus_values", LONGEST_NUMBER, MOST_VALUES),
        points=fields.items("points", _point, MOST_VALUES),
    )


def _point(item: object) -> tuple[str, str]:
    """A pair of numbers: a place on the axis, and what was measured there."""
    pair = [_line(_string(number, LONGEST_NUMBER)) for number in _listed(item, 2)]
    if len(pair) < 2:
        raise _OffSchemaError
    return pair[0], pair[1]


def _open(item: object) -> str:
    if item not in OPEN:
        raise _OffSchemaError
    return str(item)


def _scale(item: object) -> SaidScale:
    fields = _Fields(item, ("axis", "value", *_QUOTE))
    return SaidScale(fields.quote(), fields.text("axis", LONGEST_NAME), fields.text("value", LONGEST_NUMBER))


def _substitution(item: object) -> SaidSubstitution:
    fields = _Fields(item, ("what", "is_contribution", *_QUOTE))
    return SaidSubstitution(fields.quote(), fields.text("what"), fields.one_of("is_contribution", _ANSWERS))


def _premise(item: object) -> SaidPremise:
    fields = _Fields(item, ("premise", "answer", *_QUOTE))
    return SaidPremise(fields.quote(), fields.count("premise"), fields.one_of("answer", _ANSWERS))


def _contradiction(item: object) -> SaidDoubt:
    fields = _Fields(item, ("why", *_QUOTE))
    return SaidDoubt(fields.quote(), DoubtCode.OTHER_VALUE, fields.text("why"))


def _doubt(item: object) -> SaidDoubt:
    fields = _Fields(item, ("code", "why", *_QUOTE))
    return SaidDoubt(fields.quote(), fields.one_of("code", _CODES), fields.text("why"))
