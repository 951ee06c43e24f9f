"""`openrepro event import`: load what a public event published into a challenge, and show it under both rules."""

import json
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click

from openrepro import clock
from openrepro.challenge.rules import Profile
from openrepro.cli.board_page import in_folder, many
from openrepro.cli.event_page import document, show_import, show_views
from openrepro.cli.office import folder_option, signed, tell_founded
from openrepro.cli.output import Format, emit_json, format_option, hint, say
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.papers.fields import Fault
from openrepro.papers.sources import ReadClaims, ReadPapers, read_claims, read_index, read_programme, read_table
from openrepro.people.operators import Action
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.event_import import Event, EventImport
from openrepro.server.event_source import ReadSpaces, read_source, source_name
from openrepro.server.event_verdicts import ReadVerdicts, read_verdicts
from openrepro.server.installation import Installation, open_installation

SOMETHING_WRONG: Final = 1
WHOLE: Final = "the file"
NOTHING: Final = "Nothing was imported."
VIEWS: Final = (Profile.STRICT.value, Profile.ICML_2026.value)

Read = TypeVar("Read", ReadPapers, ReadClaims, ReadVerdicts)


class Sources(NamedTuple):
    """The files or addresses that were given, in order."""

    papers: tuple[str, ...]
    claims: tuple[str, ...]
    spaces: tuple[str, ...]
    verdicts: tuple[str, ...]
    tag: str


class Gathered(NamedTuple):
    """What was read of the sources, and each fault with the source it stands in."""

    event: Event
    faults: tuple[tuple[str, Fault], ...]


@click.group()
def event() -> None:
    """Load public events of the ICML-2026 shape."""


@event.command("import")
@click.option("--papers", multiple=True, metavar="SOURCE", help="index.json, a programme (JSON) or a table (CSV).")
@click.option("--claims", multiple=True, metavar="SOURCE", help="claims.json; of several the last replaces.")
@click.option("--spaces", multiple=True, metavar="SOURCE", help="A listing of Spaces, kept as one JSON list.")
@click.option("--spaces-tagged", "tag", default="", metavar="TAG", help="List the Spaces of a tag on the Hub.")
@click.option("--verdicts", multiple=True, metavar="SOURCE", help="verdicts.json, or a list of its records.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; others cannot write meanwhile.")
@folder_option
@format_option
@click.pass_context
def import_event(
    ctx: click.Context,
    papers: tuple[str, ...],
    claims: tuple[str, ...],
    spaces: tuple[str, ...],
    tag: str,
    verdicts: tuple[str, ...],
    dry_run: bool,
    folder: Path,
    form: Format,
) -> None:
    """Load what a public event published into the challenge in a folder.

    A SOURCE is a file or an http(s) address. Spaces become entries of their owners; verdicts are appended as they
    were published, each on the claim that has its text. Importing again adds only what is new. The board is then
    shown under the rules of the event beside the strict ones. Exit status: 0 when everything was read, 1 when
    something was left out or is in doubt, 2 when nothing was done.
    """
    sources = Sources(papers, claims, spaces, verdicts, tag)
    check_sources(sources)
    with open_installation(folder) as here:
        tell_founded(here)
        now = clock.now()
        gathered = gather(here, sources, now)
        work = EventImport(here.store, gathered.event, here.rules_now(now), written(now), say)
        done = work.rehearse() if dry_run else work.run()
        if not dry_run:
            with here.store.write() as tx:
                signed(Action.EVENT_IMPORTED, "event", _again(sources, folder).removeprefix("openrepro "))(tx)
        faults = (*gathered.faults, *(("", fault) for fault in done.faults))
        views = () if dry_run else refreshed(here, now)
        with here.store.read() as tx:
            if form is Format.JSON:
                emit_json(document(tx, done, faults, views, dry_run=dry_run))
            else:
                show_import(done, form, dry_run=dry_run)
                show_views(tx, views, form)
    tell_faults(faults, form)
    hint(_again(sources, folder) if dry_run else f"openrepro board show --view {VIEWS[1]}{in_folder(folder)}", form)
    ctx.exit(SOMETHING_WRONG if faults else 0)


def check_sources(sources: Sources) -> None:
    """Raise a usage error unless there is something to import."""
    if not any(sources):
        raise click.UsageError("Name at least one source: --papers, --claims, --spaces or --verdicts.")
    if sources.claims and not sources.papers:
        raise click.UsageError("--claims needs --papers: the list that says whose claims they are.")


