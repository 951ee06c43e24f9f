"""`openrepro admin entries`: list entries that need somebody, and act on one."""

from datetime import timedelta
from pathlib import Path

import click

from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, say
from openrepro.entries.entry import Entry, Source, State
from openrepro.entries.moderation import forget
from openrepro.ids import Json
from openrepro.server.listing import listed_part, stuck_part
from openrepro.server.operating import STUCK_AFTER
from openrepro.store.entries import Wanted

MOST = 1_000
USUAL_HOURS = STUCK_AFTER // timedelta(hours=1)


@click.group()
def entries() -> None:
    """List entries, and act on one."""


@entries.command("list")
@click.option("--stuck", is_flag=True, help="Those on their way that have stood still for too long.")
@click.option("--rejected", is_flag=True, help="Those that were rejected.")
@click.option("--state", type=click.Choice([state.value for state in State]), help="Those in a state.")
@click.option("--hidden", is_flag=True, help="Those that are hidden.")
@click.option("--hours", type=click.IntRange(0, 10_000), default=USUAL_HOURS, show_default=True, help="With --stuck.")
@click.option("--limit", type=click.IntRange(1, MOST), default=100, show_default=True, help="How many at once.")
@click.option("--after", default="", metavar="ENTRY", help="Go on after this entry, the last one that was listed.")
@folder_option
@format_option
def list_entries(
    folder: Path,
    stuck: bool,
    rejected: bool,
    state: str | None,
    hidden: bool,
    hours: int,
    limit: int,
    after: str,
    form: Format,
) -> None:
    """List entries, newest first; with --stuck those that have stood still longest.

    An entry is stuck when it has been on its way, in one state, for longer than --hours; waiting for the opening, a
    cool-down or a daily cap counts only from 26 hours on.
    """
    with looking(folder) as (tx, now):
        if stuck:
            part = stuck_part(tx, now, standing=timedelta(hours=hours), after=after, limit=limit)
        else:
            wanted = State.REJECTED if rejected else State(state) if state else None
            part = listed_part(tx, Wanted(state=wanted, hidden=True if hidden else None), after=after, limit=limit)
    if form is Format.JSON:
        emit_json({"entries": [_json(item) for item in part.entries], "total": part.total, "next": part.next})
        return
    _show(part.entries, form)
    if part.next:
        say(f"{len(part.entries):,} of {part.total:,}; more: --after {part.next}")


@entries.command("requeue")
@click.argument("entry")
@deed_options
@format_option
def requeue(deed: Deed, entry: str, form: Format) -> None:
    """Have the newest revision of ENTRY judged again."""
    with deed.office() as office:
        done = office.requeue(entry)
    _show((done,), form)


@entries.command("render")
@click.argument("entry")
@deed_options
@format_option
def render(deed: Deed, entry: str, form: Format) -> None:
    """Have the pages of ENTRY made again, of all its revisions.

    A running server does so within seconds; what is shown stays until then.
    """
    with deed.office() as office:
        done = office.render(entry)
    _show((done,), form)


@entries.command("hide")
@click.argument("entry")
@deed_options
@format_option
def hide(deed: Deed, entry: str, form: Format) -> None:
    """Take ENTRY off lists and boards; its team still sees it."""
    with deed.office() as office:
        done = office.hide(entry)
    _show((done,), form)


@entries.command("unhide")
@click.argument("entry")
@deed_options
@format_option
def unhide(deed: Deed, entry: str, form: Format) -> None:
    """Show a hidden ENTRY again."""
    with deed.office() as office:
        done = office.unhide(entry)
    _show((done,), form)


@entries.command("withdraw")
@click.argument("entry")
@deed_options
@format_option
def withdraw(deed: Deed, entry: str, form: Format) -> None:
    """Take ENTRY out of the challenge; its verdicts stay on record, marked."""
    with deed.office() as office:
        done = office.withdraw(entry)
    _show((done,), form)


@entries.command("restore")
@click.argument("entry")
@deed_options
@format_option
def restore(deed: Deed, entry: str, form: Format) -> None:
    """Bring a withdrawn ENTRY back."""
    with deed.office() as office:
        done = office.restore(entry)
    _show((done,), form)


@entries.command("takedown")
@click.argument("entry")
@click.option("--revision", default="", help="Only this revision; all when not given.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@deed_options
@format_option
def takedown(deed: Deed, entry: str, revision: str, yes: bool, form: Format) -> None:
    """Remove the archived files of ENTRY for ever. Their hashes, sizes and the reason remain on record."""
    if not yes:
        click.confirm(f"Remove the files of {entry} for ever?", abort=True, err=True)
    with deed.opened() as here:
        with deed.acting(here) as office:
            taken = office.take_down(entry, revision)
        gone = forget(here.store.write, here.blobs, taken)
    say(f"{gone:,} files were removed; what other entries have too is kept for them")
    _show((taken.entry,), form)


def _show(found: tuple[Entry, ...], form: Format) -> None:
    if form is Format.JSON:
        emit_json([_json(item) for item in found])
        return
    columns = [Column(name) for name in ("entry", "state", "reason", "since", "paper", "hidden", "origin")]
    rows = [_row(item) for item in found]
    emit_table(Table.of(columns, rows, [item.sentence for item in found]), form)


def _row(item: Entry) -> tuple[str, ...]:
    hidden = "hidden" if item.hidden else ""
    return item.id, item.state.value, item.reason.value, item.state_at, item.paper, hidden, _origin(item)


def _origin(item: Entry) -> str:
    """Where its bytes come from; the id of an upload is that of its entry."""
    return item.source.value if item.source is Source.UPLOAD else item.origin


def _json(item: Entry) -> dict[str, Json]:
    return {
        "id": item.id,
        "team": item.team,
        "origin": item.origin,
        "state": item.state.value,
        "reason": item.reason.value,
        "sentence": item.sentence,
        "state_at": item.state_at,
        "paper": item.paper,
        "named": list(item.named),
        "hidden": item.hidden,
    }
