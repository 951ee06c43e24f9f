"""Which commands were executed, how each ended, and what is found wrong with it."""

import time
from dataclasses import replace

import pytest

from openrepro.evidence.findings import Code
from openrepro.evidence.model import Run, RunState
from openrepro.evidence.runs import findings_of_runs, findings_of_void_cells, runs_of
from openrepro.logbooks.logbook import (
    Address,
    Block,
    BlockKind,
    Cell,
    CellType,
    Layout,
    Logbook,
    Page,
    PageRole,
    Severity,
)

FILE = "pages/claim-1/page.md"


def fence(text: str, info: str = "output", balanced: bool = True) -> Block:
    return Block(BlockKind.FENCE, text, Address(FILE, 100, 100 + len(text.encode()), "cell_1"), info, balanced)


def cell(*blocks: Block, command: str = "python train.py", exit_code: int | None = 0, void: str = "") -> Cell:
    return Cell(
        type=CellType.CODE,
        id="cell_1",
        at=Address(FILE, 0, 10_000, "cell_1"),
        blocks=blocks,
        command=tuple(command.split(" ")) if command else (),
        exit_code=exit_code,
        duration_s="1.5",
        void=void,
    )


def logbook(*cells: Cell) -> Logbook:
    page = Page("claim-1", "Claim 1", FILE, PageRole.CLAIM, cells, (1,))
    return Logbook("book", Layout.WORKSPACE, "Book", (page,), ())


def run(output: str | None, command: str = "python train.py", exit_code: int | None = 0) -> Run:
    blocks = () if output is None else (fence(output),)
    (only,) = runs_of(logbook(cell(*blocks, command=command, exit_code=exit_code)))
    return only


def codes(*runs: Run) -> list[Code]:
    return [finding.code for finding in findings_of_runs(runs)]


def test_a_run_keeps_command_exit_scripts_and_whole_output() -> None:
    blocks = (fence("x = 1\n", "python title=train.py"), fence("acc=0.91\n"), fence("lr: 1\n", "yaml title=c.yaml"))
    (only,) = runs_of(logbook(cell(*blocks)))
    assert only.argv == ("python", "train.py")
    assert (only.exit_code, only.duration_s, only.state) == (0, "1.5", RunState.COMPLETED)
    assert [(script.name, script.language) for script in only.scripts] == [("train.py", "python"), ("c.yaml", "yaml")]
    assert [output.text for output in only.outputs] == ["acc=0.91\n"]
    assert only.recorded
    assert findings_of_runs([only]) == ()


def test_cells_without_a_command_and_void_cells_are_no_runs() -> None:
    assert runs_of(logbook(cell(fence("acc=0.9"), command=""), cell(fence("acc=0.9"), void="printed by cell_0"))) == ()


def test_a_fence_with_a_title_is_a_script_and_no_output() -> None:
    (only,) = runs_of(logbook(cell(fence("acc=0.9", "output title=x.py"))))
    assert (only.outputs, only.recorded) == ((), False)
    assert [script.name for script in only.scripts] == ["x.py"]


def test_a_command_typed_in_a_note_is_no_run() -> None:
    note = replace(cell(fence("acc=0.9")), type=CellType.MARKDOWN)
    assert runs_of(logbook(note)) == ()


def test_a_void_cell_is_a_serious_finding_at_its_place() -> None:
    (finding,) = findings_of_void_cells(logbook(cell(void="the output of cell_0 printed its header")))
    assert (finding.code, finding.severity) == (Code.FORGED_OUTPUT, Severity.SERIOUS)
    assert "cell_0" in finding.text
    assert finding.at == (Address(FILE, 0, 10_000, "cell_1"),)
    assert findings_of_void_cells(logbook(cell(fence("acc=0.9")))) == ()


def test_an_unbalanced_output_is_not_recorded_evidence() -> None:
    (only,) = runs_of(logbook(cell(fence("acc=0.9", balanced=False))))
    assert not only.recorded


