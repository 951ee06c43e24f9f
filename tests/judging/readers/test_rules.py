"""The embedded reader binds what is declared by id and name, leaves the rest unknown, and guesses nothing."""

from dataclasses import replace

import pytest

from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, Statement
from openrepro.evidence.model import CaseFile, Result, RunState, Source, UnitKind
from openrepro.grades import Grade
from openrepro.judging.readers.rules import read
from openrepro.judging.reading import Answer, Method, Reading
from openrepro.logbooks.logbook import Address
from tests.judging.books import universal_claim, value_claim
from tests.judging.cases import RUN, a_run, case_file

EXACT = '{"instance": {"t": 1000}, "arithmetic": "rational", "premises_checked": ["step size as in Theorem 1"]}'


def result(value: str = "3.2", start: int = 700, **more: object) -> Result:
    """A result that a recorded run declares for demo1.c1."""
    given = Result(
        value,
        Address("pages/claim-1/page.md", start, start + 90, "cell_run"),
        Grade.E2,
        Source.DECLARED,
        name="perplexity increase",
        unit="percent",
        kind=UnitKind.PERCENT,
        claim="demo1.c1",
        run=RUN,
    )
    return replace(given, **more)  # type: ignore[arg-type]


def found(*results: Result, grade: Grade | None = Grade.E2, **more: object) -> CaseFile:
    return replace(case_file(grade, axes=()), results=results, **more)  # type: ignore[arg-type]


def values(reading: Reading) -> list[str]:
    return [item.value for item in reading.measured]


def test_a_declared_result_fills_the_form() -> None:
    given = result(
        n="245000", seeds=("0", "1"), values=("3.1", "3.3"), plus_minus="0.1", scale={"eval_tokens": "245000"}
    )
    reading = read(value_claim(), found(given))
    (measured,) = reading.measured
    assert (measured.value, measured.unit, measured.plus_minus, measured.n) == ("3.2", "percent", "0.1", "245000")
    assert (measured.seeds, measured.values) == ("2", ("3.1", "3.3"))
    assert measured.at == given.at
    assert reading.quotes == (given.at,)
    assert reading.scale["eval_tokens"].value == "245000"
    assert (reading.addressed, reading.method) == (Answer.YES, Method.EXPERIMENT)
    assert reading.unknown == ()


def test_no_reader_of_rules_says_more_than_it_can_show() -> None:
    reading = read(value_claim(), found(grade=None, addressed=None))
    assert reading.measured == ()
    assert reading.supports is Answer.UNKNOWN
    assert set(reading.unknown) == {"addressed", "method", "measured", "premises_met"}


def test_a_result_of_another_claim_is_not_bound() -> None:
    for other in ("demo1.c2", "demo1.c11", "demo2.c1", "demo1.c1b", None):
        assert values(read(value_claim(), found(result(claim=other)))) == []


@pytest.mark.parametrize("name", ["perplexity", "perplexity increase at full cache", "loss increase", "accuracy"])
def test_a_result_of_another_quantity_is_not_bound_however_similar(name: str) -> None:
    assert values(read(value_claim(), found(result(name=name)))) == []


@pytest.mark.parametrize("name", ["perplexity increase", "Perplexity Increase", "increase of perplexity", ""])
def test_the_quantity_may_be_spelled_freely_or_left_out(name: str) -> None:
    assert values(read(value_claim(), found(result(name=name)))) == ["3.2"]


def test_a_result_that_is_only_said_is_not_bound() -> None:
    assert values(read(value_claim(), found(result(grade=Grade.E0, run=None), grade=Grade.E2))) == []


def test_better_evidence_goes_alone() -> None:
    filed = result("3.3", 100, grade=Grade.E1, run=None)
    assert values(read(value_claim(), found(filed, result("3.2")))) == ["3.2"]
    assert values(read(value_claim(), found(filed))) == ["3.3"]


def test_values_that_differ_are_a_contradiction_with_both_places() -> None:
    reading = read(value_claim(), found(result("3.2"), result("9.4", 800)))
    assert [doubt.at for doubt in reading.contradictions] == [result().at, result("9.4", 800).at]
    assert "9.4" in reading.contradictions[1].why


