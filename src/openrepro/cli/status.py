"""`openrepro status` and `openrepro verdict`: where a workspace's entry is, and what the judge said of it."""

from collections.abc import Mapping

import click

from openrepro.agents.material import live
from openrepro.agents.server import Server
from openrepro.agents.standing import FINAL, Ruled, entry_status, rulings, watched
from openrepro.cli.at_server import Here, workspace_option
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, marked, say
from openrepro.cli.submit import entry_of
from openrepro.ids import Json

NOT_YET = 1


@click.command("status")
@workspace_option
@format_option
def status_command(here: Here, form: Format) -> None:
    """Say where the entry of this workspace is, and whether claims or rules changed since they were fetched.

    Exit status: 0 said, 2 not.
    """
    with here.server() as server:
        material = live(server, *here)
        entry = entry_status(server, here.workspace.entry) if here.workspace.entry and not material.stale else None
    news = list(material.news)
    if form is Format.JSON:
        space = here.workspace
        known: dict[str, Json] = {"paper": space.paper, "server": space.server, "entry": entry, "news": news}
        emit_json({"schema": "openrepro.status/1", "folder": str(here.folder), **known})
    elif form is Format.AGENT:
        emit_row("workspace", here.folder, here.workspace.paper, here.workspace.server)
        for line in news:
            emit_row("news", line)
        if entry is not None:
            emit_row("entry", entry.get("id"), entry.get("state"), _place(entry), entry.get("next_step"))
    else:
        _show(here, entry, news)
    hint("openrepro verdict --watch" if here.workspace.entry else "openrepro lint", form)


@click.command("verdict")
@workspace_option
@click.option("--watch", is_flag=True, help="Wait until the entry is judged, and say each step on the way.")
@click.option("--for", "seconds", type=click.IntRange(1, 86_400), metavar="SECONDS", help="Wait no longer than that.")
@format_option
@click.pass_context
def verdict_command(ctx: click.Context, here: Here, watch: bool, seconds: int | None, form: Format) -> None:
    """Show what the judge said of each claim of this workspace's entry, why, and what would raise it.

    Exit status: 0 judged, or ended otherwise; 1 not yet; 2 it could not be asked.
    """
    name = entry_of(here)
    with here.server() as server:
        entry = _watch(server, name, seconds or 0) if watch else entry_status(server, name)
        found = rulings(server, name)
    if form is Format.JSON:
        emit_json({"schema": "openrepro.verdicts/1", "entry": entry, "verdicts": [one._asdict() for one in found]})
    else:
        _show_rulings(entry, found, form)
    hint("openrepro lint" if found else "openrepro status", form)
    if entry.get("state") not in FINAL:
        ctx.exit(NOT_YET)


def _watch(server: Server, name: str, seconds: int) -> Mapping[str, Json]:
    entry: Mapping[str, Json] = {}
    for entry in watched(server, name, until_s=seconds):
        say(f"{entry.get('state')}: {entry.get('sentence')}{_place(entry)}")
    return entry


def _place(entry: Mapping[str, Json]) -> str:
    place = entry.get("place")
    if not isinstance(place, Mapping):
        return ""
    more = " or more" if place.get("or_more") else ""
    expected = f", likely done {place['expected_at']}" if place.get("expected_at") else ""
    return f" {place.get('ahead')}{more} before it{expected}. {place.get('sentence', '')}".rstrip()


def _show(here: Here, entry: Mapping[str, Json] | None, news: list[str]) -> None:
    space = here.workspace
    emit(f"paper {space.paper} at {space.server}, in {here.folder}")
    for line in news:
        emit_wrapped(line, first="! ", indent="  ")
    if entry is None:
        emit("Nothing was entered from this workspace yet." if not space.entry else f"entry {space.entry}")
        return
    emit(f"{entry.get('id')}: {entry.get('state')} since {entry.get('state_at')}")
    emit_wrapped(f"{entry.get('sentence')}{_place(entry)}")
    emit_wrapped(f"Next: {entry.get('next_step')}")


def _show_rulings(entry: Mapping[str, Json], found: list[Ruled], form: Format) -> None:
    if form is Format.AGENT:
        emit_row("entry", entry.get("id"), entry.get("state"), entry.get("sentence"))
        for one in found:
            emit_row("verdict", one.claim, one.label, " ".join(one.reasons), " ".join(one.raises))
        return
    emit_wrapped(f"{entry.get('id')}: {entry.get('state')}. {entry.get('sentence')}{_place(entry)}")
    for one in found:
        emit()
        emit(f"{marked(one.label)}  {one.claim}{', provisional' if one.provisional else ''}")
        for reason in one.reasons:
            emit_wrapped(reason, first="  ", indent="  ")
        for line in one.raises:
            emit_wrapped(line, first="  → ", indent="    ")
