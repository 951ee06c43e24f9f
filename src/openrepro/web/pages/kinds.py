"""All kinds of pages, in the order in which their addresses are tried."""

from typing import Final

from openrepro.web.pages import claims, entries, home, logbooks, papers, signing
from openrepro.web.pages.page import Kind

KINDS: Final[tuple[Kind, ...]] = (
    *home.KINDS,
    *logbooks.KINDS,
    *entries.KINDS,
    *papers.KINDS,
    *claims.KINDS,
    *signing.KINDS,
)
