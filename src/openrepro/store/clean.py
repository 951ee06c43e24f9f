"""Text that every database can hold: strangers also send characters that none can, and they must break nothing."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from openrepro.visible import MARK

_NUL: Final = "\0"
_UNKEPT: Final = re.compile("[\0\ud800-\udfff]")

One: TypeAlias = Mapping[str, object] | Sequence[object]
Many: TypeAlias = Sequence[One]


def clean(
    _connection: object, _cursor: object, statement: str, parameters: One | Many, _context: object, many: bool
) -> tuple[str, One | Many]:
    """What SQLAlchemy calls before a statement is sent: the same, its parameters made storable."""
    return statement, [_one(each) for each in parameters] if many else _one(parameters)


def storable(text: str) -> str:
    """`text` with U+FFFD for what no database keeps: NUL characters and lone surrogates."""
    return text if _NUL not in text and _encodes(text) else _UNKEPT.sub(MARK, text)


def _encodes(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _one(parameters: object) -> One:
    if isinstance(parameters, dict):
        return {name: _value(value) for name, value in parameters.items()}
    assert isinstance(parameters, (tuple, list))
    return tuple(map(_value, parameters))


def _value(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    return [_value(item) for item in value] if isinstance(value, list) else value
