"""The commands that a logbook says were executed, and what is wrong with each."""

import re
from collections.abc import Iterable, Iterator

from openrepro.evidence.controls import failed_controls
from openrepro.evidence.endings import state_of
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Output, Run, RunState, Script
from openrepro.evidence.patterns import any_of
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Block, BlockKind, Cell, Logbook, Page, Severity

_CUTS = ("truncated", "elided", "omitted", "snipped")
_CUT = rf"(?:output |log |\d{{1,12}} (?:chars|characters|lines|bytes) )?(?:{'|'.join(_CUTS)})"
_ELIDED = any_of(
    (
        r"\[\d{1,12} chars elided\]",
        rf"[\[(<#…]\s{{0,3}}{_CUT}\s{{0,3}}[\])>…]",
        rf"\.\.\.\s{{0,3}}{_CUT}\s{{0,3}}\.\.\.",
    )
)
_TITLE = re.compile(r"title=(\S+)")
_SENTENCES = {
    RunState.SUBMISSION: (
        Code.SUBMISSION_ONLY,
        "{run} only handed work to a machine elsewhere: attach that job's log or result as the output of a run.",
    ),
    RunState.FAILED: (
        Code.RUN_FAILED,
        "{run} failed ({exit}): repair it and run it again, or say what its failure shows.",
    ),
    RunState.INTERRUPTED: (
        Code.RUN_INTERRUPTED,
        "{run} was stopped before its end ({exit}): let it finish, or report only what it completed.",
    ),
    RunState.DIVERGED: (
        Code.RUN_DIVERGED,
        "{run} ends with a loss or metric that is NaN or infinite: its final values are not a result.",
    ),
}


def runs_of(logbook: Logbook) -> tuple[Run, ...]:
    """Every executed command of the logbook in reading order; cells that are void are left out."""
    return tuple(_run(page, cell) for page in logbook.pages for cell in page.cells if cell.is_run)


def findings_of_runs(runs: Iterable[Run]) -> tuple[Finding, ...]:
    """What is wrong with each run: how it ended, failed controls, output that is cut or empty."""
    return tuple(finding for run in runs for finding in _findings_of_run(run))


def findings_of_void_cells(logbook: Logbook) -> tuple[Finding, ...]:
    """One serious finding for each cell that a program's own output forged."""
    return tuple(
        Finding(
            Code.FORGED_OUTPUT,
            f"The cell {cell.id or 'without id'} on page '{page.slug}' does not count: {cell.void}",
            (cell.at,),
            Severity.SERIOUS,
        )
        for page in logbook.pages
        for cell in page.cells
        if cell.void
    )


def is_elided(text: str) -> bool:
    """Whether a part of an output was cut out when it was recorded."""
    lowered = text.lower()
    return any(word in lowered for word in _CUTS) and _ELIDED.search(text) is not None


def _run(page: Page, cell: Cell) -> Run:
    fences = [block for block in cell.blocks if block.kind is BlockKind.FENCE]
    outputs = tuple(_output(block) for block in fences if _is_output(block))
    state = state_of(cell.command, cell.exit_code, cell.duration_s, "\n".join(output.text for output in outputs))
    return Run(
        page=page.slug,
        cell=cell.id,
        at=cell.at,
        argv=cell.command,
        exit_code=cell.exit_code,
        duration_s=cell.duration_s,
        created_at=cell.created_at,
        scripts=tuple(_script(block) for block in fences if _TITLE.search(block.info)),
        outputs=outputs,
        state=state,
        title=cell.title,
    )


def _language(block: Block) -> str:
    return block.info.split(maxsplit=1)[0].lower() if block.info.strip() else ""


def _is_output(block: Block) -> bool:
    return _language(block) == "output" and not _TITLE.search(block.info)


def _output(block: Block) -> Output:
    return Output(block.text, block.at, block.balanced, is_elided(block.text))


def _script(block: Block) -> Script:
    title = _TITLE.search(block.info)
    language = "" if _language(block).startswith("title=") else _language(block)
    return Script(title.group(1) if title else "", language, block.text, block.at)


def _findings_of_run(run: Run) -> Iterator[Finding]:
    if run.state in _SENTENCES:
        code, sentence = _SENTENCES[run.state]
        yield Finding(code, sentence.format(run=_name(run), exit=_exit(run)), (run.at,))
    for output in run.outputs:
        yield from _findings_of_output(run, output)
    nothing = not any(output.text.strip() for output in run.outputs)
    if nothing and run.state in (RunState.COMPLETED, RunState.UNKNOWN):
        text = f"{_name(run)} printed nothing, so it shows no result: print the values that it computed."
        yield Finding(Code.OUTPUT_EMPTY, text, (run.at,))


def _findings_of_output(run: Run, output: Output) -> Iterator[Finding]:
    if output.elided:
        text = f"The output of {_name(run, 'the run')} was cut: print less, and the results last."
        yield Finding(Code.OUTPUT_ELIDED, text, (output.at,), Severity.NOTE)
    places = Places(output.text, output.at)
    for span in failed_controls(output.text):
        line = output.text[span.start : span.end].strip()[:160]
        text = (
            f"A declared control of {_name(run, 'the run')} failed ('{line}'): explain it, or its results do not stand."
        )
        yield Finding(Code.CONTROL_FAILED, text, (places.address(span.start, span.end),))


def _name(run: Run, article: str = "The run") -> str:
    shown = " ".join(" ".join(run.argv).split())
    return f"{article} `{shown if len(shown) <= 80 else shown[:79] + '…'}`"


def _exit(run: Run) -> str:
    return "no exit code" if run.exit_code is None else f"exit {run.exit_code}"
