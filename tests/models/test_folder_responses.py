"""A folder of replies: the common suite, and what a kill at any moment leaves behind."""

import os
import signal
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
import time_machine

from openrepro.errors import OpenReproError
from openrepro.models.endpoint import Sum
from openrepro.models.folder_responses import FolderResponses
from tests.models.responses_suite import *  # noqa: F403
from tests.models.responses_suite import A, B, ResponsesAt, kept, opened

WRITER = """
import sys
from decimal import Decimal
from pathlib import Path
from openrepro.models.endpoint import Asked, Recorded
from openrepro.models.folder_responses import FolderResponses
from tests.models.questions import question

responses = FolderResponses(Path(sys.argv[1]))
for number in range(100_000):
    name = f"{number:064x}"
    responses.open(name, question(), "small", Asked(), Decimal("0.01"))
    responses.keep(Recorded(name, "small", 200, name.encode() * 1000, "2026-11-30T12:00:00Z"))
    responses.settle(name, cost_usd=Decimal("0.005"))
    print(number, flush=True)
"""


@pytest.fixture
def responses_at(tmp_path: Path) -> ResponsesAt:
    return lambda budget: FolderResponses(tmp_path / "responses", budget)


def test_a_process_that_is_killed_loses_at_most_the_call_in_flight(tmp_path: Path) -> None:
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        done = [int(writer.stdout.readline()) for _ in range(20)]
        os.kill(writer.pid, signal.SIGKILL)
        done += [int(line) for line in writer.stdout.read().splitlines()]
        writer.wait()
        writer.stdout.close()
        later = FolderResponses(tmp_path)
        for number in done:
            name = f"{number:064x}"
            assert later.get(name) == kept(name, name.encode() * 1000)
        assert later.spent() > 0


def test_a_line_that_a_kill_cut_off_is_void_and_the_account_goes_on(tmp_path: Path) -> None:
    first = FolderResponses(tmp_path)
    opened(first, A, "0.5")
    account = tmp_path / "account.jsonl"
    account.write_bytes(account.read_bytes() + b'{"open": "')
    second = FolderResponses(tmp_path)
    assert second.spent() == Decimal("0.5")
    assert opened(second, B, "0.25")
    assert FolderResponses(tmp_path).spent() == first.spent() == Decimal("0.75")


@pytest.mark.parametrize("size", [0, 1, 40, 200, -1])
def test_a_reply_that_is_not_whole_is_none(tmp_path: Path, size: int) -> None:
    responses = FolderResponses(tmp_path)
    responses.keep(kept(A, b"x" * 100))
    path = tmp_path / "replies" / A[:2] / A
    path.write_bytes(path.read_bytes()[:size])
    assert responses.get(A) is None


def test_a_reply_under_another_name_is_none(tmp_path: Path) -> None:
    responses = FolderResponses(tmp_path)
    responses.keep(kept(A))
    (tmp_path / "replies" / B[:2]).mkdir()
    (tmp_path / "replies" / A[:2] / A).rename(tmp_path / "replies" / B[:2] / B)
    assert responses.get(B) is None


def test_a_new_day_has_a_new_budget(tmp_path: Path) -> None:
    budget = Sum(per_day=Decimal("0.5"))
    with time_machine.travel("2026-11-30T23:59:00Z"):
        assert opened(FolderResponses(tmp_path, budget), A, "0.5")
        assert not opened(FolderResponses(tmp_path, budget), B, "0.5")
    with time_machine.travel("2026-12-01T00:01:00Z"):
        assert opened(FolderResponses(tmp_path, budget), B, "0.5")


def test_nothing_half_written_is_left_behind(tmp_path: Path) -> None:
    FolderResponses(tmp_path).keep(kept(A))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [A]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OpenReproError, match="cannot be made"):
        opened(FolderResponses(tmp_path / "file"), A, "0")
