"""The tree of the ledger: published vectors, and a naive tree that says the same of any size."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.record.ledger import (
    EMPTY_ROOT,
    Node,
    Peaks,
    Span,
    consistency_spans,
    continues,
    cover,
    fold,
    includes,
    inclusion_spans,
    leaf_hash,
    node_hash,
    span_hash,
    tree_of,
)

LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = [  # leaf, size, path: published with the reference implementation of certificate transparency
    (0, 1, []),
    (
        0,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        1,
        5,
        [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
GROWTHS = [
    (1, 1, []),
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (
        2,
        5,
        [
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """The definition of RFC 6962, 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    at = 1
    while at * 2 < len(leaves):
        at *= 2
    return hashlib.sha256(b"\x01" + naive_root(leaves[:at]) + naive_root(leaves[at:])).digest()


def naive_path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    at = 1
    while at * 2 < len(leaves):
        at *= 2
    if index < at:
        return [*naive_path(index, leaves[:at]), naive_root(leaves[at:])]
    return [*naive_path(index - at, leaves[at:]), naive_root(leaves[:at])]


def naive_growth(first: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """RFC 6962, 2.1.2."""
    if first == len(leaves):
        return [] if whole else [naive_root(leaves)]
    at = 1
    while at * 2 < len(leaves):
        at *= 2
    if first <= at:
        return [*naive_growth(first, leaves[:at], whole=whole), naive_root(leaves[at:])]
    return [*naive_growth(first - at, leaves[at:], whole=False), naive_root(leaves[:at])]


def nodes_of(leaves: Sequence[bytes]) -> dict[Node, bytes]:
    """All complete subtrees, as the ledger keeps them."""
    peaks, held = Peaks(), {}
    for at, body in enumerate(leaves):
        held[Node(0, at)] = leaf_hash(body)
        peaks, nodes = peaks.grown(leaf_hash(body))
        held |= dict(nodes)
    return held


def proven(spans: Sequence[Span], leaves: Sequence[bytes]) -> list[bytes]:
    held = nodes_of(leaves)
    return [span_hash(span, held) for span in spans]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_the_published_ones(size: int) -> None:
    assert tree_of(LEAVES[:size]).root.hex() == ROOTS[size]
    assert naive_root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size", "path"), PATHS)
def test_inclusion_paths_are_the_published_ones(index: int, size: int, path: list[str]) -> None:
    found = proven(inclusion_spans(index, size), LEAVES[:size])
    assert [item.hex() for item in found] == path
    assert includes(leaf_hash(LEAVES[index]), index, size, found, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("first", "second", "path"), GROWTHS)
def test_consistency_paths_are_the_published_ones(first: int, second: int, path: list[str]) -> None:
    found = proven(consistency_spans(first, second), LEAVES[:second])
    assert [item.hex() for item in found] == path
    assert continues(first, second, found, bytes.fromhex(ROOTS[first]), bytes.fromhex(ROOTS[second]))


@given(st.lists(st.binary(max_size=4), max_size=70))
def test_the_root_of_any_size_is_that_of_the_definition(leaves: list[bytes]) -> None:
    peaks = tree_of(leaves)
    assert peaks.root == naive_root(leaves)
    held = nodes_of(leaves)
    assert tuple(held[node] for node in peaks.nodes) == peaks.hashes


@given(st.integers(1, 150).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))))
def test_every_leaf_of_any_tree_is_proven_as_the_definition_says(place: tuple[int, int]) -> None:
    size, index = place
    leaves = [b"%d" % at for at in range(size)]
    path = proven(inclusion_spans(index, size), leaves)
    assert path == naive_path(index, leaves)
    root = naive_root(leaves)
    assert includes(leaf_hash(leaves[index]), index, size, path, root)
    assert not includes(leaf_hash(b"other"), index, size, path, root)
    assert not includes(leaf_hash(leaves[index]), index, size, [*path, root], root)
    assert not includes(leaf_hash(leaves[index]), index, size, path[:-1], root) or size == 1
    assert not any(includes(leaf_hash(leaves[index]), at, size, path, root) for at in range(size) if at != index)


@given(st.integers(0, 150).flatmap(lambda second: st.tuples(st.integers(0, second), st.just(second))))
def test_any_tree_is_proven_to_continue_an_earlier_one(sizes: tuple[int, int]) -> None:
    first, second = sizes
    leaves = [b"%d" % at for at in range(second)]
    path = proven(consistency_spans(first, second), leaves)
    old, new = naive_root(leaves[:first]), naive_root(leaves)
    assert path == (naive_growth(first, leaves) if first else [])
    assert continues(first, second, path, old, new)
    assert not continues(first, second, path, leaf_hash(b"other"), new)
    assert not continues(first, second, [*path, new], old, new)
    if 0 < first < second:
        assert not continues(first, second, path, old, leaf_hash(b"other"))
        assert not continues(first, second, path[:-1], old, new)
        assert not continues(first, second, [], old, new)


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=6), st.integers(-2, 40), st.integers(-2, 40))
def test_made_up_proofs_prove_nothing(path: list[bytes], one: int, two: int) -> None:
    leaf, root = leaf_hash(b"a"), node_hash(b"b" * 32, b"c" * 32)
    assert not includes(leaf, one, two, path, root)
    assert not continues(one, two, path, leaf, root) or (one == 0 and leaf == EMPTY_ROOT)


def test_places_outside_the_tree_are_refused() -> None:
    with pytest.raises(ValueError, match="leaf 3 is not in a tree of 3 leaves"):
        inclusion_spans(3, 3)
    with pytest.raises(ValueError, match="a tree of 2 leaves does not continue one of 3"):
        consistency_spans(3, 2)


def test_peaks_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="a tree of 3 leaves has not 1 peaks"):
        Peaks(3, (b"0" * 32,))
    with pytest.raises(ValueError, match="not a hash"):
        Peaks(1, (b"short",))


def test_a_span_is_covered_by_few_complete_subtrees() -> None:
    assert cover(Span(0, 7)) == (Node(2, 0), Node(1, 2), Node(0, 6))
    assert len(cover(Span(0, 2**40 - 1))) == 40
    assert fold([]) == EMPTY_ROOT
