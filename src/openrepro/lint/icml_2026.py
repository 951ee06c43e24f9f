"""The form that the ICML-2026 event's own validator asked for, as notes: no label ever depends on it."""

import re
from collections.abc import Iterator

from openrepro.challenge.rules import Profile, Rules
from openrepro.lint.names import PREFIX, planned_name
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.lint.structure import EVENT_TAG
from openrepro.logbooks.logbook import Address, CellType, Layout, Logbook, Page, PageRole
from openrepro.severity import Severity

POSTER = "poster_embed.html"
_PAPER_LINK = re.compile(r"huggingface\.co/papers/|openreview\.net/forum\?id=")
_CLAIM_PAGE = re.compile(r"claim-\d")
_ALIKE_OPENREVIEW = re.compile(r"[A-Za-z0-9]{8,12}")
ASKED = " (Only that event's validator asked for it.)"


def icml_2026(logbook: Logbook, rules: Rules) -> Iterator[Notice]:
    """Notes on that event's form, when its rules are chosen or its tag is there, for logbooks with cells."""
    if logbook.layout not in (Layout.WORKSPACE, Layout.SPACE):
        return
    if rules.profile is not Profile.ICML_2026 and EVENT_TAG not in logbook.tags:
        return
    own = [page for page in logbook.pages if page.file.startswith(f"{logbook.root}pages/")]
    yield from _index(next((page for page in own if page.role is PageRole.INDEX), None))
    yield from _order([page for page in own if page.role is not PageRole.INDEX])
    yield from _summary(next((page for page in own if page.slug == "executive-summary"), None))
    yield from _conclusion(next((page for page in own if page.slug == "conclusion"), None))
    yield from _space(logbook)


def _index(page: Page | None) -> Iterator[Notice]:
    if page is None:
        return
    if not page.title.startswith("Reproduction: "):
        text = f"The index is titled “{page.title[:80]}”, not “Reproduction: <title of the paper>”."
        yield _note(Check.EVENT_TITLE, text, "Begin the first heading of `pages/index.md` with “Reproduction: ”.", page)
    if not any(_PAPER_LINK.search(cell.prose) for cell in page.cells):
        text = "The index does not link the paper on the Hub or on OpenReview."
        yield _note(Check.EVENT_LINK, text, "Add the link below the title of `pages/index.md`.", page)


def _order(pages: list[Page]) -> Iterator[Notice]:
    slugs = [page.slug for page in pages]
    between = slugs[1:-1]
    right = slugs[:1] == ["executive-summary"] and slugs[-1:] == ["conclusion"] and bool(between)
    if not right or not all(_CLAIM_PAGE.match(slug) for slug in between):
        text = "The pages are not `executive-summary`, then `claim-1-…` and so on, then `conclusion`."
        yield _note(Check.EVENT_PAGES, text, "Order and name the pages so, if you enter that event.")


def _summary(page: Page | None) -> Iterator[Notice]:
    if page is None:
        return
    pinned = [cell for cell in page.cells if cell.pinned]
    text = any(cell.type is CellType.MARKDOWN and cell.title == "Executive summary" for cell in pinned)
    poster = any(cell.type is CellType.FIGURE and any(POSTER in b.text for b in cell.blocks) for cell in pinned)
    if not (text and poster):
        said = "The summary has no pinned cell “Executive summary” together with a pinned poster figure."
        yield _note(Check.EVENT_PINS, said, "Pin both with `trackio logbook pin`.", page)


def _conclusion(page: Page | None) -> Iterator[Notice]:
    if page is not None and not any(cell.type is CellType.ARTIFACT for cell in page.cells):
        text = "The conclusion has no artifact cell."
        yield _note(Check.EVENT_ARTIFACT, text, "Add one with `trackio logbook cell artifact`.", page)


def _space(logbook: Logbook) -> Iterator[Notice]:
    planned = planned_name(logbook)
    if planned is None or planned.from_title:
        return
    if not planned.name.startswith(PREFIX) or _ALIKE_OPENREVIEW.fullmatch(planned.name.removeprefix(PREFIX)):
        text = f"The Space is named `{planned.name[:100]}`, not `{PREFIX}` and a short name of the paper."
        yield _note(Check.EVENT_SPACE, text, "Publish it under such a name, if you enter that event.")


def _note(check: Check, text: str, todo: str, page: Page | None = None) -> Notice:
    at = () if page is None else (page.cells[0].at if page.cells else Address(page.file, 0, 0),)
    return Notice(Topic.STRUCTURE, check.value, Severity.NOTE, text, todo + ASKED, at)
