"""`openrepro doctor`: look at every part of an installation and say what it gives or would give."""

import os
from pathlib import Path

import click

from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, emit_wrapped, format_option
from openrepro.server.checks import CHECKS
from openrepro.server.doctor import Finding, Patient, Standing, examine

SCHEMA = "openrepro.doctor/1"
LOOK_AT_IT = 1
BROKEN = 2
SIGNS = {
    Standing.OK: ("✓", "green"),
    Standing.ABSENT: ("–", ""),
    Standing.LOOK: ("!", "yellow"),
    Standing.BROKEN: ("✗", "red"),
}


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
@click.option("--hub", is_flag=True, help="Ask the Hub too, for up to five seconds, even if no entries come from it.")
@format_option
@click.pass_context
def doctor(ctx: click.Context, folder: Path, hub: bool, form: Format) -> None:
    """Look at every part of the installation in DIR (default: here), and say what it gives or would give.

    Nothing is changed. Exit status: 0 when all that is needed works, 1 when something wants attention, 2 when
    something that is needed does not work.
    """
    found = examine(Patient(folder, os.environ, hub), CHECKS)
    if form is Format.JSON:
        emit_json({"schema": SCHEMA, "parts": [item.as_json() for item in found]})
    else:
        _show(found, form)
    ctx.exit(_status(found))


def _status(found: tuple[Finding, ...]) -> int:
    standings = {item.standing for item in found}
    if Standing.BROKEN in standings:
        return BROKEN
    return LOOK_AT_IT if Standing.LOOK in standings else 0


def _show(found: tuple[Finding, ...], form: Format) -> None:
    if form is Format.AGENT:
        columns = (Column("part"), Column("standing"), Column("text"), Column("gives"), Column("todo"))
        rows = [(item.part, item.standing.value, item.text, item.gives, item.todo) for item in found]
        emit_table(Table.of(columns, rows), form)
        return
    for item in found:
        sign, colour = SIGNS[item.standing]
        emit(f"{sign} {item.part}: {item.standing.value}", colour=colour)
        emit_wrapped(item.text, indent="    ")
        if item.gives:
            emit_wrapped(f"{'gives' if item.standing is Standing.OK else 'would give'}: {item.gives}", indent="    ")
        if item.todo:
            emit_wrapped(f"to do: {item.todo}", indent="    ")
