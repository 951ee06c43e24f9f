"""What a participant has here: the entries of the own team with what comes next, and the own tokens."""

from collections.abc import Sequence
from typing import Final

from openrepro.entries.entry import Entry, State
from openrepro.entries.states import MEANING
from openrepro.ids import Json
from openrepro.people.accounts import Scope, Token
from openrepro.people.tokens import allows
from openrepro.store.entries import Wanted
from openrepro.store.store import Transaction
from openrepro.web.api.entries import status
from openrepro.web.pages.console.who import ROOT, framed, member_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address

EACH: Final = 25
PATH: Final = f"{ROOT}/mine"


def mine(visit: Visit) -> Page:
    """The page at `/console/mine`: all entries of the visitor's team, hidden and withdrawn ones too."""
    who = member_of(visit.who)
    wanted = Wanted(team=who.account.team, hidden=None)
    before = visit.number("before", default=0, least=0, most=2**53)
    page = visit.tx.entries.page(wanted, before=before, limit=EACH)
    team = visit.tx.people.team(who.account.team)
    may_submit = allows(who.token, Scope.SUBMIT)
    data: dict[str, Json] = {
        "account": who.account.id,
        "name": who.account.name,
        "role": who.account.role.value,
        "team": who.account.team,
        "team_name": team.name if team else "",
        "competing": bool(team and team.competing),
        "may_submit": may_submit,
        "withdrawn": visit.asked("withdrawn"),
        "entries": _told(visit, [row.entry for row in page.rows]),
    }
    following = address(PATH, {"before": page.next}) if page.next else ""
    return Page("console/mine.html", "My entries", framed(visit, data), next=following)


def _told(visit: Visit, entries: Sequence[Entry]) -> list[Json]:
    titles = visit.tx.papers.titles(tuple({entry.paper for entry in entries if entry.paper}))
    return [_line(visit.tx, entry, titles.get(entry.paper, "")) for entry in entries]


def _line(tx: Transaction, entry: Entry, paper: str) -> dict[str, Json]:
    place = status(tx, entry).place if entry.state is State.QUEUED else None
    return {
        "id": entry.id,
        "title": entry.title,
        "paper": entry.paper,
        "paper_title": paper,
        "state": entry.state.value,
        "reason": entry.reason.value,
        "sentence": entry.sentence,
        "state_at": entry.state_at,
        "next_step": MEANING[entry.reason].next,
        "ahead": place.ahead if place else None,
        "expected_at": place.expected_at if place else "",
        "hidden": entry.hidden,
        "may_withdraw": entry.state is not State.WITHDRAWN,
    }


def tokens(visit: Visit) -> Page:
    """The page at `/console/tokens`: the visitor's own."""
    who = member_of(visit.who)
    data: dict[str, Json] = {"used": who.token.id, "tokens": told_tokens(visit.tx.people.tokens(who.account.id))}
    return Page("console/tokens.html", "My tokens", framed(visit, data))


def told_tokens(found: Sequence[Token]) -> list[Json]:
    return [
        {
            "id": token.id,
            "name": token.name,
            "prefix": token.prefix,
            "scopes": [scope.value for scope in token.scopes],
            "created_at": token.created_at,
            "last_used_at": token.last_used_at,
            "revoked_at": token.revoked_at,
        }
        for token in found
    ]


KINDS: Final = (
    Kind("console-mine", PATH, mine, none, private=True),
    Kind("console-tokens", f"{ROOT}/tokens", tokens, none, private=True),
)
