"""All kinds of pages, in the order in which their addresses are tried."""

from typing import Final

from openrepro.web.pages import (
    announcements,
    claim_list,
    claims,
    console,
    data,
    entries,
    examinations,
    guides,
    home,
    judging,
    leaderboard,
    logbooks,
    paper,
    papers,
    participants,
    queue,
    ruling,
    signing,
    statistics,
    teams,
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
    *claim_list.KINDS,
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
    *leaderboard.KINDS,
    *teams.KINDS,
    *participants.KINDS,
    *statistics.KINDS,
    *signing.KINDS,
    *console.KINDS,
)
