"""Jobs elsewhere that a logbook handed work to: what became of each, and whether its result ever came back."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from openrepro.evidence.model import RunState
from openrepro.evidence.runs import runs_of
from openrepro.hub.jobs import JobFound, JobName, jobs_named
from openrepro.logbooks.logbook import Logbook, Page


class Outcome(StrEnum):
    """What a job came to, as far as the logbook is concerned."""

    SHOWN = "its result is in the logbook"
    MISSING = "it came to its end, and its result never came into the logbook"
    FAILED = "it did not come to a good end"
    OPEN = "it is not done yet"
    UNKNOWN = "nothing is known of it"

    @property
    def sound(self) -> bool:
        return self in (Outcome.SHOWN, Outcome.OPEN)


class Followed(NamedTuple):
    """A job, the page that links it, and what came of it."""

    page: str
    job: JobFound
    outcome: Outcome


def followed(logbook: Logbook, ask: Callable[[JobName], JobFound]) -> Iterator[Followed]:
    """Every job that the pages link to, once for each page, in order; each is asked about once."""
    shown = {
        run.at.file for run in runs_of(logbook) if run.recorded and run.state is RunState.COMPLETED and run.outputs
    }
    known: dict[JobName, JobFound] = {}
    for page in logbook.pages:
        for name in jobs_named(_text(page)):
            if name not in known:
                known[name] = ask(name)
            yield Followed(page.title, known[name], _outcome(known[name], page.file in shown))


def _text(page: Page) -> str:
    return "\n".join(block.text for cell in page.cells for block in cell.blocks)


def _outcome(job: JobFound, shown: bool) -> Outcome:
    if job.fault:
        return Outcome.UNKNOWN
    if not job.ended:
        return Outcome.OPEN
    if job.stage != "COMPLETED":
        return Outcome.FAILED
    return Outcome.SHOWN if shown else Outcome.MISSING
