"""`openrepro init`: found a challenge, or a rehearsal of one."""

from pathlib import Path

import click

from openrepro import clock
from openrepro.challenge.rules import PROFILES
from openrepro.cli.output import hint, say
from openrepro.server.founding import found_challenge, rules_for


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the challenge; the folder's when not given.")
@click.option("--profile", type=click.Choice(list(PROFILES)), default="strict", show_default=True, help="Its rules.")
def init(folder: Path, name: str | None, profile: str) -> None:
    """Write the rule file of a new challenge into DIR, which must be new or empty."""
    title = name if name is not None else folder.resolve().name
    path = found_challenge(folder, rules_for(title, profile, clock.now()))
    say(f"wrote {path}: every rule of the challenge with its meaning")
    hint(f"openrepro serve {folder}")
