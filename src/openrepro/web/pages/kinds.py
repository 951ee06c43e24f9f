"""All kinds of pages, in the order in which their addresses are tried."""

from typing import Final

from openrepro.web.pages import (
    announcements,
    claims,
    console,
    data,
    entries,
    examinations,
    guides,
    home,
    judging,
    logbooks,
    paper,
    papers,
    queue,
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
    *judging.KINDS,
    *examinations.KINDS,
    *queue.KINDS,
    *data.KINDS,
    *guides.KINDS,
    *ruling.KINDS,
    *timeline.KINDS,
    *announcements.KINDS,
    *signing.KINDS,
    *console.KINDS,
)
