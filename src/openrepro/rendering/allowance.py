"""What a logbook may still cost: counted, not timed, so that the same logbook is always rendered the same."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from openrepro.rendering.limits import BLOCK_WORK, FORMULA_WORK, FORMULAS, LINKS, LISTING_WORK, PROSE, PROSE_WORK, WORK

_SIGNS = {"[": 10, "![": 20, "*": 7, "_": 7, "~": 5, "|": 10, "\n": 9, "<": 2, "&": 3, "`": 6, "$": 2, "\\": 2, "]": 2}
_LISTED = re.compile(r"^[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]", re.M)
_HEADED = re.compile(r"^[ \t>]*#{1,6}[ \t]|^[ \t>]*(?:=+|-+)[ \t]*$", re.M)
_RULED = re.compile(r"^[ \t>|:-]*-[ \t>|:-]*$", re.M)


@dataclass(slots=True)
class Allowance:
    """The links and formulas that a page may still have and the work (about microseconds) left for the whole book.

    `slugs` says to which page of the same logbook a link leads.
    """

    slugs: Mapping[str, int] = field(default_factory=dict)
    work: int = WORK
    links: int = LINKS
    formulas: int = FORMULAS

    def new_page(self) -> None:
        """Gives a page its links and formulas."""
        self.links, self.formulas = LINKS, FORMULAS

    def takes_link(self) -> bool:
        self.links -= 1
        return self.links >= 0

    def takes_formula(self, tex: str) -> bool:
        self.formulas -= 1
        return self.formulas >= 0 and self.takes(FORMULA_WORK + 11 * len(tex))

    def takes_listing(self, text: str) -> bool:
        return self.takes(LISTING_WORK * (len(text) + 20))

    def refuses(self, text: str) -> str:
        """Why Markdown `text` is shown as it was written; nothing when it is laid out, whose work is then taken."""
        if len(text) > PROSE:
            return "it is too long to be laid out"
        work = work_of(text)
        if work > BLOCK_WORK:
            return "it has too much markup to be laid out"
        return "" if self.takes(work) else "the logbook has more markup than is laid out"

    def takes(self, work: int) -> bool:
        """Takes `work` if so much is left."""
        if work > self.work:
            return False
        self.work -= work
        return True


def work_of(text: str) -> int:
    """About how many microseconds it takes to lay out Markdown `text`; the signs that make tokens decide."""
    work = PROSE_WORK + len(text) // 20 + sum(cost * text.count(sign) for sign, cost in _SIGNS.items())
    return work + 30 * (len(_LISTED.findall(text)) + len(_HEADED.findall(text))) + (_cells(text) if "|" in text else 0)


def _cells(text: str) -> int:
    """The work of the cells that short rows of wide tables are filled up with."""
    work = 0
    for match in _RULED.finditer(text):
        columns = match[0].count("|")
        if columns > 1:
            end = text.find("\n\n", match.end())
            rows = text.count("\n", match.end(), end if end >= 0 else len(text))
            work += 10 * columns * rows
            if work > BLOCK_WORK:
                break
    return work
