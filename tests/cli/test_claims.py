"""`openrepro claims check`: faults, exit codes, formats."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from tests.claims.specs import CLEAN, changed, claim_set


def check(file: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["claims", "check", str(file), *arguments])


def written(folder: Path, *claims: dict[str, Any]) -> Path:
    file = folder / "claims.json"
    file.write_text(json.dumps([claim_set(*claims)]), "utf-8")
    return file


def test_a_complete_file(tmp_path: Path) -> None:
    result = check(written(tmp_path, CLEAN))
    assert result.exit_code == 0
    assert result.stdout == "1 claims of 1 papers: 0 serious, 0 warning, 0 note\n"
    assert result.stderr == f"next: openrepro judge PATH --claims {tmp_path / 'claims.json'}\n"


def test_warnings_do_not_fail(tmp_path: Path) -> None:
    result = check(written(tmp_path, changed(quote=None)))
    assert result.exit_code == 0
    assert "! warning  no-quote\n    demo1.c2: No quote" in result.stdout


def test_serious_faults_do(tmp_path: Path) -> None:
    result = check(written(tmp_path, changed(statement=None), changed(id="demo1.c3", kind="guess")))
    assert result.exit_code == 1
    assert "✗ serious  no-statement" in result.stdout
    assert "✗ serious  no-kind" in result.stdout
    assert "1 claims of 1 papers: " in result.stdout


def test_many_alike_are_counted(tmp_path: Path) -> None:
    claims = [changed(id=f"demo1.c{index}", quote=None) for index in range(9)]
    assert "and 4 more like these" in check(written(tmp_path, *claims)).stdout


def test_json(tmp_path: Path) -> None:
    result = check(written(tmp_path, changed(quote=None, statement=None)), "--format", "json")
    found = json.loads(result.stdout)
    assert (found["schema"], result.exit_code) == ("openrepro.claimcheck/1", 1)
    assert found["summary"] == {"claims": 1, "serious": 1, "warning": 1, "note": 0}
    assert {fault["code"] for fault in found["faults"]} == {"no-quote", "no-statement"}
    assert found["sets"][0]["paper"] == "demo1"


def test_agent(tmp_path: Path) -> None:
    lines = check(written(tmp_path, changed(quote=None)), "--format", "agent").stdout.splitlines()
    assert lines[0].split("\t")[:3] == ["warning", "demo1.c2", "no-quote"]
    assert lines[-1].startswith("next: openrepro judge PATH --claims ")


@pytest.mark.parametrize("content", [b"# no claims", b"\xff", b"{}"])
def test_an_unreadable_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "claims.json"
    file.write_bytes(content)
    result = check(file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: The claims file ")


def test_usage(tmp_path: Path) -> None:
    assert check(tmp_path / "absent.json").exit_code == 2


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    result = check(written(tmp_path, changed(id="\x1b[2Jdemo", quote=None)))
    assert "\x1b" not in result.stdout
