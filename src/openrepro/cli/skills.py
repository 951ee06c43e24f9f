"""`openrepro skills`: teach coding agents how to take part, in the folders where each looks for skills."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from openrepro.agents.skills import FOLDERS, Agent, Placed, add, remove
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option
from openrepro.errors import OpenReproError

Command = TypeVar("Command", bound=Callable[..., Any])
SCHEMA: Final = "openrepro.skills/1"


@click.group()
def skills() -> None:
    """Teach coding agents how to take part."""


def _options(command: Command) -> Command:
    for agent in reversed(Agent):
        option = click.option(f"--{agent.value}", agent.value, is_flag=True, help=f"{FOLDERS[agent]}/openrepro")
        command = option(command)
    where = click.option(
        "--dir", "folder", type=click.Path(path_type=Path, file_okay=False), help="The folder to put them in; here."
    )
    mine = click.option("--user", is_flag=True, help="In your home, for all your folders, instead of here.")
    force = click.option("--force", is_flag=True, help="Write over, or remove, a file that was changed.")
    return format_option(force(mine(where(command))))


@skills.command("add")
@_options
def add_skills(folder: Path | None, user: bool, force: bool, form: Format, **chosen: bool) -> None:
    """Write the skill for the agents that are named; done again, it is brought up to this version.

    Nothing is fetched. Exit status: 0 written or there already, 2 not.
    """
    placed = [add(agent, _folder(folder, user), over=force) for agent in _agents(chosen)]
    _show([(one, _told(one)) for one in placed], form)


@skills.command("remove")
@_options
def remove_skills(folder: Path | None, user: bool, force: bool, form: Format, **chosen: bool) -> None:
    """Take the skill of the agents that are named away, and the folders that are empty then.

    Exit status: 0 removed or never there, 2 not.
    """
    gone = [remove(agent, _folder(folder, user), over=force) for agent in _agents(chosen)]
    _show([(one, "removed") for one in gone if one is not None], form)


def _agents(chosen: dict[str, bool]) -> list[Agent]:
    found = [agent for agent in Agent if chosen[agent.value]]
    if not found:
        named = ", ".join(f"--{agent.value}" for agent in Agent)
        raise OpenReproError("No agent is named.", hint=f"Name one or more of {named}.")
    return found


def _folder(folder: Path | None, user: bool) -> Path:
    if user and folder is not None:
        raise OpenReproError("--user and --dir name two places.", hint="Leave one of them out.")
    return Path.home() if user else folder or Path()


def _told(one: Placed) -> str:
    if not one.changed:
        return "there already"
    return f"brought up from version {one.was}" if one.was else "written"


def _show(done: list[tuple[Placed, str]], form: Format) -> None:
    if form is Format.JSON:
        rows = [{"agent": one.agent.value, "path": str(one.path), "was": one.was, "done": told} for one, told in done]
        emit_json({"schema": SCHEMA, "skills": rows})
        return
    for one, told in done:
        if form is Format.AGENT:
            emit_row("skill", one.agent.value, one.path, told)
        else:
            emit(f"{one.path}: {told}")
