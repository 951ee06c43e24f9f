"""`openrepro lint` in a workspace: what would be sent, against the claims and rules as they are now."""

from pathlib import Path
from typing import NamedTuple

from openrepro.agents.foreseeing import Foreseen, foreseen
from openrepro.agents.material import live
from openrepro.agents.submitting import Ready, ready
from openrepro.challenge.rules import Rules
from openrepro.cli.at_server import here_at
from openrepro.cli.output import Column, Format, Table, emit, emit_row, emit_table, marked, say
from openrepro.ids import Json


class Looked(NamedTuple):
    """The logbook of a workspace as it would be sent, and what is new since claims and rules were fetched."""

    folder: Path
    rules: Rules
    news: tuple[str, ...]
    found: Ready
    foreseen: tuple[Foreseen, ...]


def look() -> Looked:
    """The logbook of the workspace that the command was typed in."""
    here = here_at(Path())
    with here.server() as server:
        material = live(server, *here)
    found = ready(here.folder, here.workspace, material.rules, material.claims)
    seen = tuple(foreseen(found.logbook, material.rules, material.claims))
    return Looked(here.folder, material.rules, material.news, found, seen)


def foreseen_json(found: tuple[Foreseen, ...]) -> Json:
    return [
        {"claim": one.claim, "label": one.label, "reasons": list(one.reasons), "tokens": one.tokens, "cut": one.cut}
        for one in found
    ]


def show_foreseen(found: tuple[Foreseen, ...], form: Format) -> None:
    """Print what the judge would see and say."""
    if form is Format.AGENT:
        for one in found:
            emit_row("foreseen", one.claim, one.label, one.tokens, one.cut, " ".join(one.reasons))
        return
    emit("what the judge would see, and code would say", colour="bright_blue")
    columns = ("claim", Column("tokens", right=True), Column("cut", right=True), "label now", "because")
    rows = [(one.claim, one.tokens, one.cut, marked(one.label), one.reasons[0] if one.reasons else "") for one in found]
    emit_table(Table.of(columns, rows), form)
    say("openrepro logbook show . --as judge prints it word for word.")
