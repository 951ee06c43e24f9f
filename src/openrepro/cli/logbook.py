"""`openrepro logbook`: look into one logbook, as it was parsed and as a reader is given it."""

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import click

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.cli.claims_file import ClaimsFile, claims_option, say_faults
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.evidence.casefile import case_file, gather
from openrepro.evidence.guess import guessed_claims
from openrepro.ids import Json
from openrepro.judging.view import View, judge_view
from openrepro.logbooks.archive import find_roots, load
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.logbooks.outline import outline, outline_json

SCHEMA = "openrepro.view/1"
NAMED = 5
BUDGET = 24_000


class Shown(StrEnum):
    """`outline`: pages, cells, problems; `json`: the same as a document; `judge`: what a reader is given."""

    OUTLINE = "outline"
    JSON = "json"
    JUDGE = "judge"


class Subject(NamedTuple):
    """A claim, and the places in the logbook that are about it."""

    claim: Claim
    places: tuple[Address, ...]


@click.group()
def logbook() -> None:
    """Look into a logbook."""


@logbook.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--as",
    "shown",
    type=click.Choice([item.value for item in Shown]),
    default=Shown.OUTLINE.value,
    show_default=True,
    callback=lambda _context, _option, value: Shown(value),
    help="outline: pages, cells, problems; json: the same as a document; judge: exactly what a reader is given.",
)
@click.option("--claim", "claim_id", metavar="ID", help="Only what is about this claim (demo1.c3, c3 or 3).")
@click.option(
    "--budget",
    type=click.IntRange(min=500),
    default=BUDGET,
    show_default=True,
    help="Tokens that a reader is given at most (with --as judge).",
)
@claims_option
@format_option
def show(path: Path, shown: Shown, claim_id: str | None, budget: int, claims: ClaimsFile | None, form: Format) -> None:
    """Show the logbook at PATH as it was parsed, or exactly as a reader is given it.

    With --as judge each block stands in a fence with a random mark; self-verdicts, forecast scores, titles and
    accounts are withheld, payloads are notes, control characters are marks, and what did not fit the budget is
    marked as cut.
    Exit status: 0 when it was shown, 2 when there is no such logbook or claim.
    """
    if claims is not None:
        say_faults(claims)
    book = _one(path)
    subject = None if claim_id is None else _subject(book, claims, claim_id)
    if shown is Shown.JUDGE:
        _show_view(book, subject, budget, form)
        return
    if subject is not None:
        book = replace(book, pages=tuple(page for page in book.pages if subject.claim.number in page.claims))
    if shown is Shown.JSON or form is Format.JSON:
        emit_json(outline_json(book))
    else:
        emit(outline(book).rstrip("\n"))
        hint(f"openrepro logbook show {shlex.quote(str(path))} --as judge", form)


def _one(path: Path) -> Logbook:
    """The one logbook at or below `path`."""
    roots = find_roots(path)
    if len(roots) == 1:
        return load(roots[0])
    named = ", ".join(str(root) for root in roots[:NAMED])
    more = f" and {len(roots) - NAMED} more" if len(roots) > NAMED else ""
    raise OpenReproError(f"{path} holds {len(roots)} logbooks; name one of them.", hint=f"{named}{more}")


def _subject(book: Logbook, claims: ClaimsFile | None, claim_id: str) -> Subject:
    """The claim that `claim_id` names, from the file or else from the logbook's own pages, and its places."""
    found = None if claims is None else claims.of(book.paper.ids)
    chosen = guessed_claims(book) if found is None else found
    claim = _named(chosen, claim_id)
    parent = next(item for item in chosen.claims if claim is item or claim in item.conjuncts)
    case = case_file(gather(book, chosen), claim, parent=parent, version=chosen.version, rules="")
    return Subject(claim, case.places)


def _named(chosen: ClaimSet, claim_id: str) -> Claim:
    every = [part for claim in chosen.claims for part in (claim, *claim.conjuncts)]
    for claim in every:
        short = claim.id.rpartition(".")[2]
        if claim_id in (claim.id, short, short.removeprefix("c")):
            return claim
    known = ", ".join(claim.id for claim in every[:NAMED]) or "none"
    raise OpenReproError(
        f"There is no claim {claim_id!r} of paper {chosen.paper!r}; its claims: {known}.",
        hint="Give --claims FILE if the claim stands in a claims file.",
    )


def _show_view(book: Logbook, subject: Subject | None, budget: int, form: Format) -> None:
    claim, places = (None, None) if subject is None else subject
    view = judge_view(book, claim, places, boundary=secrets.token_hex(12), budget=budget)
    if form is Format.JSON:
        emit_json(_document(book, claim, view))
        return
    if not view.text:
        say("Nothing in this logbook would be given to a reader.")
    emit(view.text)
    for table in _tables(view):
        emit()
        emit_table(table, form)


def _tables(view: View) -> Sequence[Table]:
    number = [Column("tokens", right=True), Column("shown", right=True)]
    pages = [(item.page, item.tokens, item.shown) for item in view.pages]
    total = ("all pages", sum(item.tokens for item in view.pages), sum(item.shown for item in view.pages))
    cuts = [(cut.at.file, f"{cut.at.start}-{cut.at.end}", cut.tokens) for cut in view.cut]
    held = [(code.value, count) for code, count in view.withheld]
    tables = [Table.of(("page", *number), [*pages, total])]
    if cuts:
        tables.append(Table.of(("cut for lack of budget", "bytes", Column("tokens", right=True)), cuts))
    if held:
        tables.append(Table.of(("withheld from readers", Column("times", right=True)), held))
    return tables


def _document(book: Logbook, claim: Claim | None, view: View) -> dict[str, Json]:
    return {
        "schema": SCHEMA,
        "revision": book.revision,
        "claim": None if claim is None else claim.id,
        "tokens": view.tokens,
        "text": view.text,
        "pages": [{"page": item.page, "tokens": item.tokens, "shown": item.shown} for item in view.pages],
        "cut": [{"at": cut.at.as_json(), "tokens": cut.tokens} for cut in view.cut],
        "withheld": {code.value: count for code, count in view.withheld},
    }
