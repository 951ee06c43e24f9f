"""Which cell headers of a page may be believed: a run can print text that looks like a cell.

Trackio splits a page at every cell marker, also at one that a program printed. This module decides, from the page
alone, which cells are void. A void cell only loses weight, so doubt makes a cell void. The rules:

1. *Inside a fence.* A fence is open where the marker stands. Read on, each cell from outside any fence. If no
   line follows that could close the open fence and does not close a fence of its own, the fence was merely never
   closed: the later cells are believed. Otherwise that line is taken to be the fence's true end, and every cell
   in between was printed: void. For a fence that is neither in a run nor named `output`, the line must in addition
   be left without a partner when the later cell is read by itself.
2. *Closed and opened again.* A program (or a script whose copy Trackio adds) can write the closing fence, a cell,
   and an opening fence that Trackio's own closing line then closes. A cell directly behind a believed run is
   therefore void when
   a. its date is wrong and its form is not Trackio's. Wrong is a date before that run (Trackio appends cells, and
      a printed page is older than the run that printed it), no date where the run has one, or for a run a date
      after a cell that follows it. Not Trackio's form is a run that does not begin with its command in a `bash`
      fence and end with its one output, and any other cell with an output fence,
   b. its id was used before on the page, or
   c. it is no code or figure cell and ends in the closing line of a fence of four backticks or more, which is
      what Trackio ends a run with.
   Cells between the run and a cell that is void by c are void too.
   A wrong date alone is a warning (`dates_differ`): people edit and move cells.

The run before a cell that is void for one of these reasons has an output whose end is uncertain (`balanced` false).
A program that prints a whole run in Trackio's very form, so that its own closing line ends it, is not caught; such
a run is evidence of grade E2 like any other: captured, not proven.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import NamedTuple

from openrepro.logbooks.headers import Header
from openrepro.logbooks.logbook import CellType
from openrepro.logbooks.scan import Fence, FenceLine, pair_fences

_CHAIN = 8
TRACKIO_FENCE = 4
_COUNTS = 16
_LATE = "is dated after cells behind it"


@dataclass(frozen=True, slots=True)
class Segment:
    """A page from one cell start to the next: its header (None for what comes first), fence lines and fences.

    `body` and `end` are byte places; `closed_tail` says that nothing but blanks follows the last fence,
    `printed_cells` that the open fence at its end goes on behind it, over cells that are void, `dates_differ` in what
    way its date is not that of a cell which Trackio added behind the run before it.
    """

    header: Header | None
    body: int
    end: int
    lines: tuple[FenceLine, ...]
    fences: tuple[Fence, ...]
    closed_tail: bool = False
    void: str = ""
    printed_cells: bool = False
    dates_differ: str = ""

    @property
    def is_run(self) -> bool:
        return self.header is not None and self.header.type is CellType.CODE and bool(self.header.command)

    @property
    def open_fence(self) -> Fence | None:
        return self.fences[-1] if self.fences and self.fences[-1].closer is None else None

    @property
    def has_output(self) -> bool:
        return any(fence.opener.is_output for fence in self.fences)

    @property
    def is_as_recorded(self) -> bool:
        """Whether it has Trackio's form: a run shows its command and ends in its one output; no other has an output."""
        if not self.is_run:
            return not self.has_output
        if not self.fences or self.fences[0].opener.info != "bash":
            return False
        last = self.fences[-1]
        whole = last.closer is not None and last.opener.is_output and self.closed_tail
        return whole and not self.outputs_in_doubt and not any(fence.opener.bare for fence in self.fences)

    @property
    def outputs_in_doubt(self) -> bool:
        """Whether a run has other than one output fence of backticks, of which Trackio writes just one.

        Lines within other fences count where they could be Trackio's: an attached script can close its own fence
        and open one that takes in the true output.
        """
        if not self.is_run:
            return False
        openers = {fence.opener for fence in self.fences if fence.opener.is_output}
        lines = {line for line in self.lines if line.is_output and line.char == "`" and line.size >= TRACKIO_FENCE}
        return len(openers | lines) > 1 or any(opener.char != "`" for opener in openers)


def judged(segments: Sequence[Segment]) -> list[Segment]:
    """The segments of a page, with `void` set on each that must not be believed."""
    return _behind_runs(_inside_fences(list(segments)))


@dataclass
class _Closers:
    """Where, behind a segment, the first lone line stands that could close a fence; asked in rising order only."""

    segments: Sequence[Segment]
    places: dict[tuple[str, int, bool], int] = field(default_factory=dict)

    def first_after(self, index: int, opener: FenceLine, strict: bool) -> tuple[int, FenceLine] | None:
        key = (opener.char, min(opener.size, _COUNTS), strict)
        place = max(self.places.get(key, 0), index + 1)
        while place < len(self.segments):
            if line := _lone_closer(self.segments[place], opener, strict):
                self.places[key] = place
                return place, line
            place += 1
        self.places[key] = place
        return None


def _lone_closer(segment: Segment, opener: FenceLine, strict: bool) -> FenceLine | None:
    for fence in segment.fences:
        if fence.opener.closes(opener) and not (strict and fence.closer is not None):
            return fence.opener
    return None


