"""The one place where HTML that was kept when a logbook was rendered goes into a page."""

import re
from html import escape
from typing import Final, Protocol

from markupsafe import Markup

SANDBOX: Final = "allow-scripts"
UNCHECKED: Final = "Figure by the participant; not checked"
_SLOT: Final = re.compile(r'<p class="figure-slot" data-figure="([0-9]+)">(.*?)</p>', re.DOTALL)
_TO_PAGE: Final = re.compile(r'<a class="to-page" data-page="([0-9]+)">')


class PageLinks(Protocol):
    """How a page names another one."""

    def page(self, path: str, query: dict[str, object]) -> str: ...


def kept(html: str, entry: str, links: PageLinks) -> Markup:
    """A part of a rendered page, with the links that depend on where the site is and a place for each figure.

    `html` must come from `store.renderings`, which holds nothing but what `openrepro.rendering` made: text that was
    escaped, and Markdown without raw HTML that went through one list of allowed elements, attributes and schemes. That
    is why it is not escaped again. Whatever else is put in here is a number or an address of ours.
    """
    root = f"/logbooks/{entry}"

    def to_page(found: re.Match[str]) -> str:
        return f'<a class="to-page" href="{escape(links.page(f"{root}/pages/{int(found[1]) + 1}", {}))}">'

    def to_figure(found: re.Match[str]) -> str:
        return _figure(int(found[1]), found[2], links.page(f"{root}/figures/{int(found[1])}", {}))

    return Markup(_SLOT.sub(to_figure, _TO_PAGE.sub(to_page, html)))


def _figure(number: int, caption: str, where: str) -> str:
    """A place that holds nothing of the stranger's until a reader follows the link, which leads into its frame."""
    return (
        f'<details class="figure-slot"><summary>{caption}</summary>'
        f'<p><a class="button" href="{escape(where)}" target="figure-{number}">Load figure</a> '
        f'<strong>{UNCHECKED}.</strong></p><iframe name="figure-{number}" title="{UNCHECKED}" sandbox="{SANDBOX}" '
        'referrerpolicy="no-referrer"></iframe></details>'
    )
