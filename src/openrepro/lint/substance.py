"""Substance: pages without content, claim pages without a run, jobs without a result."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from openrepro.evidence.model import Run, RunState
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Address, BlockKind, Layout, Logbook, Page, PageRole
from openrepro.severity import Severity

PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|FIXME|XXX)\b|(?i:\blorem ipsum\b)"
    r"|(?i:<(?:your|describe|insert|fill|paste|add|claim|result)\b[^<>\n]{0,60}>)"
    r"|(?i:\[(?:your|describe|insert|fill in|paste|add|to be)\b[^\[\]\n]{0,60}\](?!\())"
    r"|^[ \t>*_-]{0,6}(?:Describe|Fill in|Paste) (?:here|below|your)\b|_ ?\((?:fill|to be filled)"
    r"|Add a page with `trackio logbook page",
    re.MULTILINE,
)
JOB = re.compile(
    r"https?://(?:huggingface\.co|hf\.co)/jobs/[\w./-]{1,120}"
    r"|https?://(?:wandb\.ai|app\.modal\.com|modal\.com/apps|console\.cloud)[\w./?=&-]{1,120}",
    re.IGNORECASE,
)
LEAST_TEXT = 40
"""Characters below which a page is almost empty."""
LONGEST_READ = 200_000
MOST_NAMED = 4


def substance(logbook: Logbook, runs: tuple[Run, ...], proven: Collection[str] = ()) -> Iterator[Notice]:
    """Notices on what the pages and runs show. `proven` are the files of pages that hold a written proof."""
    if logbook.layout is Layout.EMPTY or any(problem.code == "empty-logbook" for problem in logbook.problems):
        return
    own: dict[str, list[Run]] = {page.file: [] for page in logbook.pages}
    for run in runs:
        own.setdefault(run.at.file, []).append(run)
    thin = [page for page in logbook.pages if _is_thin(page)]
    yield from _unfilled(logbook.pages, thin)
    jobs = [page for page in logbook.pages if _job_only(page, own[page.file])]
    yield from _jobs(jobs, own)
    told = {page.file for page in (*jobs, *thin)}.union(proven)
    yield from _without_run([page for page in _claim_pages(logbook) if page.file not in told], own)


def _claim_pages(logbook: Logbook) -> list[Page]:
    return [page for page in logbook.pages if page.role is PageRole.CLAIM]


def _said(page: Page) -> str:
    parts = (block.text for cell in page.cells for block in cell.blocks if block.kind is BlockKind.PROSE)
    return "\n".join(parts)[:LONGEST_READ]


def shown(page: Page) -> int:
    """Characters that the page shows beyond its title; headings without text below them count."""
    total = sum(len(block.text.strip()) for cell in page.cells for block in cell.blocks)
    title = f"# {page.title}"
    first = page.cells[0].blocks[:1] if page.cells else ()
    return total - len(title) if first and first[0].text.lstrip("\ufeff \r\n").startswith(title) else total


def _is_thin(page: Page) -> bool:
    return page.role not in (PageRole.INDEX, PageRole.README) and shown(page) < LEAST_TEXT


def _unfilled(pages: Sequence[Page], thin: list[Page]) -> Iterator[Notice]:
    weighty = [page for page in thin if page.role in (PageRole.CLAIM, PageRole.SUMMARY)]
    light = [page for page in thin if page.role not in (PageRole.CLAIM, PageRole.SUMMARY)]
    for severity, group in ((Severity.SERIOUS, weighty), (Severity.WARNING, light)):
        if group:
            amounts = ", ".join(_amount(page) for page in group[:MOST_NAMED])
            more = f" and {len(group) - MOST_NAMED} more pages" if len(group) > MOST_NAMED else ""
            todo = "Say what was run and measured, or remove the page."
            yield _notice(Check.UNFILLED, severity, f"Almost empty: {amounts}{more}.", todo, *group)
    told = {page.file for page in thin}
    for page in pages:
        found = None if page.file in told else PLACEHOLDER.search(_said(page))
        if found is not None:
            text = f"The page “{page.title[:80]}” still holds a placeholder: “{found[0]}”."
            yield _notice(Check.UNFILLED, Severity.WARNING, text, "Replace it by what was done and measured.", page)


def _amount(page: Page) -> str:
    left = shown(page)
    said = "nothing" if left <= 0 else f"{left} characters"
    return f"“{page.title[:80]}” ({said} beside its title)"


def _job_only(page: Page, runs: list[Run]) -> bool:
    """Whether the page hands work over, or is about a claim and links a job, and no run of it came to an end."""
    if any(run.state is RunState.COMPLETED and run.recorded for run in runs):
        return False
    if any(run.state is RunState.SUBMISSION for run in runs):
        return True
    return page.role is PageRole.CLAIM and JOB.search(_said(page)) is not None


def _jobs(pages: list[Page], own: Mapping[str, list[Run]]) -> Iterator[Notice]:
    for page in pages:
        starts = any(run.state is RunState.SUBMISSION for run in own[page.file])
        severity = Severity.SERIOUS if starts else Severity.WARNING
        does = "starts" if starts else "links"
        text = (
            f"The page “{page.title[:120]}” {does} a job elsewhere, but no recorded run on it shows the job's result."
        )
        todo = "Fetch the job's log and results with a recorded command, for example `hf jobs logs ID`."
        yield _notice(Check.JOB_WITHOUT_RESULT, severity, text, todo, page)


def _without_run(pages: list[Page], own: Mapping[str, list[Run]]) -> Iterator[Notice]:
    bare = [page for page in pages if not own[page.file]]
    half = [page for page in pages if own[page.file] and not any(run.recorded for run in own[page.file])]
    todo = "Run the command through `trackio logbook run --page PAGE -- COMMAND`."
    if bare:
        text = f"No recorded run on {_names(bare)}, so what is claimed there counts as said, or as a result file."
        yield _notice(Check.NO_RUN, Severity.WARNING, text, todo, *bare)
    if half:
        text = f"A command without exit code, duration or whole output on {_names(half)}: it proves no run."
        yield _notice(Check.NO_RUN, Severity.WARNING, text, todo, *half)


def _names(pages: list[Page]) -> str:
    some = ", ".join(f"“{page.title[:80]}”" for page in pages[:MOST_NAMED])
    return some if len(pages) <= MOST_NAMED else f"{some} and {len(pages) - MOST_NAMED} more pages"


def _notice(check: Check, severity: Severity, text: str, todo: str, *pages: Page) -> Notice:
    at = tuple(page.cells[0].at if page.cells else Address(page.file, 0, 0) for page in pages[:20])
    return Notice(Topic.SUBSTANCE, check.value, severity, text, todo, at, pages[0].file, len(pages))
