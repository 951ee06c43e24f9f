"""Logbooks on disk: finds them below a folder and reads their bytes, within bounds and without following links."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from openrepro.errors import OpenReproError
from openrepro.logbooks.logbook import Address, Logbook, Problem
from openrepro.logbooks.problems import named, problem
from openrepro.logbooks.trackio import parse

FILE_CAP = 64 * 2**20
TOTAL_CAP = 512 * 2**20
COUNT_CAP = 50_000
SKIPPED = frozenset(
    (".git", ".venv", "venv", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".tox", ".openrepro")
)
_PLAIN_NAMES = ("readme.md", "page.md", "index.md", "report.md", "summary.md", "logbook.md", "claims.md")


@dataclass(frozen=True, slots=True)
class FolderRead:
    """The bytes of a folder's files by POSIX path relative to it, and what was left out."""

    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """One path that was asked for: its logbook, or in one sentence why there is none."""

    path: Path
    logbook: Logbook | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    place: Path


def read_folder(path: Path, *, without: Iterable[Path] = ()) -> FolderRead:
    """The files below `path` (or the one file it is), except the folders in `without`; never raises on a file."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    total = 0
    for item in _walk(path, frozenset(without), problems):
        data = _bytes(item, TOTAL_CAP - total, problems) if len(files) < COUNT_CAP else None
        if data is not None:
            files[item.path] = data
            total += len(data)
    if len(files) >= COUNT_CAP:
        problems.append(problem("file-skipped", f"Only the first {COUNT_CAP} files were read."))
    return FolderRead(files, tuple(problems))


def _walk(
    path: Path, without: frozenset[Path], problems: list[Problem], seen: list[str] | None = None
) -> Iterator[_File]:
    """The regular files below `path` in the order of their names, folders after files; links are never followed.

    The names of the folders that were entered are added to `seen`.
    """
    if path.is_file():
        yield _File(path.name, path)
        return
    waiting = [("", path)]
    while waiting:
        prefix, folder = waiting.pop()
        if seen is not None and prefix:
            seen.append(prefix.rstrip("/"))
        folders = []
        for entry in _entries(folder, prefix, problems):
            name = f"{prefix}{entry.name}"
            if entry.is_symlink():
                problems.append(problem("file-skipped", f"`{name}` is a link and was not followed.", _place(name)))
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in SKIPPED and Path(entry.path) not in without:
                    folders.append((f"{name}/", Path(entry.path)))
            elif entry.is_file(follow_symlinks=False):
                yield _File(name, Path(entry.path))
            else:
                problems.append(_no_file(name))
        waiting += reversed(folders)


def _entries(folder: Path, prefix: str, problems: list[Problem]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        text = f"The folder `{prefix or '.'}` cannot be read ({error.strerror})."
        problems.append(problem("file-skipped", text, _place(prefix)))
        return []


def _bytes(item: _File, room: int, problems: list[Problem]) -> bytes | None:
    try:
        descriptor = os.open(item.place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                problems.append(_no_file(item.path))
                return None
            data = file.read(min(FILE_CAP, room) + 1)
    except OSError as error:
        problems.append(problem("file-skipped", f"`{item.path}` cannot be read ({error.strerror}).", _place(item.path)))
        return None
    if len(data) > min(FILE_CAP, room):
        text = f"`{item.path}` is larger than {FILE_CAP // 2**20} MB, or than what is left of the total; not read."
        problems.append(problem("file-skipped", text, _place(item.path)))
        return None
    return data


def _no_file(name: str) -> Problem:
    text = f"`{name}` is neither a file nor a folder (a pipe, a socket or a device) and was not read."
    return problem("file-skipped", text, _place(name))


def _place(path: str) -> Address:
    return Address(path, 0, 0)


def find_roots(path: Path) -> tuple[Path, ...]:
    """Every logbook at or below `path`.

    A folder that holds exactly one logbook, however deep, is its root; a folder that holds several is searched
    further. A `path` with nothing like a logbook is its own root, so that it is reported and not passed over; so is
    a folder for a logbook that holds no page.
    """
    return _survey(path)[0]


def _survey(path: Path) -> tuple[tuple[Path, ...], tuple[Problem, ...]]:
    """The roots at or below `path`, and what was passed over outside all of them."""
    problems: list[Problem] = []
    folders: list[str] = []
    names = [item.path for item in _walk(path, frozenset(), problems, folders)]
    if path.is_file():
        return (path,), ()
    owners = bodies(names)
    roots = _roots("", _with_hollow(owners, _bare(folders, names)))
    roots += _highest(_apart(_pageless(folders, names), roots))
    outside = tuple(one for one in problems if not {*roots}.intersection(_parents(one.at[0].file)))
    return tuple(path / root if root else path for root in roots), outside


def _bare(folders: Iterable[str], names: Iterable[str]) -> list[str]:
    """The folders that own a `.trackio` or `pages` folder without a single file."""
    filled = {parent for name in names for parent in _parents(name)}
    return [owner for folder in folders if folder not in filled and (owner := _home(folder)) is not None]


def _pageless(folders: Iterable[str], names: Iterable[str]) -> list[str]:
    """The folders that own a `.trackio` or `pages` folder, whatever files that holds, none of which is a page."""
    paged = {parent for name in names if name.lower().endswith(".md") for parent in _parents(name)}
    return [owner for folder in folders if folder not in paged and (owner := _home(folder)) is not None]


def _home(folder: str) -> str | None:
    """The folder that would own a logbook kept in `folder`; None where no logbook is kept so."""
    parts = folder.split("/")
    if ".trackio" in parts:
        return "/".join(parts[: parts.index(".trackio")])
    return "/".join(parts[:-1]) if parts[-1] == "pages" else None


def _with_hollow(owners: tuple[str, ...], hollow: Iterable[str]) -> tuple[str, ...]:
    """`owners`, and the hollow folders that are not inside or around one of them."""
    return tuple(sorted({*owners, *_highest(_apart(hollow, owners))}))


def _apart(folders: Iterable[str], others: Iterable[str]) -> set[str]:
    """Those of `folders` that are not one of `others`, nor inside or around one."""
    held = {*others}
    around = {parent for other in held for parent in _parents(other)}
    return {folder for folder in folders if folder not in around and not held.intersection((folder, *_parents(folder)))}


def _highest(folders: set[str]) -> list[str]:
    """Those of `folders` that are not inside another of them, in order."""
    return sorted(folder for folder in folders if not folders.intersection(_parents(folder)))


def bodies(names: Iterable[str]) -> tuple[str, ...]:
    """The folders that own a logbook, among files of these names: a workspace, a published Space or plain pages.

    A folder with nothing but a README or a lone page counts when no logbook lies above or below it.
    """
    names = list(names)
    strong = {owner for name in names if (owner := _owner(name)) is not None}
    traces = {name.split("trackio/")[0] for name in names if "trackio/index.json" in name or "trackio/traces/" in name}
    weak = {
        folder
        for name in names
        if (folder := name.rpartition("/")[0]) not in strong
        and name.rpartition("/")[2].lower() in _PLAIN_NAMES
        and not any(f"{folder}/".startswith(trace) for trace in traces if trace)
    }
    above = {parent for owner in strong for parent in _parents(owner)}
    alone = {folder for folder in weak if folder not in above and not strong.intersection(_parents(folder))}
    return tuple(sorted({*strong, *_highest(alone)}))


def _owner(name: str) -> str | None:
    *folders, last = name.split("/")
    if ".trackio" in folders:
        return "/".join(folders[: folders.index(".trackio")])
    if last == "logbook.json":
        return "/".join(folders)
    if "pages" in folders and last.lower().endswith(".md"):
        return "/".join(folders[: folders.index("pages")])
    return None


def _parents(folder: str) -> list[str]:
    parts = folder.split("/") if folder else []
    return ["/".join(parts[:count]) for count in range(len(parts))]


def _roots(folder: str, owners: tuple[str, ...]) -> list[str]:
    if len(owners) <= 1:
        return [folder]
    if folder in owners:
        return list(owners)
    children: dict[str, list[str]] = {}
    depth = folder.count("/") + 1 if folder else 0
    for owner in owners:
        children.setdefault("/".join(owner.split("/")[: depth + 1]), []).append(owner)
    return [root for child, inner in sorted(children.items()) for root in _roots(child, tuple(inner))]


def load(path: Path, *, name: str | None = None) -> Logbook:
    """The logbook at `path`, a folder or one file; `name` defaults to the folder's name.

    Raises OpenReproError when `path` does not exist. What lies below another logbook inside is left to that one.
    """
    if not path.exists():
        raise OpenReproError(f"`{path}` does not exist.", hint="Give the folder of a logbook, or one page of it.")
    nested = _nested(path)
    read = read_folder(path, without=[path / folder for folder in nested])
    logbook = parse(read.files, name=name if name is not None else path.resolve().name)
    problems = [*logbook.problems, *read.problems]
    if nested:
        text = f"Other logbooks lie below this one ({named(nested)}); they are read as logbooks of their own."
        problems.append(problem("nested-logbook", text))
    return replace(logbook, problems=tuple(problems))


def _nested(path: Path) -> tuple[str, ...]:
    owners = bodies(item.path for item in _walk(path, frozenset(), []))
    return tuple(owner for owner in owners if owner) if "" in owners else ()


def load_all(paths: Iterable[Path]) -> Iterator[Loaded]:
    """Every logbook at or below each of `paths`, one after the other, each once; then what was passed over there."""
    seen: set[Path] = set()
    for path in paths:
        if not path.exists():
            yield Loaded(path, None, f"`{path}` does not exist.")
            continue
        roots, passed_over = _survey(path)
        for root in roots:
            if root.resolve() not in seen:
                seen.add(root.resolve())
                yield _loaded(root)
        for one in passed_over:
            yield Loaded(path / one.at[0].file, None, one.text)


def _loaded(root: Path) -> Loaded:
    try:
        return Loaded(root, load(root))
    except OpenReproError as error:
        return Loaded(root, None, error.text)
    except OSError as error:
        return Loaded(root, None, f"`{root}` cannot be read ({error.strerror}).")
