"""Numbers in text: value, unit, kind, spread, name, place; and what is no number."""

import time

import pytest

from openrepro.evidence.model import Quantity, UnitKind
from openrepro.evidence.quantities import MAX_QUANTITIES, numerals, quantities
from openrepro.logbooks.logbook import Address, Block, BlockKind


def read(text: str) -> tuple[Quantity, ...]:
    data = text.encode("utf-8", "surrogateescape")
    return quantities(text, Block(BlockKind.PROSE, text, Address("page.md", 7, 7 + len(data), "cell_1")))


def one(text: str) -> Quantity:
    (quantity,) = read(text)
    return quantity


def values(text: str) -> list[str]:
    return [quantity.value for quantity in read(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("91.2", "91.2"),
        ("0.910", "0.910"),
        ("1.2e-4", "1.2e-4"),
        ("3.1·10^-5", "3.1e-5"),
        ("3.1 × 10^{-5}", "3.1e-5"),
        (r"$3.1\times 10^{-5}$", "3.1e-5"),
        ("3.1 * 10**-5", "3.1e-5"),
        ("10^{-3}", "1e-3"),
        ("10⁻³", "1e-3"),
        ("10⁵ chains", "1e5"),
        ("2×10⁴", "2e4"),
        ("11,907", "11907"),
        ("1,062,461,935.5", "1062461935.5"),
        ("1\u202f062\u202f461", "1062461"),
        ("11{,}907", "11907"),
        ("1_000_000", "1000000"),
        ("−3.5", "-3.5"),
        ("-0.1", "-0.1"),
        ("+0.5", "0.5"),
        (".25", ".25"),
        ("0.5.", "0.5"),
        ("d^0.572", "0.572"),
    ],
)
def test_a_number_becomes_a_decimal_string(text: str, value: str) -> None:
    assert values(text) == [value]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("35-821", ["35", "821"]),
        ("35–821", ["35", "821"]),
        ("[123,456]", ["123", "456"]),
        ("[1,200,300]", ["1", "200", "300"]),
        ("17/20 = 85%", ["17", "20", "85"]),
        ("8 × 8 grid", ["8", "8"]),
    ],
)
def test_ranges_lists_and_products_are_several_numbers(text: str, found: list[str]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "value", "spread", "unit"),
    [
        ("91.2 ± 0.3 %", "91.2", "0.3", "%"),
        ("91.2% ± 0.3%", "91.2", "0.3", "%"),
        ("91.2 +/- 0.3", "91.2", "0.3", ""),
        (r"$91.2 \pm 0.3$", "91.2", "0.3", ""),
        ("91.2 (± 0.3)", "91.2", "0.3", ""),
    ],
)
def test_spreads(text: str, value: str, spread: str, unit: str) -> None:
    quantity = one(text)
    assert (quantity.value, quantity.plus_minus, quantity.unit) == (value, spread, unit)


@pytest.mark.parametrize(
    ("text", "kind", "unit"),
    [
        ("acc is 91 %", UnitKind.PERCENT, "%"),
        (r"91.2\%", UnitKind.PERCENT, "%"),
        ("1.2 pp", UnitKind.POINT, "pp"),
        ("1.2 percentage points", UnitKind.POINT, "percentage points"),
        ("improves by 1.3 points", UnitKind.POINT, "points"),
        ("12 points were sampled", UnitKind.PLAIN, "points"),
        ("relative improvement of 3 %", UnitKind.RELATIVE_PERCENT, "%"),
        ("perplexity is lower by 3 %", UnitKind.RELATIVE_PERCENT, "%"),
        ("a 12.67% reduction", UnitKind.RELATIVE_PERCENT, "%"),
        ("accuracy reaches 35% and more", UnitKind.PERCENT, "%"),
        ("an 8x speedup", UnitKind.FACTOR, "x"),
        ("8×", UnitKind.FACTOR, "×"),
        ("3.5-fold", UnitKind.FACTOR, "fold"),
        ("3 times faster", UnitKind.FACTOR, "×"),
        ("ran 3 times", UnitKind.PLAIN, ""),
        ("3 ms", UnitKind.TIME, "ms"),
        ("20 min", UnitKind.TIME, "min"),
        ("1.5 GB", UnitKind.SIZE, "GB"),
        ("11,907 tokens", UnitKind.SIZE, "tokens"),
        ("4.7M parameters", UnitKind.SIZE, "M"),
        ("p < 0.01", UnitKind.P_VALUE, ""),
        ("p-value: 0.2", UnitKind.P_VALUE, ""),
        ("mp = 0.01", UnitKind.PLAIN, ""),
    ],
)
def test_kinds_and_units(text: str, kind: UnitKind, unit: str) -> None:
    assert (one(text).kind, one(text).unit) == (kind, unit)


