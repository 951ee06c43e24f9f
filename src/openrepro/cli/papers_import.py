"""`openrepro papers import`: lists of papers taken into a challenge."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from openrepro import clock
from openrepro.cli.board_page import in_folder, many
from openrepro.cli.office import folder_option, local_user, signed, tell_founded
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, format_option, hint, say
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.hub.fetching import size
from openrepro.ids import Json
from openrepro.papers.fields import Fault
from openrepro.papers.importing import Known, PaperPlan, plan_of
from openrepro.papers.paper import Paper
from openrepro.papers.shapes import WHOLE, Shape, read_list
from openrepro.people.operators import Action
from openrepro.server.installation import is_unmade, open_installation
from openrepro.server.paper_import import PaperImport
from openrepro.settings import settings_of
from openrepro.store.papers import Clash

SCHEMA: Final = "openrepro.papers-import/1"
SOMETHING_WRONG: Final = 1
LARGEST: Final = 256 * 2**20
MOST_TOLD: Final = 20
LONGEST_VALUE: Final = 300


class Given(NamedTuple):
    """The rows of all files in order, how many each gave, and each fault with the file it stands in."""

    rows: tuple[Paper, ...]
    counts: tuple[tuple[str, int], ...]
    faults: tuple[tuple[str, Fault], ...]


class Done(NamedTuple):
    """What an import did, or would do, and the names that do not lead to one paper after it."""

    plan: PaperPlan
    clashes: tuple[Clash, ...] = ()


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--shape",
    type=click.Choice([shape.value for shape in Shape]),
    default=Shape.AUTO.value,
    show_default=True,
    help="How FILE is written; found out by looking when it is not said.",
)
@click.option("--dry-run", is_flag=True, help="Say what would change, field by field; nothing is written.")
@folder_option
@format_option
@click.pass_context
def import_papers(
    ctx: click.Context, files: tuple[Path, ...], shape: str, dry_run: bool, folder: Path, form: Format
) -> None:
    """Take the papers of each FILE into the challenge in a folder.

    FILE is an event's index.json, a table of names (CSV), notes of OpenReview (API 2 or 1), a conference programme
    (JSON), arXiv ids (one a line), or CSV or JSON lines with columns of our own (docs/papers.md). No list blanks
    what another one knew; where two say different things, the documented order decides. Importing again changes
    nothing. Exit status: 0 when everything was taken, 1 when something was left out, 2 when nothing was done.
    """
    given = read_files(files, Shape(shape))
    again = f"openrepro papers import {shlex.join(map(str, files))}"
    again += "" if shape == Shape.AUTO.value else f" --shape {shape}"
    done = _rehearsed(given, folder) if dry_run else _imported(given, folder, again)
    plan, clashes = done.plan, done.clashes
    left_out = [*given.faults, *(("", fault) for fault in (*plan.rejected, *plan.apart))]
    if form is Format.JSON:
        emit_json(document(given, plan, left_out, dry_run=dry_run))
    else:
        _show(given, plan, form, dry_run=dry_run)
        _tell([f"{name}: {fault.place}: {fault.text}".removeprefix(": ") for name, fault in left_out], form)
        _tell([clash.sentence for clash in clashes], form)
    next_one = again if dry_run else "openrepro papers merges"
    hint(f"{next_one}{in_folder(folder)}", form)
    ctx.exit(SOMETHING_WRONG if left_out else 0)


def _rehearsed(given: Given, folder: Path) -> Done:
    """What an import would do; a challenge without a database has no papers yet, and is not founded for it."""
    settings = settings_of(folder)
    if settings.rule_file.exists() and is_unmade(settings):
        return Done(plan_of(Known(), given.rows))
    with open_installation(folder, found=False) as here:
        return Done(PaperImport(here.store, given.rows, written(clock.now()), local_user(), tell=say).rehearse())


def _imported(given: Given, folder: Path, command: str) -> Done:
    with open_installation(folder) as here:
        tell_founded(here)
        sign = signed(Action.PAPERS_IMPORTED, "papers", command.removeprefix("openrepro "))
        work = PaperImport(here.store, given.rows, written(clock.now()), local_user(), sign, say)
        return Done(work.run(), work.clashes())


def read_files(files: Sequence[Path], shape: Shape) -> Given:
    """Read all files. Raises OpenReproError when one of them gives nothing: then nothing is done."""
    rows: list[Paper] = []
    counts: list[tuple[str, int]] = []
    faults: list[tuple[str, Fault]] = []
    for path in files:
        say(f"reading {path}")
        read = read_list(read_bounded(path), shape)
        told = read.faults or (Fault(WHOLE, "It holds no papers."),)
        if not read.papers or (told[0].place == WHOLE and len(read.papers) == 0):
            raise OpenReproError(f"{path}: {told[0].place}: {told[0].text}", hint="Nothing was imported.")
        rows += read.papers
        counts.append((str(path), len(read.papers)))
        faults += [(str(path), fault) for fault in read.faults]
    return Given(tuple(rows), tuple(counts), tuple(faults))


def read_bounded(path: Path) -> bytes:
    """The bytes of a file of at most 256 MiB. Raises OpenReproError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise OpenReproError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise OpenReproError(f"{path} is larger than {size(LARGEST)}.", hint="Split it, and import the parts.")
    return data


