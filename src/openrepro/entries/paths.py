"""Names of files from strangers: which are refused, which are left out, and which of them collide."""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from openrepro.entries.members import Limits, UploadError
from openrepro.logbooks.archive import SKIPPED
from openrepro.papers.resolving import quoted
from openrepro.visible import visible

LEFT_OUT: Final = SKIPPED | {"__MACOSX", ".ipynb_checkpoints"}
LEFT_OUT_FILES: Final = frozenset((".DS_Store", "Thumbs.db", "desktop.ini"))
MEANT: Final = frozenset(("pages", "logbook", "evidence"))
"""Folders that mean something to a logbook, so they are kept even when everything lies in one of them."""

_DRIVE: Final = re.compile("[A-Za-z]:")
_RENAME: Final = "Rename it, and pack the folder again."


def checked_path(name: str, limits: Limits) -> str:
    """`name` as a path with single slashes, no dots and no slash at its end; empty for the folder itself.

    Raises UploadError for a name that could lead elsewhere, hide something or be too long.
    """
    size = len(name) if name.isascii() else len(name.encode("utf-8", "replace"))
    if size > limits.name:
        text = f"A file has a name of {len(name):,} characters ({quoted(name)}); at most {limits.name} bytes are taken."
        raise UploadError(text, hint="Use shorter names.")
    if visible(name) != name or "\n" in name or "\t" in name:
        raise UploadError(f"A name has a control or hidden character in it: {quoted(name)}.", hint=_RENAME)
    if "\\" in name:
        raise UploadError(f"A name has a backslash in it: {quoted(name)}.", hint=_RENAME)
    if name.startswith("/") or _DRIVE.match(name):
        raise UploadError(f"{quoted(name)} begins at the root of a disk.", hint="Pack the folder by its relative name.")
    return _parts(name, limits)


def _parts(name: str, limits: Limits) -> str:
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise UploadError(f"{quoted(name)} leads out of the folder by `..`.", hint="Pack the folder by its own name.")
    if len(parts) > limits.depth:
        raise UploadError(f"{quoted(name)} lies {len(parts) - 1} folders deep; at most {limits.depth - 1} are taken.")
    long = next((part for part in parts if len(part.encode("utf-8", "replace")) > limits.part), None)
    if long is not None:
        raise UploadError(f"{quoted(long)} is a name of more than {limits.part} bytes.", hint="Use shorter names.")
    return "/".join(parts)


def left_out(path: str) -> str:
    """The folder or file that keeps `path` out of an entry (version control, environments, caches); empty if none."""
    parts = path.split("/")
    if parts[-1] in LEFT_OUT_FILES or parts[-1].startswith("._"):
        return parts[-1]
    return next((part for part in parts if part in LEFT_OUT), "")


class _As(StrEnum):
    FILE = "file"
    FOLDER = "folder"


class Shelf:
    """The paths taken so far. Two that some file system would take for one are refused."""

    def __init__(self) -> None:
        self._spelled: dict[str, str] = {}
        self._kinds: dict[str, _As] = {}

    def add(self, path: str) -> None:
        """Take one more file. Raises UploadError when it collides with another."""
        at = path.find("/")
        while at >= 0:
            self._take(path[:at], _As.FOLDER)
            at = path.find("/", at + 1)
        self._take(path, _As.FILE)

    def _take(self, path: str, kind: _As) -> None:
        key = folded(path)
        other = self._spelled.setdefault(key, path)
        if other != path:
            text = f"{quoted(path)} and {quoted(other)} differ only in capital letters or in how Unicode spells them"
            raise UploadError(f"{text}, so they are one name on some machines.", hint=_RENAME)
        held = self._kinds.get(key)
        if held is None:
            self._kinds[key] = kind
        elif kind is not held:
            raise UploadError(f"{quoted(path)} is both a file and a folder.", hint=_RENAME)
        elif kind is _As.FILE:
            raise UploadError(f"{quoted(path)} is there twice.", hint="Pack every file once.")


def folded(path: str) -> str:
    """`path` as a file system that forgets case and Unicode form compares it."""
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def top_folder(paths: Iterable[str]) -> str:
    """The one folder that everything lies in, with its slash; empty when its name means something to a logbook."""
    tops = {path.partition("/")[0] if "/" in path else "" for path in paths}
    top = tops.pop() if len(tops) == 1 else ""
    return f"{top}/" if top and not top.startswith(".") and top not in MEANT else ""
