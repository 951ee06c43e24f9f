"""Papers and claim sets as rows, and back."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import RowMapping

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.claim_fields import read_claim
from openrepro.ids import Json
from openrepro.papers.identity import names_of, title_key
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.visible import visible

Row = dict[str, Any]

MOST_WORDS: Final = 40
LONGEST_WORD: Final = 60


def words_of(title: str) -> tuple[str, ...]:
    """The words that a title is found by, each once."""
    return tuple(dict.fromkeys(word[:LONGEST_WORD] for word in title_key(title).split()))[:MOST_WORDS]


def paper_row(paper: Paper, now: str) -> Row:
    return {
        "id": paper.id,
        "title": visible(paper.title),
        "title_key": visible(title_key(paper.title)),
        "authors": json.dumps([visible(name) for name in paper.authors], ensure_ascii=False),
        "area": visible(paper.area),
        "subarea": visible(paper.subarea),
        "presentation": visible(paper.presentation),
        "award": visible(paper.award),
        "arxiv": visible(paper.arxiv),
        "code_url": visible(paper.code_url),
        "abstract": visible(paper.abstract),
        "source": visible(paper.source),
        "facts": json.dumps(paper.facts),
        "sources": json.dumps(paper.sources),
        "added_at": now,
    }


def alias_rows(paper: Paper) -> Iterable[Row]:
    for alias in names_of(paper):
        name = visible(alias.name)
        folded = name.casefold()
        yield {
            "name": name,
            "kind": alias.kind.value,
            "paper_id": paper.id,
            "folded": folded,
            "mirrored": folded[::-1],
        }


def paper_of(row: RowMapping, aliases: Iterable[Alias]) -> Paper:
    """The paper of a row. That its id is one of its names goes without saying."""
    given = (alias for alias in aliases if alias != Alias(row["id"], AliasKind.OTHER))
    return Paper(
        id=row["id"],
        title=row["title"],
        authors=tuple(json.loads(row["authors"])),
        area=row["area"],
        subarea=row["subarea"],
        presentation=row["presentation"],
        award=row["award"],
        arxiv=row["arxiv"],
        code_url=row["code_url"],
        abstract=row["abstract"],
        aliases=tuple(sorted(given, key=lambda alias: (alias.kind.value, alias.name))),
        source=row["source"],
        facts=json.loads(row["facts"]),
        sources=json.loads(row["sources"]),
    )


def claim_rows(claims: ClaimSet) -> Iterable[Row]:
    testable = {claim.id for claim in claims.testable}
    for position, claim in enumerate(claims.claims):
        yield {
            "id": claim.id,
            "paper_id": claims.paper,
            "position": position,
            "kind": claim.kind.value,
            "testable": claim.id in testable,
            "text": visible(claim.text),
        }


def body_of(claims: ClaimSet) -> str:
    """A claim set as text: what its version is the hash of, and the claims where they say more than that."""
    canonical = [claim_json(claim) for claim in claims.claims]
    body: dict[str, Json] = {
        "title": claims.title,
        "aliases": list(claims.aliases),
        "source": claims.source,
        "unspecified": [claim.id for claim in claims.claims if not claim.specified],
    }
    if claims.source != canonical:
        body["claims"] = canonical
    return json.dumps(body)


def claim_set_of(paper: str, body: str) -> ClaimSet:
    """The claim set that `body_of` made the text of."""
    told = json.loads(body)
    unspecified = frozenset(told["unspecified"])
    # Claims are read with every number as text, as from a claims file.
    texts = json.loads(body, parse_int=str, parse_float=str)
    read = (read_claim(item, paper, []) for item in texts.get("claims", texts["source"]))
    claims = tuple(_specified(claim, unspecified) for claim in read if claim is not None)
    return ClaimSet(paper, claims, told["source"], told["title"], tuple(told["aliases"]))


def _specified(claim: Claim, unspecified: frozenset[str]) -> Claim:
    return replace(claim, specified=False) if claim.id in unspecified else claim


def grouped(rows: Iterable[RowMapping]) -> Mapping[str, tuple[Alias, ...]]:
    """Alias rows by their paper."""
    found: dict[str, list[Alias]] = {}
    for row in rows:
        found.setdefault(row["paper_id"], []).append(Alias(row["name"], AliasKind(row["kind"])))
    return {paper: tuple(aliases) for paper, aliases in found.items()}
