"""A page's bytes as cells of blocks: nothing of the page is left out, and every block knows its bytes."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from openrepro.logbooks.forgery import Segment, judged
from openrepro.logbooks.headers import Header, read_header
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, CellType, Problem, sub_address
from openrepro.logbooks.payloads import payloads
from openrepro.logbooks.problems import problem
from openrepro.logbooks.scan import Fence, FenceLine, Scan, pair_fences, readable, scan, trim

_INLINE_MARKER = re.compile(r"[^\r\n](<!--[ \t]{0,3}trackio-cell)[ \t]{0,3}[\r\n]{1,2}[ \t]{0,3}\{")


class PageRead(NamedTuple):
    """The cells of a page, which tile its file, and the problems found in it."""

    cells: tuple[Cell, ...]
    problems: tuple[Problem, ...]


def read_cells(file: str, data: bytes, *, slug: str, taken: dict[str, int], skip: int = 0) -> PageRead:
    """The cells of the page `file`.

    `taken` counts the ids already used in the logbook; new ones are added to it. The first `skip` bytes (a README's
    front matter) belong to the first cell, but to no block.
    """
    if not data:
        return PageRead((), ())
    data = readable(data)
    found = scan(data)
    segments = judged(_segments(data, found, skip))
    cells: list[Cell] = []
    problems: list[Problem] = []
    for number, (segment, start, end) in enumerate(_tiles(segments, len(data))):
        name, faults = _name(segment.header, slug, number, taken)
        at = Address(file, start, end, name)
        cells.append(_cell(data, segment, at))
        if not segment.void:
            problems += [problem(code, text, at) for code, text in faults]
        problems += _cell_problems(segment, cells[-1])
    return PageRead(tuple(cells), tuple(problems))


def _tiles(segments: Sequence[Segment], size: int) -> list[tuple[Segment, int, int]]:
    starts = [segment.header.start if segment.header else 0 for segment in segments]
    return list(zip(segments, starts, [*starts[1:], size], strict=True))


def _segments(data: bytes, found: Scan, skip: int) -> list[Segment]:
    headers = _headers(data, found, skip)
    starts = [header.start for header in headers]
    bodies = [header.body for header in headers]
    ends = [*starts[1:], len(data)] if starts else []
    parts: list[tuple[Header | None, int, int]] = list(zip(headers, bodies, ends, strict=True))
    first = starts[0] if starts else len(data)
    if first > 0:
        parts.insert(0, (None, min(skip, first), first))
    cursor = 0
    segments = []
    for header, body, end in parts:
        lines, cursor = _lines_between(found.fences, cursor, body, end)
        fences = pair_fences(lines, end)
        tail = bool(fences) and fences[-1].closer is not None and not found.lines[fences[-1].closer.end : end].strip()
        segments.append(Segment(header, body, end, lines, fences, closed_tail=tail))
    return segments


def _headers(data: bytes, found: Scan, floor: int) -> list[Header]:
    headers: list[Header] = []
    for marker, following in zip_longest(found.markers, found.markers[1:]):
        if marker.start < floor:
            continue
        ceiling = following.start if following else len(data)
        header = read_header(data, found.lines, marker, floor, ceiling)
        headers.append(header)
        floor = header.body
    return headers


def _lines_between(lines: Sequence[FenceLine], cursor: int, start: int, end: int) -> tuple[tuple[FenceLine, ...], int]:
    while cursor < len(lines) and lines[cursor].start < start:
        cursor += 1
    first = cursor
    while cursor < len(lines) and lines[cursor].start < end:
        cursor += 1
    return tuple(lines[first:cursor]), cursor


class _Name(NamedTuple):
    id: str | None
    faults: list[tuple[str, str]]


def _name(header: Header | None, slug: str, number: int, taken: dict[str, int]) -> _Name:
    if header is None:
        return _Name(None, [])
    wanted = header.id or f"cell_missing_{slug[:60]}_{number}"
    name = wanted
    while name in taken:
        taken[wanted] += 1
        name = f"{wanted}~{taken[wanted]}"
    taken[name] = taken.get(name, 1)
    faults = [(code, f"The header of cell `{name}` {clause}.") for code, clause in header.faults]
    if name != wanted:
        faults.append(("duplicate-cell-id", f"The id `{wanted}` is used before; this cell is addressed as `{name}`."))
    return _Name(name, faults)


def _cell(data: bytes, segment: Segment, at: Address) -> Cell:
    blocks = tuple(_blocks(data, segment, at))
    header = segment.header
    if header is None:
        return Cell(CellType.PROSE, None, at, blocks)
    return Cell(
        type=header.type,
        id=at.cell,
        at=at,
        blocks=blocks,
        title=header.title,
        created_at=header.created_at,
        command=header.command,
        exit_code=header.exit_code,
        duration_s=header.duration_s,
        pinned=header.pinned,
        void=segment.void,
        meta=dict(header.meta or {}),
    )


def _blocks(data: bytes, segment: Segment, at: Address) -> list[Block]:
    blocks: list[Block] = []
    place, doubtful = segment.body, segment.outputs_in_doubt
    for fence in _whole_outputs(segment):
        blocks += _prose(data, place, fence.opener.start, at)
        balanced = fence.balanced and not (doubtful and fence.opener.is_output)
        blocks += _split(data, fence.start, fence.end, at, BlockKind.FENCE, fence.opener.info, balanced)
        place = fence.closer.after if fence.closer else segment.end
    return blocks + _prose(data, place, segment.end, at)


def _whole_outputs(segment: Segment) -> tuple[Fence, ...]:
    """The fences of a cell; in a run whose output printed a closing line, the output goes on to the last one.

    Trackio writes the output last, so a bare line that is left over at the end of a run is its true end.
    """
    last = segment.open_fence
    if not (segment.is_run and last and last.opener.bare):
        return segment.fences
    for index in range(len(segment.fences) - 2, -1, -1):
        first = segment.fences[index]
        if first.opener.is_output and last.opener.closes(first.opener):
            whole = Fence(first.opener, last.opener, first.start, last.opener.start, balanced=False)
            return (*segment.fences[:index], whole)
    return segment.fences


def _prose(data: bytes, start: int, end: int, at: Address) -> list[Block]:
    first, last = trim(data, start, max(start, end))
    return _split(data, first, last, at, BlockKind.PROSE) if last > first else []


def _split(
    data: bytes, start: int, end: int, at: Address, kind: BlockKind, info: str = "", balanced: bool = True
) -> list[Block]:
    blocks: list[Block] = []
    place = start
    for span in payloads(data, start, end):
        if span.start > place:
            blocks.append(_block(data, place, span.start, at, kind, info, balanced))
        blocks.append(_block(data, span.start, span.end, at, BlockKind.PAYLOAD, info, balanced))
        place = span.end
    if place < end or not blocks:
        blocks.append(_block(data, place, end, at, kind, info, balanced))
    return blocks


def _block(data: bytes, start: int, end: int, at: Address, kind: BlockKind, info: str, balanced: bool) -> Block:
    text = data[start:end].decode("utf-8", "surrogateescape")
    return Block(kind, text, Address(at.file, start, end, at.cell), info, balanced)


def _cell_problems(segment: Segment, cell: Cell) -> list[Problem]:
    if cell.void:
        return [problem("forged-cell", f"Cell `{cell.id}` is not believed. {cell.void}", cell.at)]
    whole = () if segment.printed_cells else _whole_outputs(segment)
    if whole and whole[-1].closer is not None and not whole[-1].balanced:
        text = f"The output of run `{cell.id}` contains code fence lines, so its end is uncertain; don't print them."
        return [problem("output-breaks-fence", text, cell.at)]
    problems = _lost_markers(cell)
    if segment.dates_differ:
        text = f"Cell `{cell.id}` follows a run and {segment.dates_differ}; keep cells in the order they were made in."
        problems.append(problem("dates-out-of-order", text, cell.at))
    if segment.outputs_in_doubt:
        text = f"Run `{cell.id}` has not just one ````output fence, so its output does not count; record it again."
        problems.append(problem("several-outputs", text, cell.at))
    if segment.open_fence and not segment.printed_cells:
        problems.append(_unterminated(segment.open_fence, cell))
    return problems


def _unterminated(fence: Fence, cell: Cell) -> Problem:
    line = fence.opener
    where = f"cell `{cell.id}`" if cell.id else "the text before the first cell"
    mark = line.char * min(line.size, 8)
    text = f"The code fence that begins with {mark}{line.info[:40]} in {where} never closes; end it with a line {mark}."
    return problem("unterminated-fence", text, Address(cell.at.file, line.start, line.end, cell.id))


def _lost_markers(cell: Cell) -> list[Problem]:
    """Cell markers within a line of prose: neither Trackio nor this reader takes them for cells."""
    problems = []
    for block in cell.blocks:
        if block.kind is BlockKind.PROSE and (match := _INLINE_MARKER.search(block.text)):
            text = "A cell marker stands within a line and begins no cell; put it on a line of its own."
            problems.append(problem("lost-marker", text, sub_address(block, match.start(1), match.end(1))))
    return problems
