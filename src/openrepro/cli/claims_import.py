"""`openrepro claims import`: load a claims file into a challenge."""

from pathlib import Path

import click

from openrepro import clock
from openrepro.claims.check import check
from openrepro.claims.spec import parse_claims
from openrepro.cli.office import folder_option, signed, tell_founded
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, hint, say
from openrepro.people.operators import Action
from openrepro.server.installation import open_installation
from openrepro.server.loading import LoadedSets, load_claim_sets
from openrepro.severity import Severity

SOMETHING_WRONG = 1
MOST_TOLD = 10


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--note", default="", help="Why the claims changed; kept with their version.")
@folder_option
@format_option
@click.pass_context
def import_claims(ctx: click.Context, file: Path, note: str, folder: Path, form: Format) -> None:
    """Make the claim sets in FILE (JSON or TOML) those in force in the challenge.

    Papers that it has not are added with the titles in FILE. Where the claims of a paper change, the
    server judges its entries anew; older claims and their verdicts stay on record. The server may run meanwhile.
    Exit status: 0 when everything was taken, 1 when something was left out, 2 when nothing was.
    """
    parsed = parse_claims(file.read_bytes(), suffix=file.suffix)
    serious = [fault for fault in (*parsed.faults, *check(parsed.sets)) if fault.severity is Severity.SERIOUS]
    with open_installation(folder) as here:
        tell_founded(here)
        sign = signed(Action.CLAIMS_IMPORTED, file.name, note or f"claims import {file}")
        loaded = load_claim_sets(here, parsed.sets, clock.now(), note=note, sign=sign)
    _show(loaded, len(parsed.sets), form)
    wrong = [*loaded.refused, *(f"{fault.claim}: {fault.text}" for fault in serious)]
    for text in (*wrong[:MOST_TOLD], *(clash.sentence for clash in loaded.clashes[:MOST_TOLD])):
        say(text)
    if wrong:
        hint(f"openrepro claims check {file}", form)
        ctx.exit(SOMETHING_WRONG)


def _show(loaded: LoadedSets, sets: int, form: Format) -> None:
    new, changed = len(loaded.papers), len(loaded.changed)
    if form is Format.JSON:
        told = {"sets": sets, "papers_added": list(loaded.papers), "papers_changed": list(loaded.changed)}
        emit_json(told | {"refused": list(loaded.refused)})
    elif form is Format.AGENT:
        emit_row(sets, new, changed, len(loaded.refused))
    else:
        emit(f"{sets:,} claim sets were read: {new:,} papers are new, the claims of {changed:,} are others now.")
