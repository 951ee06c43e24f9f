"""The option `--rules strict|icml-2026|FILE`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from openrepro.challenge.file import read_rule_file
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.errors import OpenReproError

Command = TypeVar("Command", bound=Callable[..., Any])


def read_rules(name: str) -> Rules:
    """The rules of a profile, or of the rule file at a path. Raises OpenReproError with one sentence."""
    if name in PROFILES:
        return PROFILES[name]
    path = Path(name)
    if not path.is_file():
        raise OpenReproError(
            f"There are no rules named {name!r}: not a profile and not a file.",
            hint=f"Use {', '.join(PROFILES)}, or the path of a challenge.toml.",
        )
    return read_rule_file(path)


def rules_option(command: Command) -> Command:
    """The option `--rules`, handed to the command as Rules."""
    option = click.option(
        "--rules",
        default="strict",
        show_default=True,
        metavar="strict|icml-2026|FILE",
        callback=lambda _context, _option, value: read_rules(value),
        help="The profile or the rule file to judge under.",
    )
    return option(command)
