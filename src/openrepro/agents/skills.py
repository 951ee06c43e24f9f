"""The skill in the folders where coding agents look for skills: put there, brought up to date, and taken away again."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from openrepro import __version__
from openrepro.errors import OpenReproError
from openrepro.guide.skill import NAME, skill_of
from openrepro.ids import sha256


class Agent(StrEnum):
    """The agents whose folders are known."""

    CLAUDE = "claude"
    CODEX = "codex"
    CURSOR = "cursor"
    OPENCODE = "opencode"
    PI = "pi"


FOLDERS: Final[dict[Agent, str]] = {
    Agent.CLAUDE: ".claude/skills",
    Agent.CODEX: ".agents/skills",
    Agent.CURSOR: ".cursor/skills",
    Agent.OPENCODE: ".opencode/skills",
    Agent.PI: ".pi/skills",
}
FILE: Final = "SKILL.md"
SEAL: Final = re.compile(r"<!-- openrepro (\S{1,40}) sha256:([0-9a-f]{64}) -->\n\Z")
"""The last line of the file: the version that wrote it, and the hash of all before it."""
LARGEST: Final = 2**20


class Placed(NamedTuple):
    """What became of one agent's file. `was` is the version that was there before, empty when there was none."""

    agent: Agent
    path: Path
    was: str
    changed: bool


def add(agent: Agent, folder: Path, *, over: bool = False) -> Placed:
    """Write the skill for `agent` below `folder`. Raises OpenReproError when a file of somebody's own is in its place,
    unless `over` lets it be written over."""
    path = _path(agent, folder)
    held = _held(path)
    text = sealed(skill_of(__version__))
    if held is not None and version_of(held) is None and not over:
        raise OpenReproError(
            f"{path} was changed, or is not of this program; nothing was written.",
            hint="Move it away, or add --force to write over it.",
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    if held != text:
        path.write_text(text, encoding="utf-8")
    return Placed(agent, path, (version_of(held) or "") if held is not None else "", held != text)


def remove(agent: Agent, folder: Path, *, over: bool = False) -> Placed | None:
    """Take the skill away, and the folders that are empty then; None when there is none. Raises as `add`."""
    path = _path(agent, folder)
    held = _held(path)
    if held is None:
        return None
    if version_of(held) is None and not over:
        raise OpenReproError(
            f"{path} was changed, or is not of this program; nothing was removed.", hint="Add --force to remove it."
        )
    path.unlink()
    for empty in (path.parent, *(folder / FOLDERS[agent], (folder / FOLDERS[agent]).parent)):
        if empty.is_dir() and not any(empty.iterdir()):
            empty.rmdir()
    return Placed(agent, path, version_of(held) or "", changed=True)


def sealed(text: str) -> str:
    """The text with a last line that says which version wrote it and whether it was changed since."""
    return f"{text}<!-- {NAME} {__version__} sha256:{sha256(text.encode())} -->\n"


def version_of(text: str) -> str | None:
    """The version that wrote a file which was not changed since; None of any other."""
    seal = SEAL.search(text)
    return seal[1] if seal and sha256(text[: seal.start()].encode()) == seal[2] else None


def _path(agent: Agent, folder: Path) -> Path:
    return folder / FOLDERS[agent] / NAME / FILE


def _held(path: Path) -> str | None:
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise OpenReproError(f"{path} is no file; nothing was done.", hint="Move it away.")
    if not path.exists():
        return None
    with path.open("rb") as file:
        return file.read(LARGEST).decode("utf-8", "replace")
