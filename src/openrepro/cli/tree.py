"""The command group: finds a command's module when it is used, and turns faults into sentences and exit codes."""

import os
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from openrepro.cli.output import say
from openrepro.errors import OpenReproError

NOT_DONE = 2
STOPPED = 130
PIPE_CLOSED = 141
NO_NUMBER = re.compile(r"is not a valid integer(?: range)?")
IN_RANGE = re.compile(r"is not in the range (-?\d+)<=x<=(-?\d+)")


class Branch(NamedTuple):
    """Where a command lives (`module:attribute`) and what the list of commands says of it."""

    target: str
    help: str


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is run or its own help is shown."""

    def __init__(self, *args: Any, branches: Mapping[str, Branch], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.branches = branches

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.branches)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        branch = self.branches.get(cmd_name)
        return None if branch is None else _load(branch)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, branch.help) for name, branch in self.branches.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OpenReproError as error:
            _tell(error.text, error.hint)
            ctx.exit(NOT_DONE)
        except click.BadParameter as error:
            told = _plain(error.message)
            if told == error.message:
                raise
            raise click.BadParameter(told, error.ctx, error.param, error.param_hint) from None
        except BrokenPipeError:
            _drop_stdout()
            ctx.exit(PIPE_CLOSED)
        except OSError as error:
            _tell(_sentence(error), "")
            ctx.exit(NOT_DONE)
        except (KeyboardInterrupt, click.Abort):
            say("stopped")
            ctx.exit(STOPPED)


def _plain(message: str) -> str:
    """What click says of a number, in plain words: `'abc' is not a whole number.`, `7 is not from 1 to 5.`"""
    told = NO_NUMBER.sub("is not a whole number", message)
    return IN_RANGE.sub(r"is not from \1 to \2", told)


def _load(branch: Branch) -> click.Command:
    module, _, attribute = branch.target.partition(":")
    try:
        command = getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        raise _not_installed(missing) from missing
    assert isinstance(command, click.Command), branch.target
    return command


def _not_installed(missing: ModuleNotFoundError) -> Exception:
    """What to tell somebody who installed only what participants need; a module of ours that is gone is a mistake."""
    if str(missing.name).partition(".")[0] == "openrepro":
        return missing
    return OpenReproError(
        f"This command needs parts that are not installed here ({missing.name}).",
        hint="pip install 'openrepro[server]'",
    )


def _tell(text: str, hint: str) -> None:
    say(f"error: {text}")
    if hint:
        say(f"hint: {hint}")


def _sentence(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        sys.stdout = None
