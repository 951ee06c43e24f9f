"""What the bytes at an address show: a RESULT line its own fields, other text every number in it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from openrepro.evidence.declared import declared_spans
from openrepro.evidence.quantities import numerals
from openrepro.ids import Json
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.replication import number

LONGEST_LINE = 20_000
MOST_DIGITS = 60

Fields = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands at an address: the fields of RESULT lines it touches, and the text that is on no such line."""

    lines: tuple[Fields, ...]
    text: str
    numbers: frozenset[Decimal]

    def number(self, name: str, value: str | None) -> bool:
        """Whether `value` stands there, on a RESULT line as the field `name`."""
        wanted = None if value is None else decimal(value)
        if wanted is None:
            return False
        return wanted in self.numbers or any(_decimal(line.get(name)) == wanted for line in self.lines)

    def axis(self, axis: str, value: str) -> bool:
        """Whether `value` stands there, on a RESULT line as the scale of `axis`."""
        return self.within("scale").number(axis, value)

    def numbers_of(self, name: str, values: tuple[str, ...]) -> bool:
        """Whether all `values` stand there; on a RESULT line as the whole list `name`, in its order."""
        wanted = tuple(decimal(value) for value in values)
        if None in wanted:
            return False
        listed = (tuple(_decimal(item) for item in _list(line.get(name))) for line in self.lines)
        return set(wanted) <= self.numbers or wanted in listed

    def points(self, points: tuple[tuple[str, str], ...]) -> bool:
        """Whether all `points` stand there; on a RESULT line as the whole list of its points."""
        wanted = tuple(decimal(number) for point in points for number in point)
        if None in wanted:
            return False
        return set(wanted) <= self.numbers or wanted in (_flat(line.get("points")) for line in self.lines)

    def within(self, name: str) -> "Shown":
        """The same, of the objects that RESULT lines hold as their field `name`."""
        inner = (line.get(name) for line in self.lines)
        return replace(self, lines=tuple(item for item in inner if isinstance(item, Mapping)))

    def unit(self, unit: str, value: str) -> str:
        """`unit` where it stands there; the own unit of the RESULT line of `value`, whatever was read from it."""
        wanted = decimal(value)
        for line in self.lines:
            if wanted is not None and _decimal(line.get("value")) == wanted:
                own = line.get("unit")
                return own if isinstance(own, str) else ""
        return unit if unit and unit in self.text else ""

    def counts(self, values: tuple[str, ...]) -> frozenset[str]:
        """How many runs it shows without saying so: the values of each, or the seeds that a RESULT line lists."""
        listed = {len({str(seed) for seed in _list(line.get("seeds"))}) for line in self.lines}
        return frozenset(str(count) for count in (*listed, len(values)) if count)


def shown_at(address: Address, logbook: Logbook) -> Shown | None:
    """What `address` shows, or None when it does not exist. A part of a RESULT line is read as the whole line."""
    data = logbook.files.get(address.file)
    if data is None or logbook.read(address) is None:
        return None
    start = data.rfind(b"\n", 0, address.start) + 1
    end = data.find(b"\n", address.end)
    lead, tail = data[start : address.start], data[address.end : len(data) if end < 0 else end]
    own = _text(data[address.start : address.end])
    whole = _text(lead) + own + _text(tail)
    return _shown(whole, len(_text(lead)), len(own))


def decimal(text: str) -> Decimal | None:
    """`text` as a decimal, or None when it is no finite one of plain digits and of a size that is measured."""
    value = number(text) if text.isascii() else None
    return None if value is None or len(value.as_tuple().digits) > MOST_DIGITS else value


def _shown(whole: str, before: int, length: int) -> Shown:
    lines: list[Fields] = []
    rest: list[str] = []
    position, stop = before, before + length
    for start, end in declared_spans(whole):
        if start >= stop or end <= before:
            continue
        lines.extend(_fields(whole[start:end]))
        rest.append(whole[position : max(position, min(start, stop))])
        position = max(position, min(end, stop))
    rest.append(whole[position:stop])
    text = "\n".join(rest)
    declared = _object(text)
    if declared is not None:
        return Shown((*lines, declared), "", frozenset())
    numbers = (decimal(item) for item in numerals(text))
    return Shown(tuple(lines), text, frozenset(item for item in numbers if item is not None))


def _object(text: str) -> Fields | None:
    """A result as a file holds it: an object with a value of its own."""
    found = next(_fields(text), None) if text.lstrip().startswith("{") else None
    return found if found is not None and "value" in found else None


def _fields(line: str) -> Iterator[Fields]:
    start = line.find("{")
    if start < 0 or len(line) > LONGEST_LINE:
        return
    try:
        value = json.loads(line[start:], parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        return
    if isinstance(value, Mapping):
        yield value


def _decimal(value: Json) -> Decimal | None:
    return decimal(value) if isinstance(value, str) else None


def _list(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else ()


def _flat(pairs: Json) -> tuple[Decimal | None, ...]:
    return tuple(_decimal(item) for pair in _list(pairs) for item in _list(pair))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
