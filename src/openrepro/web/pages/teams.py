"""A team: its members, where it stands on every board, and what each of its entries earned, claim by claim."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from openrepro.board.breakdown import ClaimScore
from openrepro.board.scores import Limit
from openrepro.board.shown import ScoreRow
from openrepro.challenge.rules import Rules
from openrepro.entries.entry import Entry
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.people.accounts import Account, Team
from openrepro.store.entries import Wanted
from openrepro.web.faults import not_found
from openrepro.web.pages.entry_lines import UNTITLED
from openrepro.web.pages.leaderboard import APART, told_ranks
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.views import Viewed, viewed, viewed_in
from openrepro.web.scoring import WHY, taken_out
from openrepro.web.templating import address

ON_A_PAGE: Final = 15
AT_ONCE: Final = 200
MOST_MEMBERS: Final = 50
UNLABELLED: Final = "None of its claims has a label yet."
NOT_YET: Final = "Its points leave the board when it is computed next, usually within seconds."


def team(visit: Visit) -> Page:
    """The page of one team. Raises ApiError when there is no such team."""
    tx, name = visit.tx, visit.params["team"]
    view, known = viewed(visit), tx.people.team(name)
    shown = tx.boards.team(view.name, name)
    if known is None and shown is None:
        raise not_found("team", name)
    known = known or Team(name, "")
    after = visit.number("after", least=0, most=999_999_999, default=-1)
    rows = tx.boards.scores(view.name, name, after=after, limit=ON_A_PAGE + 1)
    path = f"/teams/{name}"
    entries = told_scores(visit, rows[:ON_A_PAGE])
    data: dict[str, Json] = {
        "view": view.as_json(path),
        "team": _team(known),
        "members": told_members(tx.people.members(name)[:MOST_MEMBERS]),
        "states": {state.value: many for state, many in tx.entries.counts(Wanted(team=name)).states.items()},
        "figures": json.loads(shown.body) if shown else None,
        "ranks": told_ranks(shown.ranks if shown else (), view),
        "rules": None if view.rules is None else _rules(view.rules),
        "after": None if after < 0 else after,
        "entries": entries,
        "listed_points": sum(row["points"] for row in _bodies(rows[:ON_A_PAGE])),
    }
    return Page("team.html", known.name or name, data, _about(known), *_around(view, path, after, rows))


def _around(view: Viewed, path: str, after: int, rows: Sequence[ScoreRow]) -> tuple[str, str]:
    """The addresses of the previous and the next page of its entries."""
    before = {**view.query, "after": after - ON_A_PAGE} if after >= ON_A_PAGE else view.query
    previous = address(path, before) if after >= 0 else ""
    more = len(rows) > ON_A_PAGE
    return previous, address(path, {**view.query, "after": rows[ON_A_PAGE - 1].position}) if more else ""


def _about(known: Team) -> str:
    return f"{known.name or known.id}: where the team stands, and what each of its entries earned."


def _team(known: Team) -> dict[str, Json]:
    return {
        "id": known.id,
        "name": known.name,
        "competing": known.competing,
        "why_unranked": "" if known.competing else APART,
        "since": known.created_at,
    }


def told_members(members: Sequence[Account]) -> list[Json]:
    """Accounts by pseudonym and public name; a deleted one keeps its pseudonym only."""
    return [
        {"id": one.id, "name": "" if one.deleted_at else one.name, "deleted": bool(one.deleted_at)} for one in members
    ]


def _rules(rules: Rules) -> dict[str, Json]:
    """What the sum follows from."""
    points = rules.points
    return {
        "verified": points.verified,
        "falsified": points.falsified,
        "toy": points.toy,
        "inconclusive": points.inconclusive,
        "most_per_claim": max(points.verified, points.falsified),
        "daily_cap": rules.entries.daily_cap,
        "diminishing_after": points.diminishing_after,
        "strength_least": rules.board.strength_least,
    }


def _bodies(rows: Sequence[ScoreRow]) -> list[dict[str, Any]]:
    return [json.loads(row.body) for row in rows]


def told_scores(visit: Visit, rows: Sequence[ScoreRow]) -> list[Json]:
    """Entries with what they earned. Entries that are not shown to everybody are told to those who may see them."""
    tx, bodies = visit.tx, _bodies(rows)
    entries = tx.entries.several([row["entry"] for row in bodies])
    shown = [row for row in bodies if row["entry"] in entries and visit.who.may_see(entries[row["entry"]])]
    titles = tx.papers.titles(sorted({row["paper"] for row in shown}))
    texts = tx.papers.claims_of(sorted({claim[0] for row in shown for claim in row["claims"]}))
    words = {name: claim.text for name, claim in texts.items()}
    return [_entry(row, entries[row["entry"]], titles.get(row["paper"], ""), words) for row in shown]


def _entry(row: Mapping[str, Any], entry: Entry, title: str, words: Mapping[str, str]) -> dict[str, Json]:
    claims = [ClaimScore(*claim) for claim in row["claims"]]
    given = [claim.label for claim in claims]
    return {
        "entry": entry.id,
        "title": entry.title or UNTITLED,
        "paper": row["paper"],
        "paper_title": title,
        "judged_at": row["judged_at"],
        "state": entry.state.value,
        "scoring": row["scoring"] and not taken_out(entry),
        "why": _why(row, entry),
        "worth": row["worth"],
        "points": row["points"],
        "limits": [*row["limits"]],
        "over_cap": Limit.DAY.value in row["limits"],
        "labels": [{"label": label.value, "many": many} for label in Label if (many := given.count(label))],
        "claims": [{**claim._asdict(), "text": words.get(claim.claim, "")} for claim in claims],
    }


def _why(row: Mapping[str, Any], entry: Entry) -> str:
    """Why an entry does not score; empty where it does."""
    if row["scoring"]:
        out = taken_out(entry)
        return f"{out} {NOT_YET}" if out and row["points"] else out
    return WHY.get(row["why"], row["why"]) or UNLABELLED


def _teams(visit: Visit) -> Iterator[Address]:
    after, views = "", tuple(viewed_in(visit))
    while page := visit.tx.people.teams_after(after, limit=AT_ONCE):
        yield from (Address({"team": one.id}, view) for one in page for view in views)
        after = page[-1].id


KINDS: Final = (Kind("team", "/teams/{team}", team, _teams),)
