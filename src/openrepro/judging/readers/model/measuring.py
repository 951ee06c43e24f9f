"""Whether a number that a model points at counts as measured, and what code reads there: unit, spread, runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState, CaseFile, Grade, Quantity, Run, RunState, Source
from openrepro.evidence.quantities import located
from openrepro.evidence.steering import withheld
from openrepro.judging.readers.model.naming import FARTHEST, Standing, names_the_papers, names_the_quantity
from openrepro.judging.readers.model.overtaken import Printed, overtaken
from openrepro.judging.readers.model.premises import declares, speaks_of
from openrepro.judging.reading import Measured
from openrepro.judging.shown import Fields, decimal, shown_at
from openrepro.logbooks.logbook import Address, Block, BlockKind, Logbook

LONGEST_ABOVE: Final = 20_000
"""Bytes above a quote that are looked at for headings."""
MOST_PLACES: Final = 5
"""Places of one value within its quote that are looked at."""
LONGEST_LINES: Final = 8_000
"""Bytes of the whole lines of one quote; more are no line of a result."""


class Piece(NamedTuple):
    """A stretch of evidence and its grade; `whole` where it is a whole output, else one value of a result file.
    `ended` where it is not of a run that came to no sound end."""

    at: Address
    grade: Grade
    whole: bool
    ended: bool = True


def evidence_of(claim: Claim, casefile: CaseFile, logbook: Logbook, related: tuple[Run, ...] = ()) -> "Evidence":
    """What counts as the claim's own evidence; found once for all that a reading points at.

    `related` are runs that are about the claim (`judging.related`) beside those of the case file.
    """
    runs = (*casefile.runs, *related)
    outputs = tuple(
        Piece(output.at, run.grade, True, run.state is RunState.COMPLETED)
        for run in runs
        if run.recorded and run.grade >= Grade.E1
        for output in run.outputs
    )
    filed = (one for one in casefile.results if one.source is not Source.PROSE and one.grade >= Grade.E1)
    parts = (Piece(one.at, one.grade, False) for one in filed if one.run is None)
    return Evidence(claim, casefile, logbook, (*outputs, *parts), runs)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What counts as the claim's own evidence: outputs of its recorded runs, and its parts of result files."""

    claim: Claim
    casefile: CaseFile
    logbook: Logbook
    pieces: tuple[Piece, ...]
    runs: tuple[Run, ...] = ()

    def says_plainly(self, at: Address, least: Grade = Grade.E1) -> bool:
        """Whether the whole lines at `at` are evidence in which nothing speaks to the judge or judges itself."""
        piece = self._piece(at, least)
        return piece is not None and not _steers(_lines(at, piece, self.logbook))

    def shows(self, premise: str, at: Address) -> bool:
        """Whether a line at `at` is evidence that has to do with a premise; a RESULT line only where it declares it."""
        shown = shown_at(at, self.logbook) if self.says_plainly(at) else None
        if shown is None or shown.lines:
            return shown is not None and declares(premise, shown.lines, self.claim)
        piece = self._piece(at, Grade.E1)
        filed = (one for one in self.casefile.results if one.run is None and _touch(at, one.at))
        named = " ".join(f"{one.name} {one.path}" for one in filed)
        return piece is not None and speaks_of(premise, _lines(at, piece, self.logbook).text, named)

    def measured(self, item: Measured) -> Measured | None:
        """`item` as code reads it at its place; None where no number there may count as measured.

        `item` is confirmed already: its value stands there. How many cases and runs stand behind it, and the points of
        a trend, are never taken from a model.
        """
        piece = self._piece(item.at, Grade.E1)
        if piece is None:
            return None
        whole = _lines(item.at, piece, self.logbook)
        shown = shown_at(item.at, self.logbook)
        if shown is not None and any(decimal(str(line.get("value"))) == decimal(item.value) for line in shown.lines):
            return self._declared(item, shown.lines, whole)
        if _steers(whole):
            return None
        found = (one for one in _numbers(item, whole, self.logbook) if self._counts(one, item.at, piece))
        first = next(found, None)
        return None if first is None else self._read(item, first)

    def ended(self, item: Measured) -> Iterator["Number"]:
        """The places in its quote at which a value is printed by a run that came to its end, or held by a file; none
        where a line there speaks to the judge."""
        piece = self._piece(item.at, Grade.E1, ended=True)
        whole = None if piece is None else _lines(item.at, piece, self.logbook)
        if whole is not None and not _steers(whole):
            yield from _numbers(item, whole, self.logbook)

    def named(self, at: Address) -> str:
        """What the values of files and tables at `at` are named."""
        return " ".join(f"{one.name} {one.path}" for one in self.casefile.results if _touch(at, one.at))

    def papers(self, number: "Number") -> bool:
        """Whether a number is named as the paper's, or as one to compare with."""
        return names_the_papers(number.standing, self.claim)

    def _piece(self, at: Address, least: Grade, *, ended: bool = False) -> Address | None:
        """The piece of evidence that holds all bytes at `at`, else the value of a file that they touch."""
        pieces = tuple(piece for piece in self.pieces if piece.grade >= least and (piece.ended or not ended))
        holding = (piece.at for piece in pieces if _within(at, piece.at))
        return next(holding, None) or next((one.at for one in pieces if not one.whole and _touch(at, one.at)), None)

    def _declared(self, item: Measured, lines: tuple[Fields, ...], whole: "_Lines") -> Measured | None:
        """A value on a RESULT line: only one that declares this claim, of a quantity of its words."""
        line = next(line for line in lines if decimal(str(line.get("value"))) == decimal(item.value))
        named = names_the_quantity(Standing(str(line.get("quantity", "")), 0, 0), self.claim)
        first = next(iter(_numbers(item, whole, self.logbook)), None)
        if line.get("claim") != self.claim.id or not named or first is None or self._overtaken(first, whole.piece):
            return None
        return replace(item, n=None, points=())

    def _counts(self, number: "Number", at: Address, piece: Address) -> bool:
        standing = number.standing
        if self.papers(number) or not names_the_quantity(standing, self.claim, self.named(at)):
            return False
        return not self._overtaken(number, piece)

    def _overtaken(self, number: "Number", piece: Address) -> bool:
        printed = Printed(number.standing.line, number.standing.start, number.begins)
        return overtaken(printed, piece, (one.at for one in self.pieces if one.whole), self.logbook)

    def _read(self, item: Measured, number: "Number") -> Measured:
        printed = number.quantity
        values = _listed(item.values, number.standing.line)
        return replace(
            item,
            unit=printed.unit or item.unit,
            plus_minus=printed.plus_minus,
            n=None,
            seeds=self._seeds(values),
            values=values,
            versus=item.versus if self._other_arm(item, number) else None,
            versus_values=_listed(item.versus_values, number.standing.line) if values else (),
            points=(),
        )

    def _seeds(self, values: tuple[str, ...]) -> str | None:
        """How many runs stand behind the value: those it lists, else the seeds that code found for the claim."""
        axes = (one.found for one in self.casefile.scale if one.axis == "seeds" and one.state is not AxisState.UNKNOWN)
        return str(len(values)) if values else next(axes, None)

    def _other_arm(self, item: Measured, number: "Number") -> bool:
        """Whether the other arm's value stands on the same line, called the run's too."""
        if item.versus is None or decimal(item.versus) == decimal(item.value):
            return False
        others = _on_line(number.standing.line, item.versus, number.standing.above)
        return any(not names_the_papers(one.standing, self.claim) for one in others)


