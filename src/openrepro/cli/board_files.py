"""The board of records in files."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from openrepro.board.acts import Circumstances, circumstances
from openrepro.board.fold import Fold, Index, fold
from openrepro.board.votes import Vote, latest, votes_of, with_scoring
from openrepro.challenge.rules import Profile, Rules
from openrepro.cli.board_page import many, show_board, show_figures, show_paper
from openrepro.cli.output import Format, emit, emit_json, hint, say
from openrepro.ids import Json
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act
from openrepro.record.records import Fault, read_records

SCHEMA = "openrepro.board/1"
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """All records of the files, as votes and what acts come to, and what could not be used. `repeated` votes were
    given twice."""

    votes: tuple[Vote, ...]
    around: Circumstances
    faults: tuple[tuple[str, Fault], ...]
    repeated: int


def show_files(
    files: tuple[str, ...], rules: Rules, form: Format, papers: int | None = None, guests: tuple[str, ...] = ()
) -> bool:
    """Print the board of the records in `files`, and say whether all of them could be read."""
    given = read_input(files)
    board = fold(given.votes, rules, around=given.around, index=Index(papers), guests=guests)
    if form is Format.JSON:
        emit_json(document(board, given, rules))
    else:
        _show(board, files, rules, form)
    _report(given, form)
    return not given.faults


def read_input(files: tuple[str, ...]) -> Input:
    """The records of all files together, so that they may supersede one another across files."""
    verdicts: list[Verdict] = []
    acts: list[Act] = []
    votes: list[Vote] = []
    faults: list[tuple[str, Fault]] = []
    for file in files:
        found = read_records(_bytes(file))
        verdicts += found.verdicts
        acts += found.acts
        votes += found.votes
        faults += [(file, fault) for fault in found.faults]
    around = circumstances(acts)
    single = latest(votes)
    created = {entry: entered.created for entry, entered in around.entered.items()}
    every = with_scoring((*votes_of(verdicts, around), *single), created)
    return Input(every, around, tuple(faults), len(votes) - len(single))


def document(board: Fold, given: Input, rules: Rules) -> dict[str, Json]:
    """The board as one document (schema `openrepro.board/1`)."""
    return {
        "schema": SCHEMA,
        "rules": rules.digest,
        "profile": rules.profile.value,
        "view": None,
        "papers": list(board.papers()),
        "teams": [team.as_json() for team in board.standings.teams],
        "boards": [item.as_json() for item in board.standings.boards],
        "figures": [figure.as_json() for figure in board.funnel.figures],
        "faults": [{"file": file, "place": fault.place, "text": fault.text} for file, fault in given.faults],
    }


def _bytes(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()


def _show(board: Fold, files: tuple[str, ...], rules: Rules, form: Format) -> None:
    emit(f"rules {rules.profile.value} {rules.digest[:12]}")
    for paper in board.papers():
        show_paper(paper, form)
    for item in board.standings.boards:
        show_board(item, form)
    show_figures(board.funnel.figures, form)
    if rules.profile is Profile.STRICT:
        hint(f"openrepro board show {shlex.join(files)} --rules icml-2026", form)


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
