"""Claims: the list, and one of them with the verdict of every entry."""

from typing import Annotated

from fastapi import APIRouter, Query

from openrepro.claims.claim import Kind
from openrepro.store.papers import ClaimCursor
from openrepro.web.api.access import Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.parameters import USUAL, CursorText, Limit

router = APIRouter(tags=["claims"])


class ClaimLine(Shape):
    """A claim in force; kinds that are not testable carry no points."""

    id: str
    paper: str
    kind: Kind
    testable: bool
    text: str


@router.get("/claims")
def list_claims(
    here: Here,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    paper: Annotated[str, Query(max_length=200, description="Only claims of this paper.")] = "",
) -> Envelope[list[ClaimLine]]:
    """The claims in force, by paper id and place in its set."""
    cursors = Cursor("claims", {"paper": paper})
    at = cursors.numbered(cursor)
    after = None if at is None else ClaimCursor(at.name, at.number)
    with here.installation.store.read() as tx:
        page = tx.papers.claims_page(paper=paper, after=after, limit=limit)
    following = None if page.next is None else cursors.made(page.next.position, page.next.paper)
    return Envelope(data=[ClaimLine.model_validate(item) for item in page.claims], next=following)
