"""Papers: the list, one of them, its claims and the versions of these."""

from typing import Annotated

from fastapi import Query
from pydantic import JsonValue

from openrepro import clock
from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import ClaimSet
from openrepro.papers.compute_words import Compute
from openrepro.papers.paper import AliasKind, Match, Resolution
from openrepro.papers.recommending import MOST, Wanted
from openrepro.server.choosing_told import told_papers
from openrepro.store.papers import ListedPaper, PaperCursor
from openrepro.store.store import Transaction
from openrepro.web.api.access import Calling, Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, members
from openrepro.web.api.parameters import USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found, shown

router = routes_of("papers")


class PaperAlias(Shape):
    """Another name of a paper."""

    name: str
    kind: AliasKind


class PaperLine(Shape):
    """A paper in a list. Texts that nobody stated are empty."""

    id: str
    title: str
    authors: list[str]
    area: str
    subarea: str
    presentation: str
    award: str
    arxiv: str
    code_url: str
    aliases: list[PaperAlias]
    claims: int
    claim_set: str


class PaperMerge(Shape):
    """A paper that became a name of another one (`kept`), and what both share; `undone_at` is empty while it stands."""

    number: int
    kept: str
    gone: str
    shared: str
    why: str
    at: str
    undone_at: str
    undone_why: str


class PaperWhole(PaperLine):
    """A paper with all that is known of it; `facts` is what else its sources said. `sources` names the source of each
    field that is not from `source`; `merges` are those that it took part in."""

    abstract: str
    source: str
    facts: dict[str, JsonValue]
    sources: dict[str, str]
    merges: list[PaperMerge]


class ClaimVersionLine(Shape):
    """A claim set on record; `effective` is the one that entries are judged against."""

    version: str
    added_at: str
    note: str
    effective: bool


class PaperClaims(Shape):
    """The claims of a paper in one version (a set), each as it is published (schema `openrepro.claim/1`).
    `quarantined` are those in force that nobody judges now, since their quotes do not stand in the paper."""

    paper: str
    version: str
    effective: bool
    versions: list[ClaimVersionLine]
    claims: list[dict[str, JsonValue]]
    quarantined: list[str]


class Reason(Shape):
    """Why a paper is where it is in the order; `points` is 0 for what decides by itself, or only informs."""

    points: int
    words: str


class RecommendedPaper(Shape):
    """A paper to try. `need` says what an attempt would help with, `round` in which of the asker's rounds it comes.

    `takes` is what the paper says of code, data and machine, with the words that this rests on (null: nobody has
    looked yet); `cost` is how long the recorded runs of earlier attempts took, in seconds.
    """

    id: str
    title: str
    area: str
    need: str
    round: int
    points: int
    why: list[Reason]
    testable: int
    judged: int
    takes: dict[str, JsonValue] | None
    cost: dict[str, JsonValue]
    page: str
    prompt: str


@router.get("/papers")
def list_papers(
    here: Here,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    area: Annotated[str, Query(max_length=200, description="Only papers of this area, exactly.")] = "",
    text: Annotated[str, Query(max_length=200, description="Only titles that have all of these words.")] = "",
) -> Envelope[list[PaperLine]]:
    """Papers in the order of the challenge's index."""
    cursors = Cursor("papers", {"area": area, "text": text})
    at = cursors.numbered(cursor)
    after = None if at is None else PaperCursor(at.number, at.name)
    with here.installation.store.read() as tx:
        page = tx.papers.page(after=after, limit=limit, area=area, text=text)
    following = None if page.next is None else cursors.made(page.next.position, page.next.id)
    return Envelope(data=[_line(listed) for listed in page.papers], next=following)


