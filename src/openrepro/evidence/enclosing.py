"""Whether a stretch of bytes lies within one of many, asked often."""

from bisect import bisect_right
from collections.abc import Iterable

from openrepro.logbooks.logbook import Address


class Enclosing:
    """Addresses that may enclose others; a look-up takes logarithmic time."""

    def __init__(self, places: Iterable[Address]) -> None:
        self._starts: dict[str, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        """Per file the largest end of the places up to each start."""
        for place in sorted(set(places), key=lambda one: (one.file, one.start)):
            ends = self._ends.setdefault(place.file, [])
            self._starts.setdefault(place.file, []).append(place.start)
            ends.append(max(place.end, ends[-1]) if ends else place.end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def hold(self, at: Address) -> bool:
        """Whether `at` lies within one of the places."""
        starts = self._starts.get(at.file)
        if starts is None:
            return False
        index = bisect_right(starts, at.start) - 1
        return index >= 0 and at.end <= self._ends[at.file][index]

    def spans(self) -> Iterable[tuple[str, int, int]]:
        """Per file the stretch from the first start to the last end."""
        return ((file, starts[0], self._ends[file][-1]) for file, starts in self._starts.items())