@pytest.mark.parametrize(
    ("command", "output"),
    [
        (
            "hf jobs run --flavor a100 -d python:3.12 bash x.sh",
            "Nothing to sync.\nid=6a63 url=https://hf.co/jobs/a/6a63",
        ),
        ("sbatch job.sh", "Submitted batch job 4242"),
        ("kubectl apply -f job.yaml", "job.batch/train created"),
        ("aws batch submit-job --job-name a", '{"jobId": "4d8c65e3-fa13-448b-8111-d40c7d107ce5", "jobName": "a"}'),
        ("modal run --detach train.py", "View run at https://modal.com/apps/1"),
        ("bash -c nohup python train.py > log 2>&1 &", ""),
        ("python launch.py", "Job submitted: https://huggingface.co/jobs/me/6a63\nstatus: RUNNING"),
    ],
)
def test_handing_work_over_is_a_submission_and_no_result(command: str, output: str) -> None:
    assert run(output, command).state is RunState.SUBMISSION
    assert codes(run(output, command)) == [Code.SUBMISSION_ONLY]


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("hf jobs uv run train.py", "Job started: https://huggingface.co/jobs/me/1\nepoch 1 loss=0.5\naccuracy 0.91"),
        ("sbatch --wait job.sh", "Submitted batch job 4242\nfinal accuracy = 0.91"),
        ("python train.py && python eval.py", "accuracy 0.91"),
        ("python schedule.py", "jobs finished: mean job time 3.5"),
    ],
)
def test_a_shown_result_is_no_submission(command: str, output: str) -> None:
    assert run(output, command).state is RunState.COMPLETED


@pytest.mark.parametrize(
    ("output", "exit_code"),
    [
        ("loading\nTraceback: OOM", 3),
        ("Traceback (most recent call last):\n  File 'a.py'\nValueError: bad shape", 0),
        ("step 1\nTraceback (most recent call last):\n  x\nValueError: bad\ndone", 0),
        ("error: no such option --foo", 0),
        ("bash: python4: command not found", 0),
        ("FAILED test_x.py::test_y\n=== 1 failed, 3 passed in 0.20s ===", 0),
        ("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB", 0),
    ],
)
def test_a_failure_shows_in_exit_code_or_last_line(output: str, exit_code: int) -> None:
    assert run(output, exit_code=exit_code).state is RunState.FAILED
    assert codes(run(output, exit_code=exit_code)) == [Code.RUN_FAILED]


@pytest.mark.parametrize(
    "output",
    [
        "max error: 0.003",
        "error: 1e-6",
        "RelativeError: 0.02",
        "Traceback (most recent call last):\n  x\nValueError: bad\nretrying\nepoch 1 loss=0.4\naccuracy=0.91",
        "0 errors\nall checks passed",
        "5 passed in 0.70s",
    ],
)
def test_an_error_as_a_measure_or_a_handled_one_is_no_failure(output: str) -> None:
    assert run(output).state is RunState.COMPLETED


@pytest.mark.parametrize("exit_code", [124, 130, 137])
def test_time_limits_and_interrupts_by_exit_code(exit_code: int) -> None:
    assert run("epoch 1", exit_code=exit_code).state is RunState.INTERRUPTED


@pytest.mark.parametrize(
    "output", ["epoch 3\nKeyboardInterrupt", "epoch 3\nTimed out", "x\nslurmstepd: DUE TO TIME LIMIT"]
)
def test_time_limits_and_interrupts_by_last_line(output: str) -> None:
    assert codes(run(output)) == [Code.RUN_INTERRUPTED]


def test_a_pipe_does_not_hide_that_the_time_limit_was_reached() -> None:
    assert run("loss=0.4", "bash -c timeout 1 python train.py | tail").state is RunState.INTERRUPTED
    assert run("loss=0.4", "bash -c timeout 240 python train.py | tail").state is RunState.COMPLETED


