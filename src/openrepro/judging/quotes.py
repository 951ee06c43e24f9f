"""A quote must stand, byte for byte, where it says; what does not is void, and so is the field that rests on it."""

import json
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from openrepro.evidence.quantities import numerals
from openrepro.judging.reading import Doubt, Measured, Method, Reading, ScaleValue
from openrepro.logbooks.logbook import Address, Logbook

LONGEST_LINE = 20_000


def confirm(reading: Reading, logbook: Logbook, void: tuple[Address, ...] | None = None) -> Reading:
    """`reading` lowered to what the revision's bytes confirm.

    Measured values and scale values whose digits do not stand at their address are dropped. Spreads, units and
    counts (of cases and of seeds) that do not stand there are blanked. Quotes and doubts are dropped whose address
    does not exist or touches a void cell. What was dropped is named in `unknown`. `void` are the logbook's
    `void_cells`, where they are known already.
    """
    void = void_cells(logbook) if void is None else void
    measured = tuple(_measured(item, logbook) for item in reading.measured if _stands(item, logbook, void))
    scale = {axis: item for axis, item in reading.scale.items() if _stands(item, logbook, void)}
    lost = set()
    if len(measured) < len(reading.measured):
        lost.add("measured")
    lost |= {axis for axis in reading.scale if axis not in scale}
    return replace(
        reading,
        measured=measured,
        scale=scale,
        method=reading.method if measured or not reading.measured else Method.NONE,
        contradictions=_sound(reading.contradictions, logbook, void),
        doubts=_sound(reading.doubts, logbook, void),
        quotes=tuple(address for address in reading.quotes if _exists(address, logbook, void)),
        unknown=(*reading.unknown, *sorted(lost - set(reading.unknown))),
    )


def void_cells(logbook: Logbook) -> tuple[Address, ...]:
    """Where the cells stand that must not be believed."""
    return tuple(cell.at for page in logbook.pages for cell in page.cells if cell.void)


def decimal(text: str) -> Decimal | None:
    """`text` as a decimal, or None when it is not a finite one."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def text_at(address: Address, logbook: Logbook) -> str | None:
    """The text at `address`, or None when it does not exist."""
    data = logbook.read(address)
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _exists(address: Address, logbook: Logbook, void: tuple[Address, ...]) -> bool:
    return bool(logbook.read(address)) and not any(
        cell.file == address.file and cell.start < address.end and address.start < cell.end for cell in void
    )


def _stands(item: Measured | ScaleValue, logbook: Logbook, void: tuple[Address, ...]) -> bool:
    return _exists(item.at, logbook, void) and _holds(item.at, item.value, logbook)


def _holds(at: Address, value: str | None, logbook: Logbook) -> bool:
    number = None if value is None else decimal(value)
    text = text_at(at, logbook)
    return number is not None and text is not None and number in {decimal(item) for item in numerals(text)}


def _measured(item: Measured, logbook: Logbook) -> Measured:
    text = text_at(item.at, logbook) or ""
    values = _all_held(item.at, item.values, logbook)
    return replace(
        item,
        unit=item.unit if item.unit and item.unit in text else "",
        plus_minus=item.plus_minus if _holds(item.at, item.plus_minus, logbook) else None,
        n=item.n if _holds(item.at, item.n, logbook) else None,
        seeds=item.seeds if _holds(item.at, item.seeds, logbook) or item.seeds in _counts(text, values) else None,
        values=values,
        versus=item.versus if _holds(item.at, item.versus, logbook) else None,
        versus_values=_all_held(item.at, item.versus_values, logbook),
        points=item.points if all(_all_held(item.at, point, logbook) for point in item.points) else (),
    )


def _all_held(at: Address, values: tuple[str, ...], logbook: Logbook) -> tuple[str, ...]:
    return values if all(_holds(at, value, logbook) for value in values) else ()


def _counts(text: str, values: tuple[str, ...]) -> set[str]:
    """How many runs a text shows without saying so: the values of each, or the seeds that a RESULT line lists."""
    try:
        fields = json.loads(text[:LONGEST_LINE].lstrip("RESULT \t:"))
    except (ValueError, RecursionError):
        fields = None
    seeds = fields.get("seeds") if isinstance(fields, dict) else None
    listed = len({str(seed) for seed in seeds}) if isinstance(seeds, list) else 0
    return {str(count) for count in (listed, len(values)) if count}


def _sound(doubts: tuple[Doubt, ...], logbook: Logbook, void: tuple[Address, ...]) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in doubts if doubt.at is None or _exists(doubt.at, logbook, void))
