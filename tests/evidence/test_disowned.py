"""Sentences that say that a result is no measurement, or take it back."""

import pytest

from openrepro.evidence.disowned import disowned_in
from openrepro.evidence.sentences import Form, Sentence


def disowned(text: str) -> bool:
    return disowned_in(Sentence(text, 0, len(text), Form.PLAIN))


@pytest.mark.parametrize(
    "text",
    [
        "We did not actually run this experiment; the number is copied from the paper.",
        "We made up this output.",
        "The number above is made up.",
        "This output is a placeholder.",
        "The script only prints the paper's value.",
        "fake data",
        "We simulated the output.",
        "This result is retracted.",
        "We could not reproduce claim 2.",
        "Mock run: values are hard-coded",
    ],
)
def test_what_takes_a_result_back(text: str) -> None:
    assert disowned(text)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing is hard-coded.",
        "No number was copied from the paper.",
        "The values are not made up.",
        "The dataset is made up of 52 files.",
        "In an earlier version the scores were fabricated; they are measured now.",
        "The fabricated values have been removed.",
        "The numbers are taken from the run's output.",
        "The paper's values are 0.91 and 0.92; ours are 0.90 and 0.92.",
        "Each simulated trajectory has 200 steps.",
    ],
)
def test_what_does_not(text: str) -> None:
    assert not disowned(text)


def test_a_long_sentence_is_read_in_no_time() -> None:
    assert not disowned("the results of the runs are " * 50_000)
