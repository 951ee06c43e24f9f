"""Values that stand ready in a program, and the texts that it would make of them without computing anything."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from openrepro.evidence.programs.spelled import HOLE


class Unknown(Enum):
    """What only a run can tell."""

    UNKNOWN = "unknown"


UNKNOWN = Unknown.UNKNOWN


@dataclass(slots=True, eq=False)
class Listed:
    """A list or tuple whose elements are folded one by one."""

    items: list["Folded"]


@dataclass(slots=True, eq=False)
class Table:
    """A dictionary, or the attributes of an object."""

    items: dict[str, "Folded"] = field(default_factory=dict)


Folded = Unknown | str | int | float | bool | None | Listed | Table

MOST_TEXT = 20_000
MOST_ITEMS = 2_000
_DEPTH = 12
_SPEC = re.compile(r"[<>^=]?[-+ ]?#?0?[0-9]{0,2},?(?:\.[0-9]{1,2})?[A-Za-z%]?")
_PERCENT = re.compile(
    r"%(?:\((?P<key>\w{1,60})\))?(?P<spec>[-+ #0]{0,3}[0-9]{0,2}(?:\.[0-9]{1,2})?)(?P<kind>[a-zA-Z%])"
)
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}:!\n]{0,60})(?:![rsa])?(?::(?P<spec>[^{}\n]{0,20}))?\}")
_LARGEST = 10**15


def text_of(value: Folded) -> str:
    """`str(value)`, with a hole for what is unknown."""
    if isinstance(value, str):
        return value
    if isinstance(value, Listed | Table):
        return as_json(value)
    return HOLE if isinstance(value, Unknown) else str(value)


def as_json(value: Folded) -> str:
    """`json.dumps(value)`, with a hole for what is unknown and for all beyond the bounds."""
    return _written(value, 0, [MOST_ITEMS])


def _written(value: Folded, depth: int, room: list[int]) -> str:
    room[0] -= 1
    if depth > _DEPTH or room[0] < 0 or isinstance(value, Unknown):
        return HOLE
    if isinstance(value, Table):
        pairs = (
            f"{json.dumps(key)}: {_written(item, depth + 1, room)}"
            for key, item in value.items.items()
            if key != "__class__"
        )
        return "{" + ", ".join(pairs)[:MOST_TEXT] + "}"
    if isinstance(value, Listed):
        return "[" + ", ".join(_written(item, depth + 1, room) for item in value.items)[:MOST_TEXT] + "]"
    return json.dumps(value, ensure_ascii=False)[:MOST_TEXT]


def formatted(value: Folded, spec: str) -> str:
    """`format(value, spec)`; a hole when the value is unknown or the format is no plain one."""
    if isinstance(value, Unknown | Listed | Table) or not _SPEC.fullmatch(spec):
        return HOLE if not isinstance(value, Listed | Table) else as_json(value)
    try:
        return format(value, spec)[:MOST_TEXT]
    except (ValueError, TypeError, OverflowError):
        return HOLE


def percent(template: str, value: Folded) -> str:
    """`template % value`, by its fields."""
    given = iter(value.items if isinstance(value, Listed) else [value])

    def one(match: re.Match[str]) -> str:
        if match["kind"] == "%":
            return "%"
        keyed = match["key"] and isinstance(value, Table)
        item = value.items.get(match["key"], UNKNOWN) if keyed else next(given, UNKNOWN)  # type: ignore[union-attr]
        if match["kind"] in "sr":
            return text_of(item)
        if isinstance(item, str | Unknown | Listed | Table | None):
            return HOLE
        try:
            return f"%{match['spec']}{match['kind']}" % item
        except (ValueError, TypeError, OverflowError):
            return HOLE

    return _PERCENT.sub(one, template)[:MOST_TEXT]


def braces(template: str, positional: Sequence[Folded], named: dict[str, Folded]) -> str:
    """`template.format(*positional, **named)`, by its fields."""
    following = iter(positional)

    def one(match: re.Match[str]) -> str:
        if match[0] in ("{{", "}}"):
            return match[0][0]
        name = match["name"]
        if not name:
            item = next(following, UNKNOWN)
        elif name.isdecimal():
            item = positional[int(name)] if int(name) < len(positional) else UNKNOWN
        else:
            item = named.get(name, UNKNOWN)
        return formatted(item, match["spec"] or "") if match["spec"] else text_of(item)

    return _FIELD.sub(one, template)[:MOST_TEXT]


def plus(left: Folded, right: Folded) -> Folded:
    """A sum that leaves a typed number recognisable: texts, and numbers of which one hardly matters.

    Two typed fractions, one of at least five decimals, add up to a typed one. Counting up is computing.
    """
    if isinstance(left, str) or isinstance(right, str):
        return (text_of(left) + text_of(right))[:MOST_TEXT]
    if isinstance(left, Listed) and isinstance(right, Listed):
        return Listed([*left.items, *right.items][:MOST_ITEMS])
    one, other = number(left), number(right)
    if one is None or other is None or (one == int(one) and other == int(other)):
        return UNKNOWN
    small, large = sorted((abs(one), abs(other)))
    if small <= large / 1000 or (
        max(_decimals(one), _decimals(other)) >= 5 and one != int(one) and other != int(other)
    ):
        return round(one + other, 12)
    return UNKNOWN


def times(left: Folded, right: Folded, *, divide: bool = False) -> Folded:
    """A product with a power of ten, which keeps the digits; any other is computed."""
    one, other = number(left), number(right)
    if one is None or other is None or not other:
        return UNKNOWN
    if other in (1, 10, 100, 1000, 0.1, 0.01, 0.001):
        return float(f"{one / other if divide else one * other:.12g}")
    return float(f"{one * other:.12g}") if not divide and one in (10, 100, 1000, 0.01, 0.001) else UNKNOWN


def mean(value: Folded) -> Folded:
    """The mean of at least three typed fractions, which measured nothing."""
    if not isinstance(value, Listed) or len(value.items) < 3:
        return UNKNOWN
    numbers = [number(item) for item in value.items]
    known = [item for item in numbers if item is not None]
    if len(known) < len(numbers) or all(item == int(item) for item in known):
        return UNKNOWN
    return sum(known) / len(known)


def number(value: Folded) -> float | None:
    """A finite number of moderate size, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < _LARGEST else None


def parse_json(text: str) -> Folded:
    """`json.loads(text)`, or unknown."""
    if HOLE in text:
        return UNKNOWN
    try:
        return folded(json.loads(text[:MOST_TEXT]))
    except (ValueError, RecursionError):
        return UNKNOWN


def folded(value: object, depth: int = 0) -> Folded:
    """A plain Python value as a folded one."""
    if depth > _DEPTH:
        return UNKNOWN
    if isinstance(value, dict):
        return Table({str(key): folded(item, depth + 1) for key, item in list(value.items())[:MOST_ITEMS]})
    if isinstance(value, list | tuple):
        return Listed([folded(item, depth + 1) for item in value[:MOST_ITEMS]])
    if isinstance(value, str | bool | float) or value is None:
        return value
    return value if isinstance(value, int) and abs(value) < _LARGEST else UNKNOWN


def _decimals(value: float) -> int:
    return len(repr(value).partition(".")[2]) if "e" not in repr(value) else 20