def _again(sources: Sources, folder: Path) -> str:
    """The command that does what was rehearsed."""
    options = {"--papers": sources.papers, "--claims": sources.claims, "--spaces": sources.spaces}
    options |= {"--spaces-tagged": (sources.tag,) if sources.tag else (), "--verdicts": sources.verdicts}
    given = [part for name, values in options.items() for value in values for part in (name, value)]
    return f"openrepro event import {shlex.join(given)}{in_folder(folder)}"


def gather(here: Installation, sources: Sources, now: datetime) -> Gathered:
    """Read all sources. Raises OpenReproError when one of them cannot be read at all: then nothing is done."""
    faults: list[tuple[str, Fault]] = []
    papers = tuple(_each(sources.papers, read_papers, faults))
    claims = tuple(_each(sources.claims, read_claims, faults))
    verdicts = tuple(_each(sources.verdicts, partial(read_verdicts, now=now), faults))
    listing = _spaces(here, sources, faults)
    _check_whole(faults)
    records = tuple(record for read in verdicts for record in read.records)
    return Gathered(Event(papers, claims, listing.spaces, records, here.settings.hub_url), tuple(faults))


def _each(names: Sequence[str], read: Callable[[bytes], Read], faults: list[tuple[str, Fault]]) -> Iterable[Read]:
    for source in names:
        name = source_name(source)
        say(f"reading {name}")
        found = read(read_source(source))
        faults += [(name, fault) for fault in found.faults]
        if found.faults and not _anything(found):
            raise OpenReproError(f"{name}: {found.faults[0].place}: {found.faults[0].text}", hint=NOTHING)
        yield replace(found, faults=())  # they are told here, with the name of their source


def _anything(read: ReadPapers | ReadClaims | ReadVerdicts) -> bool:
    """Whether there is anything in a file that can be used."""
    if isinstance(read, ReadPapers):
        return bool(read.papers)
    return bool(read.claims if isinstance(read, ReadClaims) else read.records)


def _check_whole(faults: Sequence[tuple[str, Fault]]) -> None:
    """Raise OpenReproError when a file could not be read as what it should be."""
    for name, fault in faults:
        if fault.place == WHOLE:
            raise OpenReproError(f"{name}: {fault.text}", hint=NOTHING)


def read_papers(data: bytes) -> ReadPapers:
    """The papers of a file, whichever of the known shapes it has."""
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith((b"{", b"[")) and not _plain_json(start):
        return read_table(data)
    index = read_index(data)
    return index if index.papers else (read_programme(data) if b'"results"' in data else index)


def _plain_json(start: bytes) -> bool:
    """Whether a file is JSON without being a list or an object, such as `null`."""
    try:
        json.loads(start)
    except ValueError:
        return False
    return True


def _spaces(here: Installation, sources: Sources, faults: list[tuple[str, Fault]]) -> ReadSpaces:
    listing = ReadSpaces()
    for source in sources.spaces:
        name = source_name(source)
        say(f"reading {name}")
        before = len(listing.faults)
        listing.add_file(read_source(source))
        faults += [(name, fault) for fault in listing.faults[before:]]
    if sources.tag:
        before = len(listing.faults)
        _from_hub(here, listing, sources.tag)
        faults += [("the Hub", fault) for fault in listing.faults[before:]]
    return listing


def _from_hub(here: Installation, listing: ReadSpaces, tag: str) -> None:
    url = here.settings.hub_url
    say(f"listing the Spaces tagged {tag} on {url}")
    fetcher = Fetcher(home=url, token=here.settings.hub_token)
    try:
        listing.add_hub(Hub(url, fetcher), tag)
    finally:
        fetcher.close()


def refreshed(here: Installation, now: datetime) -> tuple[str, ...]:
    """The names of the views that show the import: both profiles, brought up to date as `main` is."""
    for view in (MAIN, *VIEWS):
        say(f"computing the board: {view}")
        refresh_view(here.store, view, now)
    return VIEWS


def tell_faults(faults: Sequence[tuple[str, Fault]], form: Format) -> None:
    """Tell what was left out, on stderr; people are told the first hundred."""
    shown = faults if form is Format.AGENT else faults[:100]
    for name, fault in () if form is Format.JSON else shown:
        say(f"{name}: {fault.place}: {fault.text}" if name else f"{fault.place}: {fault.text}")
    if form is not Format.JSON and len(shown) < len(faults):
        say(f"{many(len(faults) - len(shown), 'more fault')}: use --format json to see all.")