@pytest.mark.parametrize(
    "output",
    ["step 1 loss=2.1\nstep 2 loss=nan", '{"loss": NaN}', "val_loss: inf", 'RESULT {"claim": "p.c1", "value": "nan"}'],
)
def test_a_loss_or_metric_that_ends_in_nan_diverged(output: str) -> None:
    assert codes(run(output)) == [Code.RUN_DIVERGED]


@pytest.mark.parametrize(
    "output",
    [
        "no nan found in 12 tensors, loss=0.3",
        "step 1 loss=nan\nstep 2 loss=0.4",
        "acc_std: nan, acc: 0.9",
        "loss=0.4 banana: 3",
        "information: 3",
    ],
)
def test_nan_in_prose_or_before_a_finite_value_did_not_diverge(output: str) -> None:
    assert run(output).state is RunState.COMPLETED


def test_a_missing_exit_code_leaves_the_state_unknown() -> None:
    assert run("acc=0.9", exit_code=None).state is RunState.UNKNOWN
    assert not run("acc=0.9", exit_code=None).recorded


@pytest.mark.parametrize(
    "line",
    [
        "negative control: FAIL",
        "control: FAILED",
        "negative control passed? False",
        "sanity check failed",
        '{"control_ok": false, "acc": 0.9}',
        '{"negative_control": {"passed": false}}',
        "placebo control ... FAIL",
    ],
)
def test_a_declared_control_that_failed_is_found_at_its_line(line: str) -> None:
    (finding,) = findings_of_runs([run(f"é acc=0.9\n{line}\nend")])
    assert finding.code is Code.CONTROL_FAILED
    (at,) = finding.at
    assert f"é acc=0.9\n{line}\nend".encode()[at.start - 100 : at.end - 100] == line.encode()


@pytest.mark.parametrize(
    "line",
    [
        "negative control failed as expected",
        "negative control: FAIL (expected)",
        "expected: negative control fails; negative control: FAIL",
        "negative control passed? True",
        "controls failed: 0",
        "no control failed",
        '{"control_ok": true}',
        "sanity check passed",
        "access control: failed_logins=3",
        "the run aborts if control failed",
    ],
)
def test_a_control_that_behaved_is_no_finding(line: str) -> None:
    assert codes(run(f"acc=0.9\n{line}")) == []


@pytest.mark.parametrize("cut", ["... [31614 chars elided] ...", "[output truncated]", "… truncated …", "<truncated>"])
def test_a_cut_output_is_noted(cut: str) -> None:
    only = run(f"a\n{cut}\nacc=0.9")
    assert only.outputs[0].elided
    (finding,) = findings_of_runs([only])
    assert (finding.code, finding.severity) == (Code.OUTPUT_ELIDED, Severity.NOTE)


def test_words_about_truncation_are_no_cut() -> None:
    assert not run("truncated SVD of rank 5\nprompt truncated to 512 tokens: 0.3").outputs[0].elided


def test_an_empty_output_is_found_once() -> None:
    assert codes(run("")) == [Code.OUTPUT_EMPTY]
    assert codes(run(None)) == [Code.OUTPUT_EMPTY]
    assert codes(run("", exit_code=1)) == [Code.RUN_FAILED]


def test_sentences_name_the_command_and_what_to_do() -> None:
    (finding,) = findings_of_runs([run("x", "python " + "a" * 500, exit_code=2)])
    assert "`python aaa" in finding.text
    assert "exit 2" in finding.text
    assert len(finding.text) < 250


@pytest.mark.parametrize(
    "output",
    ["control " * 125_000, "loss=" * 200_000, "\n" * 1_000_000, "Error" * 200_000, '{"control":' * 90_000, "[" * 10**6],
)
def test_a_million_hostile_characters_take_less_than_a_second(output: str) -> None:
    start = time.process_time()
    findings_of_runs([run(output)])
    assert time.process_time() - start < 1.5
