"""What a reader is given of a logbook: fenced cells, self-verdicts withheld, payloads as notes, cuts marked."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code
from openrepro.evidence.hidden import stripped
from openrepro.evidence.passages import subjects
from openrepro.evidence.sentences import is_code, is_output
from openrepro.evidence.steering import form_of, withheld
from openrepro.judging.masking import Mask, mask_of
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, CellType, FileKind, Logbook, Page, PageRole
from openrepro.visible import MARK, counted, visible

CHARACTERS_PER_TOKEN = 3.3
NOTES = {
    Code.SELF_VERDICT: "[withheld: self-verdict]",
    Code.FORECAST_SCORE: "[withheld: forecast score]",
    Code.STEERING: "[withheld: addressed to the judge]",
}
LEAST_KEPT = 200
"""Tokens of a cell that are shown at least when it is cut, half of them its head, half its tail."""
FENCE_TOKENS = 40
"""Tokens that the fence and header of one cell cost at most, reserved in the budget."""
_ONE_LINE = {ord("\n"): MARK, ord("\t"): MARK}


class PageTokens(NamedTuple):
    """A page and its size as the reader would be given it, and how much of that was given."""

    page: str
    tokens: int
    shown: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a cell that the reader was not given for lack of budget."""

    at: Address
    tokens: int


@dataclass(frozen=True, slots=True)
class View:
    """The text for a reader. `cut` says which bytes were left out; `withheld` counts what was held back, by code."""

    text: str
    tokens: int
    pages: tuple[PageTokens, ...]
    cut: tuple[Cut, ...]
    withheld: tuple[tuple[Code, int], ...]

    @property
    def cut_addresses(self) -> tuple[Address, ...]:
        return tuple(cut.at for cut in self.cut)

    def hides(self, address: Address) -> bool:
        """Whether some byte at `address` was cut."""
        return any(
            cut.at.file == address.file and cut.at.start < address.end and address.start < cut.at.end
            for cut in self.cut
        )


class _Placed(NamedTuple):
    """A block and how near it is to the claim: 0 for its own, 1 for a mention."""

    near: int
    page: Page
    cell: Cell
    block: Block


@dataclass(frozen=True, slots=True)
class _Part:
    """One block as shown. `rank` orders the view: the claim's own cells, mentions, the rest; outputs before prose."""

    rank: tuple[int, int, int]
    page: Page
    cell: Cell
    block: Block
    text: str
    held: tuple[Code, ...]


def tokens_of(text: str) -> int:
    """The tokens of a text, estimated as one for 3.3 characters."""
    return ceil(len(text) / CHARACTERS_PER_TOKEN)


def judge_view(
    logbook: Logbook,
    claim: Claim | None,
    places: tuple[Address, ...] | None,
    *,
    boundary: str,
    budget: int = 24_000,
) -> View:
    """What a reader of `claim` is given, in at most `budget` tokens (estimated).

    The cells and parts of result files at `places` come first, then cells that mention the claim; without a claim all
    cells are shown, without places all result files. Within each the outputs come first, then the prose, then the
    code. Each block stands between two lines that hold `boundary`, which the caller draws at random; the boundary is
    broken up where the content has it. Titles of the book and account names are withheld, and no character is left
    that could steer a terminal or hide (`openrepro.visible`). Raises ValueError when `boundary` is empty.
    """
    if not boundary:
        raise ValueError("the boundary of a view must not be empty")
    mask = mask_of(logbook)
    parts = sorted(_parts(logbook, claim, places, mask), key=lambda part: part.rank)
    shown, cuts = _within(parts, budget)
    text = visible("\n".join(_fenced(part, body, boundary, mask) for part, body in shown))
    return View(text, tokens_of(text), _page_tokens(parts, shown), tuple(cuts), _held(parts))


def _parts(logbook: Logbook, claim: Claim | None, places: tuple[Address, ...] | None, mask: Mask) -> Iterator[_Part]:
    blocks = (*_of_cells(logbook, claim, places), *_of_files(logbook, places))
    for order, (near, page, cell, block) in enumerate(blocks):
        text, held = shown_block(block, mask)
        if text.strip():
            yield _Part((near, _sort(block), order), page, cell, block, text, held)


def _of_cells(logbook: Logbook, claim: Claim | None, places: tuple[Address, ...] | None) -> Iterator[_Placed]:
    for page in logbook.pages:
        for cell in page.cells:
            near = None if cell.void else _nearness(page, cell, claim, places)
            if near is not None:
                yield from (_Placed(near, page, cell, block) for block in cell.blocks)


def _of_files(logbook: Logbook, places: tuple[Address, ...] | None) -> Iterator[_Placed]:
    """The parts of result files that `places` name, or all result files when no places are given."""
    for entry in logbook.files_of(FileKind.RESULT):
        if entry.path not in logbook.files:
            continue
        page = Page(entry.path, "", entry.path, PageRole.OTHER, ())
        whole = (Address(entry.path, 0, entry.size),)
        for at in whole if places is None else _ranges(entry.path, places):
            text = (logbook.read(at) or b"").decode("utf-8", "surrogateescape")
            cell = Cell(CellType.UNKNOWN, None, at, ())
            yield _Placed(0, page, cell, Block(BlockKind.FENCE, text, at, info="json"))


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


