from decimal import Decimal

import pytest

from openrepro.claims.claim import Claim, Kind, ScaleAxis
from openrepro.evidence.axes import axis_words, figures
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState, Grade, Result, Run, RunState, Source
from openrepro.evidence.scale import GradedText, scale_findings, scale_of
from openrepro.logbooks.logbook import Address

AT = Address("pages/a/page.md", 0, 10, "cell_1")


def claim(axis: str, minimum: str) -> Claim:
    return Claim("p.c1", Kind.VALUE, "text", scale=(ScaleAxis(axis, minimum, minimum),))


def run(*argv: str, state: RunState = RunState.COMPLETED) -> Run:
    return Run("a", "cell_1", AT, argv, 0, "1.0", "", (), (), state)


def declared(**more: object) -> Result:
    return Result("1", AT, Grade.E2, Source.DECLARED, claim="p.c1", **more)  # type: ignore[arg-type]


def text(words: str, grade: Grade = Grade.E2) -> GradedText:
    return GradedText(words, Address("out.txt", 0, len(words.encode())), grade)


def state(axis: str, minimum: str, *results: Result, runs: tuple[Run, ...] = (), texts: tuple[GradedText, ...] = ()):
    (reading,) = scale_of(claim(axis, minimum), results, runs, texts)
    return reading.state, reading.found


def test_a_declared_scale_meets_or_misses_the_minimum() -> None:
    assert state("eval_tokens", "24500", declared(scale={"eval_tokens": "245000"})) == (AxisState.MET, "245000")
    assert state("eval_tokens", "24500", declared(scale={"eval_tokens": "100"})) == (AxisState.BELOW, "100")


def test_declared_seeds_and_values_count_seeds() -> None:
    assert state("seeds", "3", declared(seeds=("0", "1", "2"))) == (AxisState.MET, "3")
    assert state("seeds", "3", declared(seeds=("0", "0", "0"))) == (AxisState.BELOW, "1")
    assert state("runs", "3", declared(values=("1.0", "1.0"))) == (AxisState.BELOW, "2")


def test_another_claims_result_says_nothing() -> None:
    other = Result("1", AT, Grade.E2, Source.DECLARED, claim="p.c2", seeds=("0", "1", "2"))
    assert state("seeds", "3", other)[0] is AxisState.UNKNOWN


@pytest.mark.parametrize(
    "argv", [("train.py", "--epochs", "3"), ("train.py", "--num-epochs=3"), ("train.py", "training_epochs=3")]
)
def test_flags_of_a_completed_run_state_an_axis(argv: tuple[str, ...]) -> None:
    assert state("training_epochs", "3", runs=(run(*argv),)) == (AxisState.MET, "3")
    assert state("training_epochs", "10", runs=(run(*argv),)) == (AxisState.BELOW, "3")


def test_a_failed_runs_flags_do_not_count() -> None:
    assert state("epochs", "3", runs=(run("--epochs", "3", state=RunState.FAILED),))[0] is AxisState.UNKNOWN


def test_runs_with_different_seeds_count_each_seed_once() -> None:
    runs = tuple(run("train.py", "--seed", seed) for seed in ("0", "1", "1"))
    assert state("seeds", "3", runs=runs) == (AxisState.BELOW, "2")
    assert state("seeds", "2", runs=runs) == (AxisState.MET, "2")


def test_one_seed_flag_is_not_a_number_of_steps() -> None:
    assert state("steps", "3", runs=(run("train.py", "--warmup-steps", "500"),))[0] is AxisState.UNKNOWN


def test_runs_on_both_sides_of_the_minimum_leave_the_axis_unknown() -> None:
    runs = (run("--epochs", "1"), run("--epochs", "100"))
    assert state("epochs", "10", runs=runs) == (AxisState.UNKNOWN, "100")


@pytest.mark.parametrize(
    ("axis", "words", "expected"),
    [
        ("agents", '  "agents": 50,', "50"),
        ("trajectories", "evaluated 52 trajectories", "52"),
        ("test_images", "number of test images: 10,000", "10000"),
        ("largest_stride", "stride = 8", "8"),
        ("parameters_billion", "model has 7B parameters", "7"),
        ("tokens_billion", "trained on 100 billion tokens", "100"),
        ("training_epochs", "epochs=100", "100"),
    ],
)
def test_numbers_beside_the_axis_words_in_an_output_count(axis: str, words: str, expected: str) -> None:
    assert state(axis, expected, texts=(text(words),)) == (AxisState.MET, expected)


@pytest.mark.parametrize(
    ("axis", "words"),
    [
        ("iterations", '"rounds_per_iteration": 40'),
        ("test_images", "trained on 60,000 images"),
        ("models", '"claim": "All 14 models converge."'),
        ("vertices_of_the_largest_graph", "removed 1 vertex"),
        ("days", "finished in 3 hours"),
    ],
)
def test_numbers_of_something_else_do_not_count(axis: str, words: str) -> None:
    assert state(axis, "1", texts=(text(words),))[0] is AxisState.UNKNOWN


def test_prose_alone_never_meets_an_axis_but_may_admit_less() -> None:
    assert state("seeds", "5", texts=(text("We used 5 seeds.", Grade.E0),))[0] is AxisState.UNKNOWN
    assert state("seeds", "5", texts=(text("We used 2 seeds.", Grade.E0),)) == (AxisState.BELOW, "2")


def test_an_address_points_at_the_very_bytes() -> None:
    words = "é: evaluated 52 trajectories"
    (reading,) = scale_of(claim("trajectories", "52"), (), (), (text(words),))
    assert reading.at is not None
    assert words.encode()[reading.at.start : reading.at.end] == b"52 trajectories"


def test_findings_say_what_is_missing() -> None:
    readings = scale_of(claim("eval_tokens", "24500"), (declared(scale={"eval_tokens": "100"}),), ())
    (below,) = scale_findings(readings)
    assert below.code is Code.SCALE_BELOW
    assert below.text == "The scale of eval tokens is 100; the claim needs at least 24500."
    (unknown,) = scale_findings(scale_of(claim("eval_tokens", "24500"), (), ()))
    assert unknown.code is Code.SCALE_UNKNOWN
    assert scale_findings(scale_of(claim("seeds", "1"), (declared(seeds=("0",)),), ())) == ()


def test_axis_names_are_taken_apart() -> None:
    assert axis_words("vertices_of_the_largest_graph").heads == {"vertex", "vertice", "node"}
    assert axis_words("largest_model_million_parameters").unit == Decimal(10) ** 6
    assert [one.value for one in figures(axis_words("prompts"), "n_prompts: 210\n")] == [Decimal(210)]