@router.get("/papers/recommended")
def recommend_papers(
    here: Here,
    who: Calling,
    limit: Annotated[int, Query(ge=1, le=MOST, description="How many at most.")] = 10,
    compute: Annotated[Compute | None, Query(description="Only papers of this class of machine.")] = None,
    area: Annotated[str, Query(max_length=200, description="Only papers of this area, exactly.")] = "",
    code: Annotated[bool, Query(description="Only papers whose code is linked.")] = False,
    hours: Annotated[
        int | None,
        Query(ge=1, le=10_000, description="Only papers whose earlier attempts ran no longer, where that is known."),
    ] = None,
    seed: Annotated[str, Query(max_length=80, description="A name, for an order of its own.")] = "",
) -> Envelope[list[RecommendedPaper]]:
    """Papers to try next, best first: with a token the order of the account, else that of `seed`, or of the day."""
    wanted = Wanted((compute,) if compute else (), area, code, hours)
    account = "" if who.account is None else who.account.id
    installation = here.installation
    with installation.store.read() as tx:
        choosing, now = installation.choosing, clock.now()
        found = choosing.recommended(installation.store, tx, wanted, now, account=account, seed=seed, most=limit)
        told = told_papers(tx, found)
    return Envelope(data=[RecommendedPaper.model_validate(members(one)) for one in told])


@router.get("/papers/{paper}")
def get_paper(here: Here, paper: Name) -> Envelope[PaperWhole]:
    """One paper by its id, or by another name that belongs to it alone."""
    with here.installation.store.read() as tx:
        listed = tx.papers.listed(paper)
        if listed is None:
            found = tx.papers.resolve([paper])
            listed = tx.papers.listed(found.paper)
        if listed is None:
            raise _no_paper(found)
        merges = tx.merges.of(listed.paper.id)
    whole = listed.paper
    data = PaperWhole(
        **_line(listed).model_dump(),
        abstract=whole.abstract,
        source=whole.source,
        facts=members(whole.facts),
        sources=dict(whole.sources),
        merges=[PaperMerge.model_validate(one) for one in merges],
    )
    return Envelope(data=data)


@router.get("/papers/{paper}/claims")
def get_paper_claims(
    here: Here,
    paper: Name,
    version: Annotated[str, Query(max_length=100, description="A set on record; the effective one if empty.")] = "",
) -> Envelope[PaperClaims]:
    """The claims of a paper, in force or as they once were."""
    with here.installation.store.read() as tx:
        known_paper(tx, paper)
        versions = [ClaimVersionLine.model_validate(item) for item in tx.papers.claim_versions(paper)]
        found = tx.papers.claims(paper, version)
    if found is None and version:
        raise not_found("claim set", version)
    return _claims(paper, found, versions)


def known_paper(tx: Transaction, paper: str) -> None:
    """Raise ApiError unless `paper` is the id of a paper; the sentence names the nearest one."""
    if tx.papers.listed(paper) is None:
        raise _no_paper(tx.papers.resolve([paper]))


def _no_paper(found: Resolution) -> ApiError:
    if found.match is Match.FOUND:
        text, hint = f"The paper goes by the id {shown(found.paper)} here.", "Ask by that id."
    else:
        text, hint = found.sentence, "GET /api/v1/papers lists all; ?text= finds words of a title."
    return ApiError(404, text, hint=hint, where="path.paper")


def _claims(paper: str, found: ClaimSet | None, versions: list[ClaimVersionLine]) -> Envelope[PaperClaims]:
    if found is None:
        none = PaperClaims(paper=paper, version="", effective=False, versions=versions, claims=[], quarantined=[])
        return Envelope(data=none, meta=Meta(total=0, sentence="This paper has no claims yet."))
    effective = any(item.effective and item.version == found.version for item in versions)
    claims = [members(claim_json(claim)) for claim in found.claims]
    data = PaperClaims(
        paper=paper,
        version=found.version,
        effective=effective,
        versions=versions,
        claims=claims,
        quarantined=sorted(found.quarantined),
    )
    return Envelope(data=data, meta=Meta(total=len(claims)))


def _line(listed: ListedPaper) -> PaperLine:
    paper = listed.paper
    return PaperLine(
        id=paper.id,
        title=paper.title,
        authors=list(paper.authors),
        area=paper.area,
        subarea=paper.subarea,
        presentation=paper.presentation,
        award=paper.award,
        arxiv=paper.arxiv,
        code_url=paper.code_url,
        aliases=[PaperAlias.model_validate(alias) for alias in paper.aliases],
        claims=listed.claims,
        claim_set=listed.claim_set,
    )
