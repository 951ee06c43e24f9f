"""The PostgreSQL that tests run on is shared by a run, and gone with it, however the run ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.postgres import Server, required_binaries

ROOT = Path(__file__).resolve().parents[1]
RUN = """
import sys, time
from tests.postgres import Run, shared_server
run = Run()
shared_server(run.folder)
print(run.folder, flush=True)
sys.stdin.readline()
run.end()
"""


def running(folder: Path) -> int:
    """The process of the server in the folder of a run."""
    return int((Server(folder / "server").data / "postmaster.pid").read_text().split()[0])


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("end", ["in order", "killed"])
def test_the_server_goes_with_the_run(end: str) -> None:
    required_binaries()
    with subprocess.Popen(
        [sys.executable, "-c", RUN], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout
        folder = Path(run.stdout.readline().strip())
        server = running(folder)
        assert alive(server)
        if end == "killed":
            run.send_signal(signal.SIGKILL)
        else:
            run.communicate("\n")
    until = time.monotonic() + 20
    while (alive(server) or folder.exists()) and time.monotonic() < until:
        time.sleep(0.02)
    assert not alive(server)
    assert not folder.exists()


def test_the_run_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.postgres.binaries", lambda: None)
    with pytest.raises(pytest.skip.Exception, match="apt-get install postgresql"):
        required_binaries()