def _inside_fences(segments: list[Segment]) -> list[Segment]:
    closers = _Closers(tuple(segments))
    index = 0
    while index < len(segments):
        segment = segments[index]
        fence = segment.open_fence
        believed_run = segment.is_run and not segment.void
        strict = not (believed_run or segment.has_output)
        hit = closers.first_after(index, fence.opener, strict) if fence else None
        if hit is None:
            index += 1
            continue
        last, line = hit
        segments[index] = replace(segment, printed_cells=True)
        for inner in range(index + 1, last + 1):
            segments[inner] = replace(segments[inner], void=_printed(segments[index]))
        segments[last] = _reread(segments[last], line)
        index = last
    return segments


def _printed(segment: Segment) -> str:
    if segment.void:
        return segment.void
    if segment.is_run and segment.header is not None:
        return f"Its header stands inside the output of the run {_named(segment.header)}, which printed it."
    return "Its header stands inside a code fence that opens before it and closes after it."


def _named(header: Header) -> str:
    return f"`{header.id}`" if header.id else "before it"


def _reread(segment: Segment, closer: FenceLine) -> Segment:
    """The segment read again from behind the line that closes the fence around its header."""
    rest = tuple(line for line in segment.lines if line.start > closer.start)
    return replace(segment, fences=pair_fences(rest, segment.end))


def _behind_runs(segments: list[Segment]) -> list[Segment]:
    earliest = _earliest_after(segments)
    seen: set[str] = set()
    run: int | None = None
    chain = 0
    for index, segment in enumerate(segments):
        header = segment.header
        if header is None:
            continue
        doubt = _Doubt()
        if run is not None and not segment.void and chain < _CHAIN:
            doubt = _doubt(segments[run], segments, index, seen, earliest[index])
        if doubt.why and run is not None:
            segments[index] = segment = replace(segment, void=doubt.why)
            segments[run] = _unbalanced(segments[run])
        elif doubt.date:
            segments[index] = segment = replace(segment, dates_differ=doubt.date)
        seen.add(header.id)
        chain = chain + 1 if segment.void else 0
        if segment.is_run and (not segment.void or doubt.whole_run):
            run, chain = index, 0
        elif not segment.void:
            run = None
    return segments


def _unbalanced(segment: Segment) -> Segment:
    """The run with its last fence marked: it may have printed its own end."""
    if not segment.fences:
        return segment
    fences = (*segment.fences[:-1], segment.fences[-1]._replace(balanced=False))
    return replace(segment, fences=fences, printed_cells=True)


def _earliest_after(segments: Sequence[Segment]) -> list[str]:
    """For each segment the earliest date of a later, not void one (empty when there is none)."""
    earliest, found = "", []
    for segment in reversed(segments):
        found.append(earliest)
        created = _moment(segment) if not segment.void else ""
        if created and (not earliest or created < earliest):
            earliest = created
    return found[::-1]


def _moment(segment: Segment) -> str:
    """The date of a cell as text that sorts by time: in UTC, to the second; what is no date is left as it is."""
    text = segment.header.created_at if segment.header else ""
    try:
        moment = datetime.fromisoformat(text)
        return (moment.astimezone(UTC) if moment.tzinfo else moment).isoformat()[:19]
    except (ValueError, OverflowError):
        return text[:19]


class _Doubt(NamedTuple):
    """Why a cell behind a run must not be believed, whether it would be a whole run itself, what its date lacks."""

    why: str = ""
    whole_run: bool = False
    date: str = ""


def _doubt(run: Segment, segments: Sequence[Segment], index: int, seen: set[str], later: str) -> _Doubt:
    segment = segments[index]
    assert run.header is not None
    assert segment.header is not None
    start, may = f"It follows the run {_named(run.header)}", "the run may have printed it."
    date = _wrong_date(_moment(run), _moment(segment), later if segment.is_run else "")
    if date and not segment.is_as_recorded:
        return _Doubt(f"{start}, {date} and is not as Trackio writes cells: {may}", whole_run=date == _LATE)
    if segment.header.id and segment.header.id in seen:
        return _Doubt(f"{start} and repeats an id: {may}")
    if _reopens(segments, index):
        return _Doubt(f"{start} and is followed by a fence that the run's end may have closed: {may}")
    return _Doubt(date=date)


def _wrong_date(before: str, own: str, later: str) -> str:
    """In what way the date of a cell behind a run is wrong, else empty."""
    if before and not own:
        return "has no date"
    if own < before:
        return "is dated before it"
    return _LATE if before and later and later < own else ""


def _reopens(segments: Sequence[Segment], index: int) -> bool:
    """Whether this cell, or one behind it before the next run, ends in a fence that a run's end could have closed."""
    for segment in segments[index : index + _CHAIN]:
        if segment.header is None or segment.is_run or segment.void:
            return False
        if segment.header.type in (CellType.CODE, CellType.FIGURE):
            return False
        closer = segment.fences[-1].closer if segment.fences else None
        if closer is not None and segment.closed_tail and closer.char == "`" and closer.size >= TRACKIO_FENCE:
            return True
    return False
