"""What commands of participants share: which server, which token, which workspace."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from openrepro.agents import workspace
from openrepro.agents.server import SERVER, TOKEN, Server
from openrepro.agents.workspace import Workspace
from openrepro.errors import OpenReproError

Command = TypeVar("Command", bound=Callable[..., Any])


class Here(NamedTuple):
    """The workspace that a command works in."""

    folder: Path
    workspace: Workspace

    def server(self) -> Server:
        """Its server, with the token of the environment."""
        return Server(self.workspace.server, os.environ.get(TOKEN, ""))


def server_option(command: Command) -> Command:
    """The option `--server`, handed to the command as a text that may be empty."""
    option = click.option(
        "--server", metavar="URL", default="", help=f"The address of the challenge's server; {SERVER} when left out."
    )
    return option(command)


def workspace_option(command: Command) -> Command:
    """The option `--dir`, handed to the command as `here`."""
    option = click.option(
        "--dir",
        "here",
        default=".",
        type=click.Path(file_okay=False, path_type=Path),
        callback=lambda _context, _option, value: here_at(value),
        help="A folder of the workspace; default: here.",
    )
    return option(command)


def here_at(start: Path) -> Here:
    """The workspace that `start` is in. Raises OpenReproError when it is in none."""
    folder = workspace.found(start)
    if folder is None:
        raise OpenReproError(
            f"{start.resolve()} is in no workspace.", hint="openrepro start PAPER makes one; then work in its folder."
        )
    return Here(folder, workspace.read(folder))


def named_server(url: str) -> Server:
    """The server at `url`, or the one that the environment names, with the token of the environment."""
    chosen = url or os.environ.get(SERVER, "")
    if not chosen:
        raise OpenReproError("No server is named.", hint=f"Add --server https://…, or set {SERVER}.")
    return Server(chosen, os.environ.get(TOKEN, ""))
