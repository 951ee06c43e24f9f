"""The traces of agents that a logbook brings along, as Trackio keeps them: sessions, and a bounded line of events."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from openrepro.ids import Json
from openrepro.lint.secrets import masked
from openrepro.logbooks.logbook import Logbook
from openrepro.rendering.parts import TRACE, PackedPart, packed
from openrepro.visible import visible

MOST_SESSIONS: Final = 40
MOST_HEAD: Final = 300
MOST_TAIL: Final = 100
"""Events that are kept of one session: so many of the first, and so many of the last."""
PER_PART: Final = 100
LARGEST_FILE: Final = 8_000_000
LARGEST_INDEX: Final = 200_000
MOST_CHUNKS: Final = 200
LONGEST_TEXT: Final = 600
LONGEST_NAME: Final = 200
KINDS: Final = ("user", "assistant", "reasoning", "tool_call", "tool_result", "status")

Table = Mapping[str, Any]


class Traces(NamedTuple):
    """Sessions as JSON, and the parts that hold their events (kind `trace`, page = session)."""

    sessions: tuple[dict[str, Json], ...]
    parts: tuple[PackedPart, ...]


def traces_of(logbook: Logbook) -> Traces:
    """The sessions that are attached, in the order of their folders; what cannot be read says so in `sentence`."""
    sessions: list[dict[str, Json]] = []
    parts: list[PackedPart] = []
    for folder in _folders(logbook.files)[:MOST_SESSIONS]:
        session, events = _session(logbook.files, folder)
        held = [packed(TRACE, len(sessions), at, text) for at, text in enumerate(_parts(events))]
        sessions.append(session | {"number": len(sessions), "shown": len(events), "parts": len(held)})
        parts += held
    return Traces(tuple(sessions), tuple(parts))


def _folders(files: Mapping[str, bytes]) -> list[str]:
    """The folders `…/traces/<session>/` that hold an index."""
    split = (path.split("/") for path in files)
    found = ("/".join(parts[:-1]) for parts in split if parts[-1] == "index.json" and parts[-3:-2] == ["traces"])
    return sorted(found)


def _session(files: Mapping[str, bytes], folder: str) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    index = _table(files[f"{folder}/index.json"], LARGEST_INDEX)
    told = {} if index is None else index
    session: dict[str, Json] = {
        "id": _name(told.get("id")) or folder.rsplit("/", 1)[-1][:LONGEST_NAME],
        "title": _name(told.get("title")),
        "agent": _name(told.get("provider")),
        "model": _name(told.get("model")),
        "started_at": _name(told.get("started_at")),
        "ended_at": _name(told.get("ended_at")),
        "turns": _count(told.get("turn_count")),
        "events": _count(told.get("event_count")),
        "scrubbed": told.get("scrub") is True,
        "redactions": _count(told.get("scrub_redactions")),
        "sentence": "" if index is not None else "The index of this session cannot be read.",
    }
    events = list(_bounded(_events(files, folder)))
    return session, events


def _events(files: Mapping[str, bytes], folder: str) -> Iterator[Table]:
    """The events of the files `events-….json` of a session, in their order."""
    inside = sorted(path for path in files if path.startswith(f"{folder}/events-") and path.endswith(".json"))
    for path in inside[:MOST_CHUNKS]:
        chunk = _table(files[path], LARGEST_FILE)
        events = None if chunk is None else chunk.get("events")
        if isinstance(events, list):
            yield from (event for event in events if isinstance(event, dict))


def _bounded(events: Iterator[Table]) -> Iterator[dict[str, Json]]:
    """The first and the last events, and between them how many are left out."""
    tail: list[Table] = []
    count = 0
    for count, event in enumerate(events, start=1):
        if count <= MOST_HEAD:
            yield _event(event)
        else:
            tail.append(event)
            if len(tail) >= 2 * MOST_TAIL:
                del tail[:-MOST_TAIL]
    gone = count - MOST_HEAD - len(tail[-MOST_TAIL:])
    if gone > 0:
        yield {"kind": "left-out", "count": gone}
    yield from map(_event, tail[-MOST_TAIL:])


def _event(event: Table) -> dict[str, Json]:
    """One line: when, who or what, and the beginning of what was said, called or printed."""
    kind = event.get("kind")
    said = next((text for key in ("text", "input", "output") if isinstance(text := event.get(key), str) and text), "")
    shown = masked(said[: 2 * LONGEST_TEXT])[:LONGEST_TEXT]
    return {
        "kind": kind if kind in KINDS else "other",
        "at": _name(event.get("timestamp")),
        "elapsed_ms": _count(event.get("elapsed_ms")),
        "turn": _count(event.get("turn")),
        "title": _name(event.get("title")),
        "tool": _name(event.get("tool_name")),
        "status": _name(event.get("status")),
        "text": visible(shown),
        "left_out": max(0, len(said) - LONGEST_TEXT),
    }


def _parts(events: list[dict[str, Json]]) -> Iterator[str]:
    for start in range(0, len(events), PER_PART):
        yield json.dumps({"events": events[start : start + PER_PART]}, ensure_ascii=False, separators=(",", ":"))


def _table(data: bytes, most: int) -> Table | None:
    """The JSON object that `data` is; None where it is none, or too large."""
    if len(data) > most:
        return None
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _name(value: object) -> str:
    return visible(masked(value[:LONGEST_NAME])) if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    """A count that a file states; None where it states none."""
    return value if type(value) is int and 0 <= value < 2**53 else None
