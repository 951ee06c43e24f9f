"""`openrepro worker`: judge for a challenge whose server runs elsewhere."""

import signal
import threading
from dataclasses import replace
from pathlib import Path
from types import FrameType

import click

from openrepro import clock
from openrepro.cli.output import say
from openrepro.cli.talking import tell_log
from openrepro.server.installation import open_installation
from openrepro.server.service import check_on_postgresql, check_shared, judging
from openrepro.settings import settings_of


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
@click.option("--workers", type=click.IntRange(1, 64), help="Logbooks judged at once; OPENREPRO_WORKERS, or 1.")
def worker(folder: Path, workers: int | None) -> None:
    """Judge for a challenge on PostgreSQL whose server runs in another process, here or on another machine.

    OPENREPRO_DATABASE_URL names the database and OPENREPRO_BLOB_URL the archive, both those of the server; DIR needs
    no rule file. Run as many as you like. Ctrl-C or SIGTERM ends it: work at hand is finished or given back.
    Exit status: 0 when it was ended so, 2 when it could not start.
    """
    tell_log()
    leaving = threading.Event()
    check_on_postgresql(settings_of(folder))
    with open_installation(folder, found=False) as opened:
        check_shared(opened)
        size = workers or max(1, opened.settings.workers)
        here = replace(opened, settings=replace(opened.settings, workers=size))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _once(leaving))
        with judging(here):
            name = here.rules_now(clock.now()).name
            say(f"working for {name}: {size} at once. Ctrl-C ends it.")
            leaving.wait()
            say("ending: work at hand is finished or given back")


def _once(leaving: threading.Event) -> "signal._HANDLER":
    def told(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second one ends it at once
        leaving.set()

    return told
