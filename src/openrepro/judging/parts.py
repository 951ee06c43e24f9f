"""The blocks of a logbook as readers are given them: which are near a claim, and each with what is withheld."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code
from openrepro.evidence.hidden import CONCEALED, INVISIBLE, shown_run
from openrepro.evidence.passages import subjects
from openrepro.evidence.sentences import is_code, is_output
from openrepro.evidence.steering import form_of, withheld
from openrepro.judging.masking import Mask
from openrepro.judging.traced import Change, Traced, traced
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, CellType, FileKind, Logbook, Page, PageRole
from openrepro.visible import BREAKS, MARK, UNSEEN

CHARACTERS_PER_TOKEN = 3.3
NOTES = {
    Code.SELF_VERDICT: "[withheld: self-verdict]",
    Code.FORECAST_SCORE: "[withheld: forecast score]",
    Code.STEERING: "[withheld: addressed to the judge]",
}
_NOTE = re.compile(r"\[(?=\s{0,3}(?:withheld|cut|payload|removed|replaced|boundary)\b)", re.IGNORECASE)


class Placed(NamedTuple):
    """A block and how near it is to the claim: 0 for its own, 1 for a mention."""

    near: int
    page: Page
    cell: Cell
    block: Block


@dataclass(frozen=True, slots=True)
class Part:
    """One block as shown. `rank` orders the view: the claim's own cells, mentions, the rest; outputs before prose."""

    rank: tuple[int, int, int]
    page: Page
    cell: Cell
    block: Block
    shown: Traced
    held: tuple[Code, ...]

    @property
    def text(self) -> str:
        return self.shown.text


def tokens_of(text: str) -> int:
    """The tokens of a text, estimated as one for 3.3 characters."""
    return ceil(len(text) / CHARACTERS_PER_TOKEN)


def parts_of(logbook: Logbook, claim: Claim | None, places: tuple[Address, ...] | None, mask: Mask) -> Iterator[Part]:
    blocks = (*_of_cells(logbook, claim, places), *_of_files(logbook, places))
    for order, (near, page, cell, block) in enumerate(blocks):
        shown, held = _given(cell, block, mask)
        if shown.text.strip():
            yield Part((near, _sort(block), order), page, cell, block, shown, held)


def _of_cells(logbook: Logbook, claim: Claim | None, places: tuple[Address, ...] | None) -> Iterator[Placed]:
    for page in logbook.pages:
        for cell in page.cells:
            near = None if cell.void else _nearness(page, cell, claim, places)
            if near is not None:
                yield from (Placed(near, page, cell, block) for block in cell.blocks)


def _of_files(logbook: Logbook, places: tuple[Address, ...] | None) -> Iterator[Placed]:
    """The parts of result files that `places` name, or all result files when no places are given."""
    for entry in logbook.files_of(FileKind.RESULT):
        if entry.path not in logbook.files:
            continue
        page = Page(entry.path, "", entry.path, PageRole.OTHER, ())
        whole = (Address(entry.path, 0, entry.size),)
        for at in whole if places is None else _ranges(entry.path, places):
            text = (logbook.read(at) or b"").decode("utf-8", "surrogateescape")
            cell = Cell(CellType.UNKNOWN, None, at, ())
            yield Placed(0, page, cell, Block(BlockKind.FENCE, text, at, info="json"))


def _ranges(file: str, places: Iterable[Address]) -> list[Address]:
    """The places in one file, in order, overlapping ones joined."""
    joined: list[Address] = []
    for place in sorted(one for one in places if one.file == file):
        if joined and place.start <= joined[-1].end:
            joined[-1] = replace(joined[-1], end=max(joined[-1].end, place.end))
        else:
            joined.append(Address(file, place.start, place.end))
    return joined


def _nearness(page: Page, cell: Cell, claim: Claim | None, places: tuple[Address, ...] | None) -> int | None:
    """0 for a cell of the claim, 1 for one that mentions it, None for one that is not shown."""
    if claim is None:
        return 0
    if places is not None and any(_overlap(cell.at, place) for place in places):
        return 0
    number = claim.number
    if places is None and number in page.claims:
        return 0
    named = number is not None and number in subjects(cell.title + "\n" + cell.prose[:200_000])
    return 1 if named or number in page.claims else None


