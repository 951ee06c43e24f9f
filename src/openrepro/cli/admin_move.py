"""`openrepro admin move`: copy the challenge into another database."""

import shlex

import click

from openrepro import clock
from openrepro.cli.office import Deed, deed_options
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, hint
from openrepro.clock import written
from openrepro.people.operators import Action
from openrepro.server.moving import blaming_options
from openrepro.server.moving import move as move_challenge
from openrepro.server.operating import local_operator
from openrepro.settings import BLOBS, DATABASE, settings_of
from openrepro.store.store import Transaction


@click.command()
@click.option("--to", "target", required=True, metavar="URL", help="The new database: postgresql://user@host/name.")
@click.option(
    "--archive-to", default="", metavar="URL", help="Copy archived files too: s3://bucket/prefix or a folder."
)
@deed_options
@format_option
def move(deed: Deed, target: str, archive_to: str, form: Format) -> None:
    """Copy the challenge into an empty database, prove the copy, and mark the old database as left.

    Stop all servers and workers first. Rows are copied whole or not at all; the copy of the archive may be broken off
    and begun again. Afterwards set OPENREPRO_DATABASE_URL (and OPENREPRO_BLOB_URL) to the new addresses.
    """
    with deed.opened() as here:
        with blaming_options():
            to = settings_of(deed.folder, {DATABASE: target})
        archive = settings_of(deed.folder, {BLOBS: archive_to}).blob_url if archive_to else ""
        moved = move_challenge(here, to.database_url, archive_url=archive, sign=lambda tx: _record(tx, deed))
    if form is Format.JSON:
        emit_json(moved._asdict())
    elif form is Format.AGENT:
        emit_row(*moved)
    else:
        emit(f"{moved.rows:,} rows of {moved.tables} tables and {moved.files:,} archived files were copied.")
        emit(f"The ledger has {moved.leaves:,} leaves; its root is {moved.root}, recomputed from the copy.")
    files = f" {BLOBS}={shlex.quote(archive)}" if archive else ""
    hint(f"{DATABASE}=…{files} openrepro serve {deed.folder}", form)


def _record(tx: Transaction, deed: Deed) -> None:
    now = written(clock.now())
    actor = local_operator(tx, deed.name, now)
    tx.operator.record(Action.MOVED, "database", actor=actor.id, why=deed.why, now=now)
