"""Commands that hand work to another machine, or to the background, and end before it does."""

import time

import pytest

from openrepro.evidence.programs.submissions import only_submits

LINE = 'RESULT {"claim": "p.c2", "quantity": "x", "value": "0.176197"}'


@pytest.mark.parametrize(
    "command",
    [
        "sbatch job.sh",
        "./sbatch job.sh",
        "/usr/bin/sbatch --gres=gpu:1 job.sh",
        "qsub job.sh",
        "bsub < job.sh",
        "condor_submit job.sub",
        "bash -c nohup python train.py > log 2>&1 &",
        "hf jobs run --detach python:3.12 python x.py",
        "hf jobs uv run -d x.py",
        "hf jobs ps",
        "modal run --detach train.py",
        "modal run -d train.py",
        "python submit.py --detach",
        "docker run -d image python x.py",
        "kubectl apply -f job.yaml",
        "sky launch --detach-run task.yaml",
        "ray job submit --no-wait -- python x.py",
        "tmux new-session -d python x.py",
        "bash -c sbatch job.sh && true",
        "bash -c sbatch job.sh; echo done",
    ],
)
def test_a_command_that_ends_before_the_work_cannot_print_its_result(command: str) -> None:
    assert only_submits(command.split(" "), LINE)
    assert only_submits(command.split(" "), "accuracy 0.912\n" + LINE)


@pytest.mark.parametrize(
    "command",
    [
        "hf jobs run python:3.12 python x.py",
        "hf jobs uv run --flavor a100 x.py",
        "hf jobs logs abc",
        "modal run train.py",
        "kubectl logs -f pod",
        "sbatch --wait job.sh",
        "bash -c sbatch job.sh && sleep 600 && cat slurm-1.out",
        "bash -c python a.py > a & python b.py > b & wait; cat a b",
        "nohup python train.py",
        "srun python train.py",
        "python sbatch_sizes.py",
        "bash -c python train.py 2>&1",
        "python submit.py --detached-head 3",
        "python train.py --detach --epochs 3",
        "docker run image python x.py -depth 3",
    ],
)
def test_a_command_that_shows_the_works_own_output_is_a_run(command: str) -> None:
    assert not only_submits(command.split(" "), LINE)


def test_hostile_commands_are_survived_quickly() -> None:
    start = time.process_time()
    for text in ("sbatch " * 3_000, "docker run " * 2_000, "&" * 20_000, "tmux new " * 2_000, "; a=" * 5_000):
        only_submits(("bash", "-c", text), LINE)
    assert time.process_time() - start < 2
