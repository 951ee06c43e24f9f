"""Structure by rule generation: which set of rules a logbook follows, and what the current one asks beyond it."""

from collections.abc import Iterator
from enum import StrEnum

from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Layout, Logbook, PageRole
from openrepro.severity import Severity


class Generation(StrEnum):
    """The rule generations met in practice, oldest first. None is wrong: the judge reads them all."""

    PLAIN = "plain pages"
    NESTED = "Trackio 0.30, pages below pages"
    SCHEMA_1 = "Trackio 0.31, schema 1"
    SCHEMA_2 = "Trackio 0.32 or newer, pages in an order of their own"
    ICML_2026 = "the pages of the ICML-2026 event"
    CURRENT = "the current scaffold: summary, one page per claim, conclusion"


EXPLAINED = {
    Generation.PLAIN: "The pages have no cells, so what they show counts as said, or as a result file.",
    Generation.NESTED: "Newer versions show only one level of pages; every page is read all the same.",
    Generation.SCHEMA_1: "Before traces and the inventory of files; its pages are read like newer ones.",
    Generation.SCHEMA_2: "Claims are found by their numbers and words on the pages.",
    Generation.ICML_2026: "That form is the current one with a poster and an artifact cell, which nothing here needs.",
    Generation.CURRENT: "Nothing more is asked of the form.",
}
EVENT_TAG = "icml2026-repro"


def generation(logbook: Logbook) -> Generation:
    """The newest rule generation whose form the logbook has."""
    if logbook.layout is Layout.PLAIN or not any(cell.id for page in logbook.pages for cell in page.cells):
        return Generation.PLAIN
    if any(problem.code == "nested-page" for problem in logbook.problems):
        return Generation.NESTED
    if {PageRole.SUMMARY, PageRole.CLAIM, PageRole.CONCLUSION} <= {page.role for page in logbook.pages}:
        return Generation.ICML_2026 if EVENT_TAG in logbook.tags else Generation.CURRENT
    return Generation.SCHEMA_1 if logbook.schema_version == 1 else Generation.SCHEMA_2


def structure(logbook: Logbook) -> Iterator[Notice]:
    """Notices on structure: the generation, and the pages that are missing for the current one."""
    if logbook.layout is Layout.EMPTY:
        return
    found = generation(logbook)
    if found is not Generation.CURRENT:
        text = f"Written for {found.value}. {EXPLAINED[found]}"
        todo = "Nothing: every generation is read. A new logbook is best started with the current scaffold."
        yield Notice(Topic.STRUCTURE, Check.GENERATION.value, Severity.NOTE, text, todo)
    yield from _pages(logbook, found)


def _pages(logbook: Logbook, found: Generation) -> Iterator[Notice]:
    roles = {page.role for page in logbook.pages}
    if PageRole.CLAIM not in roles:
        text = "No page is about a claim by its name, so evidence is told apart by words alone."
        todo = "Give each claim a page named “Claim N: …”, with the number that the paper's claims give it."
        severity = Severity.NOTE if found is Generation.PLAIN else Severity.WARNING
        yield Notice(Topic.STRUCTURE, Check.NO_CLAIM_PAGES.value, severity, text, todo)
    if found is Generation.PLAIN:
        return
    wanted = (
        (PageRole.INDEX, Check.NO_INDEX, "Add `pages/index.md` with a link to every page, in order."),
        (PageRole.SUMMARY, Check.NO_SUMMARY, "Add a page “Executive summary” with what was measured."),
        (PageRole.CONCLUSION, Check.NO_CONCLUSION, "Add a page “Conclusion”."),
    )
    for role, check, todo in wanted:
        if role not in roles:
            yield Notice(Topic.STRUCTURE, check.value, Severity.NOTE, f"There is no {role.value} page.", todo)
