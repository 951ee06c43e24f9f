"""The evidence in a question: blocks by name between fences, chosen under a budget, with what was cut."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.model import CaseFile
from openrepro.evidence.places import Places
from openrepro.judging.masking import Mask, mask_of
from openrepro.judging.parts import CHARACTERS_PER_TOKEN, Part, describe, parts_of, tokens_of
from openrepro.judging.readers.model.question import ShownBlock
from openrepro.judging.traced import Stretch
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.visible import visible

BROKEN: Final = "(boundary in the content)"
FENCE_TOKENS: Final = 24
LEAST_KEPT: Final = 120
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fence:
    """Lines of ours around what is not ours. `mark` is unknown to strangers; where content has it, it is broken up."""

    mark: str

    def around(self, head: str, text: str) -> str:
        return f"{self.mark} {visible(head)}\n{visible(text).replace(self.mark, BROKEN)}\n{self.mark} end"


class Chosen(NamedTuple):
    """The evidence as text, its blocks and their names by address, and what is not in it."""

    text: str
    blocks: tuple[ShownBlock, ...]
    names: Mapping[Address, str]
    cut: tuple[Address, ...]
    decisive_cut: bool


def chosen(claim: Claim, casefile: CaseFile, logbook: Logbook, fence: Fence, budget: int) -> Chosen:
    """The evidence about `claim` in at most `budget` tokens, estimated."""
    mask = mask_of(logbook)
    parts = sorted(parts_of(logbook, claim, casefile.places, mask), key=lambda part: part.rank)
    texts: list[str] = []
    blocks: list[ShownBlock] = []
    names: dict[Address, str] = {}
    cut: list[Address] = []
    decisive = False
    for part in parts:
        spans = _kept(part.text, budget)
        name = f"B{len(texts) + 1}"
        shown = _Shown(part, spans, name, mask, logbook)
        if spans:
            texts.append(shown.fenced(fence))
            budget -= tokens_of(texts[-1])
            names[part.block.at] = name
            blocks += shown.blocks(fence)
        gone = tuple(shown.cut())
        cut += gone
        decisive = decisive or any(_decides(at, casefile) for at in gone)
    return Chosen("\n".join(texts), tuple(blocks), names, tuple(cut), decisive)


def _kept(text: str, budget: int) -> tuple[Span, ...]:
    """The spans of a text that fit: all, or its head and tail."""
    if tokens_of(text) + FENCE_TOKENS <= budget:
        return ((0, len(text)),)
    room = budget - 2 * FENCE_TOKENS
    if room < LEAST_KEPT:
        return ()
    half = int(room * CHARACTERS_PER_TOKEN) // 2
    return ((0, half), (len(text) - half, len(text)))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A part of which the characters `spans` are shown."""

    part: Part
    spans: tuple[Span, ...]
    name: str
    mask: Mask
    logbook: Logbook

    def fenced(self, fence: Fence) -> str:
        return fence.around(f"{self.name} {describe(self.part, self.mask)}", self.body())

    def body(self) -> str:
        text, pieces, last = self.part.text, list[str](), 0
        for start, end in (*self.spans, (len(text), len(text))):
            if start > last:
                pieces.append(f"[cut: {tokens_of(text[last:start]):,} tokens]")
            if end > start:
                pieces.append(text[start:end].strip("\n"))
            last = end
        return "\n".join(pieces)

    def blocks(self, fence: Fence) -> Iterator[ShownBlock]:
        """Each stretch that stands so in the source: where the very bytes are those that were shown."""
        places = Places(self.part.block.text, self.part.block.at)
        for start, end, source in self.part.shown.kept(self.spans):
            for first, last in _without(fence.mark, self.part.text[start:end]):
                at = places.address(source + first, source + last)
                if self.logbook.read(at) == self.part.text[start + first : start + last].encode("utf-8", "replace"):
                    yield ShownBlock(self.name, at)

    def cut(self) -> Iterator[Address]:
        places = Places(self.part.block.text, self.part.block.at)
        for gap in _gaps(self.spans, len(self.part.text)):
            inside = tuple(self.part.shown.kept((gap,)))
            if inside:
                yield places.address(inside[0].source, _source_end(inside[-1]))


def _source_end(stretch: Stretch) -> int:
    return stretch.source + stretch.end - stretch.start


def _gaps(spans: Iterable[Span], length: int) -> Iterator[Span]:
    last = 0
    for start, end in spans:
        if start > last:
            yield last, start
        last = end
    if last < length:
        yield last, length


def _without(mark: str, text: str) -> Iterator[Span]:
    """The spans of a text between the marks in it."""
    start = 0
    while (found := text.find(mark, start)) >= 0:
        yield start, found
        start = found + len(mark)
    yield start, len(text)


def _decides(at: Address, casefile: CaseFile) -> bool:
    outputs = (output.at for run in casefile.runs for output in run.outputs)
    return any(_overlap(at, one) for one in (*outputs, *(item.at for item in casefile.results)))


def _overlap(one: Address, other: Address) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end
