"""How much of one logbook is read for what it says, so that no entry makes judging slow; what is left out is told."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Output, Run
from openrepro.evidence.passages import LONGEST_TITLE
from openrepro.evidence.sentences import is_code, is_output
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, Logbook, Page, Severity, sub_address

MOST_TEXT = 200_000
"""Characters of prose and typed fences that are read of one logbook; four times the largest one known."""
MOST_PIECES = 5_000
"""Lines, sentences, table cells and quoted strings that are read of one logbook."""
MOST_OUTPUT = 100_000
"""Characters of the outputs of all runs that are read whole (Trackio keeps 20,000 of one); beyond it head and tail."""
LEAST_OUTPUT = 4_000
"""Characters that are read of each output at least, half of them from its end."""
MOST_PLACES = 20

_PIECE = re.compile(r"[\n|\"]|[.!?;](?=\s)")
_MARKS = ("\n", "|", '"', ". ", "! ", "? ", "; ", ".\t")

UNREAD_PROSE = (
    "Only the first {:,} characters or {:,} sentences, lines and table cells of the pages were read; what follows was"
    " not, so no claim is decided. Shorten the pages: leave out generated text, and keep data in result files."
)
UNREAD_OUTPUT = (
    "Of long outputs only the start, the end and the RESULT lines were read. Print less, and declare results in RESULT"
    " lines."
)


class Bounded(NamedTuple):
    """A logbook whose pages hold no more than is read, and where the rest of its prose stands."""

    logbook: Logbook
    unread: tuple[Address, ...]


class BoundedRuns(NamedTuple):
    """Runs whose outputs hold no more than is read, and where the outputs stand of which the middle was not."""

    runs: tuple[Run, ...]
    unread: tuple[Address, ...]


def bounded(logbook: Logbook) -> Bounded:
    """`logbook` with its prose cut at the bounds, and its outputs to their head and tail."""
    room = _Room()
    pages = tuple(room.page(page) for page in logbook.pages)
    return Bounded(replace(logbook, pages=pages) if room.cut else logbook, tuple(room.unread))


def bounded_runs(runs: tuple[Run, ...]) -> BoundedRuns:
    """`runs` with the outputs cut to their head and tail where they go beyond the bounds."""
    room, unread, kept = MOST_OUTPUT, list[Address](), list[Run]()
    for run in runs:
        outputs: list[Output] = []
        for output in run.outputs:
            most = max(room, LEAST_OUTPUT)
            room -= min(len(output.text), room)
            if len(output.text) <= most:
                outputs.append(output)
                continue
            unread.append(output.at)
            outputs += (replace(output, text=part.text, at=part.at) for part in _ends(_as_block(output), most))
        kept.append(run if len(outputs) == len(run.outputs) else replace(run, outputs=tuple(outputs)))
    return BoundedRuns(tuple(kept), tuple(unread))


def unread_findings(prose: tuple[Address, ...], outputs: tuple[Address, ...]) -> tuple[Finding, ...]:
    """UNREAD for prose and for outputs of which a part was left out."""
    found: list[Finding] = []
    if prose:
        text = UNREAD_PROSE.format(MOST_TEXT, MOST_PIECES)
        found.append(Finding(Code.UNREAD, text, prose[:MOST_PLACES], Severity.SERIOUS))
    if outputs:
        found.append(Finding(Code.UNREAD, UNREAD_OUTPUT, outputs[:MOST_PLACES], Severity.NOTE))
    return tuple(found)


class _Room:
    """What may still be read while the cells go by in reading order."""

    def __init__(self) -> None:
        self.text = MOST_TEXT
        self.pieces = MOST_PIECES
        self.output = MOST_OUTPUT
        self.unread: list[Address] = []
        self.cut = False

    def page(self, page: Page) -> Page:
        """A title is cut without a word: what it is taken from stands in the page's first block."""
        self.cut = self.cut or len(page.title) > LONGEST_TITLE
        return replace(page, title=page.title[:LONGEST_TITLE], cells=tuple(self._cell(cell) for cell in page.cells))

    def _cell(self, cell: Cell) -> Cell:
        blocks = tuple(part for block in cell.blocks for part in self._block(cell, block))
        if len(cell.title) > LONGEST_TITLE:
            self.cut = True
            self.unread.append(cell.at)
        elif len(blocks) == len(cell.blocks) and all(
            one is other for one, other in zip(blocks, cell.blocks, strict=True)
        ):
            return cell
        return replace(cell, blocks=blocks, title=cell.title[:LONGEST_TITLE])

    def _block(self, cell: Cell, block: Block) -> Iterator[Block]:
        if block.kind is BlockKind.PAYLOAD or is_code(block):
            yield block
        elif cell.is_run and is_output(block):
            yield from self._of_output(block)
        else:
            yield from self._of_prose(block)

    def _of_output(self, block: Block) -> Iterator[Block]:
        most = max(self.output, LEAST_OUTPUT)
        self.output -= min(len(block.text), self.output)
        if len(block.text) <= most:
            yield block
            return
        self.cut = True
        yield from _ends(block, most)

    def _of_prose(self, block: Block) -> Iterator[Block]:
        end = min(len(block.text), self.text)
        pieces = 1 + sum(block.text.count(mark, 0, end) for mark in _MARKS)
        if pieces > self.pieces:
            last = next(islice(_PIECE.finditer(block.text, 0, end), max(self.pieces - 1, 0), None), None)
            end = end if last is None else last.start()
        self.text -= end
        self.pieces -= min(pieces, self.pieces)
        if end == len(block.text):
            yield block
            return
        self.cut = True
        self.unread.append(sub_address(block, end, len(block.text)))
        if end:
            yield replace(block, text=block.text[:end], at=sub_address(block, 0, end))


def _as_block(output: Output) -> Block:
    return Block(BlockKind.FENCE, output.text, output.at)


def _ends(block: Block, most: int) -> tuple[Block, Block]:
    """The head and the tail of a block, together about `most` characters, cut between lines where there are any."""
    half = most // 2
    head = block.text.rfind("\n", half // 2, half) + 1 or half
    tail = block.text.find("\n", len(block.text) - half, len(block.text) - half // 2) + 1 or len(block.text) - half
    return _part(block, 0, head), _part(block, tail, len(block.text))


def _part(block: Block, start: int, end: int) -> Block:
    return replace(block, text=block.text[start:end], at=sub_address(block, start, end))
