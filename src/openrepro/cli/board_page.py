"""The parts of a printed board: papers with their claims, rankings, figures."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from openrepro.board.funnel import Figure
from openrepro.board.standings import Board
from openrepro.cli.output import Column, Format, Table, emit, emit_table, emit_wrapped, marked, paint, say

MOST_LINES: Final = 20
TALLIED: Final = {
    "verified": "verified",
    "falsified": "falsified",
    "toy": "toy",
    "inconclusive": "inconclusive",
    "provisional": "falsified but unconfirmed",
    "not_judged": "not judged",
    "not_testable": "not testable",
}

Document = Mapping[str, Any]


def show_paper(paper: Document, form: Format) -> None:
    """A paper (as a board document has it) with the state of each claim, and the entries that do not score."""
    emit()
    counted = (
        f"{many(paper['testable_claims'], 'testable claim')}, "
        f"{paper['judged_entries']} of {many(paper['entries'], 'entry', 'entries')} judged"
    )
    emit(f"{paper['paper']}: {paper['state']} ({counted})", colour="bright_blue")
    columns = [
        Column("claim"),
        Column("state", paint=paint),
        Column("assurance", right=True),
        Column("teams", right=True),
        Column("labels"),
    ]
    emit_table(Table.of(columns, [_claim(claim) for claim in paper["claims"]]), form)
    for claim in paper["claims"]:
        if claim["reopened"]:
            again = many(claim["reopened"], "verified verdict")
            emit(f"{claim['claim']}: a confirmed falsification asks for another look at {again}.")
    for entry in paper["entered"]:
        if entry["why"]:
            emit(f"{entry['entry']} does not score: {entry['why']}.")


def _claim(claim: Document) -> tuple[object, ...]:
    tally = claim["tally"]
    labels = ", ".join(f"{tally[key]} {words}" for key, words in TALLIED.items() if tally[key])
    return claim["claim"], marked(claim["state"]), claim["assurance"], tally["teams"], labels


def show_board(item: Board, form: Format, *, beyond: int = 0) -> None:
    """A ranking; people see its first lines. `beyond` lines were not even read."""
    emit()
    emit(f"{item.name}: {many(item.population, 'team')}", colour="bright_blue")
    emit_wrapped(f"{item.definition}. Ties: {item.ties}.")
    lines = item.lines if form is Format.AGENT else item.lines[:MOST_LINES]
    rows = [(rank_of(line.rank, item.population), line.team, line.value) for line in lines]
    emit_table(Table.of((Column("rank", right=True), "team", Column(item.name, right=True)), rows), form)
    left_out(len(item.lines) - len(lines) + beyond, "team")


def left_out(count: int, thing: str) -> None:
    """Say how many more there are than people are shown."""
    if count:
        say(f"{many(count, f'more {thing}')}: use --format json or agent to see all.")


def in_folder(folder: Path) -> str:
    """The option that names the folder of a challenge, for the next command; nothing for the current one."""
    return "" if folder == Path() else f" --dir {shlex.quote(str(folder))}"


def many(count: int, thing: str, things: str = "") -> str:
    """A count with its noun in the right number."""
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def rank_of(rank: int | None, population: int) -> str:
    return "not competing" if rank is None else f"{rank} of {population}"


def show_figures(figures: Iterable[Figure], form: Format) -> None:
    emit()
    emit("figures", colour="bright_blue")
    columns = (
        "figure",
        Column("count", right=True),
        Column("of", right=True),
        Column("share", right=True),
        "definition",
    )
    emit_table(Table.of(columns, [_figure(figure) for figure in figures]), form)


def _figure(figure: Figure) -> Sequence[object]:
    share = f"{figure.percent} %" if figure.percent else ""
    return figure.name, figure.value, figure.denominator, share, figure.definition
