"""`openrepro start`: a workspace for one paper, ready for a person or an agent to begin in."""

from pathlib import Path

import click

from openrepro import clock
from openrepro.agents import workspace
from openrepro.agents.starting import PROMPT, Started, start
from openrepro.cli.at_server import named_server, server_option
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, hint, say


@click.command("start")
@click.argument("paper")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@server_option
@format_option
def start_command(paper: str, folder: Path | None, server: str, form: Format) -> None:
    """Make a workspace for PAPER in DIR (default: a folder named after it), and print the prompt for an agent.

    PAPER is an id or another name of the paper (arXiv, OpenReview). The workspace holds the paper's text where the
    server has it, its claims, the rules, the guide, and a logbook with one page for each claim. Done again in the same
    folder, it fetches all of that anew and leaves the logbook alone.
    """
    with named_server(server) as asked:
        started = start(asked, paper, folder, clock.written(clock.now()))
    if form is Format.JSON:
        emit_json(_document(started))
    elif form is Format.AGENT:
        _rows(started)
    else:
        emit(started.prompt)
    for note in started.notes:
        say(note)
    again = "brought up to date" if started.again else f"made, with {started.pages} pages"
    say(f"{started.folder}: {again}. Everything fetched is in {workspace.FOLDER}/, the prompt too.")
    hint(f"cd {started.folder} && openrepro lint", form)


def _document(started: Started) -> dict[str, object]:
    space = started.workspace
    return {
        "schema": "openrepro.started/1",
        "folder": str(started.folder),
        "paper": space.paper,
        "server": space.server,
        "claim_set": space.claim_set,
        "rules": space.rules,
        "again": started.again,
        "pages": started.pages,
        "notes": list(started.notes),
        "prompt": started.prompt,
    }


def _rows(started: Started) -> None:
    space = started.workspace
    emit_row("workspace", str(started.folder), space.paper, space.server)
    emit_row("prompt", str(started.folder / PROMPT))
    for note in started.notes:
        emit_row("note", note)
