"""The readings that wait for a person: what, why, for how long, in which order."""

from typing import Final

from openrepro.ids import Json
from openrepro.web.pages.console.who import framed, reviewer_of
from openrepro.web.pages.page import Page, Visit
from openrepro.web.pages.readings.who import person_of
from openrepro.web.reading.telling import told_looks
from openrepro.web.templating import address

SHOWN: Final = 25
PATH: Final = "/readings"
MOST: Final = 999_999_999


def readings(visit: Visit) -> Page:
    """The page at `/readings`: what the visitor may read, oldest first, from beyond `?after=` on."""
    who = reviewer_of(visit.who)
    after = visit.number("after", least=0, most=MOST, default=0)
    place = visit.number("place", least=0, most=1_000_000, default=0)
    found = visit.tx.looks.waiting(person_of(who), now=visit.now, after=after, limit=SHOWN + 1)
    shown = found[:SHOWN]
    data: dict[str, Json] = {
        "readings": told_looks(visit.tx, shown, who.account.id, visit.at, place),
        "open": visit.tx.looks.count_open(),
        "after": after or None,
    }
    following = {"after": shown[-1].id, "place": place + len(shown)} if len(found) > SHOWN else {}
    title = "Claims that wait for a person"
    return Page("readings/queue.html", title, framed(visit, data), next=address(PATH, following) if following else "")
