"""The board: its views, their rankings, teams and papers, and the figures of the event."""

import json
from collections.abc import Mapping
from typing import Annotated

from fastapi import Query, Request
from pydantic import JsonValue

from openrepro.board.consensus import PaperState
from openrepro.board.shown import LineRow, PaperRow
from openrepro.people.accounts import Team
from openrepro.server.boards import MAIN
from openrepro.store.boards import ShownView
from openrepro.store.store import Transaction
from openrepro.web.api.access import Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, members
from openrepro.web.api.papers import known_paper
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.conditional import know_by
from openrepro.web.faults import ApiError, not_found

router = routes_of("board")


class ViewLine(Shape):
    """A view of the board and what it was computed from: rules by digest, the ledger by size and root. `digest` is that
    of everything that the view shows: `openrepro board rebuild --check` proves it."""

    view: str
    rules: str
    ledger_size: int
    ledger_root: str
    computed_at: str
    digest: str


class BoardLine(Shape):
    """A ranking. `population` counts the ranked teams: a rank is read as "rank of population"."""

    board: str
    definition: str
    ties: str
    population: int


class ViewWhole(ViewLine):
    """A view with its rankings."""

    boards: list[BoardLine]


class RankLine(Shape):
    """A line of a ranking; `rank` is null for a team that does not compete."""

    position: int
    rank: int | None
    team: str
    name: str
    value: str


class Ranking(BoardLine):
    """A ranking with a page of its lines."""

    lines: list[RankLine]


class TeamRank(Shape):
    """Where a team stands on one board."""

    board: str
    rank: int | None
    population: int
    value: str


class TeamFigures(Shape):
    """A team's figures, and its rank on every board."""

    team: str
    figures: dict[str, JsonValue]
    ranks: list[TeamRank]


class PaperStanding(Shape):
    """The state of a paper over independent teams. `contested`: one scoring entry verified a claim of it and another
    falsified it. `consensus` holds the state and counts of every claim, and the entries."""

    paper: str
    state: PaperState
    entries: int
    judged: int
    testable: int
    contested: bool
    consensus: dict[str, JsonValue]


class ViewedPaper(PaperStanding):
    """The state of a paper in one view."""

    view: str


class FigureLine(Shape):
    """A count, what it is a part of (null: it stands alone), the share in percent, and what is counted."""

    name: str
    value: int
    denominator: int | None
    percent: str | None
    definition: str


@router.get("/board/views")
def list_views(here: Here) -> Envelope[list[ViewLine]]:
    """The views of the board: that of the challenge's own rules, and those under other rules beside it."""
    with here.installation.store.read() as tx:
        found = tx.boards.views()
    return Envelope(data=[ViewLine.model_validate(view) for view in found])


@router.get("/board/views/{view}")
def get_view(request: Request, here: Here, view: Name) -> Envelope[ViewWhole]:
    """One view with its rankings."""
    with here.installation.store.read() as tx:
        shown = _view(tx, view)
        know_by(request, *shown)
        boards = [BoardLine.model_validate(board) for board in tx.boards.boards(view)]
    line = ViewLine.model_validate(shown).model_dump()
    return Envelope(data=ViewWhole(**line, boards=boards), meta=_meta(shown))


@router.get("/board/views/{view}/boards/{board}")
def get_board(
    request: Request,
    here: Here,
    view: Name,
    board: Name,
    limit: Limit = USUAL,
    cursor: CursorText = None,
) -> Envelope[Ranking]:
    """One ranking, line by line."""
    cursors = Cursor("ranking", {"view": view, "board": board})
    after = cursors.number(cursor)
    with here.installation.store.read() as tx:
        shown = _view(tx, view)
        know_by(request, *shown, request.url.query)
        held = next((item for item in tx.boards.boards(view) if item.board == board), None)
        if held is None:
            raise not_found("board", board)
        found = tx.boards.lines(view, board, after=-1 if after is None else after, limit=limit + 1)
        names = tx.people.teams(line.team for line in found)
    lines = [_ranked(line, names) for line in found[:limit]]
    following = cursors.made(lines[-1].position) if len(found) > limit else None
    line = BoardLine.model_validate(held).model_dump()
    return Envelope(data=Ranking(**line, lines=lines), next=following, meta=_meta(shown))


