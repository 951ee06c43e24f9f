"""The store of papers, their aliases and their claim sets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection, and_, func, select

from openrepro.claims.claim import ClaimSet
from openrepro.papers.paper import Paper, Resolution
from openrepro.store.paper_lists import (
    CLAIM_COLUMNS,
    ClaimCursor,
    ClaimPage,
    ListedClaim,
    ListedPaper,
    PaperCursor,
    PaperPage,
    claim_page,
    paper_page,
    with_aliases,
)
from openrepro.store.paper_loading import Clash, LoadedClaims, LoadedPapers, batches, clashes, put_claims, put_papers
from openrepro.store.paper_names import holders, resolved
from openrepro.store.paper_rows import claim_set_of
from openrepro.store.quarantine import quarantined
from openrepro.store.statements import alone
from openrepro.store.tables import claim_sets, claim_specs, claims, papers

__all__ = [
    "ClaimCursor",
    "ClaimPage",
    "ClaimVersion",
    "Clash",
    "ListedClaim",
    "ListedPaper",
    "LoadedClaims",
    "LoadedPapers",
    "PaperCursor",
    "PaperPage",
    "SqlPapers",
]


class ClaimVersion(NamedTuple):
    """A claim set on record; exactly one of a paper is in force."""

    version: str
    added_at: str
    note: str
    effective: bool


class SqlPapers:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, batch: Iterable[Paper], *, now: str, clashing: bool = True) -> LoadedPapers:
        """Add papers, or replace what is known of them by their ids; place, claims and entries of a paper stay.

        Names that clash are looked for among all papers unless `clashing` is false.
        """
        return put_papers(self._connection, batch, now, clashing=clashing)

    def hold_claims(self) -> None:
        """Let no other writing transaction change claims in force until this one ends; read them after it."""
        alone(self._connection, "claims")

    def put_claims(self, sets: Iterable[ClaimSet], *, now: str, note: str = "") -> LoadedClaims:
        """Keep claim sets for ever; the last one given of each paper becomes its effective set.

        A set of an unknown paper, or with claims called otherwise than `<paper>.c3`, is refused and named.
        """
        return put_claims(self._connection, sets, now, note)

    def clashes(self) -> tuple[Clash, ...]:
        """The names that lead to several papers, or would if case were forgotten."""
        return clashes(self._connection)

    def get(self, paper: str) -> Paper | None:
        found = self.listed(paper)
        return None if found is None else found.paper

    def listed(self, paper: str) -> ListedPaper | None:
        """A paper as it stands in lists; None when there is no such paper."""
        rows = self._connection.execute(select(papers).where(papers.c.id == paper)).mappings().all()
        return next(iter(with_aliases(self._connection, rows)), None)

    def resolve(self, names: Sequence[str]) -> Resolution:
        """The paper that `names` lead to: ids, arXiv ids, event, oral or submission numbers, links, `paper-<id>` tags.

        Names are compared exactly. Hand over what the entry declares (tags, metadata), not what its text cites: two
        names of different papers are a fault that is told to the owner. At most the first 20 are looked at.
        """
        return resolved(self._connection, names)

    def holders(self, names: Sequence[str]) -> Mapping[str, frozenset[str]]:
        """The papers that each of some names leads to, exactly as it is written; names that lead nowhere are left
        out."""
        return holders(self._connection, names)

    def page(self, *, after: PaperCursor | None = None, limit: int = 50, area: str = "", text: str = "") -> PaperPage:
        """Papers in the order they were loaded; those of an area, those whose title has all words of `text`.

        At most 1,000 at once. Words are whole ones, in any case, without accents or TeX.
        """
        return paper_page(self._connection, after, limit, area, text)

    def count(self, *, area: str = "") -> int:
        query = select(func.count()).select_from(papers)
        return self._connection.scalar(query.where(papers.c.area == area) if area else query) or 0

    def claims(self, paper: str, version: str = "") -> ClaimSet | None:
        """The effective claim set of a paper, or the one of `version`; None when there is none."""
        wanted = version or select(papers.c.claim_set).where(papers.c.id == paper).scalar_subquery()
        query = select(claim_sets.c.body).where(claim_sets.c.paper_id == paper, claim_sets.c.version == wanted)
        body = self._connection.scalar(query)
        if body is None:
            return None
        found = claim_set_of(paper, body)
        if version:
            return found
        return replace(found, alike=self._alike(paper, found.version), quarantined=quarantined(self._connection, paper))

    def _alike(self, paper: str, version: str) -> Mapping[str, frozenset[str]]:
        """For each claim of a set the versions on record that it is judged by the same words and numbers in."""
        here, there = claim_specs.alias("here"), claim_specs.alias("there")
        same = and_(there.c.paper_id == here.c.paper_id, there.c.claim == here.c.claim, there.c.spec == here.c.spec)
        query = (
            select(there.c.claim, there.c.version)
            .select_from(here.join(there, same))
            .where(here.c.paper_id == paper, here.c.version == version, there.c.version != version)
        )
        found: dict[str, set[str]] = {}
        for row in self._connection.execute(query):
            found.setdefault(row.claim, set()).add(row.version)
        return {claim: frozenset(versions) for claim, versions in found.items()}

    def claim_sets(self, of: Sequence[str]) -> Mapping[str, tuple[ClaimSet, ...]]:
        """Every claim set on record of some papers (at most some hundred), the effective one of each last."""
        query = (
            select(claim_sets.c.paper_id, claim_sets.c.body)
            .join(papers, papers.c.id == claim_sets.c.paper_id)
            .where(papers.c.id.in_(of))
            .order_by(claim_sets.c.version == papers.c.claim_set, claim_sets.c.added_at, claim_sets.c.version)
        )
        found: dict[str, list[ClaimSet]] = {}
        for row in self._connection.execute(query):
            found.setdefault(row.paper_id, []).append(claim_set_of(row.paper_id, row.body))
        return {paper: tuple(sets) for paper, sets in found.items()}

    def claim_versions(self, paper: str) -> tuple[ClaimVersion, ...]:
        """The claim sets on record of a paper, oldest first."""
        in_force = claim_sets.c.version == papers.c.claim_set
        query = (
            select(claim_sets.c.version, claim_sets.c.added_at, claim_sets.c.note, in_force)
            .join(papers, papers.c.id == claim_sets.c.paper_id)
            .where(papers.c.id == paper)
            .order_by(claim_sets.c.added_at, in_force, claim_sets.c.version)
        )
        return tuple(ClaimVersion(*row) for row in self._connection.execute(query))

    def claims_page(self, *, paper: str = "", after: ClaimCursor | None = None, limit: int = 50) -> ClaimPage:
        """The claims in force, of one paper or of all by paper id; at most 1,000 at once."""
        return claim_page(self._connection, paper, after, limit)

    def ids_in_force(self, of: Sequence[str]) -> frozenset[str]:
        """The ids of the claims in force of some papers."""
        query = select(claims.c.id)
        return frozenset(
            one for part in batches(of) for one in self._connection.scalars(query.where(claims.c.paper_id.in_(part)))
        )

    def claim(self, claim: str) -> ListedClaim | None:
        """A claim in force by its id."""
        row = self._connection.execute(select(*CLAIM_COLUMNS).where(claims.c.id == claim)).first()
        return None if row is None else ListedClaim(*row)

    def several(self, of: Sequence[str]) -> Mapping[str, ListedPaper]:
        """Up to a page of papers as they stand in lists, by id."""
        rows = self._connection.execute(select(papers).where(papers.c.id.in_(of))).mappings().all() if of else ()
        return {listed.paper.id: listed for listed in with_aliases(self._connection, rows)}

    def titles(self, of: Sequence[str]) -> Mapping[str, str]:
        """The titles of up to a page of papers, by id."""
        query = select(papers.c.id, papers.c.title).where(papers.c.id.in_(of))
        return {row.id: row.title for row in self._connection.execute(query)} if of else {}

    def claims_of(self, of: Sequence[str]) -> Mapping[str, ListedClaim]:
        """Up to a page of claims in force, by id."""
        query = select(*CLAIM_COLUMNS).where(claims.c.id.in_(of))
        return {row.id: ListedClaim(*row) for row in self._connection.execute(query)} if of else {}

    def listed_claims(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of all claims in force, by paper: what the board must count even where nobody entered."""
        query = select(claims.c.paper_id, claims.c.id).order_by(claims.c.paper_id, claims.c.position)
        found: dict[str, list[str]] = {}
        for row in self._connection.execute(query):
            found.setdefault(row.paper_id, []).append(row.id)
        return {paper: tuple(ids) for paper, ids in found.items()}
