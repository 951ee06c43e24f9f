"""Where the numbers that an entry states come from: an output, the paper, or nowhere."""

import re
from collections.abc import Collection, Iterable, Iterator

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Quantity, Result, Run, Source, UnitKind
from openrepro.evidence.names import is_of_paper, is_setting
from openrepro.evidence.numerals import significant_digits, to_decimal
from openrepro.evidence.patterns import any_of
from openrepro.evidence.programs.hard_coded import hard_coded_in_files, hard_coded_in_runs
from openrepro.evidence.quantities import located, numerals
from openrepro.evidence.results import said_in
from openrepro.evidence.sentences import holds_any
from openrepro.evidence.shown import Number, Shown, shown_in
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, CellType, Logbook, Severity

__all__ = [
    "copied_numbers",
    "hard_coded_in_files",
    "hard_coded_in_runs",
    "provenance_findings",
    "shown_by",
    "unsupported_numbers",
]

_MAX_NAMED = 5
_MAX_PLACES = 50
_ATTRIBUTED = any_of(
    (
        r"\bpaper\b",
        r"\bpaper's\b",
        r"\b(?:reported|published|claimed|stated|quoted|advertised)\b",
        r"\bauthors?\b",
        r"\boriginal(?:ly)?\b",
        r"\bclaims? (?:that|of|is|says|states)\b",
        r"\b(?:theory|theoretical|expected|target|threshold|tolerance|nominal)\b",
        r"\b(?:Table|Figure|Fig\.|Section|Abstract)\s[0-9]",
        r"\b(?:would|could|needs?|requires?|budget|estimated?)\b",
        r"\barxiv\b",
        r"\]\(#/",
        r"\bnot (?:re-?run|run|tested|measured|reproduced|evaluated|available|attempted)\b",
    )
)
_ATTRIBUTED_STEMS = (
    *("paper", "report", "publish", "claim", "stated", "quoted", "advertis", "author", "original", "theor", "expected"),
    *(
        "target",
        "threshold",
        "tolerance",
        "nominal",
        "table",
        "figure",
        "fig.",
        "section",
        "abstract",
        "would",
        "could",
    ),
    *("need", "require", "budget", "estimate", "arxiv", "](#/", "not "),
)
"""One of these stands, in lower case, in every text that `_ATTRIBUTED` matches."""
_SENTENCE = 300
_ARXIV_ID = re.compile(r"(?:0[7-9]|[12][0-9])(?:0[1-9]|1[0-2])\.[0-9]{5}")
_WORD = re.compile(r"[a-z]{2,40}")


