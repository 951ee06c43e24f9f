"""The bytes that verdicts rest on, as they are asked for and as they are found in a revision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from openrepro.logbooks.logbook import Address, Logbook
from openrepro.rendering.model import Quoted

MOST_QUOTES: Final = 300
MOST_OF_CLAIM: Final = 40
LONGEST_MARK: Final = 4_000
"""Bytes that are marked as one quote; of what is longer, and of a whole cell, only the place is told."""
LONGEST_TEXT: Final = 2_000
MOST_TEXT: Final = 60_000
"""Characters of all quotes together whose text is kept beside the pages."""


class Asked(NamedTuple):
    """Bytes that a verdict rests on. `why` says what for: `measured`, `quoted`, the code of a reason, or
    `read by a model`.

    `carried` are the bytes where the verdict is about an earlier revision: they may stand elsewhere in this one.
    """

    claim: str
    verdict: str
    why: str
    at: Address
    carried: bytes | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A quote as it stands in the revision; `name` is the id of its mark. `at` is None where it is not found."""

    name: str
    asked: Asked
    at: Address | None
    text: str
    marked: bool


def asked_of(verdict: Mapping[str, Any], name: str) -> tuple[Asked, ...]:
    """The bytes that a verdict record (as JSON) rests on, each place once, the measured ones first."""
    claim = str(verdict["claim"])
    found: dict[Address, str] = {}
    for why, at in _places(verdict):
        found.setdefault(Address(at["file"], at["bytes"][0], at["bytes"][1], at["cell"]), why)
    return tuple(Asked(claim, name, why, at) for at, why in found.items())[:MOST_OF_CLAIM]


def _places(verdict: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    reading = verdict.get("reading") or {}
    yield from (("measured", item["at"]) for item in reading.get("measured", ()))
    yield from (("quoted", at) for at in reading.get("quotes", ()))
    for reason in verdict["ruling"]["reasons"]:
        yield from ((str(reason["code"]), at) for at in reason["at"])
    for look in verdict.get("looks", ()):
        yield from (("read by a model", at) for at in _looked_at(look["reading"] or {}))


def _looked_at(reading: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (item["at"] for item in reading.get("measured", ()))
    yield from reading.get("quotes", ())
    yield from (item["at"] for item in reading.get("doubts", ()) if item["at"])


def found_in(logbook: Logbook, asked: Iterable[Asked]) -> tuple[Found, ...]:
    """Each quote where it stands in the revision, in the order in which they are asked for, named `q1`, `q2`, …"""
    cells = {(cell.at.file, cell.at.start, cell.at.end) for page in logbook.pages for cell in page.cells}
    left = MOST_TEXT
    kept: list[Found] = []
    for one in list(asked)[:MOST_QUOTES]:
        at = _standing(logbook, one)
        data = b"" if at is None else logbook.read(at) or b""
        text = data[:LONGEST_TEXT].decode("utf-8", "replace")
        marked = at is not None and 0 < len(data) <= LONGEST_MARK and (at.file, at.start, at.end) not in cells
        kept.append(Found(f"q{len(kept) + 1}", one, at, text if len(text) <= left else "", marked))
        left -= min(len(text), left)
    return tuple(kept)


def to_mark(found: Sequence[Found]) -> tuple[Quoted, ...]:
    """What the rendering is to mark."""
    return tuple(Quoted(one.at, one.name, one.asked.claim) for one in found if one.marked and one.at is not None)


def _standing(logbook: Logbook, asked: Asked) -> Address | None:
    """Where a quote stands: at its address, or, when carried over, where the same bytes stand once in its file."""
    here = logbook.read(asked.at)
    if asked.carried is None or here == asked.carried:
        return asked.at if here else None
    data, sought = logbook.files.get(asked.at.file, b""), asked.carried
    start = data.find(sought) if sought else -1
    if start < 0 or data.find(sought, start + 1) >= 0:
        return None
    return Address(asked.at.file, start, start + len(sought))
