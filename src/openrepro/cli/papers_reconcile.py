"""`openrepro papers reconcile`: how two lists of papers differ, paper by paper."""

import csv
from pathlib import Path
from typing import Final

import click

from openrepro.cli.board_page import many
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_row, emit_table, format_option, say
from openrepro.cli.papers_import import read_bounded
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.papers.reconciling import Reconciled, Reconciliation, Sum, Where
from openrepro.papers.reconciling import reconcile as compare
from openrepro.papers.shapes import Shape, read_list
from openrepro.papers.sources import ReadPapers

SCHEMA: Final = "openrepro.papers-reconciled/1"
SOMETHING_WRONG: Final = 1
MOST_SHOWN: Final = 20
FORMULAE: Final = ("=", "+", "-", "@", "\t", "\r")
HEAD: Final = ("where", "kind", "ids in A", "ids in B", "title in A", "title in B", "why")


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    type=click.Choice([shape.value for shape in Shape]),
    help="How A and B are written: once for both, or twice in their order.",
)
@click.option("--csv", "table", type=click.Path(path_type=Path, dir_okay=False), help="Also write every paper as CSV.")
@format_option
@click.pass_context
def reconcile(ctx: click.Context, a: Path, b: Path, shapes: tuple[str, ...], table: Path | None, form: Format) -> None:
    """Explain how the lists of papers in A and B differ, paper by paper, each with its reason.

    The counts add up: papers in both, those in one only, and further rows of one paper are all the rows of a list.
    Nothing is written but the file of --csv. Exit status: 0 when both were read whole, 1 when rows could not be read.
    """
    if len(shapes) > 2:
        raise click.UsageError("Give --shape once for both lists, or twice.")
    kinds = [Shape(shape) for shape in (shapes or (Shape.AUTO.value,))]
    one, other = _read(a, kinds[0]), _read(b, kinds[-1])
    found = compare(one, other)
    if table is not None:
        _write(table, found)
    if form is Format.JSON:
        emit_json(_document(a, b, found))
    elif form is Format.AGENT:
        _show_lines(found)
    else:
        _show(a, b, found)
    for path, fault in [*((a, fault) for fault in one.faults), *((b, fault) for fault in other.faults)][:MOST_SHOWN]:
        say(f"{path}: {fault.place}: {fault.text}")
    ctx.exit(SOMETHING_WRONG if one.faults or other.faults else 0)


def _read(path: Path, shape: Shape) -> ReadPapers:
    read = read_list(read_bounded(path), shape)
    if not read.papers:
        told = f"{read.faults[0].place}: {read.faults[0].text}" if read.faults else "It holds no papers."
        raise OpenReproError(f"{path}: {told}")
    return read


def _show(a: Path, b: Path, found: Reconciliation) -> None:
    emit(f"A is {a}, B is {b}", colour="bright_blue")
    counts = ("rows", "in both", "only here", "further rows", "unread")
    columns: list[Column | str] = ["list", *(Column(name, right=True) for name in counts)]
    emit_table(Table.of(columns, [_sums("A", found.a), _sums("B", found.b)]))
    emit()
    rows = [(f"{count:,}", where.value, kind) for (where, kind), count in found.counts().items()]
    emit_table(Table.of((Column("papers", right=True), "where", "reason"), rows))
    for where in (Where.ONLY_A, Where.ONLY_B, Where.ARXIV, Where.TITLE, Where.NUMBER):
        _show_some(f"{where.value}", [one for one in found.papers if one.where is where])
    _show_some("titles that differ", [one for one in found.papers if one.renamed])


def _show_some(title: str, papers: list[Reconciled]) -> None:
    if not papers:
        return
    emit()
    emit(f"{title}: {len(papers):,}", colour="bright_blue")
    for one in papers[:MOST_SHOWN]:
        emit(f"{', '.join(dict.fromkeys((*one.a, *one.b)))}: {one.title_a or one.title_b}")
        emit(f"    {one.why}{f': in B {one.title_b!r}' if one.renamed else ''}")
    if len(papers) > MOST_SHOWN:
        emit(f"and {many(len(papers) - MOST_SHOWN, 'more paper')} (all of them: --csv FILE, or --format json)")


def _sums(name: str, one: Sum) -> tuple[str, ...]:
    counts = (one.rows + one.left_out, one.both, one.only, one.further, one.left_out)
    return (name, *(f"{count:,}" for count in counts))


def _show_lines(found: Reconciliation) -> None:
    emit_row("list", "rows", "both", "only", "further", "unread")
    for name, one in (("A", found.a), ("B", found.b)):
        emit_row(name, one.rows + one.left_out, one.both, one.only, one.further, one.left_out)
    emit_row(*HEAD)
    for paper in found.papers:
        if paper.where is not Where.SAME_ID or paper.kind != "same title":
            emit_row(*_cells(paper))


def _cells(one: Reconciled) -> tuple[str, ...]:
    return (one.where.value, one.kind, " ".join(one.a), " ".join(one.b), one.title_a, one.title_b, one.why)


def _write(path: Path, found: Reconciliation) -> None:
    """All papers as CSV. A cell that a spreadsheet would compute begins with an apostrophe."""
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(HEAD)
            writer.writerows([_inert(cell) for cell in _cells(one)] for one in found.papers)
    except OSError as error:
        raise OpenReproError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"wrote {path}: {many(len(found.papers), 'paper')}")


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULAE) else cell


def _document(a: Path, b: Path, found: Reconciliation) -> dict[str, Json]:
    """Every paper as one document (schema `openrepro.papers-reconciled/1`)."""
    return {
        "schema": SCHEMA,
        "lists": {"a": {"file": str(a), **_sum_json(found.a)}, "b": {"file": str(b), **_sum_json(found.b)}},
        "renamed": found.renamed,
        "counts": [
            {"where": where.value, "kind": kind, "papers": count} for (where, kind), count in found.counts().items()
        ],
        "papers": [
            {
                "where": one.where.value,
                "kind": one.kind,
                "a": list(one.a),
                "b": list(one.b),
                "title_a": one.title_a,
                "title_b": one.title_b,
                "renamed": one.renamed,
                "why": one.why,
            }
            for one in found.papers
        ],
    }


def _sum_json(one: Sum) -> dict[str, Json]:
    return {
        "rows": one.rows + one.left_out,
        "both": one.both,
        "only": one.only,
        "further": one.further,
        "left_out": one.left_out,
    }
