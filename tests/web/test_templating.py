"""How numbers and stretches of time are written on pages."""

import time

import pytest

from openrepro.web.templating import lasting, minus


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Measured -3.243 (95 % interval -3.2592 to -.5)", "Measured −3.243 (95 % interval −3.2592 to −.5)"),
        ("7.1e-14 meets < 1e-9, [-1,-2], n=-1", "7.1e−14 meets < 1e−9, [−1,−2], n=−1"),
        ("it's -2 of the claim's -3", "it's −2 of the claim's −3"),
        ("claims 1-99 of 2026-07-20, demo-batch.c1, cell_78e-61, non-2", None),
        ("'x = -3', \"-4\", “-5” and `head -6 a.txt` -", None),
    ],
)
def test_a_minus_is_one_and_what_is_quoted_named_or_dated_stays(said: str, shown: str | None) -> None:
    assert minus(said) == (shown or said)


@pytest.mark.parametrize("unit", ["-", "'", '"', "1e-", "`-1", "1.", "(-"])
def test_minus_is_quick_on_anything(unit: str) -> None:
    start = time.process_time()
    minus(unit * 100_000)
    assert time.process_time() - start < 2


def test_a_stretch_of_time_has_its_two_largest_units() -> None:
    assert [lasting(one) for one in (0, 59, 61, 1439)] == ["0 min", "59 min", "1 h 1 min", "23 h 59 min"]
    assert [lasting(one) for one in (1440, 17_296, 1_500_000)] == ["1 day 0 h", "12 days 0 h", "1,041 days 16 h"]
