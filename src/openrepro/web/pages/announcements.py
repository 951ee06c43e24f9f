"""What the organisers say to everybody."""

from typing import Final

from openrepro.ids import Json
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.templating import address

PATH: Final = "/announcements"
ON_A_PAGE: Final = 25


def announcements(visit: Visit) -> Page:
    """The page at `/announcements`: those that stand, newest first."""
    before = visit.number("before", default=0)
    found = visit.tx.operator.announcements(before=before, limit=ON_A_PAGE + 1)
    shown = found[:ON_A_PAGE]
    data: dict[str, Json] = {"announcements": [{"id": one.id, "at": one.at, "text": one.text} for one in shown]}
    following = address(PATH, {"before": shown[-1].id}) if len(found) > ON_A_PAGE else ""
    first = PATH if before else ""
    return Page("announcements.html", "Announcements", data, "News of the organisers.", first, following)


KINDS: Final = (Kind("announcements", PATH, announcements),)
