"""Values bound to words in the outputs and prose of a logbook, each with its grade."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.declared import Declared, declared_elsewhere, declared_results, declared_spans
from openrepro.evidence.leaves import Leaf, NotJsonError, Scanner
from openrepro.evidence.model import Grade, Quantity, Result, Run, Source
from openrepro.evidence.named_leaves import named_results
from openrepro.evidence.patterns import split_words
from openrepro.evidence.places import Places
from openrepro.evidence.quantities import quantities
from openrepro.evidence.result_files import FileResults, results_of_files
from openrepro.evidence.steering import speaking
from openrepro.evidence.tables import find_tables, results_of_tables
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell

__all__ = [
    "Declared",
    "FileResults",
    "declared_elsewhere",
    "declared_results",
    "results_of_files",
    "results_of_prose",
    "results_of_run",
    "said_in",
]

_MAX_LEAVES = 10_000
_SOURCE_LANGUAGES = split_words(
    """python py bash sh shell zsh html raw js javascript ts
    toml yaml yml latex tex diff dockerfile c cpp rust julia r bibtex mermaid css svg sql"""
)
_DIGIT = re.compile(r"[0-9]")
_JSON_START = re.compile(r"(?:(?<=[=:>\s])|^)[{\[](?=\s{0,40}(?:[\"'{\[]|$))", re.MULTILINE)


class _Value(NamedTuple):
    """A JSON value printed in a text: its characters `[start, end)` and its leaves."""

    start: int
    end: int
    leaves: list[Leaf]


def results_of_run(run: Run) -> tuple[Result, ...]:
    """Every number that a run's outputs show (printed JSON, tables, lines), of the run's grade.

    Declared `RESULT` lines are not repeated here: `declared_results` gives them. Numbers on a line that speaks to the
    judge, and on those right below it, are no results.
    """
    blocks = (Block(BlockKind.FENCE, output.text, output.at, "output", output.balanced) for output in run.outputs)
    return tuple(result for block in blocks for result in _of_block(block, run.grade, Source.OUTPUT, run.at))


def results_of_prose(cells: Iterable[Cell]) -> tuple[Result, ...]:
    """Every number that is only said: prose, typed tables and typed output of cells that are no runs (E0)."""
    blocks = (block for cell in cells if not cell.is_run and not cell.void for block in cell.blocks)
    return tuple(
        result for block in blocks if is_said(block) for result in _of_block(block, Grade.E0, Source.PROSE, None)
    )


def said_in(block: Block, numbers: Sequence[Quantity]) -> Iterator[Result]:
    """As `results_of_prose` of one block of prose, of which `numbers` are the quantities."""
    return _of_block(block, Grade.E0, Source.PROSE, None, numbers)


def is_said(block: Block) -> bool:
    """Whether a block holds statements rather than a payload or program text."""
    if block.kind is not BlockKind.FENCE:
        return block.kind is BlockKind.PROSE
    words = block.info.lower().split()
    return "title=" not in block.info and not (words and words[0] in _SOURCE_LANGUAGES)


def _of_block(
    block: Block, grade: Grade, source: Source, run: Address | None, numbers: Sequence[Quantity] | None = None
) -> Iterator[Result]:
    """The numbers of a block, each once: those of printed JSON, of tables, and then the rest."""
    if _DIGIT.search(block.text) is None:
        return
    places = Places(block.text, block.at)
    taken = _Spans(places)
    rest, last = [], 0
    for start, end in declared_spans(block.text):
        taken.add(start, end)
        rest.append(block.text[last:start])
        last = end
    for start, end in speaking(block.text) if source is Source.OUTPUT else ():
        taken.add(start, end)
    if last and not any(_DIGIT.search(text) for text in (*rest, block.text[last:])):
        return
    for value in _json_values(block.text):
        if not taken.cover(places.byte(value.start)):
            taken.add(value.start, value.end)
            yield from named_results(value.leaves, places, grade, source, run)
    found = quantities(block.text, block) if numbers is None else numbers
    free = [number for number in found if not taken.cover(number.at.start)]
    in_tables = set()
    for result in results_of_tables(find_tables(block.text), free, places, grade, Source.TABLE, run):
        in_tables.add(result.at)
        yield result
    yield from (_result(number, grade, source, run) for number in free if number.at not in in_tables)


def _result(number: Quantity, grade: Grade, source: Source, run: Address | None) -> Result:
    return Result(
        value=number.value,
        at=number.at,
        grade=grade,
        source=source,
        name=number.name or number.words,
        unit=number.unit,
        kind=number.kind,
        plus_minus=number.plus_minus,
        run=run,
    )


def _json_values(text: str) -> Iterator[_Value]:
    """The objects and arrays of objects printed in `text`. A text that stops being JSON is read on as lines."""
    position, room = 0, _MAX_LEAVES
    while room > 0:
        match = _JSON_START.search(text, position)
        if match is None:
            return
        scanner = Scanner(text, match.start())
        leaves: list[Leaf] = []
        whole = _fill(leaves, scanner, room)
        position = max(scanner.position, match.end())
        room -= len(leaves) + 1
        if whole:
            yield _Value(match.start(), scanner.position, leaves)


def _fill(leaves: list[Leaf], scanner: Scanner, room: int) -> bool:
    """Read at most `room` leaves; whether what was read is JSON. No character is scanned twice."""
    try:
        leaves.extend(islice(scanner.leaves(), room))
    except NotJsonError:
        return False
    return True


class _Spans:
    """Stretches of bytes that are spoken for."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        first = self._places.byte(start)
        index = bisect_right(self._starts, first)
        self._starts.insert(index, first)
        self._ends.insert(index, self._places.byte(end))

    def cover(self, byte: int) -> bool:
        index = bisect_right(self._starts, byte) - 1
        return index >= 0 and byte < self._ends[index]
