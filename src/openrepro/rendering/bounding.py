"""The material of a logbook kept small enough to be read with every page, however much a stranger puts in."""

import json
from typing import Any, Final

from openrepro.ids import Json

LARGEST: Final = 500_000
"""Characters of the material as JSON text."""
FEWEST: Final = 10
"""Items that a list keeps at least."""
MANY_PAGES: Final = 200
SHORT_NAME: Final = 60
"""Characters that the titles of so many pages may have."""

Row = dict[str, Json]


def bounded(body: Row) -> Row:
    """`body` with its lists halved, the longest text first, until it is small enough; `left_out` counts what went."""
    kept: dict[str, Any] = dict(body) | {"left_out": dict(body["left_out"])}  # type: ignore[arg-type]
    if len(kept["pages"]) > MANY_PAGES:
        kept["pages"] = [page | _short(page) for page in kept["pages"]]
    sizes = {name: _size(kept[name]) for name in kept["left_out"]}
    left = _size(kept) - LARGEST
    while left > 0 and (name := _largest(kept, sizes)):
        half = max(FEWEST, len(kept[name]) // 2)
        kept["left_out"][name] += len(kept[name]) - half
        kept[name] = kept[name][:half]
        left -= sizes[name] - _size(kept[name])
        sizes[name] = _size(kept[name])
    return kept


def _short(page: dict[str, Any]) -> Row:
    return {name: page[name][:SHORT_NAME] for name in ("slug", "title")}


def _largest(kept: dict[str, Any], sizes: dict[str, int]) -> str:
    """The list with the longest text that can still be halved; empty when none can."""
    long = [name for name in sizes if len(kept[name]) > FEWEST]
    return max(long, key=lambda name: sizes[name], default="")


def _size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False))
