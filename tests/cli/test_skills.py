"""`openrepro skills`: written where each agent looks, brought up to date, and taken away without a trace."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro import __version__
from openrepro.agents.skills import FOLDERS, Agent, sealed, version_of
from openrepro.cli import main
from openrepro.guide import examples

ALL = tuple(f"--{agent.value}" for agent in Agent)


def skills(folder: Path, *given: str) -> Result:
    return CliRunner().invoke(main, ["skills", *given, "--dir", str(folder)])


def file_of(folder: Path, agent: Agent) -> Path:
    return folder / FOLDERS[agent] / "openrepro" / "SKILL.md"


@pytest.mark.parametrize("agent", Agent)
def test_each_agent_gets_a_file_of_the_shape_that_it_expects(tmp_path: Path, agent: Agent) -> None:
    assert skills(tmp_path, "add", f"--{agent.value}").exit_code == 0
    text = file_of(tmp_path, agent).read_text()
    head = re.match(r"---\nname: (\S+)\ndescription: ([^\n]+)\nmetadata:\n  version: ([^\n]+)\n---\n", text)
    assert head is not None
    assert (head[1], json.loads(head[3])) == ("openrepro", __version__)
    assert 100 < len(json.loads(head[2])) <= 1024
    assert examples.CHECK in text
    assert "{site}" not in text


def test_done_again_nothing_changes_and_an_older_version_is_brought_up(tmp_path: Path) -> None:
    assert "written" in skills(tmp_path, "add", *ALL).stdout
    assert skills(tmp_path, "add", *ALL).stdout.count("there already") == len(Agent)
    path = file_of(tmp_path, Agent.CLAUDE)
    old = sealed("old\n").replace(f" {__version__} ", " 0.0.9 ")
    path.write_text(old)
    told = json.loads(skills(tmp_path, "add", "--claude", "--format", "json").stdout)["skills"]
    assert (told[0]["was"], told[0]["done"]) == ("0.0.9", "brought up from version 0.0.9")
    assert version_of(path.read_text()) == __version__


def test_what_somebody_changed_is_left_alone(tmp_path: Path) -> None:
    skills(tmp_path, "add", "--pi")
    path = file_of(tmp_path, Agent.PI)
    path.write_text("mine" + path.read_text())
    for verb in ("add", "remove"):
        done = skills(tmp_path, verb, "--pi")
        assert done.exit_code == 2
        assert "was changed" in done.stderr
        assert path.read_text().startswith("mine")
    assert skills(tmp_path, "add", "--pi", "--force").exit_code == 0
    assert not path.read_text().startswith("mine")


def test_removed_it_leaves_no_trace_and_others_files_stay(tmp_path: Path) -> None:
    other = tmp_path / ".claude" / "settings.json"
    other.parent.mkdir()
    other.write_text("{}")
    skills(tmp_path, "add", *ALL)
    assert skills(tmp_path, "remove", *ALL).exit_code == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [other]
    assert [path.name for path in tmp_path.iterdir()] == [".claude"]
    assert skills(tmp_path, "remove", *ALL).exit_code == 0


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    path = file_of(tmp_path, Agent.CODEX)
    path.parent.mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("x")
    path.symlink_to(tmp_path / "elsewhere")
    assert skills(tmp_path, "add", "--codex", "--force").exit_code == 2
    assert (tmp_path / "elsewhere").read_text() == "x"


def test_no_agent_and_two_places_are_said(tmp_path: Path) -> None:
    assert "--claude" in skills(tmp_path, "add").stderr
    assert "two places" in skills(tmp_path, "add", "--pi", "--user").stderr
