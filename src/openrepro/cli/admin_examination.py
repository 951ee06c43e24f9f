"""`openrepro admin examination`: put an examination of the judge on record, and list those that are."""

from pathlib import Path
from typing import Final

import click

from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, say
from openrepro.errors import OpenReproError
from openrepro.judging.examined import LARGEST
from openrepro.server.examining import add_examination

MOST: Final = 200


@click.group()
def examination() -> None:
    """Put an examination of the judge on record, and list those that are."""


@examination.command("add")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@deed_options
def add(deed: Deed, file: Path) -> None:
    """Show everybody the examination in FILE, which `openrepro examine --format json` printed.

    --why says what was examined: it stands beside the figures. An examination stays on record; a newer one is shown
    first.
    """
    data = _read(file)
    with deed.office() as office:
        number = add_examination(office, data)
    say(f"examination {number} is on record: /examinations/{number}")


@examination.command("list")
@folder_option
@format_option
def list_all(folder: Path, form: Format) -> None:
    """List the examinations on record, newest first."""
    with looking(folder) as (tx, _):
        found = tx.examinations.list(limit=MOST)
    if form is Format.JSON:
        emit_json([{"id": one.id, "at": one.at, "digest": one.digest, "note": one.note} for one in found])
        return
    columns = [Column("number", right=True), Column("at"), Column("digest"), Column("note")]
    emit_table(Table.of(columns, [(one.id, one.at, one.digest[:12], one.note) for one in found]), form)


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise OpenReproError(f"{file} cannot be read: {error.strerror}.") from error
