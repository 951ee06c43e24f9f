"""What of a workspace is entered: the logbook, and the files of results that its pages name."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from openrepro.agents.scaffold import BOOK, ROOT
from openrepro.ids import digest, sha256

LOCAL_FILE: Final = re.compile(rb"trackio-local-path://([^\s\"'`<>()\[\]]{1,500})")
LARGEST: Final = 8 * 2**20
"""A result file that is larger is left out, and said to be."""
KEPT_BESIDE: Final = frozenset((f"{ROOT}/metadata.json", f"{ROOT}/.gitignore"))
VIEWER: Final = frozenset(
    ("index.html", "logbook.css", "logbook.js", "bucket-icon.svg", "trackio-logo.png", "trackio-logo-light.png",
     "trackio-wordmark-dark.png", ".serve.log")
)  # fmt: skip
"""What Trackio copies beside the pages to show them; it is the same everywhere."""


class Packed(NamedTuple):
    """An archive (.zip) that is the same for the same files, the files in it, and what was left out with why."""

    archive: bytes
    files: Mapping[str, bytes]
    left_out: tuple[str, ...]

    @property
    def digest(self) -> str:
        return digest({path: sha256(data) for path, data in self.files.items()})


def packed(files: Mapping[str, bytes]) -> Packed:
    """The archive of a workspace's `files` (POSIX paths relative to it, to bytes).

    The transcripts that Trackio keeps raw are not in it, only those that it prepared for the logbook.
    """
    chosen = {path: files[path] for path in sorted(files) if _belongs(path)}
    left_out = []
    for name in _named(chosen):
        data = files.get(name)
        if data is None:
            left_out.append(f"{name}: named on a page, and not there.")
        elif len(data) > LARGEST:
            left_out.append(f"{name}: larger than {LARGEST // 2**20} MiB.")
        else:
            chosen[name] = data
    return Packed(_zip(chosen), chosen, tuple(left_out))


def _belongs(path: str) -> bool:
    if not path.startswith(f"{BOOK}/"):
        return path in KEPT_BESIDE
    inner = path.removeprefix(f"{BOOK}/")
    return inner not in VIEWER and not inner.startswith(".sync")


def _named(files: Mapping[str, bytes]) -> Iterator[str]:
    """The files beside the logbook that its pages name, once each; a name that leads out of the workspace is none."""
    found = (name for path, data in files.items() if path.endswith(".md") for name in LOCAL_FILE.findall(data))
    for name in dict.fromkeys(text.decode("utf-8", "replace") for text in found):
        parts = PurePosixPath(name).parts
        if parts and not name.startswith("/") and ".." not in parts and name not in files:
            yield name


def _zip(files: Mapping[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(files):
            made.writestr(zipfile.ZipInfo(path), files[path], zipfile.ZIP_DEFLATED)
    return held.getvalue()
