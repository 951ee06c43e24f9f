"""A quote must stand, byte for byte, where it says; what does not is void, and so is the field that rests on it."""

from dataclasses import replace

from openrepro.judging.reading import Answer, Doubt, Measured, Method, PremiseMet, Reading, ScaleValue
from openrepro.judging.shown import shown_at
from openrepro.logbooks.logbook import Address, Logbook


def confirm(reading: Reading, logbook: Logbook, void: tuple[Address, ...] | None = None) -> Reading:
    """`reading` lowered to what the revision's bytes confirm.

    Measured values and scale values whose digits do not stand at their address, or on a RESULT line in another field,
    are dropped. Spreads, units and counts (of cases and of seeds) that do not stand there are blanked; the unit of a
    value on a RESULT line is the line's own. Quotes and doubts are dropped whose address does not exist or touches a
    void cell. What was dropped is named in `unknown`. `void` are the logbook's `void_cells`, where they are known
    already.
    """
    void = void_cells(logbook) if void is None else void
    held = (_measured(item, logbook, void) for item in reading.measured)
    measured = tuple(item for item in held if item is not None)
    scale = {axis: item for axis, item in reading.scale.items() if _at_scale(axis, item, logbook, void)}
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
        premises=tuple(_premise(item, logbook, void) for item in reading.premises),
    )


def void_cells(logbook: Logbook) -> tuple[Address, ...]:
    """Where the cells stand that must not be believed."""
    return tuple(cell.at for page in logbook.pages for cell in page.cells if cell.void)


def _premise(item: PremiseMet, logbook: Logbook, void: tuple[Address, ...]) -> PremiseMet:
    """`item`, unknown where the bytes that should show it do not exist; a `no` needs none."""
    shown = item.at is not None and _exists(item.at, logbook, void)
    return item if shown else replace(item, met=Answer.NO if item.met is Answer.NO else Answer.UNKNOWN, at=None)


def _exists(address: Address, logbook: Logbook, void: tuple[Address, ...]) -> bool:
    return bool(logbook.read(address)) and not any(
        cell.file == address.file and cell.start < address.end and address.start < cell.end for cell in void
    )


def _at_scale(axis: str, item: ScaleValue, logbook: Logbook, void: tuple[Address, ...]) -> bool:
    shown = shown_at(item.at, logbook) if _exists(item.at, logbook, void) else None
    return shown is not None and shown.axis(axis, item.value)


def _measured(item: Measured, logbook: Logbook, void: tuple[Address, ...]) -> Measured | None:
    """`item` with what stands at its place, or None when its value does not."""
    shown = shown_at(item.at, logbook) if _exists(item.at, logbook, void) else None
    if shown is None or not shown.number("value", item.value):
        return None
    values = item.values if shown.numbers_of("values", item.values) else ()
    other = shown.within("versus")
    return replace(
        item,
        unit=shown.unit(item.unit, item.value),
        plus_minus=item.plus_minus if shown.number("plus_minus", item.plus_minus) else None,
        n=item.n if shown.number("n", item.n) else None,
        seeds=item.seeds if shown.number("seeds", item.seeds) or item.seeds in shown.counts(values) else None,
        values=values,
        versus=item.versus if other.number("value", item.versus) else None,
        versus_values=item.versus_values if other.numbers_of("values", item.versus_values) else (),
        points=item.points if shown.points(item.points) else (),
    )


def _sound(doubts: tuple[Doubt, ...], logbook: Logbook, void: tuple[Address, ...]) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in doubts if doubt.at is None or _exists(doubt.at, logbook, void))
