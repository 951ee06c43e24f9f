"""Charts as geometry: whole numbers in, positions in percent out, so that a picture fits every width undistorted."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from openrepro.web.marks import MARKS, NO_MARK

WHOLE: Final = 10_000
SIGNED_FROM: Final = 350
"""The least width (of 10,000) at which a part of a bar has room for its sign."""
PLOT: Final = 150
TOP: Final = 14
MOST_LABELS: Final = 6
STEPS: Final = (1, 2, 5)


class Bar(NamedTuple):
    """A bar from the left: its width."""

    width: str


class Part(NamedTuple):
    """A part of a bar. `sign` is empty where there is no room for it; `middle` is where it stands."""

    name: str
    value: int
    x: str
    width: str
    middle: str
    tone: str
    sign: str


class Piece(NamedTuple):
    """A part of a column; `y` and `height` are in pixels from the top."""

    name: str
    tone: str
    y: int
    height: int


class Stack(NamedTuple):
    """A column with its pieces, from the bottom up. `label` is empty where it would not fit."""

    name: str
    x: str
    width: str
    middle: str
    label: str
    total: int
    pieces: tuple[Piece, ...]


class Tick(NamedTuple):
    """A line across the plot."""

    value: int
    y: int


class Reach(NamedTuple):
    """A piece of a line that rises over the columns: from one middle to the next."""

    x1: str
    y1: int
    x2: str
    y2: int


class Plot(NamedTuple):
    """Columns on a common scale; `floor` is where they stand, in pixels from the top."""

    stacks: tuple[Stack, ...]
    ticks: tuple[Tick, ...]
    floor: int
    height: int


class Spot(NamedTuple):
    """A point of a line."""

    x: str
    y: int


class Line(NamedTuple):
    """A line over a common axis, with its scale; of its points every `every`-th has room for a label."""

    spots: tuple[Spot, ...]
    reaches: tuple[Reach, ...]
    ticks: tuple[Tick, ...]
    every: int
    last: int


def share(part: int, whole: int) -> str:
    """`part` of `whole` as a length in percent with two decimals, at least 0 and at most 100."""
    return _length(_of(part, whole))


def bar(value: int, most: int) -> Bar:
    """A bar for `value` where the longest one is `most`; what is not nothing is visible."""
    width = _of(value, most)
    return Bar(_length(max(width, 30) if value > 0 else 0))


def parts(values: Mapping[str, int]) -> tuple[Part, ...]:
    """A bar of the states in `values`, in their order; states that do not occur are left out."""
    total, before, found = sum(values.values()), 0, []
    for name, value in values.items():
        if value <= 0:
            continue
        start, end = _of(before, total), _of(before + value, total)
        mark = MARKS.get(name, NO_MARK)
        sign = mark.sign if end - start >= SIGNED_FROM else ""
        x, width, middle = map(_length, (start, end - start, (start + end) // 2))
        found.append(Part(name, value, x, width, middle, mark.tone, sign))
        before += value
    return tuple(found)


def columns(names: Sequence[str], stacks: Sequence[Mapping[str, int]]) -> Plot:
    """Columns named `names`, each of the states in its stack."""
    most = max((sum(stack.values()) for stack in stacks), default=0)
    scale = _scale(most)
    top = scale[-1]
    every = _every(len(names))
    drawn = tuple(
        _stack(at, len(names), name, name if at % every == 0 else "", stack, top)
        for at, (name, stack) in enumerate(zip(names, stacks, strict=True))
    )
    return Plot(drawn, _ticks(scale), TOP + PLOT, TOP + PLOT + 22)


def rising(values: Sequence[int]) -> Line:
    """A line through the values of columns, from middle to middle."""
    scale = _scale(max(values, default=0))
    spots = tuple(Spot(_middle(at, len(values)), _y(value, scale[-1])) for at, value in enumerate(values))
    reaches = tuple(Reach(*one, *other) for one, other in pairwise(spots))
    return Line(spots, reaches, _ticks(scale), _every(len(values)), values[-1] if values else 0)


def _every(many: int) -> int:
    return -(-many // MOST_LABELS) if many else 1


def _stack(at: int, many: int, name: str, label: str, stack: Mapping[str, int], top: int) -> Stack:
    start, end = WHOLE * at // many, WHOLE * (at + 1) // many
    gap = (end - start) // 8
    return Stack(
        name,
        _length(start + gap),
        _length(end - start - 2 * gap),
        _middle(at, many),
        label,
        sum(stack.values()),
        tuple(_pieces(stack, top)),
    )


def _pieces(stack: Mapping[str, int], top: int) -> Iterable[Piece]:
    below = 0
    for name, value in stack.items():
        if value > 0:
            high, low = _y(below + value, top), _y(below, top)
            yield Piece(name, MARKS.get(name, NO_MARK).tone, high, low - high)
        below += value


def _middle(at: int, many: int) -> str:
    return _length(WHOLE * (2 * at + 1) // (2 * many))


def _y(value: int, top: int) -> int:
    return TOP + PLOT - PLOT * value // top


def _ticks(scale: Sequence[int]) -> tuple[Tick, ...]:
    return tuple(Tick(value, _y(value, scale[-1])) for value in scale)


def _scale(most: int) -> Sequence[int]:
    """Round values from 0 on, two to five of them, the last at least `most`."""
    if most <= 0:
        return (0, 1)
    power = 1
    while True:
        for step in (step * power for step in STEPS):
            if step * 4 >= most:
                return range(0, -(-most // step) * step + 1, step)
        power *= 10


def _of(part: int, whole: int) -> int:
    return max(0, min(WHOLE, WHOLE * part // whole)) if whole > 0 else 0


def _length(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}%"
