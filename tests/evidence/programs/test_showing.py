"""Commands that only show text that already stood somewhere."""

import time

import pytest

from openrepro.evidence.programs.showing import only_says, only_shows

READER = "import json\nwith open('r.json') as f:\n    r = json.load(f)\nprint('RESULT ' + json.dumps(r))\n"


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
        ("env", "X=1", "cat", "r.txt"),
        ("sudo", "-u", "me", "cat", "r.txt"),
        ("time", "cat", "r.txt"),
        ("nice", "-n", "5", "cat", "r.txt"),
        ("timeout", "5s", "cat", "r.txt"),
        ("ssh", "box", "cat", "r.txt"),
        ("bash", "-c", "for f in a b; do cat $f; done"),
        ("bash", "-c", 'echo "$(cat r.txt)"'),
        ("bash", "-c", "python -c \"print(open('r.txt').read())\""),
        ("python", "-c", "print(open('r.txt').read())"),
        ("env", "X=1", "python3", "-uc", "print(float(open('r.txt').read()))"),
    ],
)
def test_showing_a_file_runs_nothing(argv: tuple[str, ...]) -> None:
    assert only_shows(argv)


@pytest.mark.parametrize(
    ("argv", "name", "text"),
    [
        (("bash", "run.sh"), "run.sh", "#!/bin/bash\nset -e\ncat r.txt\n"),
        (("./run.sh",), "run.sh", "tail -1 r.txt"),
        (("python", "tools/show.py"), "show.py", READER),
        (("python", "show.py"), "show.py", "for line in open('log'):\n    if 'acc' in line:\n        print(line)\n"),
    ],
)
def test_a_script_that_only_shows_a_file_runs_nothing(argv: tuple[str, ...], name: str, text: str) -> None:
    assert only_shows(argv, ((name, text),))
    assert not only_says(argv, ((name, text),))
    assert not only_shows(argv)


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
        ("timeout", "60", "python", "train.py"),
        ("env", "X=1", "python", "train.py"),
        ("ssh", "box", "python", "train.py"),
        ("bash", "-c", 'echo "accuracy: $(python eval.py)"'),
        ("bash", "-c", "echo `python eval.py`"),
        ("bash", "-c", "cat <<'EOF' > run.py\nprint(1 + 1)\nEOF\npython run.py"),
        ("bash", "-c", "echo start\npython train.py\n"),
        ("bash", "-c", "if true; then ./train; fi"),
        ("python", "-c", "print(len(open('r.txt').read()))"),
        ("python", "-c", "print(1 + 1)"),
        ("bash", "-c", "echo 'unclosed"),
        ("bash", "-c", "echo a\n" * 20_000),
    ],
)
def test_a_program_is_more_than_showing(argv: tuple[str, ...]) -> None:
    assert not only_shows(argv)
    assert not only_says(argv)


@pytest.mark.parametrize(
    "text",
    [
        READER + "print(sum(r['values']) / len(r['values']))",
        "import numpy as np\nprint(np.load('r.npy'))",
        READER + "x = r['a'] * 2\nprint(x)",
        "import lib\nprint(open('x').read())\nlib.main()",
        "print('no file')",
        "print(open('x'",
    ],
)
def test_a_script_that_computes_is_more_than_showing(text: str) -> None:
    assert not only_shows(("python", "x.py"), (("x.py", text),))


@pytest.mark.parametrize(
    "argv",
    [
        ("echo", "RESULT {}"),
        ("printf", "%s", "x"),
        ("bash", "-c", "echo a; echo b"),
        ("true",),
        ("sudo", "echo", "x"),
        ("bash", "-c", "tee out <<< 'RESULT {}'"),
        ("bash", "-c", "cat <<'EOF'\nRESULT {}; python x.py\nEOF"),
        ("bash", "-c", "x='RESULT {}'; echo \"$x\""),
        ("bash", "-c", "echo 'RESULT {}; python | x'"),
        ("bash", "-c", "echo 'RESULT {}' | tee out | cat"),
        ("bash", "-c", "echo 'RESULT {}' > r.txt && cat r.txt"),
        ("bash", "-c", "for i in 1 2; do echo 'RESULT {}'; done"),
    ],
)
def test_saying_shows_nothing_but_its_own_words(argv: tuple[str, ...]) -> None:
    assert only_says(argv)


def test_a_script_that_only_says_its_own_words() -> None:
    assert only_says(("bash", "run.sh"), (("run.sh", "#!/bin/sh\n# all\ncat <<EOF\nRESULT {}\nEOF\n"),))
    assert not only_says(("bash", "run.sh"), (("run.sh", "echo start\npython train.py\n"),))


def test_a_file_that_is_shown_is_more_than_said() -> None:
    assert not only_says(("cat", "r.txt"))
    assert not only_says(("bash", "-c", "echo a; cat r.txt"))


@pytest.mark.parametrize("text", ["<<A\n" * 12_000, "$(" * 25_000, "`" * 50_000, "a;" * 25_000, "bash -c '" * 5_000])
def test_hostile_commands_are_survived_quickly(text: str) -> None:
    start = time.process_time()
    only_shows(("bash", "-c", text))
    only_shows(("bash", "run.sh"), (("run.sh", text),))
    only_shows(("bash", "run.sh"), (("run.sh", "bash run.sh;" * 4_000),))
    assert time.process_time() - start < 2
