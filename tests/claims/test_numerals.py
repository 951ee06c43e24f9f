"""Numbers of a claim stand in its quote, in whatever way they are printed there."""

import pytest

from openrepro.claims.numerals import missing, numerals


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("loses 3.1 % at 50 %", "3.1% worse at half the cache"),
        ("a ratio of 0.031", "3.1 percent"),
        ("3.1 % of all", "a fraction of 0.031"),
        ("1200 lines", "1,200 lines"),
        ("51,233 characters", "51233 characters"),
        ("below 1e-9", "less than 1e-9"),
        ("16 experts and 4 rounds", "sixteen experts on four rounds"),
        ("GPT-4 beats ResNet50 (Table 3, Section 4.2)", "it beats it"),
        ("between 3/4 and 1", "in [3/4, 1]"),
        ("at \u22125 degrees", "at -5 degrees"),
        ("after ten steps, one of twenty-one arms", "x_10 of 21 arms"),
        ("ninety-nine percent", "99 %"),
        ("64 and 80 times", "sixty-four and eighty times"),
        ("attention over often written seventh words", ""),
        ("no number at all", ""),
    ],
)
def test_numbers_that_stand_there_are_found(said: str, source: str) -> None:
    assert missing(said, [source]) == ()


@pytest.mark.parametrize(
    ("said", "source", "lost"),
    [
        ("reaches 28.0 after 2,000 rounds", "reaches 27.9 after 2,000 rounds", ("28.0",)),
        ("31 of them", "3.1 of them", ("31",)),
        ("3.1 %", "3.1e-9", ("3.1",)),
        ("5 and 5 and 7", "", ("5", "7")),
        ("ninety-nine percent, two of them", "91.3 %", ("ninety-nine",)),
        ("Twelve seeds and thirty six", "36 of 2 seeds", ("Twelve",)),
    ],
)
def test_numbers_that_do_not_are_named_once(said: str, source: str, lost: tuple[str, ...]) -> None:
    assert missing(said, [source]) == lost


def test_several_sources_count_together() -> None:
    assert missing("89.1 % and 3.0 s", ["89.1 %", "a\t3.0\n"]) == ()


def test_percent_is_told() -> None:
    assert [(one.printed, one.percent) for one in numerals("3.1 % of 40, 5 per cent")] == [
        ("3.1", True),
        ("40", False),
        ("5", True),
    ]