@pytest.mark.parametrize(
    ("text", "name", "comparator"),
    [
        ("final loss: 0.3", "final loss", ""),
        ("acc=0.91", "acc", "="),
        ('{"val acc": 0.91}', "val acc", ""),
        ("accuracy is at least 0.9", "accuracy", ">="),
        ("error ≤ 0.1", "error", "<="),
        ("**EER**: 46.87%", "EER", ""),
        ("n = 3, R^2 = 0.93", "R^2", "="),
        ("a perplexity of 9.4", "a perplexity", ""),
        ("0.91", "", ""),
    ],
)
def test_names_and_comparators(text: str, name: str, comparator: str) -> None:
    quantity = read(text)[-1]
    assert (quantity.name, quantity.comparator) == (name, comparator)


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-31",
        "2026-07-31T08:30:00.123Z",
        "20260731T0830Z",
        "12:30:05",
        "31 July 2026"[3:],
        "ec0cafe3bb48cb7f2497723c5e12c6ebc518442c",
        "4d8c65e3-fa13-448b-8111-d40c7d107ce5",
        "numpy 1.26.4",
        "v1.2",
        "Python 3.12",
        "arXiv:2605.21552",
        "2605.21552v1",
        "cell_20fd77758075",
        "https://hf.co/jobs/3/4.5",
        "10.1145/3292500.3330701",
        "Table 3",
        "Section 4.2",
        "Figures 1 and 2",
        "Theorem 3.1",
        "Props 4.7/4.10",
        "Claims 1-6",
        "Eq. (8)",
        "§4.2",
        "#12",
        "top-1",
        "GPT-4",
        "wikitext-2",
        "4096x4096",
        "x_{12}",
        "R^2",
        "2^{20}",
        "1. First item",
        "2) second",
        "## 3.2 Setup",
    ],
)
def test_labels_dates_hashes_and_versions_are_no_numbers(text: str) -> None:
    assert values(text) == []


def test_addresses_are_the_exact_bytes() -> None:
    text = "é — mean 91.2 ± 0.3 % über 11,907 Wörter \udcff 0.5x"
    data = text.encode("utf-8", "surrogateescape")
    found = [data[quantity.at.start - 7 : quantity.at.end - 7].decode() for quantity in read(text)]
    assert found == ["91.2 ± 0.3 %", "11,907", "0.5x"]
    assert {quantity.at.cell for quantity in read(text)} == {"cell_1"}


def test_words_are_what_stands_around_on_the_line() -> None:
    quantity = read("other line\nour accuracy reached 0.91 on the test split\nnext line")[0]
    assert quantity.words == "our accuracy reached on the test split"


def test_numerals_give_value_and_spread() -> None:
    assert numerals('"value": "9.4", ± 1 and 11,907 ± 2') == ("9.4", "1", "11907", "2")


@pytest.mark.parametrize(
    "text",
    [
        "1" * 10**6,
        "1 " * 500_000,
        ("1" * 40 + "." + "1" * 40 + "a") * 12_000,
        "é1.5 " * 200_000,
        "-" * 10**6,
        "1." * 500_000,
        "111," * 250_000,
        "Table 1, " * 110_000,
        " " * 10**6,
        "#" * 10**6,
        "lower by 3% " * 80_000,
    ],
)
def test_a_million_hostile_characters_take_about_a_second_at_most(text: str) -> None:
    start = time.process_time()
    found = read(text)
    assert time.process_time() - start < 2.5
    assert len(found) <= MAX_QUANTITIES


def test_a_long_text_is_read_from_both_ends() -> None:
    found = values("\n".join(str(number) for number in range(1_000, 40_000)))
    assert (len(found), found[0], found[-1]) == (MAX_QUANTITIES, "1000", "39999")
