"""Where something stands in the pages of a logbook, as an address that readers can follow."""

from collections.abc import Mapping
from typing import Any

from openrepro.ids import Json
from openrepro.web.templating import address


def page_address(entry: str, page: int, part: int = 0) -> str:
    """The address of a page of a logbook; `page` and `part` count from 0, addresses from 1."""
    return address(f"/logbooks/{entry}/pages/{page + 1}", {"part": part + 1 if part else ""})


def spot_address(entry: str, spot: Mapping[str, Any], mark: str = "") -> str:
    """The address of a spot of a rendering (`rendering.material`); empty for what is on no page.

    `mark` is the id of a quote's mark, to jump to it instead of its cell.
    """
    if spot["page"] is None:
        return ""
    anchor = mark or spot["anchor"]
    return page_address(entry, spot["page"], spot["part"] or 0) + (f"#{anchor}" if anchor else "")


def place(entry: str, spot: Mapping[str, Any], mark: str = "") -> dict[str, Json]:
    """A spot as pages tell it: the file, its bytes, and where it is shown (empty: on no page)."""
    start, end = spot["bytes"]
    return {"file": spot["file"], "start": start, "end": end, "where": spot_address(entry, spot, mark)}
