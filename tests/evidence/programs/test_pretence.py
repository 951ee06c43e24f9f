"""Runs that say themselves that they did nothing real."""

import time

import pytest

from openrepro.evidence.findings import Code
from openrepro.evidence.model import Output, Run, RunState
from openrepro.evidence.programs.pretence import pretended
from openrepro.logbooks.logbook import Address, Severity

PAGE = "pages/claim-1/page.md"
WHOLE = Address(PAGE, 0, 9_999_999, "cell_1")


def run(output: str, command: str = "python x.py") -> Run:
    at = Address(PAGE, 500, 500 + len(output.encode()), "cell_1")
    argv = tuple(command.split())
    return Run("claim-1", "cell_1", WHOLE, argv, 0, "1.0", "", (), (Output(output, at),), RunState.COMPLETED)


@pytest.mark.parametrize(
    "output",
    [
        "WARNING: mock data, no real computation",
        "SIMULATED OUTPUT - not a real run",
        "placeholder output",
        "fake data",
        "This is a dry run.",
        "[dry-run] would train 3 epochs",
        "Running in mock mode",
        "note: results are made up",
        "the values are placeholders: 0.5",
        "using dummy data because the dataset is missing",
        "DRY RUN",
    ],
)
def test_an_output_that_says_so(output: str) -> None:
    (finding,) = pretended([run("é loading\n" + output + "\naccuracy 0.91\n")])
    assert (finding.code, finding.severity) == (Code.DISOWNED, Severity.SERIOUS)
    assert finding.at[0] == WHOLE
    assert (finding.at[1].start, finding.at[1].end) == (511, 511 + len(output))


@pytest.mark.parametrize("flag", ["--dry-run", "--dry_run", "--dryrun", "--mock", "--fake-data", "--dry-run=true"])
def test_a_command_that_says_so(flag: str) -> None:
    (finding,) = pretended([run("accuracy 0.91", f"python train.py {flag} --epochs 3")])
    assert finding.at == (WHOLE,)
    assert "--" in finding.text


@pytest.mark.parametrize(
    "output",
    [
        "accuracy 0.91",
        "no mock data",
        "No fake data was used; this is not a dry run.",
        "running on real data, not mock data",
        "real run without placeholder values",
        "dry_run: False",
        "dry run: false",
        "dry-run = 0",
        "mock mode disabled",
        "usage: x.py [-h] [--dry-run] [--seeds N]",
        "  --dry-run   print what would be run (dry run)",
        "hint: pass --dry-run for a dry run",
        "discriminator loss on fake data: 0.693",
        "fake data = 0.25",
        "training the discriminator on fake data",
        "warm-up with dummy data, then timed on the real file",
        "simulated results for 20 seeds: 0.5",
        "detected fake data 0 times",
        "placeholder token <pad> added",
        "hydration dryness 0.2",
        "instead of mock data we use the released file",
    ],
)
def test_an_output_that_says_nothing_of_the_kind(output: str) -> None:
    assert pretended([run(output + "\n")]) == ()


@pytest.mark.parametrize(
    "flag",
    ["--dry-run=false", "--dry-run-dir out", "--mockingbird", "--no-dry-run", "dry", "--dry-run && python train.py"],
)
def test_a_command_that_says_nothing_of_the_kind(flag: str) -> None:
    assert pretended([run("accuracy 0.91", f"python train.py {flag}")]) == ()


@pytest.mark.parametrize(
    "text", ["dry " * 250_000, "mock data no " * 80_000, "dry run\n" * 120_000, "not a real " * 90_000]
)
def test_a_million_hostile_characters_are_survived_quickly(text: str) -> None:
    start = time.process_time()
    pretended([run(text)])
    assert time.process_time() - start < 1
