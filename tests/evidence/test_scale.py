import time
from decimal import Decimal

import pytest

from openrepro.claims.claim import Claim, Kind, ScaleAxis
from openrepro.evidence.axes import axis_words, figures
from openrepro.evidence.findings import Code
from openrepro.evidence.model import AxisState, Grade, Output, Result, Run, RunState, ScaleReading, Source
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


def printing(words: str, *argv: str, start: int = 0) -> Run:
    at = Address("pages/a/page.md", start, start + 9_000, "cell_1")
    output = Output(words, Address("pages/a/page.md", start + 100, start + 100 + len(words.encode()), "cell_1"))
    return Run("a", "cell_1", at, argv, 0, "1.0", "", (), (output,), RunState.COMPLETED)


def reading(axis: str, minimum: str, only: Run, **more: object) -> ScaleReading:
    texts = tuple(GradedText(output.text, output.at, Grade.E2) for output in only.outputs)
    (found,) = scale_of(claim(axis, minimum), (declared(run=only.at, **more),), (only,), texts)
    return found


LESS = [
    ("steps", "10", printing("", "python", "x.py", "--steps", "5")),
    ("steps", "10", printing("", "bash", "-c", "python x.py --steps=5 | tail")),
    ("steps", "10", printing("step 5 of 10 done\nsteps: 5\n")),
    ("steps", "10", printing("n_steps = 5\n")),
    ("steps", "10", printing("finished after 5 steps\n")),
    ("rounds", "2000", printing("", "python", "regret.py", "--rounds", "100", "--seeds", "2")),
    ("rounds", "2000", printing("rounds = 50, seeds = 2\n")),
    ("seeds", "10", printing("rounds = 50, seeds = 2\n")),
    ("seeds", "10", printing("", "x.py", "--seeds", "0", "1", "2")),
    ("steps", "10", printing('RESULT {"claim": "p.c1", "value": "1", "scale": {"steps": 10}}\nsteps: 5\n')),
]


@pytest.mark.parametrize(("axis", "minimum", "only"), LESS)
def test_a_declared_scale_is_not_believed_when_its_own_run_states_less(axis: str, minimum: str, only: Run) -> None:
    found = reading(axis, minimum, only, scale={axis: minimum})
    assert found.state is AxisState.UNKNOWN
    (finding,) = scale_findings((found,))
    assert finding.code is Code.SCALE_UNKNOWN
    assert f"declares {minimum} for {axis}" in finding.text
    assert f"states {found.against};" in finding.text


@pytest.mark.parametrize(
    ("axis", "minimum", "only"),
    [
        ("steps", "10", printing("", "x.py", "--steps", "10")),
        ("steps", "10", printing("steps: 5\nsteps: 10\n")),
        ("steps", "10", printing("steps: 5\n", "x.py", "--steps", "10")),
        ("steps", "10", printing("step: 1\nstep: 9\nepoch: 3\n")),
        ("steps", "10", printing("warmup steps: 2, eval_steps = 5, lr-steps: 3\n2 warmup steps\n")),
        ("steps", "10", printing("", "x.py", "--warmup-steps", "2", "--seed", "3")),
        ("seeds", "10", printing("seed: 0\nseed: 1\n", "x.py", "--seed", "0")),
        ("seeds", "10", printing("", "x.py", "--seeds", "0,1,2,3,4,5,6,7,8,9")),
        ("eval_tokens", "24500", printing("", "x.py", "--eval-tokens", "24,500")),
        ("steps", "10", printing("")),
    ],
)
def test_a_declared_scale_is_believed_when_its_run_does_not_state_less(axis: str, minimum: str, only: Run) -> None:
    assert reading(axis, minimum, only, scale={axis: minimum}).state is AxisState.MET


def test_a_smoke_run_beside_the_full_run_does_no_harm() -> None:
    smoke, full = printing("steps: 5\n", "x.py", "--steps", "5"), printing("", "x.py", "--steps", "10", start=9_000)
    whole = declared(scale={"steps": "10"}, run=full.at)
    for results in ((whole,), (declared(scale={"steps": "5"}, run=smoke.at), whole)):
        assert state("steps", "10", *results, runs=(smoke, full)) == (AxisState.MET, "10")
    claimed = declared(scale={"steps": "10"}, run=smoke.at)
    assert state("steps", "10", claimed, runs=(smoke, full)) == (AxisState.UNKNOWN, "10")