def _overlap(one: Address, other: Address) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end


def _sort(block: Block) -> int:
    if block.kind is BlockKind.PROSE:
        return 1
    return 2 if is_code(block) else 0


class ShownText(NamedTuple):
    """What is shown of a block, and the codes of what was held back from it."""

    text: Traced
    held: tuple[Code, ...]


def _given(cell: Cell, block: Block, mask: Mask) -> ShownText:
    """A block of a cell as a reader is given it; of what only a browser could show, a note."""
    return ShownText(Traced(payload_note(block), ()), ()) if cell.is_payload(block) else shown_block(block, mask)


def shown_block(block: Block, mask: Mask) -> ShownText:
    """A block as a reader is given it: what stands so in the source, our notes, and the codes of what was held back."""
    spans = () if is_code(block) else withheld(block.text, form=form_of(block))
    text = traced(block.text).changed(Change(span.start, span.end, NOTES[span.code]) for span in spans)
    text, notes = seen(text)
    held = (*(span.code for span in spans), *(Code.HIDDEN_CHARACTERS for _ in notes))
    text = _neutral(mask.traced(text))
    return ShownText(replace(text, text="\n".join([text.text, *notes])), held)


def seen(text: Traced) -> tuple[Traced, list[str]]:
    """`text` without invisible characters, control characters as U+FFFD, and a note for each kind that it held."""
    if text.text.isascii() and text.text.isprintable():
        return text, []
    if text.text.startswith("\ufeff"):
        text = text.changed((Change(0, 1, ""),))
    kept = text.replaced(INVISIBLE, shown_run).replaced(CONCEALED, lambda _match: "")
    shown = kept.replaced(BREAKS, lambda _match: "\n")
    marked = sum(1 for _ in UNSEEN.finditer(shown.text))
    notes = []
    if len(kept.text) < len(text.text):
        notes.append(f"[removed: {len(text.text) - len(kept.text):,} invisible characters]")
    if marked:
        shown = shown.replaced(UNSEEN, lambda _match: MARK)
        notes.append(f"[replaced: {marked:,} control characters, each shown as {MARK}]")
    return shown, notes


def _neutral(text: Traced) -> Traced:
    """`text` with what looks like a note of ours, in what is the source's own, no longer looking so."""
    if _NOTE.search(text.text) is None:
        return text
    own = text.kept((match.start(), match.start() + 1) for match in _NOTE.finditer(text.text))
    return text.changed(Change(start, end, "(") for start, end, _source in own)


def payload_note(block: Block) -> str:
    """A note in place of an embedded payload or of a figure's document: its type and size."""
    if block.kind is not BlockKind.PAYLOAD:
        return f"[payload: HTML of a figure, {len(block.text):,} characters]"
    head = block.text[:200]
    start = head.find("data:")
    kind = re.match(r"[A-Za-z0-9.+/-]{1,80}", head[start + 5 :]) if start >= 0 else None
    return f"[payload: {kind[0] if kind else 'data'}, {len(block.text):,} characters]"


def is_file(part: Part) -> bool:
    """Whether a part stands in a result file, not on a page."""
    return part.cell.type is CellType.UNKNOWN and part.block.info == "json"


def describe(part: Part, mask: Mask) -> str:
    cell = part.cell
    if is_output(part.block) and cell.command:
        exit_code = "unknown" if cell.exit_code is None else str(cell.exit_code)
        return f"output of a run, exit {exit_code}, {cell.duration_s or 'unknown'} s"
    if cell.is_payload(part.block):
        return "payload"
    if is_file(part):
        return "result file"
    kind = "prose" if part.block.kind is BlockKind.PROSE else f"fence {mask.apply(_one_line(part.block.info))}".rstrip()
    return f"{kind} of a {cell.type.value} cell" if cell.type is not CellType.PROSE else kind


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text[:80]).split())


def neutralised(text: str, boundary: str) -> str:
    """`text` with every occurrence of the boundary broken up, so that content can't close its fence."""
    return text.replace(boundary, f"{boundary[:1]}[boundary in the content]")
