"""All kinds of pages, in the order in which their addresses are tried."""

from typing import Final

from openrepro.web.pages import entries, home, logbooks, signing
from openrepro.web.pages.page import Kind

KINDS: Final[tuple[Kind, ...]] = (*home.KINDS, *logbooks.KINDS, *entries.KINDS, *signing.KINDS)
