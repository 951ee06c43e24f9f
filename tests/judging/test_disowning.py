"""An entry that takes its own result back, or says that it did not run the claim, is taken at its word."""

import pytest

from openrepro.judging.label import Label
from tests.judging.books import declared, judged, one_page, run, said, value_claim


@pytest.mark.parametrize(
    "text",
    [
        "Claim 1 was not run.",
        "We did not run claim 1.",
        "No experiment was executed for this claim.",
        "The number above is made up.",
        "This output is a placeholder.",
        "The script only prints the paper's value.",
        "This result is retracted.",
        "We could not reproduce claim 1.",
    ],
)
def test_an_entry_that_disowns_its_number_is_not_verified(text: str) -> None:
    whole = judged(one_page(run(declared("3.2")), said(text)), value_claim())
    assert (whole.ruling.label, whole.ruling.row) == (Label.INCONCLUSIVE, "row-4")


@pytest.mark.parametrize(
    "text",
    [
        "Nothing here is hard-coded and no number was copied from the paper.",
        "Claim 2 was not run.",
        "An earlier version of this page held made-up numbers; they have been replaced.",
    ],
)
def test_what_is_said_of_something_else_changes_nothing(text: str) -> None:
    assert judged(one_page(run(declared("3.2")), said(text)), value_claim()).ruling.label is Label.VERIFIED


def test_a_file_that_is_only_shown_does_not_verify() -> None:
    whole = judged(one_page(run(declared("3.2"), command=("cat", "result.txt"), script="")), value_claim())
    assert (whole.ruling.label, whole.ruling.row) == (Label.NOT_JUDGED, "row-12")


@pytest.mark.parametrize(
    ("output", "command"),
    [
        ("WARNING: mock data, no real computation", ("python", "measure.py")),
        ("steps done", ("python", "measure.py", "--dry-run")),
    ],
)
def test_a_run_that_says_it_did_nothing_real_does_not_verify(output: str, command: tuple[str, ...]) -> None:
    whole = judged(one_page(run(f"{output}\n{declared('3.2')}", command=command)), value_claim())
    assert (whole.ruling.label, whole.ruling.row) == (Label.INCONCLUSIVE, "row-4")


def test_a_fetched_file_is_a_file() -> None:
    whole = judged(one_page(run(declared("3.2"), command=("curl", "-s", "http://x/r"), script="")), value_claim())
    assert (whole.ruling.label, whole.ruling.row) == (Label.NOT_JUDGED, "row-12")
