"""The nearest known name."""

from openrepro.lint.nearest import did_you_mean, nearest


def test_case_comes_first() -> None:
    assert nearest("DEMO1", ("demo2", "demo1")) == "demo1"


def test_a_slip_of_the_pen_is_found_and_a_stranger_is_not() -> None:
    assert nearest("demo-hegde", ("demo-hedge", "demo-batch")) == "demo-hedge"
    assert nearest("zzz", ("demo-hedge",)) is None
    assert nearest("x" * 10_000, ("demo-hedge",)) is None


def test_the_half_sentence() -> None:
    assert did_you_mean("demo-hegde", ("demo-hedge",)) == "; did you mean 'demo-hedge'?"
    assert did_you_mean("zzz", ()) == ""
