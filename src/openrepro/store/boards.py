"""The store of the board as it is shown: rows per view, read in pages and replaced where they changed."""

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, bindparam, delete, insert, select

from openrepro.board.consensus import Listed
from openrepro.board.fold import Index
from openrepro.board.shown import BoardRow, LineRow, PaperRow, ScoreRow, Shown, TeamRow
from openrepro.ids import Json, sha256
from openrepro.store.board_papers import SqlBoardPapers
from openrepro.store.changes import index_mark
from openrepro.store.quarantine import is_quarantined, quarantined
from openrepro.store.statements import alone
from openrepro.store.tables import (
    board_lines,
    board_papers,
    board_scores,
    board_teams,
    board_views,
    boards,
    claims,
    ledger,
    papers,
)

PAGE: Final = 1000
MOST_DIGESTS: Final = 8
_DIGESTS: Final[dict[str, str]] = {}
"""The digest of papers and claims by the mark of the change that led to them; a mark is never used again."""
Row = dict[str, Any]
Key = tuple[Hashable, ...]


class ShownView(NamedTuple):
    """What a view shows and what it was computed from: rules and index by digest, the ledger by size and root.

    `digest` is that of all its rows; `computed_at` is UTC.
    """

    view: str
    rules: str
    index_digest: str
    ledger_size: int
    ledger_root: str
    computed_at: str
    digest: str


class Rank(NamedTuple):
    """Where a team stands on one board: `rank` of `population`, or None where it does not compete."""

    board: str
    rank: int | None
    population: int
    value: str


class ShownTeam(NamedTuple):
    """A team's figures as JSON, and its place on every board that it stands on."""

    team: str
    body: str
    ranks: tuple[Rank, ...]


class SqlBoards(SqlBoardPapers):
    """All of it inside one open transaction."""

    def views(self) -> tuple[ShownView, ...]:
        return tuple(ShownView(*row) for row in self._connection.execute(_VIEWS.order_by(board_views.c.view)))

    def view(self, view: str) -> ShownView | None:
        """What a view shows; None when it was never computed."""
        row = self._connection.execute(_VIEWS.where(board_views.c.view == view)).one_or_none()
        return None if row is None else ShownView(*row)

    def figures(self, view: str) -> tuple[Mapping[str, Json], ...]:
        """The figures of a view, each as JSON, in the order they are read; none when it was never computed."""
        return tuple(json.loads(self.figures_text(view) or "[]"))

    def figures_text(self, view: str) -> str:
        """The figures as they are kept; empty when the view was never computed."""
        return self._connection.scalar(select(board_views.c.figures).where(board_views.c.view == view)) or ""

    def charts(self, view: str) -> Mapping[str, Json]:
        """What the statistics of a view draw, as JSON; nothing when it was never computed."""
        found: dict[str, Json] = json.loads(self.charts_text(view) or "{}")
        return found

    def charts_text(self, view: str) -> str:
        """The charts as they are kept; empty when the view was never computed."""
        return self._connection.scalar(select(board_views.c.charts).where(board_views.c.view == view)) or ""

    def teams(self, view: str, *, after: str = "", limit: int = 100) -> tuple[TeamRow, ...]:
        """One page of teams, ordered by id, from beyond the team `after`."""
        held = board_teams.c
        wheres = (held.view == view, held.team_id > after)
        found = self._connection.execute(_TEAMS.where(*wheres).order_by(held.team_id).limit(limit))
        return tuple(TeamRow(*row) for row in found)

    def teams_of(self, view: str, teams: Collection[str]) -> Mapping[str, TeamRow]:
        """The rows of up to a page of teams."""
        wanted = (board_teams.c.view == view, board_teams.c.team_id.in_(teams))
        return {row.team_id: TeamRow(*row) for row in self._connection.execute(_TEAMS.where(*wanted))}

    def team(self, view: str, team: str) -> ShownTeam | None:
        """A team with a judged entry, and its ranks."""
        found = self._connection.execute(
            _TEAMS.where(board_teams.c.view == view, board_teams.c.team_id == team)
        ).one_or_none()
        return None if found is None else ShownTeam(team, found.body, self.ranks(view, [team]).get(team, ()))

    def ranks(self, view: str, teams: Collection[str]) -> Mapping[str, tuple[Rank, ...]]:
        """Where up to a page of teams stand, on every board that they stand on."""
        held = board_lines.c
        found: dict[str, tuple[Rank, ...]] = {}
        query = (
            select(held.team_id, held.board, held.rank, boards.c.population, held.value)
            .join(boards, (boards.c.view == held.view) & (boards.c.board == held.board))
            .where(held.view == view, held.team_id.in_(teams))
            .order_by(boards.c.position)
        )
        for team, *rank in self._connection.execute(query):
            found[team] = (*found.get(team, ()), Rank(*rank))
        return found

    def boards(self, view: str) -> tuple[BoardRow, ...]:
        found = self._connection.execute(_BOARDS.where(boards.c.view == view).order_by(boards.c.position))
        return tuple(BoardRow(*row) for row in found)

    def lines(self, view: str, board: str, *, after: int = -1, limit: int = 100) -> tuple[LineRow, ...]:
        """One page of a board, from beyond the line at `after`."""
        held = board_lines.c
        wheres = (held.view == view, held.board == board, held.position > after)
        found = self._connection.execute(_LINES.where(*wheres).order_by(held.position).limit(limit))
        return tuple(LineRow(*row) for row in found)

    def scores(self, view: str, team: str, *, after: int = -1, limit: int = 100) -> tuple[ScoreRow, ...]:
        """One page of a team's entries with what they earned, from beyond the one at `after`."""
        held = board_scores.c
        wheres = (held.view == view, held.team_id == team, held.position > after)
        found = self._connection.execute(_SCORES.where(*wheres).order_by(held.position).limit(limit))
        return tuple(ScoreRow(*row) for row in found)

    def replace(self, view: ShownView, shown: Shown) -> int | None:
        """Show `shown` from now on, and give the number of rows that changed.

        Nothing happens, and None is given, when the view was meanwhile computed from a larger ledger.
        """
        alone(self._connection, f"board {view.view}")
        held = self.view(view.view)
        ledger_size = self._connection.scalar(select(ledger.c.size)) or 0
        if held is not None and view.ledger_size < held.ledger_size <= ledger_size:
            return None
        rows = stored_rows(view.view, shown)
        changed = sum(self._replace(table, view.view, rows[table.name]) for table in TABLES)
        self._connection.execute(delete(board_views).where(board_views.c.view == view.view))
        self._connection.execute(
            insert(board_views), [view._asdict() | {"figures": shown.figures, "charts": shown.charts}]
        )
        return changed

    def stored(self, table: Table, view: str) -> Iterable[Row]:
        """Every row of a view in one of its tables, for comparison."""
        found = self._connection.execute(
            select(table).where(table.c.view == view), execution_options={"yield_per": PAGE}
        )
        names = tuple(found.keys())
        return (dict(zip(names, row, strict=True)) for row in found)

    def index(self) -> Index:
        """Every paper with its claims in force."""
        rows = self._connection.execute(select(papers.c.id, papers.c.area))
        areas: dict[str, str] = dict(map(tuple, rows))
        found: dict[str, list[Listed]] = {paper: [] for paper in areas}
        for paper, *listed in self._connection.execute(_CLAIMS):
            found[paper].append(Listed(*listed))
        return Index(len(found), found, {paper: area for paper, area in areas.items() if area})

    def views_with_rows(self) -> tuple[str, ...]:
        """The views that have rows, whether or not they are listed among the views."""
        found = (self._connection.scalars(select(table.c.view).distinct()) for table in TABLES)
        return tuple(sorted({view for views in found for view in views}))

    def index_digest(self, *, anew: bool = False) -> str:
        """The digest of which papers there are, in which area, and which set of claims is in force for each,
        and which claims are quarantined.

        It is computed once after every change of papers or claims, or when asked `anew`.
        """
        at = index_mark(self._connection)
        held = _DIGESTS.get(at) if at and not anew else None
        if held is None:
            sets = self._connection.execute(select(papers.c.id, papers.c.claim_set, papers.c.area))
            lines = sorted(f"{row.id} {row.claim_set} {row.area}\n" for row in sets)
            lines += [f"quarantined {claim}\n" for claim in sorted(quarantined(self._connection))]
            held = sha256("".join(lines).encode())
            _remember(at, held)
        return held

    def _replace(self, table: Table, view: str, rows: Sequence[Row]) -> int:
        new = {key_of(table, row): row for row in rows}
        gone: list[Key] = []
        for row in self.stored(table, view):
            key = key_of(table, row)
            if new.get(key) == row:
                del new[key]
            else:
                gone.append(key)
        names = [column.name for column in table.primary_key]
        if gone:
            wheres = [table.c[name] == bindparam(f"key_{name}") for name in names]
            keys = [{f"key_{name}": part for name, part in zip(names, key, strict=True)} for key in gone]
            self._connection.execute(delete(table).where(*wheres), keys)
        if new:
            self._connection.execute(insert(table), list(new.values()))
        return len(set(gone) | new.keys())