class Number(NamedTuple):
    """A printed number; `begins` is the byte at which its line begins."""

    quantity: Quantity
    standing: Standing
    begins: int = 0


def _numbers(item: Measured, whole: "_Lines", logbook: Logbook) -> Iterator[Number]:
    """The first places within quote and evidence at which the value is printed, with its line and the lines above."""
    return islice(_all_numbers(item, whole, logbook), MOST_PLACES)


def _all_numbers(item: Measured, whole: "_Lines", logbook: Logbook) -> Iterator[Number]:
    low, high = max(item.at.start, whole.piece.start), min(item.at.end, whole.piece.end)
    above = _above(whole, logbook)
    position = whole.at.start
    for line in whole.text.split("\n"):
        size = len(line.encode("utf-8", "surrogateescape")) + 1
        for one in _on_line(line, item.value, tuple(above)):
            start = position + len(line[: one.standing.start].encode("utf-8", "surrogateescape"))
            end = position + len(line[: one.standing.end].encode("utf-8", "surrogateescape"))
            if start < high and low < end:
                yield one._replace(begins=position)
        above.append(line)
        position += size


def _on_line(line: str, value: str, above: Sequence[str]) -> Iterator[Number]:
    wanted = decimal(value)
    block = Block(BlockKind.FENCE, line, Address("", 0, 0))
    for one in located(line, block):
        if decimal(one.quantity.value) == wanted:
            yield Number(one.quantity, Standing(line, one.start, one.end, above))


class _Lines(NamedTuple):
    """The whole lines at an address, and where they and their piece of evidence stand."""

    text: str
    at: Address
    piece: Address


def _lines(at: Address, piece: Address, logbook: Logbook) -> _Lines:
    data = logbook.files[at.file]
    start = max(data.rfind(b"\n", 0, at.start) + 1, piece.start if piece.start <= at.start else 0)
    end = data.find(b"\n", at.end)
    end = min(len(data) if end < 0 else end, start + LONGEST_LINES)
    whole = Address(at.file, start, end, at.cell)
    return _Lines(data[start:end].decode("utf-8", "surrogateescape"), whole, piece)


def _above(whole: _Lines, logbook: Logbook) -> list[str]:
    start = max(min(whole.piece.start, whole.at.start), whole.at.start - LONGEST_ABOVE)
    text = logbook.files[whole.at.file][start : whole.at.start].decode("utf-8", "surrogateescape")
    return text.split("\n")[:-1][-FARTHEST:]


def _steers(whole: _Lines) -> bool:
    """Whether something on these lines is withheld from readers; a self-verdict only where it is all a line says."""
    if withheld(whole.text, form="output"):
        return True
    return any(span.code is not Code.SELF_VERDICT for span in withheld(whole.text))


def _listed(values: tuple[str, ...], line: str) -> tuple[str, ...]:
    """`values` where they are all the numbers of one list in brackets on the line, in its order; else none."""
    wanted = [decimal(value) for value in values]
    if not values or None in wanted:
        return ()
    for part in line.split("[")[1:]:
        inner = part.partition("]")[0]
        if [decimal(item.strip()) for item in inner.split(",")] == wanted:
            return values
    return ()


def _within(at: Address, piece: Address) -> bool:
    return at.file == piece.file and piece.start <= at.start and at.end <= piece.end


def _touch(one: Address, other: Address) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end
