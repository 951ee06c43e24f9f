"""A workspace: one folder in which one paper is reproduced for one challenge, and what it remembers."""

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.ids import Json

FOLDER: Final = ".openrepro"
FILE: Final = f"{FOLDER}/workspace.json"
SCHEMA: Final = "openrepro.workspace/1"
LARGEST: Final = 2**16


@dataclass(frozen=True, slots=True)
class Workspace:
    """`server` is the address of the challenge's server; `claim_set` and `rules` are the versions (SHA-256) that were
    fetched last. `entry` is empty until something was entered, `space` until something was published on the Hub."""

    server: str
    challenge: str
    paper: str
    claim_set: str
    rules: str
    created_at: str
    entry: str = ""
    space: str = ""


def found(start: Path) -> Path | None:
    """The folder of the workspace that `start` is in: itself, or the nearest above it."""
    here = start.resolve()
    return next((folder for folder in (here, *here.parents) if (folder / FILE).is_file()), None)


def read(folder: Path) -> Workspace:
    """What the workspace in `folder` remembers. Raises OpenReproError when there is none, or none that can be read."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise OpenReproError(f"{folder} is no workspace.", hint="openrepro start PAPER makes one.") from None
    try:
        value = json.loads(text) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        value = None
    workspace = _workspace(value)
    if workspace is None:
        raise OpenReproError(
            f"{path} cannot be read as what a workspace remembers.",
            hint="Put it back from a copy, or move the folder's work into a new workspace (openrepro start PAPER).",
        )
    return workspace


def write(folder: Path, workspace: Workspace) -> None:
    """Keep what the workspace in `folder` remembers; a crash leaves the old or the new, never half of it."""
    document = {"schema": SCHEMA, **asdict(workspace)}
    put(folder / FILE, (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode())


def put(path: Path, data: bytes) -> None:
    """Write a file whole, or leave what was there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    fresh.write_bytes(data)
    os.replace(fresh, path)


def _workspace(value: Json) -> Workspace | None:
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return None
    told = {field.name: value.get(field.name, "") for field in fields(Workspace)}
    if not all(isinstance(text, str) for text in told.values()):
        return None
    needed = ("server", "paper")
    return Workspace(**told) if all(told[name] for name in needed) else None
