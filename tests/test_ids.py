"""Canonical JSON: the very bytes that RFC 8785 asks for, whatever is in a value."""

from enum import StrEnum
from types import MappingProxyType

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from openrepro.ids import Json, canonical


class Word(StrEnum):
    ONE = "één"


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text() | st.text(st.characters(min_codepoint=0xD7F0, max_codepoint=0x10010, exclude_categories=("Cs",)))
LEAVES = st.none() | st.booleans() | NUMBERS | TEXTS | st.just(Word.ONE)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def by_the_book(value: object) -> bytes | type[Exception]:
    try:
        return rfc8785.dumps(value)  # type: ignore[arg-type]
    except rfc8785.CanonicalizationError as error:
        return type(error)


def ours(value: Json) -> bytes | type[Exception]:
    try:
        return canonical(value)
    except rfc8785.CanonicalizationError as error:
        return type(error)


@given(VALUES)
def test_canonical_json_is_that_of_the_standard(value: Json) -> None:
    assert ours(value) == by_the_book(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        ({"\U0001f600": 1, "\ufb33": 2}, '{"\U0001f600":1,"\ufb33":2}'),
        ({"x": 1.0}, '{"x":1}'),
        (MappingProxyType({"x": ("y", "\x7f\x1f\n/")}), '{"x":["y","\x7f\\u001f\\n/"]}'),
        ("a\ud800b", '"a?b"'),
    ],
)
def test_what_python_writes_otherwise_is_written_by_the_standard(value: Json, text: str) -> None:
    assert canonical(value) == text.encode()