def _show(given: Given, plan: PaperPlan, form: Format, *, dry_run: bool) -> None:
    emit("would be imported; nothing was written" if dry_run else "imported", colour="bright_blue")
    emit_table(Table.of(("what", Column("count", right=True)), list(_counts(given, plan))), form)
    for title, lines in _parts(plan, dry_run=dry_run):
        if lines:
            emit()
            emit(title, colour="bright_blue")
            shown = lines if form is Format.AGENT else lines[:MOST_TOLD]
            for line in shown:
                emit(line)
            if len(shown) < len(lines):
                emit(f"and {many(len(lines) - len(shown), 'more line')} (all of them: --format json)")


def _counts(given: Given, plan: PaperPlan) -> Iterator[tuple[str, str]]:
    for name, count in given.counts:
        yield f"rows of {name}", f"{count:,}"
    yield "papers new", f"{len(plan.added):,}"
    yield "papers changed", f"{len(plan.changed):,}"
    yield "papers as they were", f"{plan.unchanged:,}"
    yield "papers that became names of others", f"{sum(len(one.gone) for one in plan.merges):,}"
    yield "rows of another id made one with a paper", f"{sum(len(one.names) for one in plan.merges):,}"
    yield "kept apart though alike", f"{len(plan.apart):,}"
    yield "rejected", f"{len(plan.rejected) + len(given.faults):,}"
    for field, count in sorted(Counter(one.field for one in plan.conflicts).items()):
        yield f"said differently: {field}", f"{count:,}"


def _parts(plan: PaperPlan, *, dry_run: bool) -> Iterator[tuple[str, list[str]]]:
    would = "would be " if dry_run else ""
    yield (
        f"{would}merged",
        [f"{', '.join((*one.gone, *one.names))} into {one.paper}: the same {one.by}" for one in plan.merges],
    )
    changed = [(one.paper.id, change) for one in plan.changed for change in one.changes]
    yield (
        f"{would}changed",
        [f"{paper} {one.field}: {_short(one.before)} → {_short(one.after)}" for paper, one in changed],
    )
    yield (
        "said differently",
        [
            f"{one.paper} {one.field}: {_short(one.kept)} ({_by(one.kept_by)}, counts); "
            f"{_short(one.other)} ({_by(one.other_by)})"
            for one in plan.conflicts
        ],
    )


def _by(source: str) -> str:
    return source or "unknown source"


def _short(text: str) -> str:
    told = " ".join(text.split())
    return f"'{told if len(told) <= 90 else told[:89] + '…'}'" if told else "nothing"


def _tell(lines: Sequence[str], form: Format) -> None:
    shown = lines if form is Format.AGENT else lines[:MOST_TOLD]
    for line in shown:
        say(line)
    if len(shown) < len(lines):
        say(f"{many(len(lines) - len(shown), 'more sentence')}: use --format json to see all.")


def document(given: Given, plan: PaperPlan, left_out: Sequence[tuple[str, Fault]], *, dry_run: bool) -> dict[str, Json]:
    """The outcome as one document (schema `openrepro.papers-import/1`); values are cut at 300 characters."""
    return {
        "schema": SCHEMA,
        "dry_run": dry_run,
        "files": [{"file": name, "rows": count} for name, count in given.counts],
        "added": [{"paper": one.id, "title": one.title[:LONGEST_VALUE]} for one in plan.added],
        "changed": [
            {
                "paper": one.paper.id,
                "fields": [
                    {
                        "field": change.field,
                        "before": change.before[:LONGEST_VALUE],
                        "after": change.after[:LONGEST_VALUE],
                    }
                    for change in one.changes
                ],
            }
            for one in plan.changed
        ],
        "unchanged": plan.unchanged,
        "merged": [
            {"paper": one.paper, "papers": list(one.gone), "rows": list(one.names), "by": one.by} for one in plan.merges
        ],
        "conflicts": [
            {
                "paper": one.paper,
                "field": one.field,
                "kept": one.kept[:LONGEST_VALUE],
                "kept_by": one.kept_by,
                "other": one.other[:LONGEST_VALUE],
                "other_by": one.other_by,
            }
            for one in plan.conflicts
        ],
        "left_out": [{"source": name, "place": fault.place, "text": fault.text} for name, fault in left_out],
    }