class Stated:
    """The numbers that the prose of cells states as results of the entry's own work, cell by cell, read once."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.by_cell = tuple(numbers for cell in cells if (numbers := tuple(_stated(cell))))


def provenance_findings(
    logbook: Logbook,
    runs: Iterable[Run],
    results: Iterable[Result],
    *,
    shown: Shown | None = None,
    stated: Stated | None = None,
) -> tuple[Finding, ...]:
    """Every provenance finding that no claim is needed for. `results` are those of all runs and result files.

    `shown` and `stated` are what they show and what the prose states, where that is known already.
    """
    runs, results = tuple(runs), tuple(results)
    cells = stated or Stated(cell for page in logbook.pages for cell in page.cells)
    return (
        *unsupported_numbers(cells, shown or shown_by(runs, results), elided=any_elided(runs)),
        *hard_coded_in_runs(runs, results),
        *hard_coded_in_files(logbook, results),
    )


def shown_by(runs: Iterable[Run], results: Iterable[Result]) -> Shown:
    """What outputs and result files show, and the durations that the runs recorded."""
    durations = [Number(run.duration_s, run.at) for run in runs if run.duration_s is not None]
    return shown_in(results, *durations)


def any_elided(runs: Iterable[Run]) -> bool:
    """Whether a part of some output is gone, so that a number may have stood there."""
    return any(output.elided for run in runs for output in run.outputs)


def unsupported_numbers(cells: Iterable[Cell] | Stated, shown: Shown, *, elided: bool = False) -> tuple[Finding, ...]:
    """One finding for each cell whose prose states results that nothing shown supports.

    Small whole numbers, years, labels, settings, bounds, and what the text says of the paper are no results of
    the entry. When an output was cut (`elided`) the finding is only a note.
    """
    findings = []
    for numbers in _of(cells).by_cell:
        lost = [number for number in numbers if shown.find(number.value, number.kind) is None]
        if lost:
            findings.append(_unsupported(lost, elided))
    return tuple(findings)


def copied_numbers(
    cells: Iterable[Cell] | Stated, claims: Collection[str], shown: Shown, *, elided: bool = False
) -> tuple[Finding, ...]:
    """Findings for numbers that are said as results but equal the digits printed in `claims`, texts of the paper.

    Only numbers of three significant digits or more count. One that an output or result file shows is no copy;
    nor is one that restates the claim or is said to be the paper's. When an output was cut (`elided`), none is.
    """
    printed = {
        number for text in claims for number in map(_canonical, numerals(text)) if significant_digits(number) >= 3
    }
    if elided or not printed:
        return ()
    phrases = frozenset(phrase for text in claims for phrase in _phrases(text))
    return tuple(
        Finding(
            Code.COPIED_FROM_PAPER,
            f"{number.value} equals the paper's printed digits and stands in no output or result file: "
            "show the run that measured it, or say that it is the paper's.",
            (number.at,),
        )
        for numbers in _of(cells).by_cell
        for number in numbers
        if _canonical(number.value) in printed
        and shown.find(number.value, number.kind) is None
        and not phrases.intersection(_phrases(number.words))
    )


def _of(cells: Iterable[Cell] | Stated) -> Stated:
    return cells if isinstance(cells, Stated) else Stated(cells)


def _canonical(number: str) -> str:
    return number.lower().lstrip("+-")


def _phrases(text: str) -> Iterator[tuple[str, ...]]:
    """Every four words in a row, without numbers: a text that shares one with the claim restates it."""
    words = _WORD.findall(text.lower())
    return zip(words, words[1:], words[2:], words[3:], strict=False)


def _stated(cell: Cell) -> Iterator[Quantity]:
    """The numbers in a cell's prose that read as results of the entry's own work."""
    if cell.is_run or cell.void or cell.type in (CellType.ARTIFACT, CellType.DASHBOARD):
        return
    for block in cell.blocks:
        if block.kind is BlockKind.PROSE:
            yield from _own_numbers(block)


def _own_numbers(block: Block) -> Iterator[Quantity]:
    items = list(located(block.text, block))
    candidates = [item for item in items if _is_result(item.quantity)]
    if not candidates:
        return
    of_paper = {
        result.at
        for result in said_in(block, [item.quantity for item in items])
        if result.source is Source.TABLE and is_of_paper(result.name)
    }
    line = last = 0
    for item in candidates:
        line = max(line, block.text.rfind("\n", last, item.start) + 1)
        last = item.start
        if item.quantity.at not in of_paper and not _is_attributed(block.text, item.start, item.end, line):
            yield item.quantity


def _is_result(number: Quantity) -> bool:
    """Whether a number has the look of a measurement: no bound, setting, time, size, year or round number."""
    value = to_decimal(number.value)
    if value is None or _ARXIV_ID.fullmatch(number.value) or number.comparator in ("<", "<=", ">", ">=", "~"):
        return False
    if is_setting(number.name) or is_of_paper(number.name) or number.kind in (UnitKind.TIME, UnitKind.SIZE):
        return False
    if value == value.to_integral_value():
        whole = int(abs(value)) if abs(value) < 10**15 else 0
        return (
            whole > 100
            and not 1900 <= whole < 2100
            and whole & (whole - 1) != 0
            and significant_digits(number.value) >= 3
        )
    return significant_digits(number.value) >= 2


def _is_attributed(text: str, start: int, end: int, line: int) -> bool:
    """Whether the sentence around `[start, end)`, on the line that begins at `line`, quotes or speaks of the paper."""
    earliest = max(0, start - _SENTENCE)
    marks = [(text.rfind(mark, earliest, start), mark) for mark in (". ", "\n\n", "\n|", "\n- ")]
    first = max((found + len(mark) for found, mark in marks if found >= 0), default=earliest)
    if text[line : line + 3].lstrip().startswith(">"):
        return True
    sentence = text[first : end + 60].partition("\n\n")[0]
    return holds_any(sentence.lower(), _ATTRIBUTED_STEMS) and _ATTRIBUTED.search(sentence) is not None


def _unsupported(lost: list[Quantity], elided: bool) -> Finding:
    named = ", ".join(number.value + (f" {number.unit}" if number.unit else "") for number in lost[:_MAX_NAMED])
    more = f" and {len(lost) - _MAX_NAMED} more" if len(lost) > _MAX_NAMED else ""
    reason = "A part of an output was cut, so they may have stood there" if elided else "Show the run that printed them"
    places: tuple[Address, ...] = tuple(number.at for number in lost[:_MAX_PLACES])
    return Finding(
        Code.UNSUPPORTED_NUMBER,
        f"In no output or result file: {named}{more}. {reason}.",
        places,
        Severity.NOTE if elided else Severity.WARNING,
    )
