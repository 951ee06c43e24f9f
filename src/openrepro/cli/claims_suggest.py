"""`openrepro claims suggest`: what is usual for the family of a claim's metric, where its spec says nothing."""

from pathlib import Path

import click

from openrepro.claims.canonical import claim_json
from openrepro.claims.changing import Change, Piece, changes
from openrepro.claims.defaults import USUAL, Family, family_of, filled
from openrepro.cli.claims_show import atoms
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint

WORDS = tuple(family.value for family in Family)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--family", type=click.Choice(WORDS), help="For all claims, instead of the family that each seems to be of."
)
@format_option
def suggest(file: Path, family: str | None, form: Format) -> None:
    """Say what is usual for each claim in FILE where its spec says nothing, and why. FILE itself stays as it is.

    With --format json the claims come filled in, ready for a claims file of your own.
    """
    chosen = None if family is None else Family(family)
    found = [(claim, kind) for claim in atoms(file) if claim.kind.testable and (kind := chosen or family_of(claim))]
    made = [(claim, kind, filled(claim, kind)) for claim, kind in found]
    if form is Format.JSON:
        told = [{"family": kind.value, "why": USUAL[kind].why, "claim": claim_json(new)} for _, kind, new in made]
        emit_json({"schema": "openrepro.claims-suggested/1", "claims": told})
        return
    for claim, kind, new in made:
        lacking = [_told(one) for one in changes(claim, new)]
        if form is Format.AGENT:
            emit_row(claim.id, kind.value, "; ".join(lacking))
        elif lacking:
            emit_wrapped(f"{claim.id} ({kind.value}): {'; '.join(lacking)}", indent="    ", first="")
            emit_wrapped(USUAL[kind].why, indent="    ", first="    ")
    if not made:
        emit("No claim is of a family that something is usual for.")
    hint(f"openrepro claims suggest {file} --format json", form)


def _told(change: Change) -> str:
    return f"{change.field} {''.join(run.text for run in change.runs if run.piece is not Piece.REMOVED)}"
