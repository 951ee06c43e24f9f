"""What a program in the sandbox can and cannot do, and how its end is told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openrepro.sandbox.faults import SandboxError, SandboxFault
from openrepro.sandbox.limits import Limits
from openrepro.sandbox.running import run, trial
from tests.sandbox.files import needs_sandbox

PROGRAMS = Path(__file__).with_name("programs.py")
SMALL = Limits(seconds=5, cpu=1, memory=256 << 20, output=1_000_000)


def tried(what: str, limits: Limits = SMALL) -> str:
    return run("tried", what.encode(), given={"tried.py": PROGRAMS}, limits=limits).decode()


@needs_sandbox
@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("cpu", SandboxFault.TIME),
        ("memory", SandboxFault.MEMORY),
        ("output", SandboxFault.OUTPUT),
        ("crash", SandboxFault.SIGNAL),
        ("raise", SandboxFault.BROKEN),
    ],
)
def test_every_end_is_told_in_a_sentence(what: str, fault: SandboxFault) -> None:
    with pytest.raises(SandboxError) as raised:
        tried(what)
    assert raised.value.fault is fault
    assert raised.value.text.endswith(".")
    assert "\n" not in raised.value.text


@needs_sandbox
def test_time_of_the_clock_is_bounded_and_nothing_stays() -> None:
    with pytest.raises(SandboxError, match="1 s") as raised:
        tried("time", SMALL._replace(seconds=1))
    assert raised.value.fault is SandboxFault.TIME


@needs_sandbox
def test_a_program_sees_nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENREPRO_DATABASE_URL", "postgresql://secret")
    assert "OPENREPRO" not in tried("environment")
    assert tried("/code") == "['openrepro', 'tried.py']"
    assert tried("/tmp") == "[]"
    assert tried(str(Path.cwd())).startswith("refused") or "pyproject.toml" not in tried(str(Path.cwd()))
    assert not {"home", "root", "var", "proc", "dev"} & {*tried("/").strip("[]").replace("'", "").split(", ")} - {
        "root"
    }


@needs_sandbox
def test_network_programs_and_files_are_refused() -> None:
    assert tried("network").startswith("refused")
    assert tried("program").startswith("refused")
    assert tried("write").startswith("refused")
    assert not Path("/tmp/left").exists()


@needs_sandbox
def test_the_trial_works() -> None:
    trial()


def test_where_there_is_none_the_work_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxError, match="not installed") as raised:
        tried("/")
    assert (raised.value.fault, raised.value.of_the_machine) == (SandboxFault.MISSING, True)
    assert "apt install bubblewrap" in raised.value.hint


@needs_sandbox
@pytest.mark.skipif(
    os.getuid() != 0 or not os.access(sys.executable, os.X_OK) or shutil.which("setpriv") is None,
    reason="acting as another user needs root and setpriv",
)
def test_it_needs_no_root() -> None:
    """bubblewrap itself makes its sandbox as a user without rights."""
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"]
    walls = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]
    seen = ["--ro-bind", "/usr", "/usr", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/lib", "/lib"]
    done = subprocess.run([*nobody, *walls, *seen, "/usr/bin/true"], capture_output=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
