"""JSON and front matter written by strangers, read without ever raising and bounded in depth."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from openrepro.ids import Json

MAX_DEPTH = 100
_FRONT_MATTER_LINES = 400
_FRONT_MATTER_BYTES = 65_536


def _finite(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


def _integer(text: str) -> int | str:
    return int(text) if len(text) < 400 else text


_DECODER = json.JSONDecoder(parse_constant=str, parse_float=_finite, parse_int=_integer)


class Document(NamedTuple):
    """A JSON value, where its text ends, and why it could not be read (then `value` is None)."""

    value: Json
    end: int
    error: str = ""


def read_json(text: str) -> Document:
    """The JSON value that `text` begins with (after blanks); `end` is the place behind it.

    NaN, infinities and integers of more than 400 digits become strings.
    """
    start = len(text) - len(text.lstrip(" \t\r\n\ufeff"))
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return Document(None, start, f"{error.msg} at character {error.pos}")
    except RecursionError:
        return Document(None, start, "nested too deeply")
    brackets = text.count("[", start, end) + text.count("{", start, end)
    if brackets > MAX_DEPTH and _depth_exceeds(value):
        return Document(None, start, "nested too deeply")
    return Document(cast(Json, value), end)


def read_whole_json(data: bytes) -> Document:
    """The one JSON value that a file holds; trailing text is an error."""
    text = data.decode("utf-8", "surrogateescape")
    document = read_json(text)
    if not document.error and text[document.end :].strip():
        return Document(None, document.end, f"text follows the JSON value at character {document.end}")
    return document


def as_object(value: Json) -> Mapping[str, Json]:
    """`value` if it is a JSON object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: Json) -> Sequence[Json]:
    """`value` if it is a JSON array, else an empty one."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _depth_exceeds(value: object) -> bool:
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        level = [item for outer in level for item in _items(outer)]
        if not level:
            return False
    return True


def _items(value: object) -> list[object]:
    if isinstance(value, dict):
        return [item for item in value.values() if isinstance(item, dict | list)]
    if isinstance(value, list):
        return [item for item in value if isinstance(item, dict | list)]
    return []


class FrontMatter(NamedTuple):
    """The scalars and lists of a YAML front matter, and where the text behind it begins (a byte offset)."""

    scalars: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]
    end: int


def front_matter(data: bytes) -> FrontMatter:
    """The front matter of a README: `key: value`, `key: [a, b]` and `- item` lists, nothing else of YAML."""
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    lines = data[start : start + _FRONT_MATTER_BYTES].splitlines(keepends=True)[:_FRONT_MATTER_LINES]
    if not lines or lines[0].strip() != b"---":
        return FrontMatter({}, {}, 0)
    place = start + len(lines[0])
    for count, line in enumerate(lines[1:], 1):
        place += len(line)
        if line.strip() == b"---":
            text = [item.decode("utf-8", "replace").rstrip() for item in lines[1:count]]
            return FrontMatter(*_keys(text), place)
    return FrontMatter({}, {}, 0)


def _keys(lines: list[str]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    scalars: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    key = ""
    for line in lines:
        item = line.strip()
        if item.startswith("- ") and key:
            lists[key] = (*lists.get(key, ()), _unquoted(item[2:]))
        elif ":" in item and not line[:1].isspace() and not item.startswith("#"):
            key, _, value = item.partition(":")
            _set(key.strip(), value.strip(), scalars, lists)
            key = key.strip()
    return scalars, lists


def _set(key: str, value: str, scalars: dict[str, str], lists: dict[str, tuple[str, ...]]) -> None:
    if value.startswith("[") and value.endswith("]"):
        lists[key] = tuple(_unquoted(part) for part in value[1:-1].split(",") if part.strip())
    elif value:
        scalars[key] = _unquoted(value)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
