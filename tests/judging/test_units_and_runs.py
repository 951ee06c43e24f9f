"""From page to label: units, runs one by one, first attempts, premises, and counterexamples in other units."""

import pytest

from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, ReducedCheck, Statement, Tolerance
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.ruling import Ruling
from tests.judging.books import declared, judged, one_page, run, said, universal_claim, value_claim


def ruled(claim: Claim, *lines: str) -> Ruling:
    """The ruling over one run that prints `lines`."""
    return judged(one_page(run("\n".join(lines))), claim).ruling


def outcome(claim: Claim, *lines: str) -> tuple[Label, str]:
    ruling = ruled(claim, *lines)
    return ruling.label, ruling.row


def in_unit(unit: str, *, value: str = "3.1", kind: Kind = Kind.VALUE, tolerance: str | None = "0.5") -> Claim:
    return value_claim(
        value, kind=kind, quantity=QuantitySpec("loss", unit=unit), tolerance=Tolerance(tolerance), scale=()
    )


def line(value: str, unit: str, **more: Json) -> str:
    return declared(value, quantity="loss", unit=unit, **more)


OTHER_UNIT = (Label.INCONCLUSIVE, "row-5")
FINE = (Label.VERIFIED, "row-13")


@pytest.mark.parametrize(
    ("claimed", "unit"),
    [
        ("nats", "bits"),
        ("units of x", "percent"),
        ("units of x", "seconds"),
        ("loss", "percent"),
        ("loss", "fraction"),
        ("loss", "seconds"),
        ("percent", "basis points"),
        ("percent", "percentage points"),
        ("seconds", "GB"),
    ],
)
@pytest.mark.parametrize("kind", [Kind.VALUE, Kind.EXACT])
def test_the_claimed_digits_in_another_unit_settle_nothing(claimed: str, unit: str, kind: Kind) -> None:
    tolerance = "0.5" if kind is Kind.VALUE else None
    assert outcome(in_unit(claimed, kind=kind, tolerance=tolerance), line("3.1", unit)) == OTHER_UNIT


@pytest.mark.parametrize(
    ("claimed", "unit"),
    [
        ("nats", "nats"),
        ("nats", "Nat"),
        ("nats", ""),
        ("", "nats"),
        ("", "percent"),
        ("percent", "%"),
        ("percent", "per cent"),
        ("seconds", "sec"),
        ("units of x", "Unit of x"),
        ("GB", "gigabytes"),
    ],
)
def test_another_spelling_of_the_unit_or_none_is_tolerated(claimed: str, unit: str) -> None:
    ruling = ruled(in_unit(claimed), line("3.1", unit))
    assert (ruling.label, ruling.row) == FINE
    shown = f"Measured 3.1 {unit}".rstrip()
    assert any(reason.text.startswith(f"{shown} ") for reason in ruling.reasons)


@pytest.mark.parametrize(
    ("claimed", "value", "unit", "expected"),
    [
        ("seconds", "3100", "ms", FINE),
        ("ms", "0.0031", "s", FINE),
        ("seconds", "0.05", "min", FINE),
        ("hours", "186", "min", FINE),
        ("GB", "3100", "MB", FINE),
        ("percent", "0.031", "fraction", FINE),
        ("fraction", "310", "percent", FINE),
        ("seconds", "3.1", "ms", OTHER_UNIT),
        ("seconds", "9.4", "ms", (Label.FALSIFIED, "row-14")),
        ("GB", "9400", "MB", (Label.FALSIFIED, "row-14")),
    ],
)
def test_units_that_convert_are_converted(claimed: str, value: str, unit: str, expected: tuple[Label, str]) -> None:
    ruling = ruled(in_unit(claimed), line(value, unit))
    assert (ruling.label, ruling.row) == expected
    assert any(f"{value} {unit}" in reason.text for reason in ruling.reasons)


def test_a_bound_without_a_unit_is_not_settled_by_a_percentage_that_may_be_one() -> None:
    claim = in_unit("", value="1.2", kind=Kind.BOUND, tolerance=None)
    for comparator in (Comparator.AT_MOST, Comparator.AT_LEAST):
        bound = Statement(comparator, "1.2")
        assert (
            outcome(
                value_claim(quantity=claim.quantity, kind=Kind.BOUND, statement=bound, scale=()), line("115", "percent")
            )
            == OTHER_UNIT
        )


PRODUCT: dict[str, Json] = {
    "instance": {"t": 546},
    "arithmetic": "exact",
    "premises_checked": ["step size as in Theorem 1"],
}


