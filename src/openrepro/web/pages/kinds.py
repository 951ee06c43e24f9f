"""All kinds of pages, in the order in which their addresses are tried."""

from typing import Final

from openrepro.web.pages import (
    announcements,
    claims,
    console,
    entries,
    guides,
    home,
    logbooks,
    paper,
    papers,
    ruling,
    signing,
    timeline,
    verdicts,
)
from openrepro.web.pages.page import Kind

KINDS: Final[tuple[Kind, ...]] = (
    *home.KINDS,
    *logbooks.KINDS,
    *entries.KINDS,
    *papers.KINDS,
    *paper.KINDS,
    *claims.KINDS,
    *verdicts.KINDS,
    *guides.KINDS,
    *ruling.KINDS,
    *timeline.KINDS,
    *announcements.KINDS,
    *signing.KINDS,
    *console.KINDS,
)
