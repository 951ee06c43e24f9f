"""The blocks of a cell as pieces of HTML: prose laid out, outputs exact, payloads as notes, figures as slots."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell
from openrepro.rendering.allowance import Allowance
from openrepro.rendering.figures import Figures
from openrepro.rendering.listings import listing
from openrepro.rendering.model import Quoted
from openrepro.rendering.prose import prose
from openrepro.rendering.unseen import shown
from openrepro.rendering.weave import Span, around

_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\($")
_IMAGE_END = re.compile(r'(?:[ \t]+"[^"\n]{0,300}")?\)')
_TITLE = re.compile(r"(?:^|\s)title=(\S{1,200})")
_NOTHING = '<p class="left-out">Nothing stands in it.</p>'
_UNBALANCED = '<p class="note">The code fence of what follows is not balanced, so where it ends is uncertain.</p>'


class Numbered(NamedTuple):
    """A quote and its number among those of the book."""

    number: int
    quote: Quoted


class CellBlocks:
    """Renders the blocks of one cell. `quotes` are the numbered quotes that touch the cell."""

    def __init__(self, cell: Cell, quotes: Sequence[Numbered], figures: Figures, allowance: Allowance) -> None:
        self._cell = cell
        self._quotes = quotes
        self._figures = figures
        self._allowance = allowance

    def pieces(self) -> Iterator[str]:
        """The pieces of the cell with sentinels, in order."""
        blocks = self._cell.blocks
        skip = 0
        for index, block in enumerate(blocks):
            if skip > index:
                continue
            before = blocks[max(index - 1, 0) : index]
            if not self._cell.void and self._cell.is_document(block):
                skip = self._end_of(blocks, index)
                slot = self._figures.document(self._cell, blocks[index:skip])
                yield self._noted(slot, block, blocks[skip - 1].at.end)
            elif block.kind is BlockKind.PROSE:
                yield from self._prose(block, before, blocks[index + 1 : index + 2])
            elif block.kind is BlockKind.PAYLOAD:
                yield self._payload(block, before)
            else:
                yield self._fence(block)

    def _end_of(self, blocks: Sequence[Block], index: int) -> int:
        """Behind the last block of the fence that block `index` begins."""
        end = index + 1
        while end < len(blocks) and blocks[end].info == blocks[index].info and _meet(blocks[end - 1], blocks[end]):
            end += 1
        return end

    def _prose(self, block: Block, before: Sequence[Block], after: Sequence[Block]) -> Iterator[str]:
        start, end = 0, len(block.text)
        if after and after[0].kind is BlockKind.PAYLOAD and (match := _IMAGE.search(block.text[-400:])):
            end -= len(match[0])
        if before and before[0].kind is BlockKind.PAYLOAD and (match := _IMAGE_END.match(block.text)):
            start = len(match[0])
        if start < end:
            spans = [_within(span, start, end) for span in self._spans(block) if span.start < end and start < span.end]
            yield from prose(block.text[start:end], spans, self._allowance).pieces

    def _payload(self, block: Block, before: Sequence[Block]) -> str:
        match = _IMAGE.search(before[0].text[-400:]) if before and before[0].kind is BlockKind.PROSE else None
        slot = (
            None
            if self._cell.void or block.info
            else self._figures.raster(self._cell, block, match[1] if match else "")
        )
        size = block.at.end - block.at.start
        kind = block.text[5:60].partition(",")[0] if block.text.startswith("data:") else "encoded data"
        return self._noted(slot or f'<p class="left-out">{shown(kind)}, {size:,} bytes, not shown.</p>', block)

    def _noted(self, html: str, block: Block, end: int | None = None) -> str:
        """A line of ours that stands for a block, marked as a whole when a quote lies in it."""
        at = Address(block.at.file, block.at.start, block.at.end if end is None else end)
        numbers = [number for number, quote in self._quotes if overlap(quote.at, at)]
        opened, _, rest = html.partition(">")
        body, _, closed = rest.rpartition("</")
        return f"{opened}>{around(body, numbers)}</{closed}\n"

    def _fence(self, block: Block) -> str:
        """The content of a fence as it is, but for empty lines at its end; of an empty one only that it is empty."""
        words = block.info.split(maxsplit=1)
        language = words[0] if words else ""
        title = _TITLE.search(block.info)
        name = "Output" if language == "output" else title[1] if title else language
        caption = f'<p class="fence-name">{shown(name[:200])}</p>\n' if name else ""
        note = "" if block.balanced else _UNBALANCED
        label = "Output" if language == "output" else ""
        if not block.text.strip():
            return note + caption + self._noted(_NOTHING, block)
        text, spans = _without_empty_end(block.text, self._spans(block))
        html = listing(text, spans, language=language, label=label, allowance=self._allowance)
        return f"{note}{caption}{html}\n"

    def _spans(self, block: Block) -> list[Span]:
        """The quotes as characters of `block.text`."""
        return [
            Span(_place(block, quote.at.start), _place(block, quote.at.end), number)
            for number, quote in self._quotes
            if overlap(quote.at, block.at)
        ]


def _without_empty_end(text: str, spans: Sequence[Span]) -> tuple[str, Sequence[Span]]:
    """`text` up to the end of the last line that holds something, unless a quote lies wholly behind it."""
    end = min(len(text.rstrip("\r\n")) + 1, len(text))
    if any(span.start >= end for span in spans):
        return text, spans
    return text[:end], [_within(span, 0, end) for span in spans]


def _within(span: Span, start: int, end: int) -> Span:
    return Span(max(span.start, start) - start, min(span.end, end) - start, span.quote)


def _meet(one: Block, other: Block) -> bool:
    return one.at.end == other.at.start


def overlap(one: Address, other: Address) -> bool:
    """Whether two places have a byte in common."""
    return one.file == other.file and one.start < other.end and other.start < one.end


def _place(block: Block, byte: int) -> int:
    """The character of `block.text` that begins at `byte` of the file, or the nearest in the block."""
    offset = min(max(byte - block.at.start, 0), block.at.end - block.at.start)
    if block.text.isascii():
        return offset
    return len(block.text.encode("utf-8", "surrogateescape")[:offset].decode("utf-8", "ignore"))
