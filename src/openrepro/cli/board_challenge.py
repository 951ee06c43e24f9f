"""The board of a challenge as its pages show it, in print."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from openrepro import clock
from openrepro.board.consensus import PaperState
from openrepro.board.funnel import Figure
from openrepro.board.shown import PaperRow
from openrepro.board.standings import Board, Line
from openrepro.cli.board_page import MOST_LINES, in_folder, left_out, many, show_board, show_figures, show_paper
from openrepro.cli.output import Format, emit, emit_json, hint, say
from openrepro.errors import OpenReproError
from openrepro.server.boards import Freshness, freshness, rules_by_digest, rules_of
from openrepro.server.installation import open_installation
from openrepro.store.boards import ShownView
from openrepro.store.store import Transaction

SCHEMA: Final = "openrepro.board/1"
PAGE: Final = 1000


def show_challenge(folder: Path, view: str, form: Format) -> None:
    """Print a view of the board as the pages of the challenge show it."""
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        lag = freshness(tx, view)
        if lag.shown is None:
            rules_of(tx.rules.history(), view, clock.now())  # says so where there can be no such view
            known = ", ".join(item.view for item in tx.boards.views()) or "none"
            raise OpenReproError(
                f"The view {view[:60]!r} of the board was not computed yet; computed are: {known}.",
                hint="A running server computes the board by itself; "
                f"`openrepro board rebuild{in_folder(folder)}` does it once.",
            )
        if form is Format.JSON:
            emit_json(_document(tx, lag.shown, lag))
            return
        _show(tx, lag.shown, form)
        hint(f"openrepro board rebuild --check{in_folder(folder)}", form)
        _tell_lag(lag, lag.shown)


def _document(tx: Transaction, shown: ShownView, lag: Freshness) -> dict[str, Any]:
    """The whole board as one document (schema `openrepro.board/1`)."""
    rules = rules_by_digest(tx.rules.history(), shown.rules)
    if rules is None:
        raise OpenReproError(
            f"The view {shown.view} names rules that no version has: {shown.rules[:80]}.",
            hint="Run `openrepro board rebuild`.",
        )
    return {
        "schema": SCHEMA,
        "rules": shown.rules,
        "profile": rules.profile.value,
        "view": _view(shown, lag),
        "papers": [json.loads(row.body) for row in _papers(tx, shown.view)],
        "teams": [json.loads(row.body) for row in _teams(tx, shown.view)],
        "boards": [item.as_json() for item in _boards(tx, shown.view)],
        "figures": list(tx.boards.figures(shown.view)),
        "faults": [],
    }


def _view(shown: ShownView, lag: Freshness) -> dict[str, Any]:
    return {
        "name": shown.view,
        "ledger_size": shown.ledger_size,
        "ledger_root": shown.ledger_root,
        "computed_at": shown.computed_at,
        "digest": shown.digest,
        "leaves_since": lag.ledger_size - shown.ledger_size,
    }


def _show(tx: Transaction, shown: ShownView, form: Format) -> None:
    emit(f"view {shown.view}, rules {shown.rules[:12]}, computed {shown.computed_at}")
    emit(f"ledger {many(shown.ledger_size, 'leaf', 'leaves')}, root {shown.ledger_root}")
    emit(f"digest {shown.digest}")
    examined = (row for row in _papers(tx, shown.view) if row.state != PaperState.NOT_EXAMINED)
    more = 0
    for at, row in enumerate(examined):
        if form is Format.AGENT or at < MOST_LINES:
            show_paper(json.loads(row.body), form)
        else:
            more += 1
    left_out(more, "examined paper")
    for item in _boards(tx, shown.view):
        show_board(item, form)
    show_figures([_figure(told) for told in tx.boards.figures(shown.view)], form)


def _tell_lag(lag: Freshness, shown: ShownView) -> None:
    if lag.stale:
        since = lag.ledger_size - shown.ledger_size
        say(f"The ledger has {many(since, 'leaf', 'leaves')} more than this view shows; a running server catches up.")


def _papers(tx: Transaction, view: str) -> Iterator[PaperRow]:
    after = ""
    while page := tx.boards.papers(view, after=after, limit=PAGE):
        yield from page
        after = page[-1].paper


def _teams(tx: Transaction, view: str) -> Iterator[Any]:
    after = ""
    while page := tx.boards.teams(view, after=after, limit=PAGE):
        yield from page
        after = page[-1].team


def _boards(tx: Transaction, view: str) -> Iterator[Board]:
    for item in tx.boards.boards(view):
        lines: list[Line] = []
        while page := tx.boards.lines(view, item.board, after=len(lines) - 1, limit=PAGE):
            lines += [Line(line.rank, line.team, line.value) for line in page]
        yield Board(item.board, item.definition, item.ties, item.population, tuple(lines))


def _figure(told: Any) -> Figure:
    return Figure(told["name"], told["value"], told["denominator"], told["definition"])
