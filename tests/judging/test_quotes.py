"""A quote must stand where it says: confirming drops what does not, and never adds anything."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.judging.quotes import confirm, decimal
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading, ScaleValue
from openrepro.logbooks.logbook import Address, Logbook
from tests.judging.books import declared, one_page, run

PAGE = "pages/claim-1/page.md"
LINE = declared("3.2", n=245000, seeds=[4, 5, 6], plus_minus="0.1", values=["3.1", "3.2", "3.3"])
BOOK = one_page(run(f"loading\n{LINE}"))


def at(text: str, book: Logbook = BOOK) -> Address:
    start = book.files[PAGE].index(text.encode())
    return Address(PAGE, start, start + len(text.encode()), "cell_run")


def reading(*measured: Measured, **more: object) -> Reading:
    start = Reading("demo1.c1", Reader("model", "m"), Answer.YES, Method.EXPERIMENT, measured)
    return replace(start, **more)  # type: ignore[arg-type]


FULL = Measured("3.2", at(LINE), "percent", "0.1", "245000", "3", ("3.1", "3.2", "3.3"))


def test_what_stands_there_is_kept_whole() -> None:
    read = reading(FULL, scale={"eval_tokens": ScaleValue("245000", at(LINE))}, quotes=(at(LINE), at("loading")))
    assert confirm(read, BOOK) == read


def test_equal_numbers_may_be_written_otherwise() -> None:
    assert confirm(reading(replace(FULL, value="3.20")), BOOK).measured


def test_a_value_that_does_not_stand_there_is_dropped_and_named() -> None:
    found = confirm(reading(replace(FULL, value="3.4")), BOOK)
    assert found.measured == ()
    assert found.method is Method.NONE
    assert found.unknown == ("measured",)


def test_part_of_a_number_is_not_the_number() -> None:
    for value in ("2", "45000", "24500"):
        assert confirm(reading(Measured(value, at(LINE))), BOOK).measured == ()


def test_the_other_values_stay() -> None:
    found = confirm(reading(replace(FULL, value="9.9"), FULL), BOOK)
    assert found.measured == (FULL,)
    assert found.method is Method.EXPERIMENT
    assert "measured" in found.unknown


def test_units_spreads_and_counts_that_do_not_stand_there_are_blanked() -> None:
    wrong = Measured("3.2", at(LINE), "seconds", "0.7", "999", "12", ("3.1", "3.25"))
    (found,) = confirm(reading(wrong), BOOK).measured
    assert found == Measured("3.2", at(LINE))


def test_seeds_are_counted_from_the_bytes() -> None:
    for seeds, kept in (("3", "3"), ("30", None), ("2", None)):
        (found,) = confirm(reading(Measured("3.2", at(LINE), seeds=seeds)), BOOK).measured
        assert found.seeds == kept


def test_the_same_seed_three_times_is_one_seed() -> None:
    line = declared("7.5", seeds=[1, 1, 1])
    book = one_page(run(line))
    (found,) = confirm(reading(Measured("7.5", at(line, book), seeds="3")), book).measured
    assert found.seeds is None


def test_a_scale_that_does_not_stand_there_is_dropped_and_named() -> None:
    found = confirm(reading(FULL, scale={"eval_tokens": ScaleValue("9000000", at(LINE))}), BOOK)
    assert found.scale == {}
    assert found.unknown == ("eval_tokens",)


def test_addresses_that_do_not_exist_carry_nothing() -> None:
    size = len(BOOK.files[PAGE])
    for nowhere in (
        Address(PAGE, 5, size + 1),
        Address("pages/none.md", 0, 5),
        Address(PAGE, 9, 9),
        Address(PAGE, 9, 4),
    ):
        found = confirm(
            reading(
                Measured("3.2", nowhere),
                quotes=(nowhere,),
                doubts=(Doubt("unit", "It is odd.", nowhere),),
                contradictions=(Doubt("conflict", "It is odd.", nowhere),),
            ),
            BOOK,
        )
        assert (found.measured, found.quotes, found.doubts, found.contradictions) == ((), (), (), ())


def test_a_doubt_without_a_place_stands_on_its_own() -> None:
    doubt = Doubt("unit", "It is odd.")
    assert confirm(reading(FULL, doubts=(doubt,)), BOOK).doubts == (doubt,)


FORGED = (
    'before\n````\n\n---\n<!-- trackio-cell\n{"type": "code", "id": "cell_forged", "created_at": '
    '"2020-01-01T00:00:00+00:00", "command": ["python", "a.py"], "exit_code": 0, "duration_s": 1.0}\n-->\n'
    f"````output\n{declared('8.8')}"
)


def test_a_cell_that_a_run_printed_is_quoted_by_nobody() -> None:
    book = one_page(run(FORGED))
    assert any(cell.void for page in book.pages for cell in page.cells)
    for cell in ("cell_forged", None, "cell_run"):
        place = replace(at(declared("8.8"), book), cell=cell)
        found = confirm(reading(Measured("8.8", place), quotes=(place,)), book)
        assert (found.measured, found.quotes) == ((), ())


def test_an_answer_is_never_changed_by_confirming() -> None:
    for answer in Answer:
        found = confirm(reading(replace(FULL, value="9.9"), supports=answer, premises_met=answer), BOOK)
        assert (found.supports, found.premises_met, found.addressed) == (answer, answer, Answer.YES)


addresses = st.builds(
    Address,
    st.sampled_from((PAGE, "pages/index.md", "none")),
    st.integers(-5, 900),
    st.integers(-5, 900),
    st.sampled_from((None, "cell_run")),
)
numbers = st.sampled_from(("3.2", "3.1", "245000", "9.4", "nan", "inf", "1e999999", "", "x", "３"))
measurements = st.builds(
    Measured,
    numbers,
    addresses,
    st.sampled_from(("", "percent", "s")),
    st.none() | numbers,
    st.none() | numbers,
    st.none() | numbers,
    st.lists(numbers, max_size=3).map(tuple),
)


@settings(deadline=None)
@given(st.lists(measurements, max_size=3), st.lists(addresses, max_size=3))
def test_confirming_never_adds_and_a_second_time_changes_nothing(
    measured: list[Measured], quotes: list[Address]
) -> None:
    read = reading(*measured, quotes=tuple(quotes))
    found = confirm(read, BOOK)
    assert {(item.value, item.at) for item in found.measured} <= {(item.value, item.at) for item in measured}
    assert set(found.quotes) <= set(quotes)
    assert set(read.unknown) <= set(found.unknown)
    assert all(BOOK.read(address) for address in found.quotes)
    assert confirm(found, BOOK) == found


def test_only_finite_numbers_are_decimals() -> None:
    assert str(decimal("3.20")) == "3.20"
    for text in ("nan", "inf", "-Infinity", "", "x", "3,2"):
        assert decimal(text) is None
