"""Structure by rule generation: which set of rules a logbook follows, and what the current one asks beyond it."""

from collections.abc import Iterator
from enum import StrEnum

from openrepro.challenge.rules import Rules
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Layout, Logbook, PageRole
from openrepro.severity import Severity


class Generation(StrEnum):
    """The rule generations met in practice. None is wrong: the judge reads them all."""

    PLAIN = "plain pages"
    NESTED = "Trackio 0.30, pages below pages"
    PAGES = "Trackio pages without the challenge's pages"
    CHALLENGE = "summary, one page per claim, conclusion"


EXPLAINED = {
    Generation.PLAIN: "Pages are plain Markdown without cells: what they show counts as said, or as a result file.",
    Generation.NESTED: "Trackio 0.30 allowed pages below pages; newer versions show only one level.",
    Generation.PAGES: "Trackio pages in an order of their own; claims are found by their words and numbers.",
    Generation.CHALLENGE: "The form that the current scaffold writes.",
}


def generation(logbook: Logbook) -> Generation:
    """The newest rule generation whose form the logbook has."""
    roles = {page.role for page in logbook.pages}
    if not any(cell.id for page in logbook.pages for cell in page.cells) or logbook.layout is Layout.PLAIN:
        return Generation.PLAIN
    if any(problem.code == "nested-page" for problem in logbook.problems):
        return Generation.NESTED
    wanted = {PageRole.SUMMARY, PageRole.CLAIM, PageRole.CONCLUSION}
    return Generation.CHALLENGE if wanted <= roles else Generation.PAGES


def structure(logbook: Logbook, rules: Rules) -> Iterator[Notice]:
    """Notices on structure: the generation, the pages that are missing for the current one, the tags."""
    found = generation(logbook)
    yield Notice(
        Topic.STRUCTURE,
        Check.GENERATION.value,
        Severity.NOTE,
        f"Written for: {found.value}. {EXPLAINED[found]}",
        "Nothing: every generation is read. A new logbook is best started with the current scaffold.",
    )
    yield from _pages(logbook)
    yield from _tags(logbook, rules)


def _pages(logbook: Logbook) -> Iterator[Notice]:
    roles = {page.role for page in logbook.pages}
    wanted = (
        (PageRole.INDEX, Check.NO_INDEX, Severity.NOTE, "Add pages/index.md with a link to every page, in order."),
        (PageRole.SUMMARY, Check.NO_SUMMARY, Severity.NOTE, "Add a page “Executive summary” with what was measured."),
        (PageRole.CLAIM, Check.NO_CLAIM_PAGES, Severity.WARNING, "Give each claim a page named “Claim N: …”."),
        (PageRole.CONCLUSION, Check.NO_CONCLUSION, Severity.NOTE, "Add a page “Conclusion”."),
    )
    for role, check, severity, todo in wanted:
        if role not in roles:
            text = f"There is no {role.value} page."
            yield Notice(Topic.STRUCTURE, check.value, severity, text, todo)


def _tags(logbook: Logbook, rules: Rules) -> Iterator[Notice]:
    prefix = rules.entries.paper_tag.partition("{id}")[0]
    papers = [tag for tag in logbook.tags if prefix and tag.startswith(prefix)]
    if rules.entries.tag not in logbook.tags:
        near = [tag for tag in logbook.tags if tag.lower() == rules.entries.tag.lower()]
        found = f"; {near[0]!r} differs only in case" if near else ""
        yield Notice(
            Topic.STRUCTURE,
            Check.NO_TAG.value,
            Severity.WARNING,
            f"The tag {rules.entries.tag!r} is missing{found}.",
            f"Add {rules.entries.tag!r} to the tags in .trackio/metadata.json, or submit the entry by name.",
        )
    if not papers:
        example = rules.entries.paper_tag.replace("{id}", logbook.paper.ids[0] if logbook.paper.ids else "<paper id>")
        yield Notice(
            Topic.STRUCTURE,
            Check.NO_PAPER_TAG.value,
            Severity.WARNING,
            "No tag names the paper.",
            f"Add {example!r} to the tags in .trackio/metadata.json.",
        )
    elif len(papers) > 1:
        yield Notice(
            Topic.STRUCTURE,
            Check.SEVERAL_PAPER_TAGS.value,
            Severity.WARNING,
            f"Several tags name a paper: {', '.join(papers)}.",
            "Keep the tag of the paper that this logbook is about.",
        )
