"""The leaderboard: every ranking with its definition, its population and its tie rule, and a team found by name."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openrepro.board.shown import BoardRow, LineRow
from openrepro.ids import Json
from openrepro.server.boards import MAIN
from openrepro.store.boards import Rank
from openrepro.web.faults import not_found
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.views import Viewed, slug, viewed
from openrepro.web.templating import address

PATH: Final = "/leaderboard"
FIRST: Final = 10
ON_A_PAGE: Final = 50
MOST_FOUND: Final = 20
LONGEST_NAME: Final = 80
APART: Final = "It does not compete: organisers and guests are listed without a rank."
VALUES: Final[Mapping[str, str]] = {
    "points": "points",
    "first to establish": "claims first",
    "strength": "mean assurance",
    "coverage": "claims alone",
}
OF_ONE: Final[Mapping[str, str]] = {
    "points": "point",
    "first to establish": "claim first",
    "coverage": "claim alone",
}
ABOUT: Final = "Who stands where, on every board, with the rule of each and why a team stands there."


def overview(visit: Visit) -> Page:
    """The page at `/leaderboard`: the first lines of every board, and teams found by name."""
    view, asked = viewed(visit), visit.asked("team", LONGEST_NAME)
    held = visit.tx.boards.boards(view.name)
    data: dict[str, Json] = {
        "view": view.as_json(PATH),
        "asked": asked,
        "found": found_teams(visit, view, asked) if asked else None,
        "boards": [_board(visit, view, one, visit.tx.boards.lines(view.name, one.board, limit=FIRST)) for one in held],
    }
    return Page("leaderboard.html", "Leaderboard", data, ABOUT)


def ranking(visit: Visit) -> Page:
    """The page of one board. Raises ApiError when there is no board of that name."""
    view, name = viewed(visit), visit.params["board"]
    after = visit.number("after", least=0, most=999_999_999, default=-1)
    held = visit.tx.boards.boards(view.name)
    board = next((one for one in held if slug(one.board) == name), None)
    if board is None:
        raise not_found("board", name)
    lines = visit.tx.boards.lines(view.name, board.board, after=after, limit=ON_A_PAGE + 1)
    path = f"{PATH}/{name}"
    data: dict[str, Json] = {
        "view": view.as_json(path),
        "after": None if after < 0 else after,
        "board": _board(visit, view, board, lines[:ON_A_PAGE]),
        "boards": [{"name": one.board, "where": _where(view, one.board)} for one in held],
    }
    before = {**view.query, "after": after - ON_A_PAGE} if after >= ON_A_PAGE else view.query
    return Page(
        "ranking.html",
        f"Leaderboard: {board.board}",
        data,
        board.definition,
        previous=address(path, before) if after >= 0 else "",
        next=address(path, {**view.query, "after": lines[ON_A_PAGE - 1].position}) if len(lines) > ON_A_PAGE else "",
    )


def _where(view: Viewed, board: str) -> str:
    return address(f"{PATH}/{slug(board)}", view.query)


def _board(visit: Visit, view: Viewed, board: BoardRow, lines: Sequence[LineRow]) -> dict[str, Json]:
    return {
        "name": board.board,
        "where": _where(view, board.board),
        "definition": board.definition,
        "ties": board.ties,
        "population": board.population,
        "value": VALUES.get(board.board, board.board),
        "lines": told_lines(visit, view, lines),
    }


def told_lines(visit: Visit, view: Viewed, lines: Sequence[LineRow]) -> list[Json]:
    """Lines of a board, each with the name and the entries of its team."""
    ids = [line.team for line in lines]
    names, rows = visit.tx.people.teams(ids), visit.tx.boards.teams_of(view.name, ids)
    bodies = {team: json.loads(row.body) for team, row in rows.items()}
    return [
        {
            "position": line.position,
            "rank": line.rank,
            "why_unranked": APART if line.rank is None else "",
            "team": line.team,
            "name": names[line.team].name if line.team in names else "",
            "value": line.value,
            "scoring_entries": bodies[line.team]["scoring_entries"],
            "logbooks": bodies[line.team]["logbooks"],
            "why": address(f"/teams/{line.team}", view.query),
        }
        for line in lines
        if line.team in bodies
    ]


def found_teams(visit: Visit, view: Viewed, asked: str) -> list[Json]:
    """Teams whose name begins so, or whose pseudonym it is, with their ranks."""
    tx = visit.tx
    known = tx.people.team(asked)
    teams = [known] if known else tx.people.teams_called(asked, limit=MOST_FOUND)
    ranks = tx.boards.ranks(view.name, [team.id for team in teams])
    return [
        {
            "team": team.id,
            "name": team.name,
            "competing": team.competing,
            "where": address(f"/teams/{team.id}", view.query),
            "ranks": told_ranks(ranks.get(team.id, ()), view),
        }
        for team in teams
    ]


def told_ranks(ranks: Sequence[Rank], view: Viewed) -> list[Json]:
    """Where a team stands, on every board that it stands on."""
    return [{**rank._asdict(), "words": _words(rank), "where": _where(view, rank.board)} for rank in ranks]


def _words(rank: Rank) -> str:
    """What the value of a team on a board counts."""
    words = VALUES.get(rank.board, rank.board)
    return OF_ONE.get(rank.board, words) if rank.value == "1" else words


def _views(visit: Visit) -> Iterator[Address]:
    for view in visit.tx.boards.views():
        yield Address({}, {} if view.view == MAIN else {"view": view.view})


def _overviews(visit: Visit) -> Iterator[Address]:
    yield from _views(visit) if visit.tx.boards.view(MAIN) else (Address(),)


def _rankings(visit: Visit) -> Iterator[Address]:
    for where in _views(visit):
        for board in visit.tx.boards.boards(where.query.get("view", MAIN)):
            yield Address({"board": slug(board.board)}, where.query)


KINDS: Final = (
    Kind("leaderboard", PATH, overview, _overviews),
    Kind("ranking", f"{PATH}/{{board}}", ranking, _rankings),
)
