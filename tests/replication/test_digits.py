"""Numbers as printed."""

from decimal import Decimal

import pytest

from openrepro.replication.digits import Agreement, agree, half_unit, number, quantum, show


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12.30", "12.30"),
        (" -4 ", "-4"),
        ("−0.5", "-0.5"),
        ("1.2e-4", "0.00012"),
        (".5", "0.5"),
        ("3E5", "3E+5"),
        ("7.", "7"),
    ],
)
def test_numbers_keep_their_digits(text: str, value: str) -> None:
    assert number(text) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nan",
        "inf",
        "1,200",
        "3 %",
        "12.3.4",
        "1e999",
        "1e-400",
        "0x10",
        "١٢",
        "1_000",
        "e5",
        ".",
        "-",
        "9" * 200,
        "1e9999",
    ],
)
def test_what_is_no_plain_number(text: str) -> None:
    assert number(text) is None


def test_the_last_printed_digit() -> None:
    assert quantum(Decimal("12.30")) == Decimal("0.01")
    assert quantum(Decimal("3E5")) == 100_000
    assert half_unit(Decimal("229")) == Decimal("0.5")


@pytest.mark.parametrize(
    ("measured", "claimed", "expected"),
    [
        ("12.3", "12.30", Agreement.MATCH),
        ("12.304", "12.30", Agreement.MATCH),
        ("12.305", "12.30", Agreement.MATCH),  # half-even
        ("12.305", "12.31", Agreement.MATCH),  # half-up
        ("12.306", "12.30", Agreement.NONE),
        ("229.4", "229", Agreement.MATCH),
        ("229", "229.4", Agreement.COARSE),
        ("0.7", "0.68", Agreement.COARSE),
        ("0.6", "0.68", Agreement.NONE),
        ("-0.00", "0", Agreement.MATCH),
        ("1e100", "1e-100", Agreement.NONE),
    ],
)
def test_agreement(measured: str, claimed: str, expected: Agreement) -> None:
    assert agree(Decimal(measured), Decimal(claimed)) is expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("12.30", "12.30"),
        ("8.9697287", "8.9697287"),
        ("8.96972873987209384", "8.96973"),
        ("1E+3", "1000"),
        ("1e-20", "1e-20"),
        ("2.5e40", "2.5e+40"),
        ("0", "0"),
        ("-1.50", "-1.50"),
    ],
)
def test_numbers_in_sentences(value: str, text: str) -> None:
    assert show(Decimal(value)) == text


def test_units_in_sentences() -> None:
    assert show(Decimal("9.4"), "percent") == "9.4 percent"
    assert show(Decimal("52"), "count") == "52"
    assert show(Decimal("9.4"), "a unit so long that it would drown the whole sentence") == "9.4"
