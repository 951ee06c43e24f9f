"""The RFC 6962 (RFC 9162) Merkle tree: hashes, the root of any size, proofs of inclusion and consistency."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

LEAF_PREFIX: Final = b"\x00"
NODE_PREFIX: Final = b"\x01"
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
HASH_BYTES: Final = 32


class Node(NamedTuple):
    """A complete subtree: over the leaves `[position * 2**level, (position + 1) * 2**level)`."""

    level: int
    position: int


class Span(NamedTuple):
    """The leaves `[start, end)`, the unit that proofs are made of; `start < end`."""

    start: int
    end: int


class Grown(NamedTuple):
    """A tree one leaf larger, and the complete subtrees of level 1 and more that the leaf completed."""

    peaks: "Peaks"
    nodes: tuple[tuple[Node, bytes], ...]


def leaf_hash(body: bytes) -> bytes:
    """The hash of a leaf, 32 bytes."""
    return hashlib.sha256(LEAF_PREFIX + body).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a subtree from those of its two halves."""
    return hashlib.sha256(NODE_PREFIX + left + right).digest()


@dataclass(frozen=True, slots=True)
class Peaks:
    """A tree by its largest complete subtrees, from left to right: all it takes to append and to give the root."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        if self.size < 0 or len(self.hashes) != self.size.bit_count():
            raise ValueError(f"a tree of {self.size} leaves has not {len(self.hashes)} peaks")
        if any(len(item) != HASH_BYTES for item in self.hashes):
            raise ValueError("a peak is not a hash of 32 bytes")

    @property
    def root(self) -> bytes:
        return fold(self.hashes)

    def grown(self, leaf: bytes) -> Grown:
        """The tree with one more leaf, given by its hash. Takes O(log size) steps."""
        held, nodes, level = list(self.hashes), [], 0
        while self.size >> level & 1:
            leaf = node_hash(held.pop(), leaf)
            level += 1
            nodes.append((Node(level, self.size >> level), leaf))
        return Grown(Peaks(self.size + 1, (*held, leaf)), tuple(nodes))

    def appended(self, leaf: bytes) -> "Peaks":
        """The tree with one more leaf, given by its hash."""
        return self.grown(leaf).peaks

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Where the peaks stand in the tree."""
        return cover(Span(0, self.size)) if self.size else ()


def tree_of(bodies: Iterable[bytes]) -> Peaks:
    """The tree over leaves in order."""
    peaks = Peaks()
    for body in bodies:
        peaks = peaks.appended(leaf_hash(body))
    return peaks


def fold(hashes: Sequence[bytes]) -> bytes:
    """The hash over complete subtrees that stand side by side, each smaller than the one before it."""
    if not hashes:
        return EMPTY_ROOT
    total = hashes[-1]
    for item in reversed(hashes[:-1]):
        total = node_hash(item, total)
    return total


def cover(span: Span) -> tuple[Node, ...]:
    """The complete subtrees that make up a span of a proof, from left to right; O(log) many.

    A span of a proof starts at a multiple of the least power of two that is not below its length.
    """
    start, left = span.start, span.end - span.start
    nodes = []
    while left:
        level = left.bit_length() - 1
        assert start % (1 << level) == 0, span
        nodes.append(Node(level, start >> level))
        start, left = start + (1 << level), left - (1 << level)
    return tuple(nodes)


def span_hash(span: Span, hashes: Mapping[Node, bytes]) -> bytes:
    """The hash of a span from those of the complete subtrees that `cover` names."""
    return fold([hashes[node] for node in cover(span)])


def inclusion_spans(index: int, size: int) -> tuple[Span, ...]:
    """The spans whose hashes, in this order, prove that leaf `index` is in the tree of `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size} leaves")
    spans: list[Span] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            spans.append(Span(middle, end))
            end = middle
        else:
            spans.append(Span(start, middle))
            start = middle
    return tuple(reversed(spans))


def consistency_spans(first: int, second: int) -> tuple[Span, ...]:
    """The spans whose hashes, in this order, prove that the tree of `second` leaves begins with that of `first`."""
    if not 0 <= first <= second:
        raise ValueError(f"a tree of {second} leaves does not continue one of {first}")
    if first in (0, second):
        return ()
    spans: list[Span] = []
    start, end = 0, second
    while end != first:
        middle = start + _split(end - start)
        if first <= middle:
            spans.append(Span(middle, end))
            end = middle
        else:
            spans.append(Span(start, middle))
            start = middle
    return tuple(reversed(spans)) if start == 0 else (Span(start, end), *reversed(spans))


def _split(count: int) -> int:
    """The largest power of two below `count` (2 or more)."""
    return 1 << (count - 1).bit_length() - 1


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether `path` proves that the leaf with this hash stands at `index` of the tree with this root (RFC 9162,
    2.1.3.2). False for anything malformed."""
    if not 0 <= index < size:
        return False
    at, last, total = index, size - 1, leaf
    for item in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            total = node_hash(item, total)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            total = node_hash(total, item)
        at, last = at >> 1, last >> 1
    return last == 0 and total == root


def continues(first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    """Whether `path` proves that the tree of `second` leaves begins with the one of `first` leaves (RFC 9162, 2.1.4.2).
    False for anything malformed."""
    if not 0 <= first <= second:
        return False
    if first in (0, second):
        same = first_root == EMPTY_ROOT if first == 0 else first_root == second_root
        return same and not path
    proof = [first_root, *path] if first.bit_count() == 1 else list(path)
    if not proof:
        return False
    return _climbs(first - 1, second - 1, proof, first_root, second_root)


def _climbs(at: int, last: int, proof: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    while at & 1:
        at, last = at >> 1, last >> 1
    old = new = proof[0]
    for item in proof[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old, new = node_hash(item, old), node_hash(item, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node_hash(new, item)
        at, last = at >> 1, last >> 1
    return last == 0 and old == first_root and new == second_root
