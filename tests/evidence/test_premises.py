"""Premises are the same but for case, spaces and a final full stop."""

import pytest

from openrepro.evidence.premises import missing_premises


@pytest.mark.parametrize("said", ["x_1 = 1", "X_1 = 1", " x_1  =\t1 ", "x_1 = 1.", "x_1 = 1 ."])
def test_the_same_premise(said: str) -> None:
    assert missing_premises(["x_1 = 1"], [said, "more"]) == ()
    assert missing_premises([said], ["x_1 = 1"]) == ()


@pytest.mark.parametrize("said", ["x_1 = 2", "x_1 = 1, roughly", "x1 = 1", "", "x_1 = 1.."])
def test_another_premise(said: str) -> None:
    assert missing_premises(["x_1 = 1", "mu is 1"], [said, "mu is 1"]) == ("x_1 = 1",)


def test_nothing_is_missing_of_nothing() -> None:
    assert missing_premises([], []) == ()
