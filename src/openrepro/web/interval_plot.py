"""The geometry of an interval plot: what several teams measured, on one axis with what is claimed. Numbers come as
decimal strings; what cannot be drawn is said in words instead."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal, localcontext
from typing import Any, Final, NamedTuple

from openrepro.replication import number, show

MOST_LINES: Final = 25
TOP: Final = 34
ROW: Final = 44
AXIS: Final = 30
LEFT: Final = 3.0
RIGHT: Final = 97.0
FAR: Final = 12
"""A value so many times as far from the claim as the ones before it is shown as lying off the axis."""
LOG_FROM: Final = 60
"""The ratio of largest to smallest number from which a logarithmic axis is drawn."""
PAD: Final = Decimal("0.07")
MOST_TICKS: Final = 5
_CONTEXT: Final = Context(prec=40, Emin=-9999, Emax=9999, traps=[])
_STEPS: Final = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))


class Tick(NamedTuple):
    """A mark of the axis: its place in percent of the width, its text, and how the text is anchored."""

    x: str
    text: str
    anchor: str


class Band(NamedTuple):
    """A stretch of the axis, in percent of the width."""

    x: str
    width: str


class Bar(NamedTuple):
    """One team's line. `y` is the height of the bar, `text_y` of the words above it (pixels). `x` is the value's place
    (empty: nothing is drawn), `low` and `high` those of its interval (empty: none). `cut_low` and `cut_high` say that
    the interval goes on beyond the axis, `off` that the value itself lies beyond it: `low`, `high` or empty. `words`
    name the team, `said` is its numbers: apart, so that a name written from right to left reorders none of them."""

    y: int
    text_y: int
    words: str
    label: str
    x: str = ""
    low: str = ""
    high: str = ""
    cut_low: bool = False
    cut_high: bool = False
    off: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is drawn. `height` and `foot` (where the axis lies) are pixels; x are percent of the width."""

    height: int
    foot: int
    scale: str
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    allowed: Band | None
    tolerated: Band | None
    ends: tuple[str, ...]
    claimed: Tick | None
    outside: int


class _Line(NamedTuple):
    name: str
    label: str
    value: Decimal | None
    low: Decimal | None
    high: Decimal | None
    said: str


@dataclass(frozen=True, slots=True)
class _Axis:
    low: Decimal
    high: Decimal
    log: bool

    def x(self, value: Decimal) -> str:
        """The place of a value in percent, within the ends of the axis."""
        inside = max(self.low, min(self.high, value))
        low, high, at = (self.scaled(one) for one in (self.low, self.high, inside))
        share = (at - low) / (high - low)
        return f"{LEFT + (RIGHT - LEFT) * float(share):.2f}%"

    def scaled(self, value: Decimal) -> Decimal:
        return value.log10() if self.log else value


def drawing(plot: Mapping[str, Any]) -> Drawing | None:
    """The drawing of `{"claimed", "allowed": {"low", "high", "inner"}, "lines": [{"name", "label", "value", "low",
    "high"}]}`; None when no number of it can be drawn. Takes bounded time whatever the numbers are."""
    with localcontext(_CONTEXT):
        lines = [_line(one) for one in list(plot["lines"])[:MOST_LINES]]
        given = plot["allowed"] or {}
        ends = [end for end in (_number(given.get("low")), _number(given.get("high"))) if end is not None]
        inner = abs(_number(given.get("inner")) or Decimal(0))
        if not any(line.value is not None for line in lines):
            return None
        axis = _axis(lines, ends, inner)
        return _drawn(lines, axis, given, inner)


def _drawn(lines: Sequence[_Line], axis: _Axis, given: Mapping[str, Any], inner: Decimal) -> Drawing:
    bars = tuple(_bar(at, line, axis) for at, line in enumerate(lines))
    foot = TOP + ROW * len(bars)
    low, high = _number(given.get("low")), _number(given.get("high"))
    shown = [end for end in dict.fromkeys((low, high)) if end is not None]
    return Drawing(
        height=foot + AXIS,
        foot=foot,
        scale="logarithmic" if axis.log else "linear",
        bars=bars,
        ticks=tuple(_tick(axis, at) for at in _ticks(axis)),
        allowed=_band(axis, low, high),
        tolerated=_band(axis, _moved(low, -inner), _moved(high, inner)) if inner else None,
        ends=tuple(axis.x(end) for end in shown),
        claimed=_claimed(axis, low, high),
        outside=sum(bool(bar.off) for bar in bars),
    )


def _line(one: Mapping[str, Any]) -> _Line:
    value, low, high = (_number(one.get(key)) for key in ("value", "low", "high"))
    if value is None or low is None or high is None or not low <= high:
        low = high = None
    return _Line(str(one.get("name", "")), str(one.get("label", "")), value, low, high, str(one.get("said", "")))


