"""How evenly effort is spread: a count per team, entry, claim or paper as a distribution."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.ids import Json

MOST_SINGLE: Final = 12
TOP: Final = 10


class Bin(NamedTuple):
    """How many have a count from `least` to `most`."""

    least: int
    most: int
    many: int


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution: how many there are, their sum, the quartiles, what the ten largest have together, and bins: each
    count for itself up to 12, else 1, 2, 3–4, 5–8 and so on."""

    many: int
    total: int
    quartiles: tuple[int, int, int, int, int]
    top: int
    bins: Sequence[Bin]

    def as_json(self) -> dict[str, Json]:
        least, lower, middle, upper, most = self.quartiles
        quartiles: dict[str, Json] = {
            "least": least,
            "lower": lower,
            "median": middle,
            "upper": upper,
            "most": most,
        }
        bins: list[Json] = [one._asdict() for one in self.bins]
        return {"many": self.many, "total": self.total, "quartiles": quartiles, "top_ten": self.top, "bins": bins}


def spread(counts: Iterable[int]) -> Spread | None:
    """The distribution of counts that are at least 1; None of none. Quartiles are counts that occur."""
    kinds = Counter(count for count in counts if count > 0)
    many = kinds.total()
    if not many:
        return None
    values = sorted(kinds)
    ranks = [_at(kinds, values, (many - 1) * quarter // 4) for quarter in range(5)]
    least, lower, middle, upper, most = ranks
    return Spread(
        many,
        sum(value * times for value, times in kinds.items()),
        (least, lower, middle, upper, most),
        _top(kinds, values),
        [Bin(low, high, sum(kinds[value] for value in values if low <= value <= high)) for low, high in _bins(most)],
    )


def _at(kinds: Counter[int], values: Sequence[int], rank: int) -> int:
    seen = 0
    for value in values:
        seen += kinds[value]
        if seen > rank:
            return value
    raise AssertionError(rank)


def _top(kinds: Counter[int], values: Sequence[int]) -> int:
    left, total = TOP, 0
    for value in reversed(values):
        taken = min(left, kinds[value])
        total, left = total + taken * value, left - taken
    return total


def _bins(most: int) -> Iterator[tuple[int, int]]:
    if most <= MOST_SINGLE:
        yield from ((value, value) for value in range(1, most + 1))
        return
    low = high = 1
    while low <= most:
        yield low, high
        low, high = high + 1, high * 2
