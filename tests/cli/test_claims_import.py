"""`openrepro claims import`: claims come into a challenge, with their papers."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.cli.office import local_user
from openrepro.demo import DATA


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert CliRunner().invoke(main, ["init", str(tmp_path / "challenge")]).exit_code == 0
    return tmp_path / "challenge"


def load(folder: Path, file: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["claims", "import", str(file), "--dir", str(folder), *arguments])


def test_claims_come_with_their_papers_once(folder: Path) -> None:
    result = load(folder, DATA / "claims.json")
    assert result.exit_code == 0
    assert result.stderr == "The challenge was founded: its database was made, and challenge.toml holds as version 1.\n"
    assert result.stdout == "4 claim sets were read: 4 papers are new, the claims of 4 are others now.\n"
    again = json.loads(load(folder, DATA / "claims.json", "--format", "json").stdout)
    assert again == {"sets": 4, "papers_added": [], "papers_changed": [], "refused": []}


def test_who_imported_what_is_on_record(folder: Path) -> None:
    for _ in range(2):
        load(folder, DATA / "claims.json")
    told = CliRunner().invoke(main, ["admin", "log", "--dir", str(folder), "--format", "json"]).stdout
    acts = [(act["actor"], act["action"], act["why"]) for act in json.loads(told)["acts"]]
    user = local_user()
    assert acts[0] == (user, "claims-imported", f"claims import {DATA / 'claims.json'}")
    assert [act[:2] for act in acts[1:]] == [(user, "account-added")]


def test_what_is_left_out_is_told(folder: Path, tmp_path: Path) -> None:
    sets = json.loads((DATA / "claims.json").read_text())[:1]
    sets[0]["claims"][0]["kind"] = "guess"
    (tmp_path / "claims.json").write_text(json.dumps(sets))
    result = load(folder, tmp_path / "claims.json")
    assert result.exit_code == 1
    assert "demo-hedge.c1" in result.stderr
    assert result.stderr.endswith(f"next: openrepro claims check {tmp_path / 'claims.json'}\n")


def test_a_file_that_is_no_list_of_claims_changes_nothing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "claims.json").write_text("{")
    assert load(folder, tmp_path / "claims.json").exit_code == 2
    assert not (folder / "openrepro.db").exists()
