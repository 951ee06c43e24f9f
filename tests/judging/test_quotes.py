"""A quote must stand where it says: confirming drops what does not, and never adds anything."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.judging.quotes import confirm
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading, ScaleValue
from openrepro.judging.shown import decimal
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
    assert found == Measured("3.2", at(LINE), "percent")
    loss = one_page(run("loss 3.2 nats over 245000 tokens"))
    place = at("loss 3.2 nats", loss)
    (found,) = confirm(reading(Measured("3.2", place, "seconds", "0.7", "245000")), loss).measured
    assert found == Measured("3.2", place)


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
    for text in (
        "nan",
        "inf",
        "-Infinity",
        "",
        "x",
        "3,2",
        "1_3",
        "٣",
        "３.２",
        "1e301",
        "1e-301",
        "9" * 61,
        "1e5000000",
    ):
        assert decimal(text) is None
    for text in ("1e300", "-.5", "9" * 60, "1e-300"):
        assert decimal(text) is not None


def test_on_a_result_line_every_number_must_stand_in_its_own_field() -> None:
    for value in ("245000", "4", "0.1", "3.1", "3"):
        assert confirm(reading(Measured(value, at(LINE))), BOOK).measured == ()
    wrong = Measured("3.2", at(LINE), "percent", "3.2", "4", "5", ("3.1", "3.3"), "0.1", ("3.1",), (("4", "3.1"),))
    (found,) = confirm(reading(wrong), BOOK).measured
    assert found == Measured("3.2", at(LINE), "percent")


def test_the_values_of_a_result_line_are_quoted_whole_and_in_order() -> None:
    for values, kept in ((("3.1", "3.2", "3.3"), True), (("3.3", "3.2", "3.1"), False), (("3.1", "3.2"), False)):
        (found,) = confirm(reading(replace(FULL, values=values)), BOOK).measured
        assert bool(found.values) is kept


def test_arms_and_points_of_a_result_line() -> None:
    line = declared("7.5", versus={"value": "6", "values": ["5.9", "6.1"]}, points=[[1, 2], [10, 4]])
    book = one_page(run(line))
    full = Measured(
        "7.5", at(line, book), "percent", versus="6", versus_values=("5.9", "6.1"), points=(("1", "2"), ("10", "4"))
    )
    assert confirm(reading(full), book).measured == (full,)
    swapped = replace(full, versus="5.9", versus_values=("6.1", "5.9"), points=(("1", "2"), ("10", "6")))
    (found,) = confirm(reading(swapped), book).measured
    assert (found.versus, found.versus_values, found.points) == (None, (), ())


def test_a_part_of_a_result_line_is_read_as_the_line() -> None:
    for part in ("245000", '"n": 245000', '"seeds": [4, 5, 6]'):
        for value in ("245000", "4"):
            assert confirm(reading(Measured(value, at(part))), BOOK).measured == ()
    (found,) = confirm(reading(Measured("3.2", at('"value": "3.2"'), "")), BOOK).measured
    assert found.unit == "percent"


def test_a_number_beside_a_result_line_stands_where_it_stands() -> None:
    book = one_page(run(f"loss 9.25 nats\n{LINE}\ndone in 12 s"))
    start, end = at("loss 9.25", book).start, at("done in 12 s", book).end
    for value, kept in (("9.25", True), ("12", True), ("3.2", True), ("245000", False)):
        place = Address(PAGE, start, end, "cell_run")
        assert bool(confirm(reading(Measured(value, place)), book).measured) is kept


def test_a_result_in_a_file_shows_its_own_fields() -> None:
    text = '{"claim": "demo1.c1", "value": 3.2, "n": 77, "unit": "percent"}'
    book = one_page(files={"evidence/result.json": text})
    place = Address("evidence/result.json", 0, len(text))
    assert confirm(reading(Measured("77", place)), book).measured == ()
    assert confirm(reading(Measured("3.2", place, n="77")), book).measured == (
        Measured("3.2", place, "percent", n="77"),
    )


def test_a_scale_of_a_result_line_is_that_of_its_axis() -> None:
    for axis, value, kept in (
        ("eval_tokens", "245000", True),
        ("eval_tokens", "3.2", False),
        ("seeds", "245000", False),
    ):
        found = confirm(reading(FULL, scale={axis: ScaleValue(value, at(LINE))}), BOOK)
        assert bool(found.scale) is kept


def test_numbers_in_other_digits_are_no_measured_values() -> None:
    book = one_page(run("loss ３.２ and ٣ and 1e999"))
    for value in ("３.２", "٣", "1e999"):
        assert confirm(reading(Measured(value, at(f"{value}", book))), book).measured == ()
