"""An index as bytes, and back: a line that says what follows, then names and numbers, all of it compressed."""

import json
import sys
import zlib
from array import array
from typing import Final, NamedTuple

from openrepro.errors import OpenReproError
from openrepro.search.index import Index

FORM: Final = "openrepro.words/1"
LEVEL: Final = 1
GAP: Final = "\n"


def packed(index: Index) -> bytes:
    """The bytes that `unpacked` makes the index from."""
    names = [GAP.join(index.papers).encode(), GAP.join(index.words).encode()]
    numbers = [_bytes(held) for held in (index.titled, index.starts, index.postings, index.weights)]
    parts = names + numbers
    head = {"form": FORM, "basis": index.basis, "sizes": [len(part) for part in parts]}
    return zlib.compress(json.dumps(head).encode() + b"\n" + b"".join(parts), LEVEL)


class _Head(NamedTuple):
    basis: str
    sizes: list[int]
    body: memoryview


def unpacked(data: bytes) -> Index:
    """The index in `data`. Raises OpenReproError when it is of another form or damaged."""
    head = _head(data)
    parts, at = [], 0
    for size in head.sizes:
        parts.append(head.body[at : at + size])
        at += size
    if len(parts) != 6 or at != len(head.body):
        raise _other_form()
    papers, words = (_names(part) for part in parts[:2])
    return Index(head.basis, papers, *_numbers("I", parts[2]), words, *_rest(parts[3:]))


def _rest(parts: list[memoryview]) -> tuple["array[int]", "array[int]", "array[int]"]:
    (starts,), (postings,), (weights,) = (
        _numbers(code, part) for code, part in zip(("I", "I", "B"), parts, strict=True)
    )
    return starts, postings, weights


def _head(data: bytes) -> _Head:
    try:
        whole = zlib.decompress(data)
        line, _, _ = whole.partition(b"\n")
        told = json.loads(line)
    except (zlib.error, ValueError) as error:
        raise _other_form() from error
    if not isinstance(told, dict) or told.get("form") != FORM:
        raise _other_form()
    return _Head(told["basis"], told["sizes"], memoryview(whole)[len(line) + 1 :])


def _other_form() -> OpenReproError:
    return OpenReproError("The index of words is damaged or of another form.", hint="It is made anew by the keeper.")


def _names(part: memoryview) -> list[str]:
    text = bytes(part).decode()
    return text.split(GAP) if text else []


def _bytes(held: "array[int]") -> bytes:
    return _swapped(array(held.typecode, held)).tobytes() if sys.byteorder == "big" else held.tobytes()


def _numbers(code: str, part: memoryview) -> tuple["array[int]"]:
    held = array(code)
    held.frombytes(part)
    return (_swapped(held) if sys.byteorder == "big" else held,)


def _swapped(held: "array[int]") -> "array[int]":
    held.byteswap()
    return held