def _number(text: object) -> Decimal | None:
    """A printed number of a size that can be drawn; None for anything else, at no cost."""
    return number(text) if isinstance(text, str) else None


def _axis(lines: Sequence[_Line], ends: Sequence[Decimal], inner: Decimal) -> _Axis:
    values = [line.value for line in lines if line.value is not None]
    marks = [mark for end in ends for mark in (end - inner, end, end + inner)]
    whole = [*values, *marks, *(end for line in lines for end in (line.low, line.high) if end is not None)]
    near = _near(values, marks or [sorted(values)[len(values) // 2]])
    wanted = (len(set(ends)) < 2 and not inner) or 2 * len(near) < len(values)
    if wanted and min(whole) > 0 and max(whole) / min(whole) >= LOG_FROM:
        return _padded(min(whole), max(whole), log=True)
    core = [*marks, *near]
    reach = 2 * _span(core)
    least, most = min(core) - reach, max(core) + reach
    wide = [end for line in lines if line.value in near for end in (line.low, line.high) if end is not None]
    held = [*core, *(max(least, min(most, end)) for end in wide)]
    return _padded(min(held), max(held), log=False)


def _near(values: Sequence[Decimal], marks: Sequence[Decimal]) -> list[Decimal]:
    """The values that share an axis with the claim: each at most FAR times as far from it as those before."""
    middle = (min(marks) + max(marks)) / 2
    width = max(max(marks) - min(marks), abs(middle) / 10)
    kept: list[Decimal] = []
    for value in sorted(values, key=lambda one: abs(one - middle)):
        gap = abs(value - middle)
        if width and gap > FAR * width:
            break
        kept.append(value)
        width = max(width, gap)
    return kept


def _span(values: Sequence[Decimal]) -> Decimal:
    spread = max(values) - min(values)
    return spread or abs(values[0]) / 10 or Decimal(1)


def _padded(low: Decimal, high: Decimal, *, log: bool) -> _Axis:
    if log:
        by = (high / low) ** PAD
        return _Axis(low / by, high * by, log=True)
    spread = _span([low, high]) if low != high else _span([low])
    return _Axis(low - spread * PAD, high + spread * PAD, log=False)


def _bar(at: int, line: _Line, axis: _Axis) -> Bar:
    text_y = TOP + ROW * at + 16
    bar = Bar(text_y + 12, text_y, line.name, line.label, said=line.said)
    if line.value is None:
        return bar
    off = "low" if line.value < axis.low else "high" if line.value > axis.high else ""
    bar = bar._replace(x=axis.x(line.value), off=off)
    if line.low is None or line.high is None or off:
        return bar
    return bar._replace(
        low=axis.x(line.low),
        high=axis.x(line.high),
        cut_low=line.low < axis.low,
        cut_high=line.high > axis.high,
    )


def _band(axis: _Axis, low: Decimal | None, high: Decimal | None) -> Band | None:
    """The stretch from `low` to `high`; an open end reaches to the edge. None where both are open."""
    if low is None and high is None:
        return None
    start = 0.0 if low is None else float(axis.x(low)[:-1])
    end = 100.0 if high is None else float(axis.x(high)[:-1])
    return Band(f"{start:.2f}%", f"{max(end - start, 0):.2f}%")


def _moved(end: Decimal | None, by: Decimal) -> Decimal | None:
    return None if end is None else end + by


def _claimed(axis: _Axis, low: Decimal | None, high: Decimal | None) -> Tick | None:
    """Where the words that name the claim stand."""
    marks = [end for end in (low, high) if end is not None]
    if not marks:
        return None
    return _anchored(axis.x(sum(marks, Decimal(0)) / len(marks)), "")


def _tick(axis: _Axis, at: Decimal) -> Tick:
    return _anchored(axis.x(at), show(at))


def _anchored(x: str, text: str) -> Tick:
    place = float(x[:-1])
    return Tick(x, text, "start" if place < 15 else "end" if place > 85 else "middle")


def _ticks(axis: _Axis) -> Iterable[Decimal]:
    found = list(_powers(axis) if axis.log else _rounds(axis))
    step = -(-len(found) // MOST_TICKS) or 1
    return found[::step]


def _rounds(axis: _Axis) -> Iterator[Decimal]:
    """Round numbers within a linear axis."""
    raw = (axis.high - axis.low) / 5
    ten = Decimal(10) ** raw.adjusted()
    step = next(ten * one for one in _STEPS if ten * one >= raw)
    at = (axis.low / step).to_integral_value(ROUND_CEILING) * step
    while at <= axis.high:
        yield at.normalize() if at else Decimal(0)
        at += step


def _powers(axis: _Axis) -> Iterator[Decimal]:
    """Powers of ten within a logarithmic axis; it spans more than one."""
    for exponent in range(axis.low.adjusted(), axis.high.adjusted() + 1):
        at = Decimal(10) ** exponent
        if axis.low <= at <= axis.high:
            yield at
