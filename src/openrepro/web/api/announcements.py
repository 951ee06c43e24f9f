"""Announcements: what the organisers say to everybody."""

from openrepro.web.api.access import Here
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.parameters import USUAL, Limit
from openrepro.web.api.routing import routes_of

router = routes_of("announcements")


class AnnouncementLine(Shape):
    """A line for everybody."""

    id: int
    at: str
    text: str


@router.get("/announcements")
def list_announcements(here: Here, limit: Limit = USUAL) -> Envelope[list[AnnouncementLine]]:
    """The announcements that stand, newest first."""
    with here.installation.store.read() as tx:
        found = tx.operator.announcements(limit=limit)
    return Envelope(data=[AnnouncementLine.model_validate(item) for item in found])
