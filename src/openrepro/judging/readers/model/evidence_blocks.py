"""The evidence in a question: blocks by name between fences, chosen under a budget, with what was cut."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.model import CaseFile
from openrepro.evidence.places import Places
from openrepro.evidence.sentences import is_code, is_output
from openrepro.judging.parts import Part, is_file
from openrepro.judging.readers.model.book import Book, book_of
from openrepro.judging.readers.model.choosing import Choice, carriers_of, choice_of
from openrepro.judging.readers.model.question import ShownBlock
from openrepro.logbooks.logbook import Address, BlockKind, Logbook
from openrepro.visible import visible

BROKEN: Final = "(boundary in the content)"
CUT: Final = "…"
"""Alone on a line: here something is not shown."""
SHORTEST_CUT: Final = 8
_SECONDS: Final = re.compile(r"[0-9.]{1,20}")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fence:
    """Lines of ours around what is not ours. `mark` is unknown to strangers; where content has it, it is broken up."""

    mark: str

    def around(self, head: str, text: str) -> str:
        return f"{self.mark} {visible(head)}\n{visible(text).replace(self.mark, BROKEN)}\n{self.mark}"


class Chosen(NamedTuple):
    """The evidence as text, its blocks and their names by address, and what is not in it."""

    text: str
    blocks: tuple[ShownBlock, ...]
    names: Mapping[Address, str]
    cut: tuple[Address, ...]
    decisive_cut: bool


def chosen(claim: Claim, casefile: CaseFile, logbook: Logbook, fence: Fence, *, budget: int, other: int) -> Chosen:
    """The evidence about `claim` in at most `budget` tokens, estimated, beside `other` tokens of a question.

    Its own outputs come first, then its result files, its prose, its code, then in the same order what else mentions
    it. `cut` are the bytes of its own evidence that are not shown, and what was not looked at in a logbook beyond the
    bounds; `decisive_cut` says that among these is a line that may decide (`choosing`) whose text is shown nowhere, or
    something of its own evidence that was not looked at.
    """
    book = book_of(logbook)
    choice = choice_of(book, claim, casefile, budget, other)
    shown = sorted(_shown(book, choice), key=lambda one: one.rank)
    texts: list[str] = []
    blocks: list[ShownBlock] = []
    names: dict[Address, str] = {}
    for number, one in enumerate(shown, start=1):
        name = f"B{number}"
        texts.append(one.fenced(name, fence))
        blocks += one.blocks(name, fence)
        names[one.part.block.at] = name
    carriers = carriers_of(casefile)
    decisive = bool(choice.lost) or any(carriers.touch(at) for at in book.passed)
    return Chosen("\n".join(texts), tuple(blocks), names, (*_cut(book, choice), *book.passed), decisive)


def _shown(book: Book, choice: Choice) -> Iterator["_Shown"]:
    by_part: dict[int, list[int]] = {}
    for number in sorted(choice.shown):
        by_part.setdefault(book.lines[number].part, []).append(number)
    for index, numbers in by_part.items():
        part = book.parts[index]
        own = any(choice.interests[number].own for number in numbers)
        spans = _joined(((book.lines[number].line.start, book.lines[number].line.end) for number in numbers), part.text)
        yield _Shown(part, spans, (not own, _order(part), index), book)


def _order(part: Part) -> int:
    """Outputs first, then result files, prose, code."""
    if is_output(part.block):
        return 0
    if is_file(part):
        return 1
    return 3 if is_code(part.block) else 2


def _joined(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    """The spans in order; those between which there is hardly more than a mark of a cut would take, as one."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and (start - joined[-1][1] <= SHORTEST_CUT or text[joined[-1][1] : start].isspace()):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(_trimmed(start, end, text) for start, end in joined)


def _trimmed(start: int, end: int, text: str) -> Span:
    """A span without the white space at its ends."""
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), end - len(inner) + len(inner.rstrip())


def _cut(book: Book, choice: Choice) -> Iterator[Address]:
    """What is not shown of the claim's own evidence, lines in a row as one; not what is shown elsewhere."""
    texts = {book.lines[number].plain for number in choice.shown}
    last: Address | None = None
    for number, seen in enumerate(book.lines):
        gone = choice.interests[number].own and number not in choice.shown and seen.plain not in texts
        at = seen.at if gone else None
        if (
            last is not None
            and at is not None
            and (at.file, at.cell) == (last.file, last.cell)
            and at.start >= last.end
        ):
            last = replace(last, end=at.end)
            continue
        if last is not None:
            yield last
        last = at
    if last is not None:
        yield last


def _follows(at: Address, last: Address) -> bool:
    return (at.file, at.cell) == (last.file, last.cell) and at.start >= last.end


@dataclass(frozen=True, slots=True)
class _Shown:
    """A part of which the characters `spans` are shown."""

    part: Part
    spans: tuple[Span, ...]
    rank: tuple[bool, int, int]
    book: Book

    def fenced(self, name: str, fence: Fence) -> str:
        return fence.around(f"{name} {_kind(self.part)}", self.body())

    def body(self) -> str:
        text, pieces, last = self.part.text, list[str](), 0
        for start, end in (*self.spans, (len(text), len(text))):
            if text[last:start].strip():
                pieces.append(CUT)
            if end > start:
                pieces.append(text[start:end])
            last = end
        return "\n".join(pieces)

    def blocks(self, name: str, fence: Fence) -> Iterator[ShownBlock]:
        """Each stretch that stands so in the source: where the very bytes are those that were shown."""
        places = Places(self.part.block.text, self.part.block.at)
        for start, end, source in self.part.shown.kept(self.spans):
            for first, last in _without(fence.mark, self.part.text[start:end]):
                at = places.address(source + first, source + last)
                text = self.part.text[start + first : start + last]
                if self.book.logbook.read(at) == _bytes(text):
                    yield from (ShownBlock(name, at),) if text else ()
                else:
                    yield from self._by_line(name, text, source + first, places)

    def _by_line(self, name: str, text: str, source: int, places: Places) -> Iterator[ShownBlock]:
        """The lines of a stretch, on a page whose line ends are shown as other characters than they are."""
        for line in text.splitlines(keepends=True):
            own = line.rstrip("\n")
            at = places.address(source, source + len(own))
            if own and self.book.logbook.read(at) == _bytes(own):
                yield ShownBlock(name, at)
            source += len(line)


def _kind(part: Part) -> str:
    """What a block is, in words of ours alone: what a logbook calls it does not stand on our lines."""
    if is_output(part.block):
        exit_code, duration = part.cell.exit_code, part.cell.duration_s or ""
        seconds = duration if _SECONDS.fullmatch(duration) else "unknown"
        ran = f"output of a run, exit {'unknown' if exit_code is None else exit_code}, {seconds} s"
        return ran if part.cell.is_run else "text that is called an output"
    if is_file(part):
        return "result file"
    if part.block.kind is BlockKind.PAYLOAD:
        return "payload"
    if is_code(part.block):
        return "code"
    return "prose" if part.block.kind is BlockKind.PROSE else "text in a fence"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _without(mark: str, text: str) -> Iterator[Span]:
    """The spans of a text between the marks in it."""
    start = 0
    while (found := text.find(mark, start)) >= 0:
        yield start, found
        start = found + len(mark)
    yield start, len(text)
