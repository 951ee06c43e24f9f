"""Commands that only show text that already stood somewhere."""

import pytest

from openrepro.evidence.showing import only_says, only_shows


@pytest.mark.parametrize(
    "argv",
    [
        ("cat", "results.json"),
        ("head", "-n", "5", "log.txt"),
        ("bash", "-c", "cat log.txt | grep acc"),
        ("bash", "-lc", "cd out && tail -1 metrics.csv"),
        ("/bin/cat", "r.txt"),
        ("jq", ".acc", "r.json"),
        ("bash", "-c", "X=1 cat r.txt; echo done"),
        ("echo", "RESULT {}"),
    ],
)
def test_showing_a_file_runs_nothing(argv: tuple[str, ...]) -> None:
    assert only_shows(argv)


@pytest.mark.parametrize(
    "argv",
    [
        ("python", "train.py"),
        ("bash", "-c", "python train.py && cat out.json"),
        ("bash", "run.sh"),
        ("hf", "jobs", "logs", "abc"),
        ("ls", "-l"),
        (),
        ("bash",),
    ],
)
def test_a_program_is_more_than_showing(argv: tuple[str, ...]) -> None:
    assert not only_shows(argv)
    assert not only_says(argv)


@pytest.mark.parametrize(
    "argv", [("echo", "RESULT {}"), ("printf", "%s", "x"), ("bash", "-c", "echo a; echo b"), ("true",)]
)
def test_saying_shows_nothing_but_its_own_words(argv: tuple[str, ...]) -> None:
    assert only_says(argv)


def test_a_file_that_is_shown_is_more_than_said() -> None:
    assert not only_says(("cat", "r.txt"))
