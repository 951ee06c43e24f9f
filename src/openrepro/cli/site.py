"""`openrepro site`: the whole site as files."""

import time
from pathlib import Path

import click

from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, say

MOST_DEAD = 5


@click.group()
def site() -> None:
    """Write the public site of a challenge as files."""


@site.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes at once; one per processor otherwise.")
@click.option(
    "--base",
    default="/",
    metavar="PATH",
    show_default=True,
    help="Path that the host serves the copy at, such as /event/; 404.html needs it, all other links are relative.",
)
@format_option
def export(out: Path, folder: Path, jobs: int | None, base: str, form: Format) -> None:
    """Write the site of the challenge in DIR (default: here) to the folder OUT, for any static host.

    Every page is written with its JSON twin; search works in the copy as well. An earlier copy in OUT is replaced once
    the new one is complete; a folder that holds anything else is left alone. Exit status: 0 when everything was
    written, 1 when some link leads to no file of the copy, 2 when nothing was written.
    """
    from openrepro.web.export import export as write

    begin = time.monotonic()
    say("writing pages; an event of thousands of papers takes minutes")
    done = write(folder, out, jobs=jobs or 0, base=base)
    seconds = f"{time.monotonic() - begin:.1f}"
    if form is Format.JSON:
        emit_json({**done._asdict(), "dead": list(done.dead), "alike": list(done.alike), "seconds": seconds})
    elif form is Format.AGENT:
        emit_row(str(out), str(done.pages), str(done.files), str(done.bytes), seconds)
    else:
        emit(f"{out} holds {done.pages:,} pages in {done.files:,} files ({done.bytes / 1e6:,.1f} MB), in {seconds} s.")
    for dead in done.dead[:MOST_DEAD]:
        say(f"note: pages link to {dead}, which is not in the copy")
    if done.alike:
        say(f"note: {', '.join(done.alike[:MOST_DEAD])}: names that differ in case only; some hosts keep one of them")
    if done.dead:
        say(f"{len(done.dead):,} links lead nowhere.")
        raise SystemExit(1)
