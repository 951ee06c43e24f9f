"""What library calls make of values that stand ready in a program."""

from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.programs.folded import (
    MOST_ITEMS,
    MOST_TEXT,
    UNKNOWN,
    Folded,
    Listed,
    Table,
    Unknown,
    as_json,
    braces,
    formatted,
    number,
    parse_json,
    text_of,
)

_SAME = frozenset(
    {"str", "float", "Decimal", "float64", "array", "asarray", "list", "tuple", "strip", "encode", "decode"}
)
_KEEP = frozenset({"print", "write", "dumps", "dump", "str", "format", "append", "info", "echo", "len"})


def of_library(name: str, given: list[Folded]) -> Folded:
    """The value of a call of a function that this program does not define."""
    first = given[0] if given else UNKNOWN
    if name in ("dumps", "pformat", "repr"):
        return as_json(first) if not isinstance(first, Unknown) else UNKNOWN
    if name == "loads" and isinstance(first, str):
        return parse_json(first)
    if name in ("getenv", "get", "field"):
        return given[1] if len(given) > 1 else UNKNOWN
    if name == "format" and len(given) == 2:
        return formatted(first, text_of(given[1]))
    if name in ("round", "int", "abs") and number(first) is not None:
        return _rounded(name, number(first) or 0.0, given[1] if len(given) > 1 else UNKNOWN)
    if name in _SAME and given:
        return _converted(name, first)
    if name not in _KEEP:
        for item in given:
            forget(item)
    return UNKNOWN


def of_collection(
    owner: Table | Listed, name: str, given: list[Folded], named: dict[str, Folded], *, again: bool
) -> Folded:
    """The value of a method of a list or dictionary; `again` says that it may be called any number of times."""
    first = given[0] if given else UNKNOWN
    if isinstance(owner, Table) and name == "update":
        owner.items.update({**(first.items if isinstance(first, Table) else {}), **named})
    elif isinstance(owner, Table) and name in ("get", "pop", "setdefault"):
        return owner.items.get(text_of(first), given[1] if len(given) > 1 else UNKNOWN)
    elif isinstance(owner, Table) and name in ("items", "values", "keys"):
        if name == "items":
            return Listed([Listed([key, item]) for key, item in owner.items.items()])
        return Listed(list(owner.items.values()) if name == "values" else list(owner.items))
    elif isinstance(owner, Listed) and name == "append" and len(owner.items) < MOST_ITEMS:
        owner.items.append(UNKNOWN if again else first)
    elif isinstance(owner, Listed) and name == "extend" and isinstance(first, Listed):
        owner.items.extend(first.items[:MOST_ITEMS])
    elif name not in _KEEP:
        forget(owner)
    return UNKNOWN


def of_text(owner: str, name: str, given: list[Folded], named: dict[str, Folded]) -> Folded:
    """The value of a method of a text."""
    first = given[0] if given else UNKNOWN
    if name == "format":
        return braces(owner, given, named)
    if name == "join":
        return owner.join(map(text_of, first.items))[:MOST_TEXT] if isinstance(first, Listed) else UNKNOWN
    if name == "replace" and len(given) == 2 and isinstance(first, str):
        return owner.replace(first, text_of(given[1]))[:MOST_TEXT] if first else UNKNOWN
    return owner.strip() if name in _SAME else UNKNOWN


def _converted(name: str, value: Folded) -> Folded:
    if name == "str":
        return UNKNOWN if isinstance(value, Unknown) else text_of(value)
    if isinstance(value, str) and name in ("float", "Decimal", "float64"):
        known = to_decimal(value)
        return UNKNOWN if known is None or abs(known.adjusted()) > 15 else float(known)
    return value


def _rounded(name: str, value: float, digits: Folded) -> Folded:
    if name == "abs":
        return abs(value)
    if name == "round" and isinstance(digits, int) and 0 <= digits <= 15:
        return round(value, digits)
    return int(value) if name == "int" else round(value)


def forget(value: Folded) -> None:
    """What is handed to unknown code, or stored under an unknown key, may have changed."""
    if isinstance(value, Table):
        for key in value.items:
            value.items[key] = UNKNOWN
    elif isinstance(value, Listed):
        value.items[:] = [UNKNOWN] * len(value.items)
