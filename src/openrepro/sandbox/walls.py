"""The walls of the sandbox: the command line of bubblewrap, with what a program in it can see."""

import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from openrepro.sandbox.faults import SandboxError, SandboxFault

PROGRAM: Final = "bwrap"
CODE: Final = "/code"
"""Where files are found that a program is given, inside; nothing else of this machine is there but Python."""
_APART: Final = ("--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL")
_SYSTEM: Final = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/nix/store")
"""Shared libraries of the system; that is where Python finds libc."""
_CACHE: Final = "/etc/ld.so.cache"


def walls(given: Mapping[str, Path]) -> list[str]:
    """The beginning of a command that runs what follows shut in: no network, no other processes, no files but Python
    and those `given` (name under CODE to path here), all read-only, and an empty /tmp in memory.

    Raises SandboxError where there is no bubblewrap.
    """
    found = shutil.which(PROGRAM)
    if found is None:
        raise SandboxError(SandboxFault.MISSING)
    shown = [part for name, path in given.items() for part in ("--ro-bind", str(path), f"{CODE}/{name}")]
    return [found, *_APART, *_python(), *shown, "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/", "--"]


def interpreter() -> list[str]:
    """Python itself, with neither environment, site packages nor the directory it is started in."""
    return [str(Path(sys.executable).resolve()), "-I", "-S", "-B"]


@cache
def _python() -> tuple[str, ...]:
    paths = list(dict.fromkeys(_seen()))
    outer = [path for path in paths if not any(other in path.parents for other in paths)]
    return tuple(part for path in outer for part in _shown(path))


def _seen() -> Iterator[Path]:
    """What Python needs of this machine to start."""
    yield from (Path(name) for name in (*_SYSTEM, _CACHE))
    yield Path(sys.executable).resolve()
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix, "installed_base": sys.base_prefix}
    if Path(sys.base_prefix) != Path("/usr"):
        yield from (Path(sys.base_prefix, "lib"), Path(sys.base_prefix, "lib64"))
    yield from (Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib"))


def _shown(path: Path) -> tuple[str, ...]:
    """A path as it is here; links stay links. What is under a folder that is shown already is shown with it."""
    if path.is_symlink() and len(path.parts) == 2:
        return ("--symlink", str(path.readlink()), str(path))
    return ("--ro-bind", str(path), str(path)) if path.exists() else ()
