"""`openrepro submit` and `openrepro withdraw`: a workspace's logbook enters the challenge, or leaves it."""

from collections.abc import Mapping

import click

from openrepro.agents import workspace
from openrepro.agents.material import kept, live
from openrepro.agents.server import Server
from openrepro.agents.submitting import Receipt, ready, refuse_other_papers, refuse_serious, submit
from openrepro.challenge.rules import Rules
from openrepro.cli.at_server import Here, workspace_option
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.ids import Json


@click.command("submit")
@workspace_option
@click.option("--licence", default="", metavar="SPDX", help="The licence of the logbook, one that the rules take.")
@click.option("--entry", default="", metavar="ID", help="Make this a new revision of that entry of your team.")
@click.option("--second", is_flag=True, help="Enter it beside an entry of your team on the same paper.")
@click.option("--anyway", is_flag=True, help="Enter it although the lint names something serious.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent, and send nothing.")
@format_option
def submit_command(
    here: Here, licence: str, entry: str, second: bool, anyway: bool, dry_run: bool, form: Format
) -> None:
    """Enter the logbook of this workspace: the first time as an entry, then as its new revision.

    The lint comes first, and what must not be published stops it. Done again with the same bytes, nothing is added.
    Needs OPENREPRO_TOKEN. Exit status: 0 entered, 2 not.
    """
    with here.server() as server:
        material = kept(*here) if dry_run else live(server, *here)
        for line in material.news:
            say(line)
        found = ready(here.folder, here.workspace, material.rules, material.claims)
        if not dry_run:
            refuse_other_papers(server, found, here.workspace.paper)
        if not anyway:
            refuse_serious(found)
        _check_licence(licence, material.rules)
        for line in found.pack.left_out:
            say(f"left out: {line}")
        if dry_run:
            _show_pack(found.pack.files, form)
            return
        space = workspace.read(here.folder)
        receipt = submit(server, here.folder, space, found, licence=licence, entry=entry, second=second)
        _show(receipt, server, form)


@click.command("withdraw")
@workspace_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@format_option
def withdraw_command(here: Here, yes: bool, form: Format) -> None:
    """Take the entry of this workspace out of the challenge. Its verdicts stay on record, marked; there is no way back.

    Needs OPENREPRO_TOKEN. Exit status: 0 withdrawn, 2 not.
    """
    entry = entry_of(here)
    if not yes and not click.confirm(f"Withdraw {entry} for good?", err=True):
        raise OpenReproError("Nothing was withdrawn.")
    with here.server() as server:
        told = server.post("entries", entry, "withdraw")
    if not isinstance(told, dict):
        raise OpenReproError("The server's answer cannot be read.", hint="openrepro status tells what became of it.")
    if form is Format.JSON:
        emit_json({"schema": "openrepro.withdrawn/1", "entry": told})
    elif form is Format.AGENT:
        emit_row("entry", told.get("id"), told.get("state"), told.get("sentence"))
    else:
        emit(f"{entry} is {told.get('state')}. {told.get('sentence')}")


def entry_of(here: Here) -> str:
    """The entry that a workspace remembers. Raises OpenReproError when nothing was entered from it."""
    if not here.workspace.entry:
        raise OpenReproError("Nothing was entered from this workspace.", hint="openrepro submit enters its logbook.")
    return here.workspace.entry


def _check_licence(licence: str, rules: Rules) -> None:
    taken = rules.entries.licence
    if licence and taken and licence not in taken:
        raise OpenReproError(
            f"The challenge does not take the licence {licence[:40]!r}. Nothing was entered.",
            hint=f"It takes {', '.join(taken)}; without one the entry is judged, and only hashes are released.",
        )


def _show_pack(files: Mapping[str, bytes], form: Format) -> None:
    listed = {path: len(data) for path, data in files.items()}
    if form is Format.JSON:
        emit_json({"schema": "openrepro.pack/1", "files": [{"path": path, "size": listed[path]} for path in listed]})
        return
    for path, size in listed.items():
        if form is Format.AGENT:
            emit_row("file", path, size)
        else:
            emit(f"{size:>10,}  {path}")
    say(f"{len(listed)} files, {sum(listed.values()):,} bytes; nothing was sent.")


def _show(receipt: Receipt, server: Server, form: Format) -> None:
    entry = receipt.entry
    page = f"{server.url}/entries/{entry['id']}"
    if form is Format.JSON:
        document: dict[str, Json] = {
            "schema": "openrepro.receipt/1",
            "entry": entry,
            "already": receipt.already,
            "notes": list(receipt.notes),
            "page": page,
        }
        emit_json(document)
    elif form is Format.AGENT:
        emit_row("entry", entry["id"], entry.get("state"), page)
        for note in receipt.notes:
            emit_row("note", note)
    else:
        emit(f"{entry['id']}: {'these bytes were there already' if receipt.already else 'received'}. {page}")
        emit(f"{entry.get('sentence', '')} {entry.get('next_step', '')}".strip())
        for note in receipt.notes:
            emit(note)
    hint("openrepro verdict --watch", form)