def test_a_worse_grade_does_not_contradict_a_better_one() -> None:
    filed = result("9.4", 100, grade=Grade.E1, run=None)
    assert read(value_claim(), found(result("3.2"), filed)).contradictions == ()


def test_the_same_value_twice_is_no_contradiction() -> None:
    assert read(value_claim(), found(result(), result(start=800))).contradictions == ()


def named(value: str = "3.2", start: int = 700, **more: object) -> Result:
    """A number of a table whose row and column name the quantity in full."""
    more = {"name": "shared cache perplexity increase", "source": Source.TABLE, "claim": None} | more
    return result(value, start, **more)


def test_a_number_whose_name_holds_the_whole_quantity_is_bound() -> None:
    assert values(read(value_claim(), found(named()))) == ["3.2"]
    by_path = named(name="increase", path="shared_cache.perplexity_increase", source=Source.FILE, grade=Grade.E1)
    assert values(read(value_claim(), found(by_path))) == ["3.2"]


@pytest.mark.parametrize(
    "change",
    [
        {"name": "perplexity increase"},
        {"name": "shared cache perplexity"},
        {"source": Source.PROSE},
        {"grade": Grade.E0},
        {"kind": UnitKind.POINT},
        {"kind": UnitKind.TIME},
    ],
)
def test_a_number_that_lacks_any_of_it_is_not(change: dict[str, object]) -> None:
    assert values(read(value_claim(), found(named(**change)))) == []


def test_numbers_that_disagree_bind_nothing() -> None:
    assert values(read(value_claim(), found(named("3.2"), named("3.9", 800)))) == []


def test_a_declared_result_goes_before_any_table() -> None:
    assert values(read(value_claim(), found(result("3.2"), named("9.4", 800)))) == ["3.2"]


def test_premises_are_met_when_the_result_declares_them() -> None:
    claim = value_claim(premises=("held-out text", "greedy decoding"))
    for premises, answer in (
        (("held-out text", "greedy decoding", "more"), Answer.YES),
        (("held-out text",), Answer.UNKNOWN),
        ((), Answer.UNKNOWN),
        (("Held out texts", "greedy decoding"), Answer.UNKNOWN),
        (("Held-out  text.", " greedy decoding"), Answer.YES),
    ):
        assert read(claim, found(result(premises=premises))).premises_met is answer


def test_the_reading_names_the_premises_that_are_missing() -> None:
    claim = value_claim(premises=("held-out text", "greedy decoding"))
    for premises, unknown in (
        (("held-out text",), ("premise: greedy decoding",)),
        (("Held-out text.", "Greedy decoding"), ()),
        ((), ("premises_met",)),
        (("something else",), ("premises_met",)),
    ):
        assert read(claim, found(result(premises=premises))).unknown == unknown


def test_a_pilot_and_a_failed_run_do_not_contradict_the_result() -> None:
    claim = value_claim()
    pilot = result("9.4", 800, scale={"eval_tokens": "500"})
    full = result(scale={"eval_tokens": "245000"})
    assert values(read(claim, found(pilot, full))) == ["3.2"]
    assert read(claim, found(pilot, full)).contradictions == ()
    elsewhere = replace(RUN, cell="cell_failed", start=1000, end=1200)
    failed = result("9.4", 1100, run=elsewhere)
    runs = (a_run(), a_run(RunState.FAILED, at=elsewhere))
    assert read(claim, found(result(), failed, runs=runs)).contradictions == ()
    assert values(read(claim, found(failed, result(), runs=runs))) == ["3.2"]


def test_seeds_that_repeat_count_once() -> None:
    (measured,) = read(value_claim(), found(result(seeds=("0", "0", "0")))).measured
    assert measured.seeds == "1"


# claims about all cases


def case(value: str = "9.85", counterexample: str | None = EXACT, **more: object) -> Result:
    return result(value, name="largest product", unit="", kind=UnitKind.PLAIN, counterexample=counterexample, **more)


def test_an_exact_counterexample_with_checked_premises() -> None:
    reading = read(universal_claim(), found(case()))
    assert (reading.method, reading.supports, reading.premises_met) == (Method.COUNTEREXAMPLE, Answer.NO, Answer.YES)


