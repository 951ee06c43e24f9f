"""`openrepro demo`: judge the bundled example challenge and show what the teams established."""

import shlex
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
from openrepro.demo import DATA, Entry, Outcome, copy_example, judge_example, read_example
from openrepro.ids import Json
from openrepro.judging.judge import ClaimJudgement
from openrepro.judging.label import Label

SCHEMA = "openrepro.demo/1"
NO_ENTRY = ""


@click.command()
@click.option("--once", is_flag=True, help="Show the result and end; never serve.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    help="Copy the example to this folder and judge it there; a copy that is there already is judged as it is.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the site, once there is one.")
@format_option
def demo(once: bool, folder: Path | None, port: int | None, form: Format) -> None:
    """Judge the bundled example challenge and show the result.

    Four example papers, the logbooks of several teams, no network, no account, no model.
    Exit status: 0 when the result was shown, 2 when the folder cannot be used.
    """
    place = DATA if folder is None else folder
    if folder is not None and copy_example(folder):
        say(f"copied the example to {folder}")
    outcome = judge_example(read_example(place))
    if form is Format.JSON:
        emit_json(document(outcome))
    else:
        _show(outcome, form)
    if form is not Format.JSON:
        hint(_next(place), form)
    if port is not None or not once:
        say("There is no site yet, so nothing is served.")


def document(outcome: Outcome) -> dict[str, Json]:
    """The result as one document: what every entry got, and the consensus per paper."""
    return {
        "schema": SCHEMA,
        "rules": outcome.example.rules.digest,
        "entries": [_entry(entry) for entry in outcome.entries],
        "papers": [paper.as_json() for paper in outcome.consensus.papers],
    }


def _entry(entry: Entry) -> dict[str, Json]:
    claims = [
        {
            "id": item.claim.id,
            "label": item.ruling.label.value,
            "direction": item.ruling.direction.value,
            "provisional": item.ruling.provisional,
            "row": item.ruling.row,
        }
        for item in entry.judgement.claims
    ]
    return {"entry": entry.name, "team": entry.team, "paper": entry.judgement.paper, "claims": claims}


def _show(outcome: Outcome, form: Format) -> None:
    rules = outcome.example.rules
    emit_wrapped(
        f"{rules.name}: {len(outcome.example.papers)} example papers, {len(outcome.entries)} logbooks, "
        f"profile {rules.profile.value}. Not certified by {rules.not_certified_by or 'anyone'}."
    )
    sets = {paper.paper: paper for paper in outcome.example.papers}
    for paper in outcome.consensus.papers:
        emit()
        _show_paper(paper, sets.get(paper.paper), outcome, form)
    emit()
    emit("* provisional: counts for nothing until a second team, a re-run or a person confirms it")
    _show_summary(outcome, form)


def _show_paper(paper: PaperConsensus, claims: ClaimSet | None, outcome: Outcome, form: Format) -> None:
    title = "" if claims is None else f" · {claims.title}"
    emit(f"{paper.paper}{title} · {paper.state.value}", colour="bright_blue")
    entries = [entry for entry in outcome.entries if entry.judgement.paper == paper.paper]
    judged = [{item.claim.id: item for item in entry.judgement.claims} for entry in entries]
    rows = [
        (held.claim.removeprefix(f"{paper.paper}."), *(_cell(by.get(held.claim)) for by in judged), marked(held.state))
        for held in paper.claims
    ]
    found = None if claims is None else [claims.find(held.claim) for held in paper.claims]
    notes = [] if found is None else ["" if claim is None else claim.text for claim in found]
    teams = [Column(entry.team, paint=paint) for entry in entries]
    emit_table(Table.of((Column("claim"), *teams, Column("consensus", paint=paint)), rows, notes), form)


def _cell(item: ClaimJudgement | None) -> str:
    if item is None:
        return NO_ENTRY
    return marked(item.ruling.label.value) + ("*" if item.ruling.provisional else "")


def _show_summary(outcome: Outcome, form: Format) -> None:
    labels = Counter(item.ruling.label for entry in outcome.entries for item in entry.judgement.claims)
    _show_counts("verdicts on claims", "label", [(marked(label.value), labels[label]) for label in Label], form)
    states = Counter(claim.state for claim in outcome.consensus.claims)
    _show_counts("consensus on claims", "state", [(marked(state), states[state]) for state in ClaimState], form)
    papers = Counter(paper.state for paper in outcome.consensus.papers)
    _show_counts("papers", "state", [(state.value, papers[state]) for state in PaperState if papers[state]], form)


def _show_counts(title: str, name: str, rows: Iterable[tuple[str, int]], form: Format) -> None:
    counted = list(rows)
    emit()
    emit(f"{title}: {sum(count for _, count in counted)}", colour="bright_blue")
    emit_table(Table.of((Column(name, paint=paint), Column("count", right=True)), counted), form)


def _next(place: Path) -> str:
    here = [shlex.quote(str(place / name)) for name in ("logbooks", "claims.json", "challenge.toml")]
    return f"openrepro judge {here[0]} --claims {here[1]} --rules {here[2]}"