@router.get("/board/views/{view}/teams/{team}")
def get_team(request: Request, here: Here, view: Name, team: Name) -> Envelope[TeamFigures]:
    """A team with a judged entry: its figures and its ranks."""
    with here.installation.store.read() as tx:
        shown = _view(tx, view)
        know_by(request, *shown)
        found = tx.boards.team(view, team)
    if found is None:
        raise not_found("team with a judged entry", team)
    ranks = [TeamRank.model_validate(rank) for rank in found.ranks]
    return Envelope(data=TeamFigures(team=team, figures=json.loads(found.body), ranks=ranks), meta=_meta(shown))


@router.get("/board/views/{view}/papers")
def list_standings(
    request: Request,
    here: Here,
    view: Name,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    state: Annotated[PaperState | None, Query(description="Only papers in this state.")] = None,
) -> Envelope[list[PaperStanding]]:
    """The states of papers, by paper id."""
    cursors = Cursor("standings", {"view": view, "state": state})
    (after,) = cursors.texts(cursor, 1) or ("",)
    with here.installation.store.read() as tx:
        shown = _view(tx, view)
        know_by(request, *shown, request.url.query)
        found = tx.boards.papers(view, state="" if state is None else state.value, after=after, limit=limit + 1)
    lines = [_standing(row) for row in found[:limit]]
    following = cursors.made(lines[-1].paper) if len(found) > limit else None
    return Envelope(data=lines, next=following, meta=_meta(shown))


@router.get("/papers/{paper}/consensus")
def get_consensus(here: Here, paper: Name) -> Envelope[list[ViewedPaper]]:
    """The state of one paper in every view of the board."""
    with here.installation.store.read() as tx:
        known_paper(tx, paper)
        views = tx.boards.views()
        rows = {view.view: tx.boards.paper(view.view, paper) for view in views}
    seen = [ViewedPaper(view=name, **_standing(row).model_dump()) for name, row in rows.items() if row is not None]
    remark = None if seen else "The board has not been computed since this paper was added."
    return Envelope(data=seen, meta=Meta(sentence=remark))


@router.get("/statistics", tags=["statistics"])
def get_statistics(
    request: Request,
    here: Here,
    view: Annotated[str, Query(max_length=200, description="A view of the board.")] = MAIN,
) -> Envelope[list[FigureLine]]:
    """The event in figures, each with its definition and its denominator."""
    with here.installation.store.read() as tx:
        shown = tx.boards.view(view) if view == MAIN else _view(tx, view)
        if shown is None:
            return Envelope(data=[], meta=Meta(sentence="The board has not been computed yet."))
        know_by(request, *shown)
        figures = [FigureLine.model_validate(dict(figure)) for figure in tx.boards.figures(shown.view)]
    return Envelope(data=figures, meta=_meta(shown))


def _view(tx: Transaction, name: str) -> ShownView:
    found = tx.boards.view(name)
    if found is not None:
        return found
    names = ", ".join(view.view for view in tx.boards.views())
    hint = f"There is {names}." if names else "The board has not been computed yet."
    raise ApiError(404, f"There is no view of the board named {name[:80]!r}.", hint=hint)


def _meta(view: ShownView) -> Meta:
    return Meta(ledger_size=view.ledger_size, rules=view.rules, as_of=view.computed_at)


def _ranked(line: LineRow, names: Mapping[str, Team]) -> RankLine:
    known = names.get(line.team)
    name = "" if known is None else known.name
    return RankLine(position=line.position, rank=line.rank, team=line.team, name=name, value=line.value)


def _standing(row: PaperRow) -> PaperStanding:
    return PaperStanding(
        paper=row.paper,
        state=PaperState(row.state),
        entries=row.entries,
        judged=row.judged,
        testable=row.testable,
        contested=row.contested,
        consensus=members(json.loads(row.body)),
    )
