"""How many runs decide a claim is told beforehand, from the tolerance and from how much runs differ."""

from openrepro.claims.claim import Claim, Comparator, Kind, Statement, Tolerance, Versus
from openrepro.claims.powering import asks_too_little, power_hint


def value(
    plus_minus: str | None = None, spread: str | None = None, n: int | None = None, tolerance: str = "0.5"
) -> Claim:
    said = Statement(Comparator.EQUAL, "10", plus_minus, spread, n)
    return Claim("p.c1", Kind.VALUE, "It is 10.", statement=said, tolerance=Tolerance(absolute=tolerance))


def seeds(claim: Claim, guess: str = "") -> int | None:
    hint = power_hint(claim, guess)
    return None if hint is None else hint.seeds


def test_more_spread_needs_more_seeds_and_more_tolerance_fewer() -> None:
    few, many = seeds(value("0.2", "sd")), seeds(value("1.0", "sd"))
    assert few is not None
    assert many is not None
    assert 2 <= few < many
    assert seeds(value("1.0", "sd", tolerance="2")) == 5
    assert "About 5 seeds decide this" in power_hint(value("1.0", "sd", tolerance="2")).sentence  # type: ignore[union-attr]


def test_the_spread_of_one_run_is_taken_from_what_the_paper_prints() -> None:
    """A standard error of 0.1 over 25 runs is a standard deviation of 0.5, and so is an interval of ± 0.196."""
    assert power_hint(value("0.1", "se", 25)).spread == "0.5"  # type: ignore[union-attr]
    assert power_hint(value("0.196", "95 % interval", 25)).spread == "0.5"  # type: ignore[union-attr]
    assert power_hint(value("0.1", None, 25)).spread == "0.5"  # type: ignore[union-attr]


def test_a_guess_stands_before_the_paper() -> None:
    hint = power_hint(value("1.0", "sd"), "0.1")
    assert hint is not None
    assert (hint.spread, hint.guessed) == ("0.1", True)
    assert "as guessed" in hint.sentence


def test_without_spread_or_tolerance_nothing_is_invented() -> None:
    assert power_hint(value()) == (None, power_hint(value()).sentence, "", "", False)  # type: ignore[union-attr]
    assert seeds(value("1", "sd", tolerance="0")) is None
    assert seeds(value("1000000", "sd", tolerance="0.001")) is None
    for odd in ("-1", "nonsense", "1e999999"):
        assert seeds(value("1.0", "sd"), odd) == seeds(value("1.0", "sd")) or odd == "1e999999"


def test_orderings_are_told_by_how_far_apart_the_arms_are() -> None:
    said = Statement(Comparator.GREATER, "12", "1", "sd", versus=Versus("the baseline", "10"))
    hint = power_hint(Claim("p.c1", Kind.ORDERING, "It wins.", statement=said))
    assert hint is not None
    assert hint.effect == "2"
    assert hint.seeds is not None
    assert hint.seeds >= 6


def test_what_no_chance_moves_has_no_hint() -> None:
    for kind in (Kind.EXACT, Kind.DATASET, Kind.UNIVERSAL, Kind.DEFINITION):
        assert power_hint(Claim("p.c1", kind, "It is 10.")) is None


def test_claims_that_ask_for_too_few_seeds_are_named() -> None:
    assert asks_too_little(value("1.0", "sd", tolerance="2")).startswith("p.c1: it asks for one run. About 5 seeds")
    assert asks_too_little(value()) == ""
