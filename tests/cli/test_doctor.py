"""`openrepro doctor`: every part with its sign, and an exit status that scripts can use."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.server.checks import CHECKS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert CliRunner().invoke(main, ["init", str(tmp_path / "challenge")]).exit_code == 0
    return tmp_path / "challenge"


def doctor(*arguments: str | Path, **env: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, arguments)], env=env)


def test_every_part_is_told_with_what_it_gives(folder: Path) -> None:
    result = doctor(folder)
    assert result.exit_code == 0
    for part in CHECKS:
        assert f" {part}: " in result.stdout
    assert "✓ database: ok" in result.stdout
    assert "would give: workers on other machines" in result.stdout


def test_programs_get_one_document(folder: Path) -> None:
    told = json.loads(doctor(folder, "--format", "json").stdout)
    assert told["schema"] == "openrepro.doctor/1"
    assert [part["part"] for part in told["parts"]] == list(CHECKS)
    assert set(told["parts"][0]) == {"part", "standing", "text", "gives", "todo"}


def test_agents_get_tabs(folder: Path) -> None:
    lines = doctor(folder, "--format", "agent").stdout.splitlines()
    assert lines[0].split("\t") == ["part", "standing", "text", "gives", "todo"]
    assert len(lines) == 1 + len(CHECKS)


def test_what_wants_attention_and_what_is_broken_have_their_exit_status(folder: Path, tmp_path: Path) -> None:
    assert doctor(folder, OPENREPRO_PUBLIC_URL="http://example.org").exit_code == 1
    result = doctor(tmp_path)
    assert result.exit_code == 2
    assert "✗ rules: broken" in result.stdout
    assert "to do: Make a challenge with `openrepro init DIR`." in result.stdout
