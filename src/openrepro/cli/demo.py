"""`openrepro demo`: judge the bundled example challenge and show what the teams established."""

import contextlib
import shlex
import socket
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from openrepro.board.consensus import ClaimState, PaperConsensus, PaperState
from openrepro.claims.claim import ClaimSet
from openrepro.cli.output import (
    Column,
    Format,
    Table,
    emit,
    emit_json,
    emit_table,
    emit_wrapped,
    format_option,
    hint,
    marked,
    paint,
    say,
)
from openrepro.cli.serve import serve_on
from openrepro.demo import DATA, Example, Shown, ShownEntry, copy_example, read_example
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.ruling import Ruling
from openrepro.server.demo import judge_all, load_example
from openrepro.server.demo import shown as shown_on
from openrepro.server.installation import Installation, open_installation
from openrepro.server.serving import LOOPBACK, USUAL_PORT, listening

SCHEMA = "openrepro.demo/1"
NO_ENTRY = ""
TRIES = 20


@click.command()
@click.option("--once", is_flag=True, help="Show the result and end; never serve.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    help="Copy the example to this folder and keep it; a copy that is there already is gone on with.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the site; from 8000 on the first that is free.")
@format_option
def demo(once: bool, folder: Path | None, port: int | None, form: Format) -> None:
    """Judge the bundled example challenge on a server of its own, show the result, and serve it until Ctrl-C.

    Four example papers, the logbooks of several teams, no network, no account, no model. Without --dir everything is
    kept in a temporary folder, which is removed at the end.
    Exit status: 0 when the result was shown, 2 when the folder or the port cannot be used.
    """
    with contextlib.ExitStack() as stack:
        sock = None if once else stack.enter_context(_socket(port))
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="openrepro-demo-")))
        if copy_example(place) and folder is not None:
            say(f"copied the example to {folder}")
        here = stack.enter_context(open_installation(place, environment={}))
        shown = judge_example(here, read_example(place))
        _report(shown, DATA if folder is None else place, form)
        if sock is not None:
            serve_on(here, sock, form)


def judge_example(here: Installation, example: Example) -> Shown:
    """Upload and judge the example through the server's own ways."""
    load_example(here, example)
    judge_all(here, example)
    return shown_on(here, example)


def _socket(port: int | None) -> socket.socket:
    """The port that was asked for, or the first free one from 8000 on."""
    return listening(LOOPBACK, USUAL_PORT, tries=TRIES) if port is None else listening(LOOPBACK, port)


def _report(shown: Shown, place: Path, form: Format) -> None:
    if form is Format.JSON:
        emit_json(document(shown))
        return
    _show(shown, form)
    for entry in shown.entries:
        if entry.waits:
            say(f"{entry.name} is {entry.waits}")
    hint(_next(place), form)


def document(shown: Shown) -> dict[str, Json]:
    """The result as one document: what every entry got, and the consensus per paper."""
    return {
        "schema": SCHEMA,
        "rules": shown.rules.digest,
        "entries": [_entry(entry) for entry in shown.entries],
        "papers": [paper.as_json() for paper in shown.consensus.papers],
    }


def _entry(entry: ShownEntry) -> dict[str, Json]:
    claims = [
        {
            "id": claim,
            "label": ruling.label.value,
            "direction": ruling.direction.value,
            "provisional": ruling.provisional,
            "row": ruling.row,
        }
        for claim, ruling in entry.rulings.items()
    ]
    return {"entry": entry.name, "team": entry.team, "paper": entry.paper, "claims": claims}


def _show(shown: Shown, form: Format) -> None:
    rules = shown.rules
    emit_wrapped(
        f"{rules.name}: {len(shown.papers)} example papers, {len(shown.entries)} logbooks, "
        f"profile {rules.profile.value}. Not certified by {rules.not_certified_by or 'anyone'}."
    )
    sets = {paper.paper: paper for paper in shown.papers}
    for paper in shown.consensus.papers:
        emit()
        _show_paper(paper, sets.get(paper.paper), shown, form)
    emit()
    emit("* provisional: counts for nothing until a second team, a re-run or a person confirms it")
    _show_summary(shown, form)


def _show_paper(paper: PaperConsensus, claims: ClaimSet | None, shown: Shown, form: Format) -> None:
    title = "" if claims is None else f" · {claims.title}"
    emit(f"{paper.paper}{title} · {paper.state.value}", colour="bright_blue")
    entries = [entry for entry in shown.entries if entry.paper == paper.paper]
    rows = [
        (
            held.claim.removeprefix(f"{paper.paper}."),
            *(_cell(entry.rulings.get(held.claim)) for entry in entries),
            marked(held.state),
        )
        for held in paper.claims
    ]
    found = None if claims is None else [claims.find(held.claim) for held in paper.claims]
    notes = [] if found is None else ["" if claim is None else claim.text for claim in found]
    teams = [Column(entry.team, paint=paint) for entry in entries]
    emit_table(Table.of((Column("claim"), *teams, Column("consensus", paint=paint)), rows, notes), form)


def _cell(ruling: Ruling | None) -> str:
    return NO_ENTRY if ruling is None else marked(ruling.label.value) + ("*" if ruling.provisional else "")


def _show_summary(shown: Shown, form: Format) -> None:
    labels = Counter(ruling.label for entry in shown.entries for ruling in entry.rulings.values())
    _show_counts("verdicts on claims", "label", [(marked(label.value), labels[label]) for label in Label], form)
    states = Counter(claim.state for claim in shown.consensus.claims)
    _show_counts("consensus on claims", "state", [(marked(state), states[state]) for state in ClaimState], form)
    papers = Counter(paper.state for paper in shown.consensus.papers)
    _show_counts("papers", "state", [(state.value, papers[state]) for state in PaperState if papers[state]], form)


def _show_counts(title: str, name: str, rows: Iterable[tuple[str, int]], form: Format) -> None:
    counted = list(rows)
    emit()
    emit(f"{title}: {sum(count for _, count in counted)}", colour="bright_blue")
    emit_table(Table.of((Column(name, paint=paint), Column("count", right=True)), counted), form)


def _next(place: Path) -> str:
    here = [shlex.quote(str(place / name)) for name in ("logbooks", "claims.json", "challenge.toml")]
    return f"openrepro judge {here[0]} --claims {here[1]} --rules {here[2]}"
