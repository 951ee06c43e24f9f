"""What a change of rules would do to the board of a challenge, in print."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from openrepro import clock
from openrepro.board.preview import LineChange, Preview
from openrepro.challenge.rules import Rules
from openrepro.challenge.versions import Change, changes
from openrepro.cli.board_page import MOST_LINES, in_folder, left_out
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, emit_wrapped, hint, say
from openrepro.server.board_check import preview
from openrepro.server.boards import MAIN, rules_of
from openrepro.server.installation import open_installation

SCHEMA: Final = "openrepro.boardpreview/1"
FOLDED: Final = ("judging.falsified_needs",)
JUDGING: Final = "judging."
AS_RULED: Final = (
    "Labels stay as they were ruled, since every verdict is on record; what was tried is how they fold into states, "
    "points and ranks."
)
READERS: Final = ("judging.reader", "judging.model")
BUDGETS: Final = "judging.model.budget"
OTHER_READER: Final = (
    "What another reader would find in the same logbooks cannot be known without asking it: verdicts stay until "
    "entries are queued again, and are then made anew."
)
LINES: Final = (
    "team",
    Column("rank now", right=True),
    Column("rank tried", right=True),
    Column("value now", right=True),
    Column("value tried", right=True),
)
FIGURES: Final = ("figure", Column("now", right=True), Column("tried", right=True))


def show_preview(folder: Path, rules: Rules, form: Format) -> None:
    """Print what other rules would change."""
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        held = rules_of(tx.rules.history(), MAIN, clock.now())
        tried = _Tried(held, rules, changes(held, rules), preview(tx, held, rules), tx.ledger.size())
        teams = tx.people.teams(line.team for line in tried.change.lines)
        names = {team.id: team.name for team in teams.values()}
    if form is Format.JSON:
        emit_json(tried.as_json())
    else:
        _show(tried, names, folder, form)


class _Tried(NamedTuple):
    held: Rules
    rules: Rules
    keys: tuple[Change, ...]
    change: Preview
    ledger_size: int

    @property
    def not_tried(self) -> list[str]:
        """The changed keys that bear on judging alone."""
        return [key.key for key in self.keys if key.key.startswith(JUDGING) and key.key not in FOLDED]

    @property
    def other_reader(self) -> bool:
        """Whether somebody else would read."""
        return any(key.startswith(READERS) and not key.startswith(BUDGETS) for key in self.not_tried)

    def as_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "before": self.held.digest,
            "after": self.rules.digest,
            "ledger_size": self.ledger_size,
            "keys": [{"key": key.key, "before": key.before, "after": key.after} for key in self.keys],
            "not_tried": self.not_tried,
            **self.change.as_json(),
        }


def _show(tried: _Tried, names: Mapping[str, str], folder: Path, form: Format) -> None:
    held, rules = tried.held, tried.rules
    emit(f"rules that hold {held.profile.value} {held.digest[:12]}, tried {rules.profile.value} {rules.digest[:12]}")
    keys = [(key.key, _plain(key.before), _plain(key.after)) for key in tried.keys]
    _table("keys", ("key", "now", "tried"), keys, form)
    emit()
    emit_wrapped(AS_RULED)
    if tried.not_tried:
        emit_wrapped(f"Not tried: {', '.join(tried.not_tried)}. They bear on what is judged from then on.")
    if tried.other_reader:
        emit_wrapped(OTHER_READER)
    if tried.change.empty:
        emit("Nothing on the board would change.")
    _table("papers", ("paper", "state now", "tried"), tried.change.papers, form)
    _table("claims", ("claim", "state now", "tried"), tried.change.claims, form)
    for board in dict.fromkeys(line.board for line in tried.change.lines):
        _table(
            f"{board}, teams", LINES, [_line(line, names) for line in tried.change.lines if line.board == board], form
        )
    _table("figures", FIGURES, tried.change.figures, form)
    say("A new version holds from the instant of --from on (`now`, or 2026-08-03T12:00:00Z), and not before.")
    hint(f"openrepro admin rules add FILE --from INSTANT --note TEXT --why TEXT{in_folder(folder)}", form)


def _line(line: LineChange, names: Mapping[str, str]) -> tuple[object, ...]:
    before, after = _rank(line.rank_before, line.value_before), _rank(line.rank_after, line.value_after)
    return names.get(line.team, line.team), before, after, line.value_before, line.value_after


def _table(title: str, columns: Sequence[str | Column], rows: Sequence[Sequence[object]], form: Format) -> None:
    """A titled table; people see its first lines. Nothing at all when it has none."""
    if not rows:
        return
    emit()
    emit(f"{title} that would change: {len(rows)}", colour="bright_blue")
    shown = rows if form is Format.AGENT else rows[:MOST_LINES]
    emit_table(Table.of(columns, shown), form)
    left_out(len(rows) - len(shown), "line")


def _rank(rank: int | None, value: str) -> str:
    if rank is None:
        return "not competing" if value else "–"
    return str(rank)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
