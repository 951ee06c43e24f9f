"""Charts as geometry: everything drawn follows from whole numbers, and nothing is lost or shown twice."""

import time

import pytest

from openrepro.web.charts import PLOT, TOP, bar, columns, parts, rising, share


def hundredths(text: str) -> int:
    assert text.endswith("%")
    return int(text[:-1].replace(".", ""))


@pytest.mark.parametrize(
    ("part", "whole", "length"),
    [(1, 2, "50.00%"), (1, 3, "33.33%"), (0, 5, "0.00%"), (5, 5, "100.00%"), (7, 5, "100.00%"), (1, 0, "0.00%")],
)
def test_a_share_is_a_length(part: int, whole: int, length: str) -> None:
    assert share(part, whole) == length


def test_a_bar_of_something_is_visible_and_one_of_nothing_is_not() -> None:
    assert bar(0, 10**6).width == "0.00%"
    assert hundredths(bar(1, 10**6).width) > 0
    assert bar(7, 7).width == "100.00%"
    assert bar(0, 0).width == "0.00%"


def test_the_parts_of_a_bar_fill_it_without_gaps() -> None:
    drawn = parts({"verified": 1, "falsified": 1, "toy": 0, "inconclusive": 5})
    assert [one.name for one in drawn] == ["verified", "falsified", "inconclusive"]
    ends = 0
    for one in drawn:
        assert hundredths(one.x) == ends
        ends += hundredths(one.width)
    assert ends == 10_000


def test_a_part_has_its_sign_where_there_is_room() -> None:
    wide, narrow = parts({"verified": 99, "falsified": 1})
    assert (wide.sign, narrow.sign) == ("✓", "")
    assert narrow.tone == "falsified"


def test_nothing_and_what_is_no_state_can_be_drawn() -> None:
    assert parts({}) == parts({"verified": 0}) == ()
    assert parts({"<b>": 1})[0].tone == "plain"


def test_columns_stand_on_one_floor_and_stack_without_gaps() -> None:
    plot = columns(["a", "b"], [{"verified": 3, "toy": 1}, {"verified": 0, "toy": 2}])
    first, second = plot.stacks
    lower, upper = first.pieces
    assert lower.y + lower.height == plot.floor == TOP + PLOT
    assert upper.y + upper.height == lower.y
    assert [piece.name for piece in second.pieces] == ["toy"]
    assert (first.total, second.total) == (4, 2)


def test_the_scale_is_round_and_reaches_the_highest_column() -> None:
    for most in (1, 3, 7, 99, 2_186, 10**9):
        ticks = columns(["a"], [{"verified": most}]).ticks
        assert ticks[0].value == 0
        assert ticks[-1].value >= most
        assert 2 <= len(ticks) <= 6
        assert ticks[-1].y == TOP


def test_few_labels_stand_below_many_columns() -> None:
    drawn = columns([f"day {at}" for at in range(62)], [{"verified": at} for at in range(62)]).stacks
    assert 0 < len([one for one in drawn if one.label]) <= 6
    assert drawn[0].label == "day 0"


def test_a_line_joins_the_middles_of_columns() -> None:
    line = rising([1, 4, 9])
    names = ["a", "b", "c"]
    assert [one.x for one in line.spots] == [one.middle for one in columns(names, [{"toy": 1}] * 3).stacks]
    assert [(one.x1, one.x2) for one in line.reaches] == [("16.66%", "50.00%"), ("50.00%", "83.33%")]
    assert line.last == 9


def test_empty_charts_have_a_scale_all_the_same() -> None:
    assert columns([], []).stacks == ()
    assert rising([]).reaches == ()
    assert [tick.value for tick in rising([0]).ticks] == [0, 1]


def test_huge_numbers_are_quick() -> None:
    begin = time.perf_counter()
    columns(["a"], [{"verified": 10**300}])
    parts({"verified": 10**300, "toy": 1})
    assert time.perf_counter() - begin < 1
