"""Cursors: where a page ended, as an opaque word that only the list that made it takes."""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from openrepro.web.conditional import tag_of
from openrepro.web.faults import ApiError, Code

Value: TypeAlias = str | int
LONGEST: Final = 600
BIGGEST: Final = 2**53


class Numbered(NamedTuple):
    """Where a page of a numbered list ended: the number, and the name that tells equals apart."""

    number: int
    name: str


class Cursor:
    """The cursors of one list: its name, and the filters that are in force."""

    def __init__(self, name: str, filters: Mapping[str, object] | None = None) -> None:
        self._mark = tag_of(name, *sorted((filters or {}).items()))[3:11]

    def made(self, *values: Value) -> str:
        """The cursor of a page that ended at `values`."""
        text = json.dumps([self._mark, *values], ensure_ascii=True, separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def texts(self, cursor: str | None, count: int) -> tuple[str, ...] | None:
        """The `count` texts in a cursor; None for none. Raises ApiError for one that this list did not make."""
        values = self._values(cursor)
        if values is not None and (len(values) != count or not all(isinstance(value, str) for value in values)):
            raise _bad()
        return None if values is None else tuple(str(value) for value in values)

    def number(self, cursor: str | None) -> int | None:
        """The one number in a cursor; None for none. Raises ApiError for one that this list did not make."""
        values = self._values(cursor)
        if values is None:
            return None
        if len(values) != 1:
            raise _bad()
        return _number(values[0])

    def numbered(self, cursor: str | None) -> Numbered | None:
        """The number and the text in a cursor; None for none. Raises ApiError for one that this list did not make."""
        values = self._values(cursor)
        if values is None:
            return None
        if len(values) != 2 or not isinstance(values[1], str):
            raise _bad()
        return Numbered(_number(values[0]), values[1])

    def _values(self, cursor: str | None) -> Sequence[object] | None:
        if cursor is None:
            return None
        values = _decoded(cursor)
        if not values or values[0] != self._mark:
            raise _bad()
        return values[1:]


def _decoded(cursor: str) -> Sequence[object]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = json.loads(text)
    except (binascii.Error, ValueError, RecursionError):
        raise _bad() from None
    if len(cursor) > LONGEST or not isinstance(values, list):
        raise _bad()
    return values


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= BIGGEST:
        raise _bad()
    return value


def _bad() -> ApiError:
    return ApiError(
        400,
        "The cursor was not made by this list, or not with these filters.",
        code=Code.BAD_CURSOR,
        hint="Give the `next` of the page before, with the same filters; leave it out to begin.",
        where="query.cursor",
    )
