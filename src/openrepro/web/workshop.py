"""The folder beside a copy of the site in which the next one is made, and what a killed export left of such folders."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

PREFIX: Final = ".site-"
LOCK: Final = "openrepro-export.lock"
"""Held by all processes of an export while they live; names the copy that is being made."""
SITE: Final = "site"
OLD: Final = "old"


@contextmanager
def workshop(out: Path) -> Iterator[Path]:
    """A folder of our own beside `out`, gone when the block is left. First removes those that a killed export of
    `out` left there: only what carries its name, and what no living process holds."""
    _clear(out)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=out.parent) as made:
        folder = Path(made)
        with (folder / f"{LOCK}.new").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            lock.write(_name(out))
            lock.flush()
            Path(lock.name).rename(folder / LOCK)  # whoever sees the name finds it held
            yield folder


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Hold a workshop while the block runs, for a process that works in it; a folder without a lock is none. Raises
    OSError where it was cleared away before, since the process that made it is dead."""
    try:
        lock = (folder / LOCK).open()
    except FileNotFoundError:
        os.stat(folder)
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        os.stat(folder / LOCK)
        yield


def _name(out: Path) -> str:
    return f"{out}\n"


def _clear(out: Path) -> None:
    for folder in out.parent.glob(f"{PREFIX}*"):
        lock = folder / LOCK
        if folder.is_symlink() or lock.is_symlink() or not lock.is_file():
            continue
        with suppress(OSError), lock.open() as held:
            if held.read() == _name(out) and _abandoned(held):
                _rescue(folder / OLD, out)
                shutil.rmtree(folder, ignore_errors=True)


def _abandoned(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _rescue(old: Path, out: Path) -> None:
    """Put an earlier copy back that was moved aside when the export was killed."""
    if old.is_dir() and not os.path.lexists(out):
        old.rename(out)
