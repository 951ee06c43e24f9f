"""What the Hub says of Spaces and files, read strictly: a row that cannot be used is a sentence, never a guess."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from openrepro import clock
from openrepro.entries.discovery import Space
from openrepro.hub.fetching import FetchError
from openrepro.papers.fields import Fault

SPACE_ID: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,95}")
SHA: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
KEY: Final = re.compile(r"[0-9a-zA-Z]{1,64}")
LONGEST_TAG: Final = 200
MOST_TAGS: Final = 200
MOST_ROWS: Final = 1_000


class Rows(NamedTuple):
    """The Spaces of one page in its order, each once, and what could not be used. `doubled` rows came twice;
    `lost` rows name no Space."""

    spaces: tuple[Space, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubled: int = 0
    lost: int = 0


class RemoteFile(NamedTuple):
    """A file of a revision: `size` in bytes, and a digest of its content: `sha256` for a file in large-file storage,
    else `blob`, the SHA-1 that git names it by."""

    path: str
    size: int
    blob: str = ""
    sha256: str = ""


def decoded(body: bytes, what: str) -> object:
    """The JSON value of an answer. Raises FetchError with a sentence about `what`."""
    try:
        value: object = json.loads(body)
    except RecursionError:
        raise FetchError(f"{what} is nested too deeply to be read.") from None
    except ValueError:
        start = body[:40].decode("utf-8", "replace")
        raise FetchError(f"{what} is not JSON: it begins with {start!r}.") from None
    return value


def space_rows(value: object, what: str) -> Rows:
    """The Spaces in the decoded page `what`. Raises FetchError when it is no list, or far longer than asked for."""
    rows = listed(value, what)
    spaces: dict[str, Space] = {}
    faults: list[Fault] = []
    lost = 0
    for at, row in enumerate(rows, start=1):
        place = f"{what}, row {at}"
        space = space_of(row, place, faults)
        lost += space is None
        if space is not None:
            spaces.setdefault(space.id, space)
    return Rows(tuple(spaces.values()), tuple(faults), len(rows) - lost - len(spaces), lost)


def listed(value: object, what: str) -> Sequence[object]:
    """`value` as a page of rows. Raises FetchError."""
    if not isinstance(value, list):
        raise FetchError(f"{what} is not a list but {kind(value)}.")
    if len(value) > MOST_ROWS:
        raise FetchError(f"{what} has {len(value):,} rows, more than {MOST_ROWS:,}; none was used.")
    return value


def space_of(row: object, place: str, faults: list[Fault]) -> Space | None:
    """The Space that a row describes; what is wrong with it is added to `faults`. None without a usable id."""
    if not isinstance(row, Mapping):
        faults.append(Fault(place, f"It is {kind(row)}, not the description of a Space."))
        return None
    name = row.get("id")
    if not isinstance(name, str) or not usable_id(name):
        faults.append(Fault(place, f"It names no Space: its id is {short(name)}."))
        return None
    place = f"{place}, {name}"
    return Space(
        id=name,
        sha=_matching(row, "sha", SHA, place, faults),
        tags=_tags(row.get("tags"), place, faults),
        created_at=_instant(row, "createdAt", place, faults),
        modified_at=_instant(row, "lastModified", place, faults),
        key=_matching(row, "_id", KEY, place, faults),
        private=row.get("private") is True,
        disabled=row.get("disabled") is True,
    )


def usable_id(name: str) -> bool:
    return SPACE_ID.fullmatch(name) is not None and ".." not in name


def file_of(row: object, place: str) -> RemoteFile | None:
    """The file that a row of a tree describes; None for a folder. Raises FetchError when it is neither."""
    if not isinstance(row, Mapping) or row.get("type") not in ("file", "directory"):
        raise FetchError(f"{place} is neither a file nor a folder.")
    if row["type"] == "directory":
        return None
    large = row.get("lfs")
    stored = large if isinstance(large, Mapping) else {}
    path, count = row.get("path"), stored.get("size", row.get("size"))
    if not isinstance(path, str) or not path or not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise FetchError(f"{place} has no usable path and size: {short(path)}, {short(count)}.")
    if not _usable_path(path):
        raise FetchError(f"{place} has a path that no file may have: {short(path)}.")
    blob, sha256 = row.get("oid"), stored.get("oid")
    digest = sha256 if stored else blob
    if not isinstance(digest, str) or not SHA.fullmatch(digest):
        raise FetchError(f"{place} names no digest of its content: {short(digest)}.")
    return RemoteFile(path, count, sha256=digest) if stored else RemoteFile(path, count, blob=digest)


def _usable_path(path: str) -> bool:
    return path.isprintable() and not {"", ".", ".."}.intersection(path.split("/")) and "\\" not in path


def kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", int: "a number", float: "a number", bool: "a yes or no"}
    return "nothing" if value is None else names.get(type(value), "something else")


def short(value: object) -> str:
    """A value of a stranger in a sentence."""
    return repr(value[:60]) if isinstance(value, str) else kind(value)


def _matching(row: Mapping[str, object], name: str, form: re.Pattern[str], place: str, faults: list[Fault]) -> str:
    """The text of a field when it has the right form; else empty, and a fault unless it is absent."""
    value = row.get(name)
    if isinstance(value, str) and form.fullmatch(value):
        return value
    if value is not None:
        faults.append(Fault(place, f"Its {name!r} is {short(value)} and was not used."))
    return ""


def _tags(value: object, place: str, faults: list[Fault]) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        faults.append(Fault(place, f"Its tags are {kind(value)}, not a list; none was used."))
        return ()
    usable = [tag for tag in value[:MOST_TAGS] if isinstance(tag, str) and _readable(tag)]
    if len(usable) < len(value):
        faults.append(Fault(place, f"{len(value) - len(usable)} of its {len(value)} tags cannot be read."))
    return tuple(dict.fromkeys(usable))


def _readable(tag: str) -> bool:
    return 0 < len(tag) <= LONGEST_TAG and tag.isprintable()


def _instant(row: Mapping[str, object], name: str, place: str, faults: list[Fault]) -> str:
    """An instant as it stands in the database; empty, with a fault, when it is none."""
    value = row.get(name)
    if value is None:
        return ""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        if found is not None and found.tzinfo is not None:
            return clock.written(found.astimezone(UTC))
    except (ValueError, OverflowError):
        pass
    faults.append(Fault(place, f"Its {name!r} is {short(value)}, no instant."))
    return ""