@pytest.mark.parametrize("arithmetic", ["exact", "rational", "integer", "interval"])
def test_every_arithmetic_that_rounds_nothing_counts(arithmetic: str) -> None:
    assert read(universal_claim(), found(case(counterexample=EXACT.replace("rational", arithmetic)))).method is (
        Method.COUNTEREXAMPLE
    )


@pytest.mark.parametrize(
    "counterexample",
    [
        None,
        "true",
        "[1]",
        "{",
        '"rational"',
        EXACT.replace("rational", "float"),
        '{"t": 1000}',
        '{"arithmetic": ["exact"]}',
    ],
)
def test_floating_point_or_nothing_said_is_no_counterexample(counterexample: str | None) -> None:
    reading = read(universal_claim(), found(case(counterexample=counterexample)))
    assert reading.method is Method.NUMERICAL_AUDIT
    assert reading.supports is not Answer.NO


@pytest.mark.parametrize("value", ["6.5", "6.49", "0", "-9.85"])
def test_a_case_that_keeps_the_bound_is_no_counterexample(value: str) -> None:
    reading = read(universal_claim(), found(case(value)))
    assert reading.method is Method.NUMERICAL_AUDIT


def test_a_counterexample_must_be_declared() -> None:
    assert read(universal_claim(), found(case(source=Source.OUTPUT))).method is not Method.COUNTEREXAMPLE


@pytest.mark.parametrize(
    "counterexample",
    [
        '{"arithmetic": "exact", "premises_checked": ["step size as in Theorem 1"]}',
        '{"instance": {}, "arithmetic": "exact", "premises_checked": ["step size as in Theorem 1"]}',
        '{"instance": "t = 9", "arithmetic": "exact", "premises_checked": ["step size as in Theorem 1"]}',
        '{"instance": {"t": 9}, "premises_checked": ["step size as in Theorem 1"]}',
        '{"instance": {"t": 9}, "arithmetic": "exact", "premises_checked": ["another"]}',
        '{"instance": {"t": 9}, "arithmetic": "exact", "premises_checked": "step size as in Theorem 1"}',
        '{"instance": {"t": 9}, "arithmetic": "exact"}',
    ],
)
def test_a_counterexample_names_its_case_and_the_premises_it_was_checked_for(counterexample: str) -> None:
    given = case(counterexample=counterexample, premises=("step size as in Theorem 1",))
    reading = read(universal_claim(), found(given))
    assert (reading.method, reading.supports) == (Method.NUMERICAL_AUDIT, Answer.UNKNOWN)


def test_a_counterexample_of_a_claim_without_premises_checks_none() -> None:
    given = case(counterexample='{"instance": {"t": 9}, "arithmetic": "exact"}')
    assert read(universal_claim(premises=()), found(given)).method is Method.COUNTEREXAMPLE


def test_premises_that_were_checked_may_be_spelled_otherwise() -> None:
    given = case(counterexample=EXACT.replace("step size as", "Step  size as").replace("Theorem 1", "theorem 1."))
    assert read(universal_claim(), found(given)).method is Method.COUNTEREXAMPLE


@pytest.mark.parametrize(
    ("value", "unit", "breaks"),
    [
        ("650.01", "percent", True),
        ("115", "percent", False),
        ("110", "%", False),
        ("9850", "thousandths", False),
        ("9.85", "seconds", False),
        ("9.85", "fraction", True),
        ("9.85", "", True),
    ],
)
def test_a_counterexample_is_one_in_every_unit_it_may_be_in(value: str, unit: str, breaks: bool) -> None:
    for claimed in ("", "fraction"):
        claim = universal_claim(quantity=QuantitySpec("largest product", of="steps", unit=claimed))
        given = replace(case(value), unit=unit)
        assert (read(claim, found(given)).method is Method.COUNTEREXAMPLE) is breaks


def test_a_unit_where_the_claim_has_none_is_taken_for_percent_too() -> None:
    claim = universal_claim(statement=Statement(Comparator.AT_LEAST, "5"))
    assert read(claim, found(replace(case("9"), unit="percent"))).method is not Method.COUNTEREXAMPLE


