"""Claims: the list, and one of them with the verdict of every entry."""

from typing import Annotated

from fastapi import Query
from pydantic import JsonValue

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Kind
from openrepro.store.papers import ClaimCursor
from openrepro.web.api.access import Calling, Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, members
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.api.verdicts import VerdictLine, shown_verdicts
from openrepro.web.faults import not_found

router = routes_of("claims")


class ClaimLine(Shape):
    """A claim in force; one that is not testable, by its kind or while it is quarantined, carries no points."""

    id: str
    paper: str
    kind: Kind
    testable: bool
    text: str
    quarantined: bool


class ClaimWhole(ClaimLine):
    """A claim as it is published (schema `openrepro.claim/1`), the version of its set, and the current verdicts of all
    teams."""

    claim_set: str
    spec: dict[str, JsonValue]
    verdicts: list[VerdictLine]


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


@router.get("/claims/{claim}")
def get_claim(
    here: Here, who: Calling, claim: Name, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[ClaimWhole]:
    """One claim in force with its spec and the current verdicts on it, page by page."""
    cursors = Cursor("claim", {"claim": claim})
    with here.installation.store.read() as tx:
        listed = tx.papers.claim(claim)
        if listed is None:
            raise not_found("claim", claim)
        held = tx.papers.claims(listed.paper)
        size = tx.ledger.size()
        rows = tx.ledger.verdicts(claim=claim, current=True, after=cursors.number(cursor), limit=limit + 1)
        shown = shown_verdicts(tx, rows[:limit], who)
    whole = None if held is None else held.find(claim)
    spec = {} if whole is None else members(claim_json(whole))
    line = ClaimLine.model_validate(listed).model_dump()
    version = "" if held is None else held.version
    return Envelope(
        data=ClaimWhole(**line, claim_set=version, spec=spec, verdicts=shown),
        next=cursors.made(rows[limit - 1].seq) if len(rows) > limit else None,
        meta=Meta(ledger_size=size),
    )