@pytest.mark.parametrize(
    ("claimed", "value", "unit", "expected"),
    [
        ("", "115", "percent", (Label.TOY, "row-10")),
        ("", "110", "%", (Label.TOY, "row-10")),
        ("", "130", "percent", (Label.FALSIFIED, "row-6")),
        ("fraction", "115", "percent", (Label.TOY, "row-10")),
        ("fraction", "130", "percent", (Label.FALSIFIED, "row-6")),
        ("units", "1100", "thousandths", OTHER_UNIT),
        ("", "1100", "thousandths", OTHER_UNIT),
        ("", "1.1", "mistakes", (Label.TOY, "row-10")),
        ("", "1.3", "fraction", (Label.FALSIFIED, "row-6")),
        ("units", "1100", "seconds", OTHER_UNIT),
        ("", "1.3", "", (Label.FALSIFIED, "row-6")),
    ],
)
def test_a_counterexample_breaks_the_claim_in_its_own_unit(
    claimed: str, value: str, unit: str, expected: tuple[Label, str]
) -> None:
    claim = universal_claim(
        statement=Statement(Comparator.AT_MOST, "1.2"),
        quantity=QuantitySpec("largest product", unit=claimed),
        reduced_check=ReducedCheck.SIGN,
    )
    assert outcome(claim, declared(value, quantity="largest product", unit=unit, counterexample=PRODUCT)) == expected


@pytest.mark.parametrize("value", ["１.３", "٣", "1_3", "1e999", "9" * 61])
def test_no_odd_number_falsifies_a_claim_about_all(value: str) -> None:
    claim = universal_claim()
    text = declared(value, quantity="largest product", unit="", counterexample=PRODUCT)
    assert outcome(claim, text)[0] not in (Label.FALSIFIED, Label.VERIFIED)


@pytest.mark.parametrize("value", ["３.１", "3_1", "1e999", "3." + "1" * 61])
def test_no_odd_number_decides_a_value(value: str) -> None:
    assert outcome(in_unit("nats"), line(value, "nats"))[0] not in (Label.FALSIFIED, Label.VERIFIED)


def test_a_value_that_is_not_of_its_own_runs_settles_nothing() -> None:
    values: list[Json] = ["27.927", "27.721", "27.824"]
    claim = in_unit("loss", value="27.9", tolerance="0.4")
    assert outcome(claim, line("27.824", "loss", values=values))[0] is Label.VERIFIED
    assert outcome(claim, line("27.8", "loss", values=values))[0] is Label.VERIFIED
    found = ruled(claim, line("27.9", "loss", values=values))
    assert (found.label, found.row, found.reasons[1].code) == (Label.INCONCLUSIVE, "row-9", "values-disagree")


@pytest.mark.parametrize(
    ("values", "label"),
    [
        (["0.031", "0.031", "0.034"], Label.VERIFIED),
        (["0.031", "0.031", "0.050"], Label.FALSIFIED),
        (["0.031", "0.031", "0.040"], Label.INCONCLUSIVE),
    ],
)
def test_a_bound_for_every_seed_is_held_against_the_worst_seed(values: list[Json], label: Label) -> None:
    claim = value_claim(
        kind=Kind.BOUND,
        text="The loss is below 0.04 for every seed.",
        statement=Statement(Comparator.LESS, "0.04"),
        quantity=QuantitySpec("loss"),
        tolerance=Tolerance(),
        scale=(),
    )
    mean = f"{sum(float(str(value)) for value in values) / 3:.4f}"
    assert ruled(claim, line(mean, "", values=values, seeds=[0, 1, 2])).label is label


def test_rounding_a_pilot_and_a_failed_attempt_are_no_conflict() -> None:
    claim = in_unit("nats", value="0.1762", kind=Kind.EXACT, tolerance=None)
    assert outcome(claim, line("0.1762", "nats"), line("0.17620", "nats"), line("0.176197", "nats")) == FINE
    assert outcome(claim, line("0.1762", "nats"), line("0.1763", "nats")) == OTHER_UNIT
    failed = run(line("999", "nats"), cell="cell_failed", exit_code=1)
    book = one_page(failed, run(line("0.1762", "nats")))
    assert judged(book, claim).ruling.label is Label.VERIFIED
    assert judged(one_page(said("Nothing yet."), failed), claim).ruling.row == "row-4"


def test_the_ruling_names_the_premise_that_is_missing() -> None:
    claim = value_claim(premises=("held-out text", "greedy decoding"))
    ruling = ruled(claim, declared("3.2", premises=["Held-out text."]))
    assert (ruling.label, ruling.row) == (Label.NOT_JUDGED, "row-2")
    assert "the premise “greedy decoding” held" in ruling.reasons[0].text
    assert "held-out" not in ruling.reasons[0].text
    assert outcome(claim, declared("3.2", premises=["Held-out text.", " greedy  decoding"])) == FINE