@pytest.mark.parametrize(
    ("comparator", "value", "breaks"),
    [
        (Comparator.LESS, "6.6", True),
        (Comparator.LESS, "6.5", False),
        (Comparator.LESS, "6.4", False),
        (Comparator.AT_MOST, "6.6", True),
        (Comparator.GREATER, "6.4", True),
        (Comparator.GREATER, "6.5", False),
        (Comparator.GREATER, "6.6", False),
        (Comparator.AT_LEAST, "6.4", True),
        (Comparator.AT_LEAST, "6.5", False),
        (Comparator.EQUAL, "6.4", True),
        (Comparator.EQUAL, "6.50", False),
        (Comparator.BETWEEN, "7.1", True),
        (Comparator.BETWEEN, "7.0", False),
        (Comparator.ABOUT, "99", False),
    ],
)
def test_every_comparator_knows_what_breaks_it(comparator: Comparator, value: str, breaks: bool) -> None:
    claim = universal_claim(statement=Statement(comparator, "6.5", upper="7"))
    assert (read(claim, found(case(value))).method is Method.COUNTEREXAMPLE) is breaks


def test_a_finite_check_supports_when_every_value_keeps_the_bound() -> None:
    claim = universal_claim()
    assert read(claim, found(case("6.2", None), case("6.4", None))).supports is Answer.YES
    assert read(claim, found(case("6.2", None), case("6.9", None))).supports is Answer.UNKNOWN
    vague = universal_claim(statement=Statement(Comparator.ABOUT, "6.5"))
    assert read(vague, found(case("6.2", None))).supports is Answer.UNKNOWN


def test_a_run_without_declared_results_may_still_be_an_audit() -> None:
    printed = tuple(named(str(index), 700 + index, name="x", source=Source.OUTPUT) for index in range(3))
    assert read(universal_claim(), found(*printed)).method is Method.NUMERICAL_AUDIT
    assert read(universal_claim(), found(*printed[:2])).method is Method.NONE
    failed = found(*printed, runs=(a_run(RunState.FAILED),))
    assert read(universal_claim(), failed).method is Method.NONE


def test_one_number_many_times_and_the_papers_numbers_are_no_audit() -> None:
    same = tuple(named("42.0", 700 + index, name="x", source=Source.OUTPUT) for index in range(5))
    assert read(universal_claim(), found(*same)).method is Method.NONE
    papers = tuple(named(str(index), 700 + index, name="paper target", source=Source.OUTPUT) for index in range(5))
    assert read(universal_claim(), found(*papers)).method is Method.NONE


def test_a_written_proof_is_named_as_one_for_claims_that_can_be_proved() -> None:
    proved = found(proof=RUN)
    for kind in Kind:
        proof = read(Claim("demo1.c1", kind, "It holds."), proved).method is Method.WRITTEN_PROOF
        assert proof is (kind in (Kind.UNIVERSAL, Kind.EXISTENCE, Kind.EXACT))


# claims that something exists


@pytest.mark.parametrize(
    ("statement", "value", "answer"),
    [
        (Statement(Comparator.EQUAL, "4"), "4", Answer.YES),
        (Statement(Comparator.EQUAL, "4"), "5", Answer.NO),
        (Statement(Comparator.AT_LEAST, "4"), "5", Answer.YES),
        (Statement(Comparator.BETWEEN, "1", upper="2"), "50", Answer.NO),
        (Statement(Comparator.BETWEEN, "1"), "1.5", Answer.UNKNOWN),
        (Statement(Comparator.ABOUT, "4"), "50", Answer.UNKNOWN),
        (Statement(Comparator.EQUAL, "four"), "4", Answer.UNKNOWN),
        (Statement(Comparator.EQUAL), "4", Answer.UNKNOWN),
        (None, "4", Answer.UNKNOWN),
    ],
)
def test_a_construction_shows_what_is_stated_or_nothing(
    statement: Statement | None, value: str, answer: Answer
) -> None:
    claim = universal_claim(kind=Kind.EXISTENCE, statement=statement)
    reading = read(claim, found(case(value, None)))
    assert (reading.method, reading.supports) == (Method.CONSTRUCTION, answer)


def test_the_reader_names_itself_and_the_claim() -> None:
    reading = read(value_claim(), found(result()))
    assert (reading.claim, reading.by.reader) == ("demo1.c1", "rules")
