"""A claim's state as schema.org's ClaimReview, which search engines and fact-checkers read."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.board.consensus import ClaimState
from openrepro.ids import Json
from openrepro.papers.paper import Paper

BEST: Final = 5
WORST: Final = 1
RATINGS: Final[Mapping[str, int]] = {
    ClaimState.VERIFIED.value: BEST,
    ClaimState.CONTESTED.value: 3,
    ClaimState.FALSIFIED.value: WORST,
}
NAMES: Final[Mapping[str, str]] = {
    ClaimState.VERIFIED.value: "Verified",
    ClaimState.CONTESTED.value: "Mixture: contested between teams",
    ClaimState.FALSIFIED.value: "Falsified",
}
MOST_AUTHORS: Final = 20


class Site(NamedTuple):
    """Who reviews: the name of the challenge, and the public address of its pages (empty: not known)."""

    name: str
    url: str


def claim_review(site: Site, paper: Paper | None, claim: str, text: str, state: str, at: str) -> dict[str, Json] | None:
    """The ClaimReview of a claim in `state`, last judged `at`; None where nothing is established."""
    if state not in RATINGS:
        return None
    review: dict[str, Json] = {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": text,
        "itemReviewed": _reviewed(paper, text),
        "author": _author(site),
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": RATINGS[state],
            "bestRating": BEST,
            "worstRating": WORST,
            "alternateName": NAMES[state],
        },
    }
    if site.url:
        review["url"] = f"{site.url}/claims/{claim}"
    if at:
        review["datePublished"] = at[:10]
    return review


def _author(site: Site) -> dict[str, Json]:
    author: dict[str, Json] = {"@type": "Organization", "name": site.name}
    return author | {"url": site.url} if site.url else author


def _reviewed(paper: Paper | None, text: str) -> dict[str, Json]:
    claim: dict[str, Json] = {"@type": "Claim", "text": text}
    if paper is None:
        return claim
    authors: list[Json] = [{"@type": "Person", "name": name} for name in paper.authors[:MOST_AUTHORS]]
    article: dict[str, Json] = {"@type": "ScholarlyArticle", "name": paper.title}
    if authors:
        article["author"] = claim["author"] = authors
    return claim | {"firstAppearance": article}
