"""`openrepro init`: found a challenge, or a rehearsal of one."""

from pathlib import Path

import click

from openrepro import clock
from openrepro.challenge.file import read_rule_file
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.cli.output import emit_wrapped, hint, say
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.rehearsal import found_rehearsal


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the challenge; the folder's when not given.")
@click.option("--profile", type=click.Choice(list(PROFILES)), default="strict", show_default=True, help="Its rules.")
@click.option("--rehearsal", is_flag=True, help="Make a challenge to practise on, with sample traffic.")
@click.option(
    "--rules",
    "rule_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="With --rehearsal: practise under this rule file.",
)
def init(folder: Path, name: str | None, profile: str, rehearsal: bool, rule_file: Path | None) -> None:
    """Write the rule file of a new challenge into DIR, which must be new or empty.

    Every rule is in that file, with its meaning; change it before the first `openrepro serve`, which takes it as
    version 1. With --rehearsal DIR becomes a throw-away challenge that says so on every page: papers, teams, and
    entries that are late, rejected, withdrawn, copied, stuck.
    """
    if rule_file is not None and not rehearsal:
        raise click.UsageError("--rules goes with --rehearsal; without it, copy the file into DIR.")
    title = name if name is not None else folder.resolve().name
    rules = read_rule_file(rule_file) if rule_file is not None else rules_for(title, profile, clock.now())
    if rehearsal:
        _rehearse(folder, rules)
    else:
        say(f"wrote {found_challenge(folder, rules)}: every rule of the challenge with its meaning")
    hint(f"openrepro serve {folder}")


def _rehearse(folder: Path, rules: Rules) -> None:
    staged = found_rehearsal(folder, rules, clock.now())
    say(f"{folder} holds a rehearsal with {staged.entries} entries, not judged yet. What happened:")
    for scene in staged.scenes:
        emit_wrapped(scene, indent="  ", first="- ")
