import pytest

from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, Statement, Tolerance
from openrepro.evidence.counting import counted_findings
from openrepro.evidence.findings import Code
from openrepro.evidence.mismatch import Size, mismatch_findings, sizes_in
from openrepro.evidence.model import Grade, Result, Source, UnitKind
from openrepro.evidence.scale import GradedText
from openrepro.logbooks.logbook import Address

AT = Address("a.md", 0, 4, "cell_1")


def claim(value: str, unit: str = "", comparator: Comparator = Comparator.EQUAL, tolerance: str = "0") -> Claim:
    return Claim(
        "p.c1",
        Kind.VALUE,
        "text",
        quantity=QuantitySpec("q", unit=unit),
        statement=Statement(comparator, value),
        tolerance=Tolerance(absolute=tolerance),
    )


def measured(value: str, unit: str = "", kind: UnitKind = UnitKind.PLAIN) -> Result:
    return Result(value, AT, Grade.E2, Source.OUTPUT, unit=unit, kind=kind)


def text(words: str) -> GradedText:
    return GradedText(words, Address("out.txt", 0, len(words.encode())), Grade.E2)


def codes(subject: Claim, result: Result, *sizes: Size) -> list[Code]:
    return [finding.code for finding in mismatch_findings(subject, (result,), sizes)]


@pytest.mark.parametrize(
    ("claimed", "value"),
    [
        ("91.2", "0.912"),
        ("0.912", "91.2"),
        ("2.5", "2500"),
        ("120", "2"),
        ("2", "7200"),
        ("1", "1024.5"),
        ("3.00", "2.0794"),
        ("1", "2.3026"),
        ("5", "-500"),
    ],
)
def test_a_factor_of_a_unit_is_suspected_in_either_direction(claimed: str, value: str) -> None:
    assert codes(claim(claimed), measured(value)) == [Code.UNIT_MISMATCH]


@pytest.mark.parametrize(("claimed", "value"), [("91.2", "91.2"), ("91.2", "45"), ("1", "1.7"), ("0", "3"), ("x", "3")])
def test_other_ratios_and_missing_numbers_raise_nothing(claimed: str, value: str) -> None:
    assert codes(claim(claimed), measured(value)) == []


def test_a_value_that_agrees_raises_nothing() -> None:
    assert codes(claim("1", tolerance="100"), measured("100")) == []
    assert codes(claim("100", comparator=Comparator.AT_MOST), measured("1")) == []
    assert codes(claim("1", comparator=Comparator.AT_MOST), measured("100")) == [Code.UNIT_MISMATCH]


def test_a_size_that_the_run_names_is_suspected_as_denominator() -> None:
    sizes = sizes_in([text("batch_size=64\nloaded 52 trajectories, 2 seeds\n")])
    assert {(one.name, str(one.value)) for one in sizes} == {("batch size", "64"), ("trajectories", "52")}
    (finding,) = mismatch_findings(claim("12.8"), (measured("0.2"),), sizes)
    assert finding.code is Code.DENOMINATOR_MISMATCH
    assert "64, which the run names as its batch size" in finding.text
    assert len(finding.at) == 2
    assert codes(claim("12.8"), measured("0.3"), *sizes) == []


def test_kinds_of_percent_are_not_mixed() -> None:
    assert codes(claim("3.1", "percentage points"), measured("3.1", "%", UnitKind.PERCENT)) == [Code.PERCENT_KIND]
    assert codes(claim("3.1", "percent"), measured("3.1", "relative %")) == [Code.PERCENT_KIND]
    assert codes(claim("3.1", "percent"), measured("3.1", "%")) == []


def test_a_declared_fraction_of_a_percent_is_converted_not_suspected() -> None:
    assert codes(claim("91.2", "percent"), measured("0.912", "fraction")) == []


def test_huge_and_broken_numbers_are_survived() -> None:
    assert codes(claim("1"), measured("1e999999999")) == []
    assert codes(claim("1"), measured("nan")) == []


def counting(counted: str, words: str) -> list[Code]:
    subject = Claim("p.c1", Kind.VALUE, "t", quantity=QuantitySpec("perplexity", counted=counted))
    return [finding.code for finding in counted_findings(subject, [text(words)])]


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        ("non-padding tokens", "loss averaged over all tokens including padding tokens"),
        ("tokens, padding excluded", "padding counted in the mean"),
        ("labels without -100", "averaged over -100 labels"),
        ("all runs, failures counted", "12 failures excluded from the mean"),
        ("cases, ties count for the method", "ties dropped"),
    ],
)
def test_what_was_counted_is_held_against_the_claim(counted: str, words: str) -> None:
    assert counting(counted, words) == [Code.COUNTED_DIFFERENTLY]


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        ("non-padding tokens", "padding excluded from the mean"),
        ("", "including padding tokens"),
        ("non-padding tokens", "padding side: left"),
        ("trajectories", "failures excluded"),
    ],
)
def test_counting_alike_or_not_at_all_raises_nothing(counted: str, words: str) -> None:
    assert counting(counted, words) == []
