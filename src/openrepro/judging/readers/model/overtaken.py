"""Whether a printed number was overtaken: a line of the same words prints another value later, or in another run."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from openrepro.evidence.numerals import NUMERAL, decimal_of, to_decimal
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.replication import Agreement, agree

MOST_LINES: Final = 50_000
"""Lines of one output that are compared at most, from its end."""
NUMBER: Final = "\0"
"""What stands for a number where only the words of lines are compared."""
LONGEST_LINE: Final = 4_000
_SIGNED: Final = re.compile(rf"(?<![\w.])[-−+]?{NUMERAL}")


class Printed(NamedTuple):
    """A number at characters from `start` of a line, and the byte at which the line begins."""

    line: str
    start: int
    begins: int


def overtaken(number: Printed, piece: Address, outputs: Iterable[Address], logbook: Logbook) -> bool:
    """Whether the number at `piece`, one of the `outputs`, is not the last of its kind, or another run ends otherwise.

    Two lines are of a kind when they differ in numbers only. A run that prints a value at every step has measured
    the last one, and which of several runs counts is not for a reader to choose.
    """
    words, values = _masked(number.line)
    place = sum(match.start() <= number.start for match in _SIGNED.finditer(number.line)) - 1
    if place < 0:
        return False
    own = values[place]
    for output in outputs:
        last = _last(words, place, output, logbook)
        if last is None:
            continue
        later = output == piece and last.begins > number.begins
        if (later or output != piece) and _differ(own, last.value):
            return True
    return False


class _Last(NamedTuple):
    value: Decimal | None
    begins: int


def _last(words: str, place: int, output: Address, logbook: Logbook) -> _Last | None:
    """The value at the same place of the last line of these words in an output."""
    lead = words.partition(NUMBER)[0].encode("utf-8", "surrogateescape")
    data = logbook.read(output) or b""
    for begins, line in _backwards(data, b"\n" + lead):
        found, values = _masked(line.decode("utf-8", "surrogateescape"))
        if found == words:
            return _Last(values[place], output.start + begins)
    return None


def _backwards(data: bytes, opening: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that open so, from the last to the first, each with the byte at which it begins; the first line too."""
    end = len(data)
    for _ in range(MOST_LINES):
        start = data.rfind(opening, 0, end)
        stop = data.find(b"\n", start + 1)
        line = data[start + 1 : len(data) if stop < 0 else stop]
        if len(line) <= LONGEST_LINE:
            yield start + 1, line
        if start < 0:
            return
        end = start + 1


def _masked(line: str) -> tuple[str, list[Decimal | None]]:
    """The line with NUMBER for each number, and the numbers."""
    found = [to_decimal(decimal_of(match.group())) for match in _SIGNED.finditer(line)]
    return _SIGNED.sub(NUMBER, line.replace(NUMBER, " ")).rstrip(), found


def _differ(one: Decimal | None, other: Decimal | None) -> bool:
    """Whether two values do not agree after rounding to the coarser one's digits."""
    return one is None or other is None or agree(one, other) is Agreement.NONE
