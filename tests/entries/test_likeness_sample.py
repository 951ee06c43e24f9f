"""Samples: small, the same for the same set, and overlapping where sets overlap."""

from openrepro.entries.likeness_sample import MOST_KEYS, sample_of

KEY = b"key"


def test_small_sets_are_kept_whole_and_large_ones_are_cut() -> None:
    assert len(sample_of(range(100), KEY).keys) == 100
    large = sample_of(range(100_000), KEY)
    assert large.size == 100_000
    assert MOST_KEYS / 4 < len(large.keys) <= MOST_KEYS
    assert sample_of([], KEY) == (0, ())


def test_a_part_is_seen_in_the_sample_of_the_whole() -> None:
    part, whole = sample_of(range(2_000), KEY), sample_of(range(8_000), KEY)
    both = set(part.keys) & set(whole.keys)
    assert len(both) > len(whole.keys) / 8
    assert not set(sample_of(range(2_000), KEY).keys) & set(sample_of(range(9_000, 11_000), KEY).keys)


def test_order_and_repeats_do_not_matter_and_the_key_does() -> None:
    assert sample_of(["b", "a", "a"], KEY) == sample_of(["a", "b"], KEY)
    assert sample_of(range(10_000), KEY).keys != sample_of(range(10_000), b"other").keys


def test_keys_fit_a_signed_number_of_64_bits() -> None:
    assert all(-(2**63) <= key < 2**63 for key in sample_of(map(str, range(1_000)), KEY, 1_000).keys)
