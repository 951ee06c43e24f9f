"""`openrepro papers merges`, `merge`, `unmerge`: what became one paper, what may be one, and the way back."""

from pathlib import Path
from typing import Final

import click

from openrepro.cli.board_page import in_folder, many
from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Format, Table, emit, emit_json, emit_table, format_option, hint, say
from openrepro.papers.importing import Duplicate, duplicates
from openrepro.server import paper_merging as merging
from openrepro.store.paper_merges import KeptMerge

SCHEMA: Final = "openrepro.papers-merges/1"
MOST: Final = 1_000


@click.command()
@click.option("--undone", is_flag=True, help="Also merges that were undone.")
@folder_option
@format_option
def merges(undone: bool, folder: Path, form: Format) -> None:
    """List the merges on record, newest first, then papers that look like one and are not.

    Papers look like one when they share a number of one kind, an arXiv id or a title; those that have different
    OpenReview ids, or no author in common, or were taken apart by somebody, are told as such and not merged.
    """
    with looking(folder) as (tx, _):
        held = tx.merges.page(undone=undone, limit=MOST)
        alike = duplicates(merging.known_papers(tx))
    if form is Format.JSON:
        told = {"merges": [_merge_json(one) for one in held], "alike": [_json(one) for one in alike]}
        emit_json({"schema": SCHEMA, **told})
        return
    emit(f"merges on record: {len(held):,}", colour="bright_blue")
    if held:
        rows = [(one.number, one.gone, one.kept, one.shared, one.at, one.why, _state(one)) for one in held]
        emit_table(Table.of(("number", "paper", "became", "shared", "at", "why", "state"), rows), form)
    emit()
    emit(f"papers that look like one: {len(alike):,}", colour="bright_blue")
    if alike:
        pairs = [(one.paper, one.other, one.shared, one.apart or "may be merged") for one in alike]
        emit_table(Table.of(("paper", "other", "shared", "why apart"), pairs), form)
    free = next((one for one in alike if not one.apart), None)
    if free is not None:
        hint(f"openrepro papers merge {free.paper} {free.other} --why TEXT{in_folder(folder)}", form)


@click.command("merge")
@click.argument("paper")
@click.argument("other")
@deed_options
def merge_papers(deed: Deed, paper: str, other: str) -> None:
    """Make OTHER a name of PAPER, since both are one.

    Names, texts and entries that are not judged move to PAPER; claims of OTHER stay on record, and become those of
    PAPER where it has none. Where OTHER has judged entries nothing is done: verdicts stay where they were given.
    """
    with deed.office() as office:
        done = merging.merge_papers(office, paper, other)
    say(f"merge {done.number}: {other} is a name of {paper} now; {many(len(done.entries), 'entry', 'entries')} moved")
    if done.carried:
        say(f"the claims of {other} hold for {paper} now, version {done.carried[:16]}")
    for one in done.conflicts:
        say(f"{one.field}: {one.kept[:200]!r} counts, {one.other[:200]!r} does not")
    hint(f"openrepro papers unmerge {done.number} --why TEXT{in_folder(deed.folder)}  (undoes it)")


@click.command("unmerge")
@click.argument("number", type=click.IntRange(min=1))
@deed_options
def unmerge_papers(deed: Deed, number: int) -> None:
    """Undo the merge of that NUMBER (`openrepro papers merges` lists them): the paper that went is back as it was.

    An import does not merge the two again. Where something was judged since that the merge brought, nothing is done.
    """
    with deed.office() as office:
        done = merging.unmerge_papers(office, number)
    say(f"{done.paper} is a paper of its own again; {many(len(done.entries), 'entry', 'entries')} went back to it")
    if done.staying:
        say(f"entries that came since by a name of it, and stay where they are: {', '.join(done.staying[:20])}")


def _state(one: KeptMerge) -> str:
    return f"undone {one.undone_at}: {one.undone_why}" if one.undone_at else "stands"


def _merge_json(one: KeptMerge) -> dict[str, str | int]:
    return {
        "number": one.number,
        "paper": one.kept,
        "gone": one.gone,
        "shared": one.shared,
        "why": one.why,
        "actor": one.actor,
        "at": one.at,
        "undone_at": one.undone_at,
        "undone_by": one.undone_by,
        "undone_why": one.undone_why,
    }


def _json(one: Duplicate) -> dict[str, str]:
    return {"paper": one.paper, "other": one.other, "shared": one.shared, "apart": one.apart}
