"""Sets of papers as the bits of one integer: bit n is paper n."""

from collections.abc import Iterable


def bits_of(numbers: Iterable[int], size: int) -> int:
    """The set of `numbers`, each below `size`."""
    held = bytearray(b"0") * size
    for number in numbers:
        held[size - 1 - number] = 49
    return int(held, 2) if size else 0


def all_of(size: int) -> int:
    """The set of all numbers below `size`."""
    return (1 << size) - 1


def flags_of(bits: int, size: int) -> bytes:
    """A byte for each number below `size`: 1 where it is in the set, else 0."""
    return bin(bits | 1 << size)[3:].encode().translate(_FLAGS)[::-1]


_FLAGS = bytes.maketrans(b"01", b"\x00\x01")
