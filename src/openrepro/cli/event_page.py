"""What an import came to, in print: counts, and the board under two sets of rules side by side."""

from collections.abc import Sequence
from typing import Any, Final

from openrepro.cli.board_page import many
from openrepro.cli.output import Column, Format, Table, emit, emit_table
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.papers.fields import Fault
from openrepro.server.event_import import Imported
from openrepro.store.store import Transaction

SCHEMA: Final = "openrepro.import/1"
LEADERS: Final = 5
SHOWN: Final = ("papers", "claims", "verdicts")
"""The figures that are shown are those whose name begins so."""
POINTS: Final = "points"


def show_import(done: Imported, form: Format, *, dry_run: bool) -> None:
    """The counts of an import, as a table."""
    emit("would be imported; nothing was written" if dry_run else "imported", colour="bright_blue")
    emit_table(Table.of(("what", Column("count", right=True)), _counts(done)), form)


def _counts(done: Imported) -> list[tuple[str, str]]:
    loaded = done.loaded
    papers = (
        []
        if loaded is None
        else [
            ("papers new", loaded.papers_added),
            ("papers known before", loaded.papers_replaced),
            ("claims in force", loaded.claims),
        ]
    )
    entries = [
        ("entries judged, new", done.judged),
        ("entries without a usable verdict, new", done.unjudged),
        ("entries without a paper, new", done.rejected),
        ("entries with new verdicts", done.updated),
        ("entries as they were", done.unchanged),
    ]
    verdicts = [("verdicts new", done.verdicts), ("verdicts on record before", done.known)]
    labels = [(f"verdicts new, {label.value}", done.labels.get(label, 0)) for label in Label if label.decided]
    return [(name, f"{count:,}") for name, count in (*papers, *entries, *verdicts, *labels)]


def show_views(tx: Transaction, views: Sequence[str], form: Format) -> None:
    """The figures of some views side by side, then who leads each."""
    if not views:
        return
    emit()
    emit("the board under both rules", colour="bright_blue")
    columns: list[Column | str] = ["figure", *(Column(view, right=True) for view in views)]
    emit_table(Table.of(columns, [(name, *counts) for name, counts in _figures(tx, views)]), form)
    for view in views:
        emit()
        _show_leaders(tx, view, form)


def _figures(tx: Transaction, views: Sequence[str]) -> list[tuple[str, list[str]]]:
    by_view: list[dict[str, Any]] = [
        {str(one["name"]): one["value"] for one in tx.boards.figures(view)} for view in views
    ]
    names = [name for name in by_view[0] if name.startswith(SHOWN)]
    return [(name, [f"{figures.get(name, 0):,}" for figures in by_view]) for name in names]


def _by_name(tx: Transaction, view: str) -> dict[str, Any]:
    return {str(one["name"]): one["value"] for one in tx.boards.figures(view)}


def _show_leaders(tx: Transaction, view: str, form: Format) -> None:
    board = next((one for one in tx.boards.boards(view) if one.board == POINTS), None)
    lines = tx.boards.lines(view, POINTS, limit=LEADERS)
    teams = tx.people.teams(line.team for line in lines)
    emit(f"{view}, {POINTS}: {many(board.population if board else 0, 'team')}", colour="bright_blue")
    rows = [(line.rank or "", teams[line.team].name if line.team in teams else line.team, line.value) for line in lines]
    emit_table(Table.of((Column("rank", right=True), "team", Column(POINTS, right=True)), rows), form)


def document(
    tx: Transaction, done: Imported, faults: Sequence[tuple[str, Fault]], views: Sequence[str], *, dry_run: bool
) -> dict[str, Json]:
    """The outcome as one document (schema `openrepro.import/1`)."""
    loaded = done.loaded
    return {
        "schema": SCHEMA,
        "dry_run": dry_run,
        "papers": None if loaded is None else {"added": loaded.papers_added, "replaced": loaded.papers_replaced},
        "claims": None if loaded is None else loaded.claims,
        "entries": {
            "judged": done.judged,
            "unjudged": done.unjudged,
            "rejected": done.rejected,
            "updated": done.updated,
            "unchanged": done.unchanged,
        },
        "verdicts": {
            "added": done.verdicts,
            "known": done.known,
            "labels": {label.value: count for label, count in done.labels.items()},
        },
        "views": {view: list(tx.boards.figures(view)) for view in views},
        "faults": [{"source": name, "place": fault.place, "text": fault.text} for name, fault in faults],
    }
