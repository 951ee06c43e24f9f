"""A small sample of a large set, such that the samples of two sets that overlap overlap too.

A hash belongs to the sample when, mixed with the challenge's own key, it falls below a bound that halves until few
enough remain. Two samples share what both sets hold below the smaller bound, whatever else the sets hold, so that
padding a copied text with other text does not hide it; and nobody without the key can tell which words to change.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

MOST_KEYS: Final = 128
_SPACE: Final = 2**64
_SIGNED: Final = 2**63


class Sample(NamedTuple):
    """Of a set of `size` members those below the bound, as signed 64-bit numbers, in order."""

    size: int
    keys: tuple[int, ...]


def sample_of(members: Iterable[int | str], key: bytes, most: int = MOST_KEYS) -> Sample:
    """The sample of a set; `key` is the same for all sets that are to be compared."""
    mixed = sorted(_mix(member, key) for member in frozenset(members))
    bound, count = _SPACE, len(mixed)
    while count > most:
        bound //= 2
        count = sum(1 for one in mixed[:count] if one < bound)
    return Sample(len(mixed), tuple(one - _SIGNED for one in mixed[:count]))


def _mix(member: int | str, key: bytes) -> int:
    data = member.to_bytes(8) if isinstance(member, int) else member.encode("utf-8", "replace")
    return int.from_bytes(blake2b(data, digest_size=8, key=key).digest())
