"""The readings that wait for a person: what, why, for how long, in which order."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from openrepro.clock import instant_of
from openrepro.ids import Json
from openrepro.store.looks import Look, Person
from openrepro.store.store import Transaction
from openrepro.web.api.access import Member
from openrepro.web.pages.console.who import framed, reviewer_of
from openrepro.web.pages.page import Page, Visit
from openrepro.web.templating import address

SHOWN: Final = 25
PATH: Final = "/readings"
MOST: Final = 999_999_999


def person_of(who: Member) -> Person:
    return Person(who.account.id, who.account.team)


def readings(visit: Visit) -> Page:
    """The page at `/readings`: what the visitor may read, oldest first, from beyond `?after=` on."""
    who = reviewer_of(visit.who)
    after = visit.number("after", least=0, most=MOST, default=0)
    place = visit.number("place", least=0, most=1_000_000, default=0)
    found = visit.tx.looks.waiting(person_of(who), now=visit.now, after=after, limit=SHOWN + 1)
    shown = found[:SHOWN]
    data: dict[str, Json] = {
        "readings": told_looks(visit.tx, shown, who, visit.at, place),
        "open": visit.tx.looks.count_open(),
        "after": after or None,
    }
    following = {"after": shown[-1].id, "place": place + len(shown)} if len(found) > SHOWN else {}
    title = "Claims that wait for a person"
    return Page("readings/queue.html", title, framed(visit, data), next=address(PATH, following) if following else "")


def told_looks(tx: Transaction, looks: Sequence[Look], who: Member, now: datetime, place: int = 0) -> list[Json]:
    """Looks as somebody is told of them who has not read yet: nothing says what the machine ruled, or whose it is."""
    claims = tx.papers.claims_of([look.claim for look in looks])
    drafts = tx.drafts.among(who.account.id, [look.id for look in looks])
    return [
        {
            "id": look.id,
            "place": place + number,
            "claim": look.claim,
            "text": claims[look.claim].text if look.claim in claims else "",
            "why": list(dict.fromkeys(why.blind for why in look.why)),
            "since": look.created_at,
            "hours": int((now - instant_of(look.created_at)).total_seconds() // 3600),
            "taken_until": look.taken_until if look.taken_by == who.account.id else "",
            "draft": look.id in drafts,
        }
        for number, look in enumerate(looks, start=1)
    ]
