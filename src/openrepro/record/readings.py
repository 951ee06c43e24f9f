"""The form a reader filled, as it comes from files: read strictly, the first fault raised as a sentence."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from openrepro.challenge.table import Table, one_of
from openrepro.judging.reading import (
    Answer,
    Doubt,
    Measured,
    Method,
    PremiseMet,
    Reader,
    Reading,
    ScaleValue,
    Substitution,
)
from openrepro.logbooks.logbook import Address

READING_SCHEMA: Final = "openrepro.reading/1"
READERS: Final = ("rules", "model", "person")

Part = TypeVar("Part")


def reading_from_json(value: object) -> Reading:
    """The reading that `value` (as `Reading.as_json` writes it) states; OpenReproError when it is not one."""
    return read_reading(Table(value))


def read_reading(table: Table) -> Reading:
    """The whole form. Raises OpenReproError on the first wrong value."""
    if table.value("schema") != READING_SCHEMA:
        raise table.refuse("schema", f'"{READING_SCHEMA}"')
    reading = Reading(
        claim=table.text("claim", empty=False),
        by=_reader(table.table("by")),
        addressed=table.choice("addressed", Answer),
        method=table.choice("method", Method),
        measured=table.each("measured", _measured),
        scale={axis: _scale_value(row) for axis, row in table.rows("scale")},
        substitutions=table.each("substitutions", _substitution),
        premises_met=table.choice("premises_met", Answer),
        supports=table.choice("supports", Answer),
        contradictions=table.each("contradictions", _doubt),
        doubts=table.each("doubts", _doubt),
        quotes=table.each("quotes", read_address),
        unknown=table.texts("unknown"),
        premises=table.each("premises", _premise) if table.has("premises") else (),
    )
    table.end()
    return reading


def _reader(table: Table) -> Reader:
    reader = Reader(reader_name(table), table.text("name"), table.text("prompt"))
    table.end()
    return reader


def _measured(table: Table) -> Measured:
    measured = Measured(
        value=table.text("value"),
        at=read_address(table.table("at")),
        unit=table.text("unit"),
        plus_minus=table.optional_text("plus_minus"),
        n=table.optional_text("n"),
        seeds=table.optional_text("seeds"),
        values=table.texts("values"),
        versus=table.optional_text("versus"),
        versus_values=table.texts("versus_values"),
        points=table.pairs("points"),
    )
    table.end()
    return measured


def _scale_value(table: Table) -> ScaleValue:
    value = ScaleValue(table.text("value"), read_address(table.table("at")))
    table.end()
    return value


def _substitution(table: Table) -> Substitution:
    made = Substitution(
        table.text("what"), table.choice("is_contribution", Answer), optional(table, "at", read_address)
    )
    table.end()
    return made


def _premise(table: Table) -> PremiseMet:
    answer = PremiseMet(table.text("premise"), table.choice("met", Answer), optional(table, "at", read_address))
    table.end()
    return answer


def _doubt(table: Table) -> Doubt:
    doubt = Doubt(table.text("code"), table.text("why"), optional(table, "at", read_address))
    table.end()
    return doubt


def reader_name(table: Table) -> str:
    """Who filled the form: one of READERS."""
    reader = table.text("reader")
    if reader not in READERS:
        raise table.refuse("reader", one_of(READERS))
    return reader


def read_address(table: Table) -> Address:
    """Bytes of a file of the revision."""
    bounds = table.value("bytes")
    if not (isinstance(bounds, Sequence) and len(bounds) == 2 and all(type(bound) is int for bound in bounds)):
        raise table.refuse("bytes", "a list of two whole numbers, start and end")
    start, end = bounds
    if not 0 <= start <= end:
        raise table.refuse("bytes", "a range: 0 <= start <= end")
    address = Address(table.text("file"), start, end, table.optional_text("cell"))
    table.end()
    return address


def optional(table: Table, key: str, read: Callable[[Table], Part]) -> Part | None:
    """What `read` makes of the table at `key`; None where it is null."""
    return None if table.value(key) is None else read(table.table(key))
