"""The header of a cell: its JSON read tolerantly, each field checked for its type."""

import math
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from openrepro.ids import Json
from openrepro.logbooks.documents import read_json
from openrepro.logbooks.logbook import CellType
from openrepro.logbooks.scan import Marker, line_end, next_line

_CLOSE = re.compile(rb"^[ \t]*-->", re.M)
_UNCLOSED_LIMIT = 65_536
_ID_LIMIT = 200
_NUMBER = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")
_PRINTED_DURATION = re.compile(r"(?<!\\)\"duration_s\"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}(" + _NUMBER.pattern + ")")


@dataclass(frozen=True, slots=True)
class Header:
    """What a cell header says. `start` is the place of its `---` line, `body` where the cell's text begins.

    `faults` are (problem code, clause) pairs; the clause completes "The header of cell … ".
    """

    start: int
    body: int
    type: CellType = CellType.UNKNOWN
    id: str = ""
    title: str = ""
    created_at: str = ""
    command: tuple[str, ...] = ()
    exit_code: int | None = None
    duration_s: str | None = None
    pinned: bool = False
    meta: Mapping[str, Json] | None = None
    faults: tuple[tuple[str, str], ...] = ()


def read_header(data: bytes, lines: bytes, marker: Marker, floor: int, ceiling: int) -> Header:
    """The header at `marker`; its `---` may not begin before `floor`, nor its text go on behind `ceiling`."""
    start, faults = _separator(data, lines, marker, floor)
    if lines[marker.after : line_end(lines, marker.after)].strip(b" \t"):
        faults.append(("lost-marker", "has text on the line of its marker"))
    text = data[marker.after : _text_end(lines, marker.after, ceiling)].decode("utf-8", "surrogateescape")
    document = read_json(text)
    if document.error:
        body = _closed(data, lines, marker.after, ceiling, faults)
        faults.append(("bad-cell-header", f"is not valid JSON ({document.error})"))
        return Header(start, body, meta=None, faults=tuple(faults))
    behind = marker.after + len(text[: document.end].encode("utf-8", "surrogateescape"))
    body = _closed(data, lines, behind, ceiling, faults)
    if not isinstance(document.value, Mapping):
        faults.append(("bad-cell-header", "is JSON, but not an object"))
        return Header(start, body, meta=None, faults=tuple(faults))
    return _fields(start, body, document.value, text, faults)


def _separator(data: bytes, lines: bytes, marker: Marker, floor: int) -> tuple[int, list[tuple[str, str]]]:
    end = floor + len(lines[floor : marker.start].rstrip())
    start = max(lines.rfind(b"\n", floor, end) + 1, floor)
    if lines[start:end].strip(b" \t") != b"---":
        return max(marker.start, floor), [("lost-marker", "has no `---` line before it")]
    if data[end : marker.start] not in (b"\n", b"\r\n", b"\r"):
        return start, [("lost-marker", "has blanks behind or below its `---`")]
    return start, []


def _text_end(lines: bytes, start: int, ceiling: int) -> int:
    close = _CLOSE.search(lines, start, ceiling)
    inline = lines.find(b"-->", start, min(line_end(lines, start), ceiling))
    if close is None and inline < 0:
        return min(ceiling, start + _UNCLOSED_LIMIT)
    return close.start() if close is not None else ceiling


def _closed(data: bytes, lines: bytes, place: int, ceiling: int, faults: list[tuple[str, str]]) -> int:
    """Where the body begins when the header's text ends at `place`: behind its `-->`, or at once without one."""
    close = _CLOSE.search(lines, place, ceiling)
    rest = lines[place : line_end(lines, place)].strip(b" \t")
    if rest.startswith((b"-->", b"\\n-->")):
        faults.append(("lost-marker", "closes on the line of its JSON"))
        return min(_behind(data, lines, lines.find(b"-->", place)), ceiling)
    if close is not None and not lines[place : close.start()].strip():
        return min(_behind(data, lines, close.end() - 3), ceiling)
    if close is not None and close.start() - place < _UNCLOSED_LIMIT and _same_header(lines, place, close.start()):
        return min(_behind(data, lines, close.end() - 3), ceiling)
    faults.append(("lost-marker", "is not closed by `-->`"))
    return min(next_line(data, line_end(lines, place)), ceiling)


