"""Archived bytes in a folder: one file each, named by its content, written whole or not at all."""

import errno
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

from openrepro.ids import sha256
from openrepro.store.blob_faults import BlobError, DamagedError, checked, is_name

UNFINISHED: Final = "unfinished"
"""The folder of what is being written; what a killed process leaves in it is removed a day later."""

ABANDONED_S: Final = 86_400

_OF_ONE_FILE: Final = (errno.EIO, errno.EISDIR)
_PUT_BACK: Final = "Put back a copy of it from a backup."
_FULL: Final = "The disk that holds the archive ({folder}) is full."
_FAULTS: Final[Mapping[int, str]] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "The disk that holds the archive ({folder}) takes no file of this size.",
    errno.EROFS: "The archive ({folder}) cannot be written: it is read-only.",
    errno.EACCES: "The archive ({folder}) does not let this user in.",
    errno.EPERM: "The archive ({folder}) does not let this user in.",
    errno.ENOTDIR: "The archive ({folder}) is not a folder.",
    errno.EEXIST: "The archive ({folder}) is not a folder.",
    errno.EMFILE: "This process has too many files open to reach the archive ({folder}).",
}


class FolderBlobs:
    """Bytes named by their SHA-256, as files `ab/cd/abcd…` under `folder`. Safe for threads and processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with self._told():
            (folder / UNFINISHED).mkdir(parents=True, exist_ok=True)
            self._sweep()

    def put(self, data: bytes) -> str:
        """Keep `data` and give its name; the same bytes twice are kept once, damaged ones are replaced."""
        name = sha256(data)
        path = self._path(name)
        with self._told():
            if not _holds(path, data):
                self._write(path, data)
            _sync(path.parent)
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes of that name; None when they are not there. Raises DamagedError when they were changed."""
        if not is_name(name):
            return None
        path = self._path(name)
        with self._told():
            try:
                data = path.read_bytes()
            except FileNotFoundError:
                return None
            except OSError as error:
                if error.errno not in _OF_ONE_FILE:
                    raise
                raise DamagedError(f"{path} cannot be read: {error.strerror}.", hint=_PUT_BACK) from error
        return checked(data, name, str(path))

    def has(self, name: str) -> bool:
        with self._told():
            return is_name(name) and self._path(name).is_file()

    def delete(self, name: str) -> None:
        """Forget the bytes; nothing happens when they are not there."""
        if is_name(name):
            with self._told():
                self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / name[2:4] / name

    def _write(self, path: Path, data: bytes) -> None:
        unfinished = self._folder / UNFINISHED
        unfinished.mkdir(parents=True, exist_ok=True)  # somebody may have moved the archive away meanwhile
        self._make(path.parent)
        draft = unfinished / secrets.token_hex(16)
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise

    def _make(self, folder: Path) -> None:
        """Make `folder` such that it is still there after a power cut."""
        if folder.is_dir():
            return
        folder.mkdir(parents=True, exist_ok=True)
        for above in (folder.parent, self._folder):
            _sync(above)

    def _sweep(self) -> None:
        """Remove what processes that were killed left behind."""
        before = time.time() - ABANDONED_S
        for draft in (self._folder / UNFINISHED).iterdir():
            with suppress(FileNotFoundError):
                if draft.stat().st_mtime < before:
                    draft.unlink()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            _tell(error, self._folder)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except FileNotFoundError:
        return False


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _tell(error: OSError, folder: Path) -> NoReturn:
    text = _FAULTS.get(error.errno or 0, f"The archive ({{folder}}) fails: {error.strerror}.")
    full = text is _FULL
    hint = (
        "Make room on it. Nothing was kept." if full else "Nothing was kept. Look at the folder, or name another one."
    )
    raise BlobError(text.format(folder=folder), hint=hint) from error