def _remember(at: str, digest: str) -> None:
    while len(_DIGESTS) >= MOST_DIGESTS:
        with suppress(KeyError, StopIteration, RuntimeError):  # another thread was faster
            del _DIGESTS[next(iter(_DIGESTS))]
    if at:
        _DIGESTS[at] = digest


def key_of(table: Table, row: Row) -> Key:
    """What names a row within its table."""
    return _KEYS[table.name](row)


def stored_rows(view: str, shown: Shown) -> Mapping[str, Sequence[Row]]:
    """The rows of each table (by name) that show the board in a view."""
    return {
        board_papers.name: [_row(view, row) for row in shown.papers],
        board_teams.name: [_row(view, row) for row in shown.teams],
        boards.name: [_row(view, row) for row in shown.boards],
        board_lines.name: [_row(view, row) for row in shown.lines],
        board_scores.name: [_row(view, row) for row in shown.scores],
    }


def _row(view: str, row: PaperRow | TeamRow | BoardRow | LineRow | ScoreRow) -> Row:
    names = {"paper": "paper_id", "team": "team_id"}
    return {"view": view, **{names.get(key, key): value for key, value in row._asdict().items()}}


TABLES: Final = (board_papers, board_teams, boards, board_lines, board_scores)
_VIEWS: Final = select(*(board_views.c[name] for name in ShownView._fields))
_TEAMS: Final = select(board_teams.c.team_id, board_teams.c.body)
_BOARDS: Final = select(*(boards.c[name] for name in BoardRow._fields))
_LINES: Final = select(*(column for column in board_lines.c if column.name != "view"))
_CLAIMS: Final = select(claims.c.paper_id, claims.c.id, claims.c.testable, is_quarantined())
_SCORES: Final = select(board_scores.c.team_id, board_scores.c.position, board_scores.c.body)
_KEYS: Final[Mapping[str, Callable[[Row], Key]]] = {
    table.name: itemgetter(*(column.name for column in table.primary_key)) for table in TABLES
}
