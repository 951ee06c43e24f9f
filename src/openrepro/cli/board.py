"""`openrepro board`: fold verdict records into claims, papers, standings and figures."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from openrepro.board.consensus import Consensus, PaperConsensus, Tally, consensus
from openrepro.board.funnel import Figure, Funnel, funnel
from openrepro.board.standings import Board, Standings, standings
from openrepro.board.votes import Vote, latest, votes_of, with_scoring
from openrepro.challenge.rules import Profile, Rules
from openrepro.cli.output import (
    Column,
    Format,
    Table,
    emit,
    emit_json,
    emit_table,
    emit_wrapped,
    format_option,
    hint,
    marked,
    paint,
    say,
)
from openrepro.cli.rules_option import rules_option
from openrepro.ids import Json
from openrepro.judging.verdict import Verdict
from openrepro.record.records import Fault, read_records

SCHEMA = "openrepro.board/1"
UNREADABLE = 1
MOST_LINES = 20
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """All records of the files, as votes, and what could not be used. `repeated` votes were given twice."""

    votes: tuple[Vote, ...]
    faults: tuple[tuple[str, Fault], ...]
    repeated: int


@dataclass(frozen=True, slots=True)
class Fold:
    """The board: three folds of the same votes under the same rules."""

    consensus: Consensus
    standings: Standings
    funnel: Funnel


@click.group()
def board() -> None:
    """Fold verdict records into the public board."""


@board.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--papers", type=click.IntRange(min=0), help="Size of the paper index, for the shares of the figures.")
@click.option("--guest", "guests", multiple=True, metavar="TEAM", help="A team that is shown without a rank.")
@rules_option
@format_option
@click.pass_context
def show(
    ctx: click.Context, files: tuple[str, ...], papers: int | None, guests: tuple[str, ...], rules: Rules, form: Format
) -> None:
    """Show consensus per paper and claim, standings and figures of the records in FILES.

    FILES hold verdict records (JSON, JSON lines) or what `openrepro judge --format json` printed; - is stdin. In the
    latter a logbook is its own team unless it has a "team". With --rules a change of rules can be tried out.
    Exit status: 0 when everything was read, 1 when some record could not be, 2 on wrong usage.
    """
    given = read_input(files)
    fold = folded(given.votes, rules, papers, guests)
    if form is Format.JSON:
        emit_json(document(fold, given, rules))
    else:
        _show(fold, files, rules, form)
    _report(given, form)
    if given.faults:
        ctx.exit(UNREADABLE)


def read_input(files: tuple[str, ...]) -> Input:
    """The votes of all files together, so that records may supersede one another across files."""
    verdicts: list[Verdict] = []
    votes: list[Vote] = []
    faults: list[tuple[str, Fault]] = []
    for file in files:
        found = read_records(_bytes(file))
        verdicts += found.verdicts
        votes += found.votes
        faults += [(file, fault) for fault in found.faults]
    single = latest(votes)
    return Input(with_scoring((*votes_of(verdicts), *single)), tuple(faults), len(votes) - len(single))


def folded(votes: tuple[Vote, ...], rules: Rules, papers: int | None = None, guests: tuple[str, ...] = ()) -> Fold:
    held = consensus(votes, rules)
    return Fold(held, standings(votes, held, rules, guests), funnel(votes, held, papers))


def document(fold: Fold, given: Input, rules: Rules) -> dict[str, Json]:
    """The board as one document (schema `openrepro.board/1`)."""
    return {
        "schema": SCHEMA,
        "rules": rules.digest,
        "profile": rules.profile.value,
        "papers": [paper.as_json() for paper in fold.consensus.papers],
        "teams": [team.as_json() for team in fold.standings.teams],
        "boards": [item.as_json() for item in fold.standings.boards],
        "figures": [figure.as_json() for figure in fold.funnel.figures],
        "faults": [{"file": file, "place": fault.place, "text": fault.text} for file, fault in given.faults],
    }


def _bytes(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()


def _show(fold: Fold, files: tuple[str, ...], rules: Rules, form: Format) -> None:
    emit(f"rules {rules.profile.value} {rules.digest[:12]}")
    for paper in fold.consensus.papers:
        _show_paper(paper, form)
    for item in fold.standings.boards:
        _show_board(item, form)
    _show_figures(fold.funnel.figures, form)
    if rules.profile is Profile.STRICT:
        hint(f"openrepro board show {shlex.join(files)} --rules icml-2026", form)


def _show_paper(paper: PaperConsensus, form: Format) -> None:
    emit()
    counted = (
        f"{many(paper.testable, 'testable claim')}, {paper.judged} of {many(paper.entries, 'entry', 'entries')} judged"
    )
    emit(f"{paper.paper}: {paper.state.value} ({counted})", colour="bright_blue")
    columns = [
        Column("claim"),
        Column("state", paint=paint),
        Column("assurance", right=True),
        Column("teams", right=True),
        Column("labels"),
    ]
    rows = [
        (claim.claim, marked(claim.state.value), claim.assurance, claim.tally.teams, _labels(claim.tally))
        for claim in paper.claims
    ]
    emit_table(Table.of(columns, rows), form)
    for claim in paper.claims:
        if claim.reopened:
            again = many(claim.reopened, "verified verdict")
            emit(f"{claim.claim}: a confirmed falsification asks for another look at {again}.")


def _labels(tally: Tally) -> str:
    """The counts behind a state, those that are not zero."""
    counts = (
        (tally.verified, "verified"),
        (tally.falsified, "falsified"),
        (tally.toy, "toy"),
        (tally.inconclusive, "inconclusive"),
        (tally.provisional, "falsified but unconfirmed"),
        (tally.not_judged, "not judged"),
        (tally.not_testable, "not testable"),
    )
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _show_board(item: Board, form: Format) -> None:
    emit()
    emit(f"{item.name}: {many(item.population, 'team')}", colour="bright_blue")
    emit_wrapped(f"{item.definition}. Ties: {item.ties}.")
    lines = item.lines if form is Format.AGENT else item.lines[:MOST_LINES]
    rows = [(_rank(line.rank, item.population), line.team, line.value) for line in lines]
    emit_table(Table.of((Column("rank", right=True), "team", Column(item.name, right=True)), rows), form)
    if len(lines) < len(item.lines):
        say(f"{many(len(item.lines) - len(lines), 'more team')}: use --format json or agent to see all.")


def many(count: int, thing: str, things: str = "") -> str:
    """A count with its noun in the right number."""
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def _rank(rank: int | None, population: int) -> str:
    return "not competing" if rank is None else f"{rank} of {population}"


def _show_figures(figures: tuple[Figure, ...], form: Format) -> None:
    emit()
    emit("figures", colour="bright_blue")
    rows = [
        (
            figure.name,
            figure.value,
            figure.denominator,
            f"{figure.percent} %" if figure.percent else "",
            figure.definition,
        )
        for figure in figures
    ]
    columns = (
        "figure",
        Column("count", right=True),
        Column("of", right=True),
        Column("share", right=True),
        "definition",
    )
    emit_table(Table.of(columns, rows), form)


def _report(given: Input, form: Format) -> None:
    if given.repeated:
        say(
            f"{many(given.repeated, 'repeated verdict')} on the same logbook and claim: the latest counts, "
            "and of equally late ones the weaker."
        )
    for file, fault in given.faults:
        say(f"{file}: {fault.place}: {fault.text}")
    if not given.votes and form is not Format.JSON:
        say("There is no verdict in these files.")