def _same_header(lines: bytes, place: int, close: int) -> bool:
    """Whether the text up to a `-->` can be one (broken) header: no blank line in it."""
    return b"\n\n" not in lines[place:close].strip(b"\n")


def _behind(data: bytes, lines: bytes, close: int) -> int:
    end = line_end(lines, close)
    return close + 3 if lines[close + 3 : end].strip(b" \t") else next_line(data, end)


def _fields(start: int, body: int, meta: Mapping[str, Json], text: str, faults: list[tuple[str, str]]) -> Header:
    kind = _type(meta.get("type"), faults)
    command = _command(meta.get("command"), faults)
    if command and kind is not CellType.CODE:
        faults.append(("command-outside-run", "has a `command`, but its type is not code, so it is no run; record one"))
        command = ()
    return Header(
        start=start,
        body=body,
        type=kind,
        id=_id(meta.get("id"), faults),
        title=_string("title", meta.get("title"), faults),
        created_at=_string("created_at", meta.get("created_at"), faults),
        command=command,
        exit_code=_exit_code(meta.get("exit_code"), faults),
        duration_s=_duration(meta.get("duration_s"), text, faults),
        pinned=_flag(meta.get("pinned"), faults),
        meta=meta,
        faults=tuple(faults),
    )


def _type(value: Json, faults: list[tuple[str, str]]) -> CellType:
    if value in ("markdown", "code", "figure", "artifact", "dashboard"):
        return CellType(str(value))
    faults.append(("unknown-cell-type", f"has the type {_shown(value)}"))
    return CellType.UNKNOWN


def _id(value: Json, faults: list[tuple[str, str]]) -> str:
    if value is None or value == "":
        faults.append(("missing-cell-id", "has no id"))
        return ""
    text = value if isinstance(value, str) else str(value)
    clean = "".join(char for char in text[:_ID_LIMIT] if char.isprintable()).strip()
    if clean != value:
        faults.append(("wrong-type", f"has the id {_shown(value)}, which is no plain string"))
    return clean


def _string(name: str, value: Json, faults: list[tuple[str, str]]) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    faults.append(("wrong-type", f"has a `{name}` that is no string"))
    return str(value) if isinstance(value, bool | int | float) else ""


def _command(value: Json, faults: list[tuple[str, str]]) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        faults.append(("wrong-type", "has a `command` that is a string, not a list"))
        return _split(value)
    if isinstance(value, Mapping) or not hasattr(value, "__iter__"):
        faults.append(("wrong-type", "has a `command` that is not a list"))
        return ()
    parts = tuple(part if isinstance(part, str) else str(part) for part in value)
    if parts != tuple(value):
        faults.append(("wrong-type", "has a `command` with parts that are no strings"))
    return parts


def _split(text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text)) if len(text) < 10_000 else tuple(text.split())
    except ValueError:
        return tuple(text.split())


def _exit_code(value: Json, faults: list[tuple[str, str]]) -> int | None:
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 2**31 else None
    faults.append(("wrong-type", f"has the `exit_code` {_shown(value)}, which is no integer"))
    return None


def _duration(value: Json, text: str, faults: list[tuple[str, str]]) -> str | None:
    """The duration as printed. An unescaped `"duration_s"` in valid JSON is a key, since strings escape quotes."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        printed = [match[1] for match in _PRINTED_DURATION.finditer(text) if float(match[1]) == value]
        return printed[-1] if printed else str(value)
    if value is not None:
        faults.append(("wrong-type", f"has the `duration_s` {_shown(value)}, which is no number of seconds"))
    return None


def _flag(value: Json, faults: list[tuple[str, str]]) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    faults.append(("wrong-type", f"has the `pinned` {_shown(value)}, which is neither true nor false"))
    return value in ("true", "True", 1)


def _shown(value: Json) -> str:
    return f"`{str(value)[:40]}`"
