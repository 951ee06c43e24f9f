"""Substance: pages without content, claims without a run, jobs without a result, runs without a RESULT line."""

import re
from collections.abc import Iterator

from openrepro.evidence.declared import declared_elsewhere, declared_results
from openrepro.evidence.model import Run, RunState
from openrepro.evidence.runs import runs_of
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Address, BlockKind, Logbook, Page, PageRole
from openrepro.severity import Severity

PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|FIXME|XXX|lorem ipsum)\b|<(?:your|describe|insert|fill|paste|add|claim|result)[^<>\n]{0,60}>"
    r"|\[(?:your|describe|insert|fill in|paste|add|to be)[^\[\]\n]{0,60}\]"
    r"|\b(?:describe|fill in|paste) (?:here|below|your)\b"
    r"|_+ ?\((?:fill|to be filled)",
    re.IGNORECASE,
)
JOB = re.compile(
    r"https?://huggingface\.co/jobs/[\w./-]{1,120}|https?://(?:wandb\.ai|app\.modal\.com|console\.cloud)[\w./?=&-]{1,120}"
    r"|\bhf jobs (?:run|uv)\b|\bsbatch\b",
    re.IGNORECASE,
)
LEAST_TEXT = 40


def substance(logbook: Logbook) -> Iterator[Notice]:
    """Notices on what the pages and runs show."""
    runs = runs_of(logbook)
    for page in logbook.pages:
        own = tuple(run for run in runs if run.at.file == page.file)
        yield from _unfilled(page)
        if page.role is PageRole.CLAIM:
            yield from _without_run(page, own)
        yield from _jobs(page, own)
    yield from _result_lines(logbook, runs)


def _text(page: Page) -> str:
    return "\n".join(block.text for cell in page.cells for block in cell.blocks if block.kind is BlockKind.PROSE)


def _unfilled(page: Page) -> Iterator[Notice]:
    if page.role is PageRole.INDEX:
        return
    shown = sum(len(block.text.strip()) for cell in page.cells for block in cell.blocks) - len(page.title)
    if shown < LEAST_TEXT:
        yield _notice(
            Check.UNFILLED, Severity.SERIOUS, page, f"The page “{page.title}” is empty.", "Fill it or remove it."
        )
        return
    found = PLACEHOLDER.search(_text(page)[:200_000])
    if found is not None:
        text = f"The page “{page.title}” still holds a placeholder: “{found[0]}”."
        yield _notice(Check.UNFILLED, Severity.WARNING, page, text, "Replace it by what was done and measured.")


def _without_run(page: Page, runs: tuple[Run, ...]) -> Iterator[Notice]:
    if any(run.recorded for run in runs):
        return
    if runs:
        text = f"The page “{page.title}” has a command, but no exit code, duration or whole output with it."
    else:
        text = f"The page “{page.title}” has no recorded run, so its claim is only said."
    yield _notice(Check.NO_RUN, Severity.WARNING, page, text, "Run it through `trackio logbook run -- COMMAND`.")


def _jobs(page: Page, runs: tuple[Run, ...]) -> Iterator[Notice]:
    submits = any(run.state is RunState.SUBMISSION for run in runs) or JOB.search(_text(page)[:200_000]) is not None
    shows = any(run.recorded and run.state is RunState.COMPLETED for run in runs)
    if submits and not shows:
        text = f"The page “{page.title}” starts or links a job elsewhere, but shows no result of it."
        todo = "Fetch the job's log and its results with a recorded command, for example `hf jobs logs ID`."
        yield _notice(Check.JOB_WITHOUT_RESULT, Severity.SERIOUS, page, text, todo)


def _result_lines(logbook: Logbook, runs: tuple[Run, ...]) -> Iterator[Notice]:
    declared = [declared_results(run) for run in runs]
    for part in declared:
        for problem in part.problems:
            yield Notice(
                Topic.SUBSTANCE,
                Check.BAD_RESULT_LINE.value,
                Severity.WARNING,
                problem.text,
                "Mend the line.",
                problem.at,
            )
    cells = [cell for page in logbook.pages for cell in page.cells]
    for result in declared_elsewhere(cells).results:
        text = "A RESULT line stands in text, not in the output of a recorded run: it is only said."
        todo = "Print it from the program that measured the value."
        yield Notice(Topic.SUBSTANCE, Check.BAD_RESULT_LINE.value, Severity.WARNING, text, todo, (result.at,))
    if runs and not any(part.results for part in declared):
        text = "No run prints a RESULT line, so code alone can bind no number to a claim."
        todo = (
            'Print RESULT {"claim": "<paper>.c1", "quantity": "…", "value": "…", "unit": "…", "n": …} from the program.'
        )
        yield Notice(Topic.SUBSTANCE, Check.NO_RESULT_LINE.value, Severity.WARNING, text, todo)


def _notice(check: Check, severity: Severity, page: Page, text: str, todo: str) -> Notice:
    at = page.cells[0].at if page.cells else Address(page.file, 0, 0)
    return Notice(Topic.SUBSTANCE, check.value, severity, text, todo, (Address(page.file, at.start, at.end, at.cell),))
