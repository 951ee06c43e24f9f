"""Where a paper can be read: addresses made of its names, on hosts that we know, never taken from what was sent."""

import re
from collections.abc import Iterator
from typing import Final

from openrepro.ids import Json
from openrepro.papers.paper import AliasKind, Paper

MOST: Final = 4
_ARXIV: Final = re.compile(r"(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,2})?")
_OPENREVIEW: Final = re.compile(r"[A-Za-z0-9_-]{8,14}")


def outside(paper: Paper) -> list[Json]:
    """The places outside where the paper stands, each with the words for its link."""
    found: dict[str, Json] = {url: {"words": words, "url": url} for words, url in _places(paper)}
    return list(found.values())[:MOST]


def _places(paper: Paper) -> Iterator[tuple[str, str]]:
    names = [alias.name for alias in paper.aliases if alias.kind is AliasKind.ARXIV]
    for name in (paper.arxiv, *names):
        if _ARXIV.fullmatch(name):
            yield f"arXiv {name}", f"https://arxiv.org/abs/{name}"
    for alias in paper.aliases:
        if alias.kind is AliasKind.OPENREVIEW and _OPENREVIEW.fullmatch(alias.name):
            yield f"OpenReview {alias.name}", f"https://openreview.net/forum?id={alias.name}"
