"""How near a mistyped name comes to one that is known."""

from collections.abc import Iterable
from typing import Final

MOST_TYPED_WRONG: Final = 2
MOST_OFFERED: Final = 3
LONGEST: Final = 64


def distance(left: str, right: str, most: int = MOST_TYPED_WRONG) -> int:
    """How many letters must be changed, added, left out or swapped with their neighbour; above `most`, `most + 1`."""
    far = most + 1
    if abs(len(left) - len(right)) > most:
        return far
    before: list[int] = []
    row = [min(at, far) for at in range(len(right) + 1)]
    for i in range(1, len(left) + 1):
        before, above, row = row, before, [min(i, far)] + [far] * len(right)
        for j in range(max(1, i - most), min(len(right), i + most) + 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left[i - 1] != right[j - 1]))
            if i > 1 and j > 1 and left[i - 1] == right[j - 2] and left[i - 2] == right[j - 1]:
                least = min(least, above[j - 2] + 1)
            row[j] = min(least, far)
        if min(row) >= far:
            return far
    return row[-1]


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Of `known` names those that differ from `name` in case only, else those with the fewest mistakes.

    Where more than three come equally near, none stands out and none is given.
    """
    folded = name.casefold()[:LONGEST]
    ranked: dict[int, list[str]] = {}
    for one in known:
        ranked.setdefault(distance(folded, one.casefold()[:LONGEST]), []).append(one)
    least = min(ranked, default=MOST_TYPED_WRONG + 1)
    found = () if least > _allowed(folded) else tuple(sorted(ranked[least]))
    return found if len(found) <= MOST_OFFERED else ()


def _allowed(name: str) -> int:
    """Mistakes that leave a name recognisable: two in a long one, one in a short one, none in a number, since every
    number has neighbours."""
    if name.isdecimal():
        return 0
    return MOST_TYPED_WRONG if len(name) >= 8 else 1
