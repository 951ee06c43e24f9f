"""`openrepro jobs check`: follow up what a logbook handed to machines elsewhere."""

import os
from functools import partial
from pathlib import Path
from typing import Final

import click

from openrepro.agents import workspace
from openrepro.agents.following import Followed, Outcome, followed
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.hub.fetching import Fetcher
from openrepro.hub.jobs import job_found
from openrepro.hub.manners import Manners
from openrepro.logbooks.archive import load
from openrepro.settings import settings_of

SCHEMA: Final = "openrepro.jobs/1"
SOMETHING_MISSING: Final = 1
PATIENT: Final = Manners(attempts=3, longest_wait=30.0)
TODO: Final = {
    Outcome.MISSING: "Record it on that page: trackio logbook run -- hf jobs logs {id}",
    Outcome.FAILED: "Run it again, or say on the page that it failed.",
    Outcome.OPEN: "Come back when it is done.",
}


@click.group()
def jobs() -> None:
    """Follow up jobs that run elsewhere."""


@jobs.command("check")
@click.argument("path", required=False, type=click.Path(exists=True, path_type=Path))
@format_option
@click.pass_context
def check(ctx: click.Context, path: Path | None, form: Format) -> None:
    """Say what became of the Hub's jobs that the logbook at PATH links to (default: that of this workspace).

    A submission is not a result: of each job its state, how long it ran, the end of its log, and whether a recorded run
    on its page shows what came of it. Exit status: 0 nothing is missing, 1 something is, or is not known; 2 not asked.
    """
    book = load(path or workspace.found(Path()) or Path())
    settings = settings_of(Path())
    with_token = os.environ.get("OPENREPRO_HUB_TOKEN", "")
    fetcher = Fetcher(PATIENT, home=settings.hub_url, token=with_token)
    try:
        found = list(followed(book, partial(job_found, fetcher, settings.hub_url, with_token)))
    finally:
        fetcher.close()
    if form is Format.JSON:
        emit_json({"schema": SCHEMA, "jobs": [_document(one) for one in found]})
    else:
        for one in found:
            _show(one, form)
    if not found:
        say("The logbook links to no job of the Hub.")
    hint("openrepro lint", form)
    if not all(one.outcome.sound for one in found):
        ctx.exit(SOMETHING_MISSING)


def _document(one: Followed) -> dict[str, object]:
    job = one.job
    return {
        "job": str(job.name),
        "page": one.page,
        "outcome": one.outcome.name.lower(),
        "stage": job.stage,
        "message": job.message,
        "running_s": job.running_s,
        "tail": list(job.tail),
        "fault": job.fault,
    }


def _show(one: Followed, form: Format) -> None:
    job, todo = one.job, TODO.get(one.outcome, "").format(id=one.job.name.id)
    if form is Format.AGENT:
        emit_row("job", job.name, job.stage or "-", job.running_s or "-", one.outcome.name.lower(), one.page, todo)
        return
    ran = "" if job.running_s is None else f", ran {job.running_s:,} s"
    emit(f"{job.name}: {job.stage or 'not known'}{ran}", colour="" if one.outcome.sound else "yellow")
    emit_wrapped(f"On “{one.page}”: {one.outcome.value}. {job.fault or job.message}".rstrip(), first="  ", indent="  ")
    for line in job.tail:
        emit(f"    {line}")
    if todo:
        emit_wrapped(f"→ {todo}", first="  ", indent="    ")