def shown_block(block: Block, mask: Mask) -> tuple[str, tuple[Code, ...]]:
    """A block as a reader is given it, and the codes of what was held back from it."""
    if block.kind is BlockKind.PAYLOAD:
        return payload_note(block), ()
    spans = () if is_code(block) else withheld(block.text, form=form_of(block))
    pieces, last = [], 0
    for span in spans:
        pieces += [block.text[last : span.start], NOTES[span.code]]
        last = span.end
    text = "".join([*pieces, block.text[last:]])
    held = [span.code for span in spans]
    text, notes = seen(text)
    held += [Code.HIDDEN_CHARACTERS] * len(notes)
    return "\n".join([mask.apply(text), *notes]), tuple(held)


def seen(text: str) -> tuple[str, list[str]]:
    """`text` without invisible characters, control characters as U+FFFD, and a note for each kind that it held."""
    text = text.removeprefix("\ufeff")
    kept = stripped(text)
    shown, replaced = counted(kept)
    notes = []
    if len(kept) < len(text):
        notes.append(f"[removed: {len(text) - len(kept):,} invisible characters]")
    if replaced:
        notes.append(f"[replaced: {replaced:,} control characters, each shown as {MARK}]")
    return shown, notes


def payload_note(block: Block) -> str:
    """A note in place of an embedded payload: its type and size."""
    head = block.text[:200]
    start = head.find("data:")
    kind = re.match(r"[A-Za-z0-9.+/-]{1,80}", head[start + 5 :]) if start >= 0 else None
    return f"[payload: {kind[0] if kind else 'data'}, {len(block.text):,} characters]"


def _within(parts: list[_Part], budget: int) -> tuple[list[tuple[_Part, str]], list[Cut]]:
    """The parts that fit, the last ones cut in the middle, and what was cut."""
    shown: list[tuple[_Part, str]] = []
    cuts: list[Cut] = []
    left = budget
    for part in parts:
        need = tokens_of(part.text) + FENCE_TOKENS
        if need <= left:
            shown.append((part, part.text))
            left -= need
            continue
        room = left - 2 * FENCE_TOKENS
        body = _head_and_tail(part.text, room) if room >= LEAST_KEPT else ""
        cuts.append(_cut(part, body, room if body else 0))
        if body:
            shown.append((part, body))
            left -= tokens_of(body) + FENCE_TOKENS
    return shown, cuts


def _head_and_tail(text: str, room: int) -> str:
    keep = int(room * CHARACTERS_PER_TOKEN) // 2
    gone = tokens_of(text[keep : len(text) - keep])
    return f"{text[:keep]}\n[cut: {gone:,} tokens]\n{text[len(text) - keep :]}"


def _cut(part: _Part, body: str, room: int) -> Cut:
    """The bytes that were cut: all of the block, or its middle, taken a little wide where notes shifted the text."""
    at = part.block.at
    if not body:
        return Cut(at, tokens_of(part.text))
    keep = int(room * CHARACTERS_PER_TOKEN) // 2
    narrow = max(0, keep - abs(len(part.block.text) - len(part.text)))
    head = len(part.block.text[:narrow].encode("utf-8", "surrogateescape"))
    tail = len(part.block.text[len(part.block.text) - narrow :].encode("utf-8", "surrogateescape")) if narrow else 0
    gone = tokens_of(part.text) - tokens_of(body)
    return Cut(Address(at.file, at.start + head, max(at.start + head, at.end - tail), at.cell), max(gone, 1))


def _fenced(part: _Part, body: str, boundary: str, mask: Mask) -> str:
    at = part.block.at
    place = f"{visible(at.file).translate(_ONE_LINE)} bytes {at.start}-{at.end}"
    return f"{boundary} {place} {_describe(part, mask)}\n{neutralised(body, boundary)}\n{boundary} end\n"


def _describe(part: _Part, mask: Mask) -> str:
    cell = part.cell
    if is_output(part.block) and cell.command:
        exit_code = "unknown" if cell.exit_code is None else str(cell.exit_code)
        return f"output of a run, exit {exit_code}, {cell.duration_s or 'unknown'} s"
    if part.block.kind is BlockKind.PAYLOAD:
        return "payload"
    if part.cell.type is CellType.UNKNOWN and part.block.info == "json":
        return "result file"
    kind = "prose" if part.block.kind is BlockKind.PROSE else f"fence {mask.apply(_one_line(part.block.info))}".rstrip()
    return f"{kind} of a {cell.type.value} cell" if cell.type is not CellType.PROSE else kind


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text[:80]).split())


def neutralised(text: str, boundary: str) -> str:
    """`text` with every occurrence of the boundary broken up, so that content can't close its fence."""
    return text.replace(boundary, f"{boundary[:1]}[boundary in the content]")


def _page_tokens(parts: Iterable[_Part], shown: Iterable[tuple[_Part, str]]) -> tuple[PageTokens, ...]:
    total: dict[str, int] = {}
    given: dict[str, int] = {}
    for part in parts:
        total[part.page.file] = total.get(part.page.file, 0) + tokens_of(part.text)
    for part, body in shown:
        given[part.page.file] = given.get(part.page.file, 0) + tokens_of(body)
    return tuple(PageTokens(page, tokens, given.get(page, 0)) for page, tokens in total.items())


def _held(parts: Iterable[_Part]) -> tuple[tuple[Code, int], ...]:
    counts: dict[Code, int] = {}
    for part in parts:
        for code in part.held:
            counts[code] = counts.get(code, 0) + 1
    return tuple(sorted(counts.items()))
