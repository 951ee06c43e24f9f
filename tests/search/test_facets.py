from hypothesis import given
from hypothesis import strategies as st

from openrepro.search.bits import all_of, bits_of, flags_of
from openrepro.search.facets import facets_of

COLUMNS = {
    "area": (("vision",), ("vision",), ("text",), ()),
    "badge": (("oral", "award"), ("oral",), (), ("poster",)),
}


def test_counts_of_a_trait_leave_its_own_choice_aside() -> None:
    facets = facets_of(4, COLUMNS)
    counts = facets.counts(facets.everything, {"area": "vision"})
    assert counts["area"] == {"text": 1, "vision": 2}
    assert counts["badge"] == {"award": 1, "oral": 2, "poster": 0}
    assert facets.matching(facets.everything, {"area": "vision", "badge": "award"}) == 1


def test_counts_are_of_what_was_found() -> None:
    facets = facets_of(4, COLUMNS)
    assert facets.counts(bits_of([1, 2], 4), {})["area"] == {"text": 1, "vision": 1}


def test_an_unknown_value_matches_nothing() -> None:
    assert facets_of(4, COLUMNS).matching(15, {"area": "none such"}) == 0
    assert facets_of(0, {"area": ()}).counts(0, {}) == {"area": {}}


@given(st.sets(st.integers(0, 99)))
def test_bits_hold_the_numbers_they_are_made_of(numbers: set[int]) -> None:
    bits = bits_of(numbers, 100)
    assert bits.bit_count() == len(numbers)
    assert {at for at, flag in enumerate(flags_of(bits, 100)) if flag} == numbers
    assert bits & all_of(100) == bits
    assert flags_of(0, 0) == b""