def test_another_run_does_not_lend_its_scale_to_a_declared_result() -> None:
    small, large = printing("", "x.py"), printing("", "x.py", "--steps", "10", start=9_000)
    assert state("steps", "10", declared(run=small.at), runs=(small, large))[0] is AxisState.UNKNOWN
    assert state("steps", "10", declared(run=large.at), runs=(small, large)) == (AxisState.MET, "10")


def test_axes_are_not_met_by_several_runs_together() -> None:
    wide = Claim("p.c1", Kind.VALUE, "t", scale=(ScaleAxis("steps", "10", "10"), ScaleAxis("seeds", "3", "3")))
    one, two = printing(""), printing("", start=9_000)
    parts = (
        declared(scale={"steps": "10", "seeds": "1"}, run=one.at),
        declared(scale={"steps": "5", "seeds": "3"}, run=two.at),
    )
    states = [item.state for item in scale_of(wide, parts, (one, two))]
    assert sorted(states) == [AxisState.BELOW, AxisState.MET]


def test_fewer_seeds_or_values_than_the_scale_says_count() -> None:
    said = {"seeds": "10"}
    assert state("seeds", "10", declared(scale=said, seeds=("0", "1", "2"))) == (AxisState.BELOW, "3")
    assert state("seeds", "10", declared(scale=said, values=("1.0",) * 4)) == (AxisState.BELOW, "4")
    ten = tuple(map(str, range(10)))
    assert state("seeds", "10", declared(scale=said, seeds=ten, values=("1.0",) * 4)) == (AxisState.BELOW, "4")
    assert state("seeds", "10", declared(scale=said, seeds=ten, values=("1.0",) * 10)) == (AxisState.MET, "10")
    assert state("seeds", "10", declared(scale=said)) == (AxisState.MET, "10")
    assert state("trials", "1000", declared(scale={"trials": "1000"}, seeds=("0", "1"))) == (AxisState.MET, "1000")


@pytest.mark.parametrize("words", ["steps: 5 " * 110_000, "steps " * 160_000, "5 steps\n" * 120_000, "s" * 10**6])
def test_a_million_hostile_characters_are_quick(words: str) -> None:
    only = printing(words)
    results = tuple(declared(scale={"steps": str(number)}, run=only.at) for number in range(5_000))
    start = time.process_time()
    scale_of(claim("steps", "10"), results, (only,), (text(words),))
    assert time.process_time() - start < 1.5


@pytest.mark.parametrize("words", ["12 of 245000 eval tokens", "12/245,000 eval tokens", "5 % of the 245k eval tokens"])
def test_a_whole_of_which_a_part_is_told_meets_nothing_by_itself(words: str) -> None:
    assert state("eval_tokens", "24500", texts=(text(words),)) == (AxisState.UNKNOWN, None)
    assert state("eval_tokens", "245001", texts=(text(words),)) == (AxisState.BELOW, "245000")
    both = (text(words), text("scored 245000 eval tokens"))
    assert state("eval_tokens", "24500", texts=both) == (AxisState.MET, "245000")


@pytest.mark.parametrize(
    "words", ["245000/245000 eval tokens", "a total of 245000 eval tokens", "proof 245000 tokens eval"]
)
def test_a_whole_that_is_all_there_is_counts(words: str) -> None:
    assert state("eval_tokens", "24500", texts=(text(words),)) == (AxisState.MET, "245000")


def test_a_result_line_in_an_output_speaks_for_its_own_claim_alone() -> None:
    line = 'RESULT {"claim": "p.c2", "value": "1", "scale": {"eval_tokens": "245000"}}'
    assert state("eval_tokens", "24500", texts=(text(line),)) == (AxisState.UNKNOWN, None)
    assert state("eval_tokens", "24500", texts=(text(f"{line}\n245000 eval tokens"),)) == (AxisState.MET, "245000")


def test_many_parts_and_wholes_are_read_in_little_time() -> None:
    began = time.monotonic()
    for words in ("1 of " * 40_000, "12 of  " * 20_000 + "3 tokens", "half of the all our " * 8_000, "1,111" * 20_000):
        state("eval_tokens", "24500", texts=(text("\n".join([f"eval tokens {words}"] * 2)),))
        state("eval_tokens", "24500", texts=(text("\n".join(f"eval {words[:900]} 5 tokens" for _ in range(300))),))
    assert time.monotonic() - began < 5
