"""The command tree: loads a word's module when it is used, and turns faults into sentences and exit codes."""

import subprocess
import sys
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner, Result

from openrepro import __version__
from openrepro.cli import COMMANDS, main
from openrepro.cli.tree import Branch, LazyGroup
from openrepro.errors import OpenReproError


def run(action: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Result:
    """The result of a group whose one command does `action`."""

    @click.group(cls=LazyGroup, branches={"act": Branch("here:act", "Act.")})
    def group() -> None: ...

    command = click.Command("act", callback=action)
    monkeypatch.setattr("openrepro.cli.tree._load", lambda branch: command)
    return CliRunner().invoke(group, ["act"])


def fail(error: BaseException) -> Callable[[], object]:
    def action() -> object:
        raise error

    return action


def test_version_and_help() -> None:
    assert CliRunner().invoke(main, ["--version"]).stdout == f"openrepro {__version__}\n"
    shown = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    assert all(f"{name} {branch.help}" in shown for name, branch in COMMANDS.items())


def test_a_fault_is_a_sentence_and_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(fail(OpenReproError("claims.json: no claim in it.", hint="see openrepro claims check")), monkeypatch)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: claims.json: no claim in it.\nhint: see openrepro claims check\n"


def test_a_number_that_is_none_is_told_in_plain_words() -> None:
    for number, told in (("abc", "'abc' is not a whole number."), ("70000", "70000 is not from 0 to 65535.")):
        result = CliRunner().invoke(main, ["serve", "--port", number])
        assert result.exit_code == 2
        assert told in result.stderr


def test_a_fault_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in run(fail(OpenReproError("\x1b[2J")), monkeypatch).stderr


def test_a_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(fail(PermissionError(13, "Permission denied", "secret.json")), monkeypatch)
    assert (result.exit_code, result.stderr) == (2, "error: secret.json: Permission denied\n")


def test_ctrl_c_stops_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(fail(KeyboardInterrupt()), monkeypatch)
    assert (result.exit_code, result.stderr) == (130, "stopped\n")


def test_a_usage_error_ends_with_2() -> None:
    assert CliRunner().invoke(main, ["no-such-word"]).exit_code == 2


def test_a_closed_pipe_is_no_error() -> None:
    code = (
        "import sys\n"
        "from openrepro.cli.tree import Branch, LazyGroup\n"
        "import click, openrepro.cli.tree as tree\n"
        "from openrepro.cli.output import emit\n"
        "tree._load = lambda branch: click.Command('act', callback=lambda: [emit('x' * 9999) for _ in range(999)])\n"
        "LazyGroup('g', branches={'act': Branch('a:b', '')})(['act'])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait() == 141


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_imports_no_room(argument: str) -> None:
    code = (
        "import sys\n"
        "from openrepro.cli import main\n"
        f"main([{argument!r}], standalone_mode=False)\n"
        "rooms = [name for name in sys.modules if name.startswith('openrepro.') and '.cli' not in name]\n"
        "print(*rooms, sep=',')\n"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(output.splitlines()[-1].split(",")) == {"openrepro.errors", "openrepro.visible"}


def test_a_command_whose_parts_are_not_installed_says_how_to_get_them() -> None:
    blocked = "import sys; sys.modules['sqlalchemy'] = None; from openrepro.cli import main; main(['serve', '.'])"
    done = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "error: This command needs parts that are not installed here (sqlalchemy).\n"
        "hint: pip install 'openrepro[server]'\n"
    )
