"""A participant: the account by its pseudonym and public name, its team, and its entries."""

from collections.abc import Iterator
from typing import Final

from openrepro.ids import Json
from openrepro.people.accounts import Role
from openrepro.store.entries import Wanted
from openrepro.web.faults import not_found
from openrepro.web.pages.entry_lines import entry_lines
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.templating import address

ON_A_PAGE: Final = 25
AT_ONCE: Final = 200
ROLES: Final = {
    Role.PARTICIPANT: "takes part",
    Role.REVIEWER: "reviews verdicts",
    Role.ORGANISER: "organises the challenge",
    Role.ADMIN: "runs the server",
}


def participant(visit: Visit) -> Page:
    """The page of one account. Raises ApiError when there is no such account."""
    tx, name = visit.tx, visit.params["account"]
    account = tx.people.get(name)
    if account is None:
        raise not_found("account", name)
    team, members = tx.people.team(account.team), tx.people.members(account.team)
    before = visit.number("before", least=1, most=999_999_999, default=0)
    hidden = None if visit.who.operates or (visit.who.account and visit.who.account.team == account.team) else False
    found = tx.entries.page(Wanted(team=account.team, hidden=hidden), before=before, limit=ON_A_PAGE)
    mine = [row.entry for row in found.rows if row.entry.account in ("", account.id)]
    path, called = f"/participants/{name}", "" if account.deleted_at else account.name
    data: dict[str, Json] = {
        "account": {
            "id": account.id,
            "name": called,
            "deleted": bool(account.deleted_at),
            "role": account.role.value,
            "role_words": ROLES[account.role],
            "since": account.created_at,
        },
        "team": {
            "id": account.team,
            "name": team.name if team else "",
            "competing": team.competing if team else True,
            "members": len(members),
        },
        "before": before or None,
        "entries": entry_lines(tx, mine),
    }
    about = f"{called or account.id}: the team it belongs to, and its entries."
    following = address(path, {"before": found.next}) if found.next else ""
    return Page("participant.html", called or account.id, data, about, next=following)


def _accounts(visit: Visit) -> Iterator[Address]:
    after = ""
    while page := visit.tx.people.page(after=after, limit=AT_ONCE):
        yield from (Address({"account": one.id}) for one in page)
        after = page[-1].id


KINDS: Final = (Kind("participant", "/participants/{account}", participant, _accounts),)
