"""Judging in child processes: what goes wrong in one costs only that call."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from openrepro.challenge.rules import PROFILES
from openrepro.judging.judge import judge
from openrepro.logbooks.trackio import parse
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError, ChildError, Limits

BOOK = {
    "README.md": b"# A logbook\n\nThe paper says 3.1 %.\n",
    "runs.md": b"# Runs\n\n```\n$ python run.py\nRESULT {}\n```\n",
}


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench(Limits(seconds=30, memory=2**28, calls=3))
    yield made
    made.close()


@pytest.fixture
def hurried() -> Iterator[Bench]:
    made = Bench(Limits(seconds=0.4))
    yield made
    made.close()


def test_a_logbook_is_judged_as_it_is_here(bench: Bench) -> None:
    rules = PROFILES["strict"]
    assert bench.judge("book", BOOK, None, rules) == judge(parse(BOOK, name="book"), None, rules)


def test_calls_share_a_child_until_it_is_replaced(bench: Bench) -> None:
    children = [bench.run(os.getpid) for _ in range(7)]
    assert len(set(children)) == 3
    assert children == sorted(children, key=children.index)
    assert os.getpid() not in children


def test_two_calls_at_once_have_a_child_each(bench: Bench) -> None:
    started = time.monotonic()
    threads = [threading.Thread(target=bench.run, args=(time.sleep, 0.8)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - started < 1.5


def test_what_takes_too_long_is_ended_and_tried_once_more(hurried: Bench) -> None:
    with pytest.raises(BeyondLimitsError) as caught:
        hurried.run(time.sleep, 60)
    assert caught.value.text == (
        "It could not be judged within limits: it needed more than 0.4 s, twice in a row "
        "(first it needed more than 0.4 s)."
    )


def test_what_takes_too_much_memory_is_ended(bench: Bench) -> None:
    with pytest.raises(BeyondLimitsError, match=r"it needed more than 256 MB of memory"):
        bench.run(bytes, 2**30)
    assert bench.run(len, "abc") == 3


def test_bytes_that_do_not_fit_are_beyond_the_limits_too(bench: Bench) -> None:
    with pytest.raises(BeyondLimitsError, match=r"it needed more than 256 MB of memory"):
        bench.run(len, bytes(300 * 2**20))


def test_a_child_that_dies_is_replaced(bench: Bench) -> None:
    with pytest.raises(BeyondLimitsError, match=r"its process ended with exit code 3"):
        bench.run(os._exit, 3)
    with pytest.raises(BeyondLimitsError, match=r"its process was ended by SIGABRT"):
        bench.run(os.abort)
    assert bench.run(len, "abc") == 3


def test_a_child_that_dies_once_is_forgiven(bench: Bench) -> None:
    first = bench.run(os.getpid)
    os.kill(first, 9)
    assert bench.run(os.getpid) != first


def test_what_the_judge_raises_is_a_fault_of_ours() -> None:
    bench = Bench()
    with pytest.raises(ChildError, match=r"The judge failed: ValueError: invalid literal for int"):
        bench.run(int, "x")
    child = bench.run(os.getpid)
    with pytest.raises(ChildError, match="cannot be sent"):
        bench.run(threading.Lock)
    assert bench.run(os.getpid) == child
    bench.close()


def test_work_that_nobody_wants_any_more_is_broken_off() -> None:
    bench = Bench()
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    started = time.monotonic()
    with pytest.raises(BrokenOffError):
        bench.run(time.sleep, 60, stop=stop)
    assert time.monotonic() - started < 3
    bench.close()


def test_a_child_sees_no_secrets_and_cannot_write(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENREPRO_DATABASE_URL", "postgresql://somebody:secret@host/name")
    assert bench.run(os.getenv, "OPENREPRO_DATABASE_URL") is None
    with pytest.raises(ChildError, match="File too large"):
        bench.run(Path.write_text, tmp_path / "made", "text")


def test_a_child_ends_with_its_parent() -> None:
    program = (
        "import os, time, threading; from openrepro.server.bench import Bench; bench = Bench();"
        "print(bench.run(os.getpid), flush=True);"
        "bench.run(time.sleep, 60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.2)
        parent.kill()
    until = time.monotonic() + 5
    while Path(f"/proc/{child}").exists() and _state(child) != "Z" and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{child}").exists() or _state(child) == "Z"


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"
