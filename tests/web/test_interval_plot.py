"""The geometry of interval plots: everything lies on the picture, whatever the numbers are."""

import time
from typing import Any

import pytest

from openrepro.web.interval_plot import MOST_LINES, Drawing, drawing


def line(value: str | None, low: str | None = None, high: str | None = None, label: str = "verified") -> dict[str, Any]:
    return {"name": "team", "label": label, "value": value, "low": low, "high": high}


def plot(*lines: dict[str, Any], low: str | None = "27.9", high: str | None = "27.9", inner: str = "0.4") -> Any:
    return {"claimed": "claimed 27.9", "allowed": {"low": low, "high": high, "inner": inner}, "lines": list(lines)}


def drawn(*lines: dict[str, Any], **more: Any) -> Drawing:
    found = drawing(plot(*lines, **more))
    assert found is not None
    return found


def at(x: str) -> float:
    return float(x.removesuffix("%"))


def places(found: Drawing) -> list[float]:
    bars = [x for bar in found.bars for x in (bar.x, bar.low, bar.high) if x]
    bands = [band.x for band in (found.allowed, found.tolerated) if band is not None]
    return [at(x) for x in (*bars, *found.ends, *bands, *(tick.x for tick in found.ticks))]


def test_values_stand_in_their_order_with_the_claim_between_them() -> None:
    found = drawn(line("27.5", "27.3", "27.7"), line("28.4", "28.2", "28.6"))
    first, second = found.bars
    assert at(first.low) < at(first.x) < at(first.high) < at(found.ends[0]) < at(second.low) < at(second.x)
    assert found.scale == "linear"
    assert found.tolerated is not None
    assert at(found.tolerated.x) < at(found.ends[0])


def test_a_value_without_an_interval_is_drawn_without_one() -> None:
    (bar,) = drawn(line("28")).bars
    assert bar.x
    assert not bar.low


@pytest.mark.parametrize("bad", [None, "", "nan", "inf", "-inf", "1e999999", "9" * 10_000, "1_000", "٣", "0x10"])
def test_what_is_no_number_of_ordinary_size_is_not_drawn(bad: str | None) -> None:
    begun = time.process_time()
    found = drawn(line("28"), line(bad, bad, bad))
    assert found.bars[1].x == ""
    assert drawing(plot(line(bad))) is None
    assert time.process_time() - begun < 0.2


def test_an_interval_that_is_upside_down_is_none() -> None:
    assert not drawn(line("28", "29", "27")).bars[0].low


def test_a_value_far_off_is_an_arrow_and_squeezes_nobody() -> None:
    found = drawn(line("27.8", "27.6", "28.0"), line("28.1", "28.0", "28.2"), line("40000"))
    assert [bar.off for bar in found.bars] == ["", "", "high"]
    assert found.outside == 1
    assert at(found.bars[1].x) - at(found.bars[0].x) > 5


def test_an_interval_that_goes_on_beyond_the_axis_says_so() -> None:
    (bar, _) = drawn(line("28", "-1e9", "1e9"), line("27.8")).bars
    assert (bar.cut_low, bar.cut_high) == (True, True)


def test_magnitudes_far_apart_get_a_logarithmic_axis() -> None:
    found = drawn(line("1e-16"), line("3e-13"), low=None, high="1e-9", inner="0")
    assert found.scale == "logarithmic"
    assert at(found.bars[0].x) < at(found.bars[1].x) < at(found.ends[0])
    assert 2 <= len(found.ticks) <= 6


def test_an_open_side_reaches_the_edge() -> None:
    found = drawn(line("-12.4", "-13", "-11"), line("17", "11", "22"), low=None, high="0", inner="0")
    assert found.allowed is not None
    assert at(found.allowed.x) == 0
    assert at(found.allowed.width) == pytest.approx(at(found.ends[0]), abs=0.01)
    assert found.tolerated is None


def test_a_plot_without_a_claimed_number_is_still_drawn() -> None:
    found = drawing({"claimed": "", "allowed": None, "lines": [line("1"), line("2")]})
    assert found is not None
    assert found.allowed is None
    assert found.claimed is None


@pytest.mark.parametrize(
    "values",
    [
        ["0"],
        ["0", "0"],
        ["5", "5", "5"],
        ["1e300", "-1e300"],
        ["1e-300", "1e300"],
        ["1000000000.0000001", "1000000000.0000002"],
        ["-0.0", "1e-290"],
        ["9.99e300"],
    ],
)
@pytest.mark.parametrize("ends", [(None, None), ("0", "0"), ("27.9", None), ("1e300", "1e300"), ("-5", "5")])
def test_everything_lies_on_the_picture(values: list[str], ends: tuple[str | None, str | None]) -> None:
    found = drawn(*(line(value, value, value) for value in values), low=ends[0], high=ends[1])
    assert all(0 <= x <= 100 for x in places(found))
    assert len(found.ticks) <= 6


def test_more_lines_than_fit_are_left_out() -> None:
    found = drawn(*(line(str(27 + number)) for number in range(60)))
    assert len(found.bars) == MOST_LINES
    assert found.height > found.foot > found.bars[-1].y
