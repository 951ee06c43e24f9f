"""A text as a reader is shown it, that still knows which of its characters stand so in the source."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Change(NamedTuple):
    """Characters `[start, end)` of a text, and what is shown in their place."""

    start: int
    end: int
    text: str


class Stretch(NamedTuple):
    """Characters `[start, end)` of the shown text that stand in the source from its character `source` on."""

    start: int
    end: int
    source: int


@dataclass(frozen=True, slots=True)
class Traced:
    """`text` as shown; `stretches`, in order, are what of it is the source's own. All else is ours."""

    text: str
    stretches: tuple[Stretch, ...]

    def changed(self, changes: Iterable[Change]) -> "Traced":
        """The same with `changes` made, which are in order and do not overlap. Linear."""
        made = tuple(changes)
        if not made:
            return self
        pieces, last = [], 0
        for change in made:
            pieces += [self.text[last : change.start], change.text]
            last = change.end
        pieces.append(self.text[last:])
        return Traced("".join(pieces), tuple(self._left(made)))

    def replaced(self, pattern: re.Pattern[str], shown: Callable[[re.Match[str]], str]) -> "Traced":
        """The same with `shown(match)` in the place of each match that it differs from."""
        found = (Change(match.start(), match.end(), shown(match)) for match in pattern.finditer(self.text))
        return self.changed(change for change in found if self.text[change.start : change.end] != change.text)

    def without(self, name: str, note: str) -> "Traced":
        """The same with `note` wherever `name` stands."""
        return self.replaced(re.compile(re.escape(name)), lambda _match: note) if name in self.text else self

    def kept(self, keep: Iterable[tuple[int, int]]) -> Iterator[Stretch]:
        """What stands of the source in the shown characters `keep`, which are in order: places in `text`."""
        spans = iter(keep)
        span = next(spans, None)
        for stretch in self.stretches:
            while span is not None and span[1] <= stretch.start:
                span = next(spans, None)
            while span is not None and span[0] < stretch.end:
                start, end = max(span[0], stretch.start), min(span[1], stretch.end)
                yield Stretch(start, end, stretch.source + start - stretch.start)
                if span[1] > stretch.end:
                    break
                span = next(spans, None)

    def _left(self, changes: tuple[Change, ...]) -> Iterator[Stretch]:
        """The stretches between the changes, moved to where they stand after these."""
        shifts: list[int] = []
        gaps: list[tuple[int, int]] = []
        last = shift = 0
        for change in changes:
            gaps.append((last, change.start))
            shifts.append(shift)
            shift += len(change.text) - (change.end - change.start)
            last = change.end
        gaps.append((last, len(self.text)))
        shifts.append(shift)
        index = 0
        for part in self.kept(gap for gap in gaps if gap[1] > gap[0]):
            while gaps[index][1] <= part.start:
                index += 1
            yield Stretch(part.start + shifts[index], part.end + shifts[index], part.source)


def traced(text: str) -> Traced:
    """A text that is shown as it stands."""
    return Traced(text, (Stretch(0, len(text), 0),) if text else ())
