"""`openrepro board show`: what it prints, for whom, and with which exit status."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from tests.board.ballots import verdict


def show(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["board", "show", *map(str, arguments)], input=stdin)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Two teams on one claim: verified, and a falsification that nobody confirmed."""
    path = tmp_path / "records.jsonl"
    pair = [verdict("v"), verdict("p", team="b", entry="b/demo")]
    path.write_text("\n".join(json.dumps(record.as_json()) for record in pair))
    return path


def document(result: Result) -> dict[str, object]:
    loaded = json.loads(result.stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_people_see_claims_boards_and_figures(records: Path) -> None:
    result = show(records)
    assert result.exit_code == 0
    assert "demo: fully reproduced (1 testable claim, 2 of 2 entries judged)" in result.stdout
    assert "1 verified, 1 falsified but unconfirmed" in result.stdout
    assert "points: 2 teams" in result.stdout
    assert "1 of 2" in result.stdout
    assert "among equals the team with fewer judged claims" in result.stdout
    assert f"next: openrepro board show {records} --rules icml-2026" in result.stderr


def test_other_rules_can_be_tried_out(records: Path, tmp_path: Path) -> None:
    assert "1 falsified" in show(records, "--rules", "icml-2026").stdout
    rules = tmp_path / "challenge.toml"
    rules.write_text('[judging]\nfalsified_needs = "nothing"\n')
    assert "demo: contested" in show(records, "--rules", rules).stdout


def test_json_is_one_document(records: Path) -> None:
    board = document(show(records, "--format", "json", "--papers", "10", "--guest", "b"))
    assert board["schema"] == "openrepro.board/1"
    assert [paper["state"] for paper in board["papers"]] == ["fully reproduced"]  # type: ignore[attr-defined]
    figures = {figure["name"]: figure for figure in board["figures"]}  # type: ignore[attr-defined]
    assert figures["papers with an entry"]["percent"] == "10.0"
    points = board["boards"][0]  # type: ignore[index]
    assert points["population"] == 1
    assert points["lines"] == [{"rank": 1, "team": "a", "value": "2"}, {"rank": None, "team": "b", "value": "0"}]


def test_agents_get_tabs_and_the_next_command(records: Path) -> None:
    result = show(records, "--format", "agent")
    assert "demo.c1\t✓ verified\t1\t1\t1 verified, 1 falsified but unconfirmed" in result.stdout
    assert result.stdout.rstrip().endswith("--rules icml-2026")


def test_records_may_supersede_one_another_across_files(records: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.json"
    decision = verdict("i", time="2027-01-03T00:00:00Z", supersedes=verdict("v").id)
    later.write_text(json.dumps([decision.as_json()]))
    assert "demo: nothing established" in show(records, later).stdout


def test_stdin_is_read_where_a_dash_stands(records: Path) -> None:
    assert show("-", stdin=records.read_bytes()).stdout == show(records).stdout


def judgement(tmp_path: Path, *labels: str) -> Path:
    logbooks = [
        {"path": f"logs/{at}", "paper": "demo", "claims": [{"id": "demo.c1", "label": label, "assurance": 1}]}
        for at, label in enumerate(labels)
    ]
    path = tmp_path / "judgement.json"
    path.write_text(json.dumps({"schema": "openrepro.judgement/1", "logbooks": logbooks}))
    return path


def test_the_logbooks_of_a_judgement_are_teams_of_their_own(tmp_path: Path) -> None:
    result = show(judgement(tmp_path, "verified", "falsified"))
    assert result.exit_code == 0
    assert "demo: contested" in result.stdout


def test_a_judgement_given_twice_counts_once_and_that_is_said(tmp_path: Path) -> None:
    path = judgement(tmp_path, "verified")
    result = show(path, path)
    assert "1 repeated verdict on the same logbook and claim" in result.stderr
    assert "points: 1 team" in result.stdout


def test_what_cannot_be_read_is_told_and_the_rest_is_shown(records: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{")
    result = show(records, broken)
    assert result.exit_code == 1
    assert f"{broken}: line 1: It is not JSON" in result.stderr
    assert "demo: fully reproduced" in result.stdout
    faults = document(show(broken, "--format", "json"))["faults"]
    assert faults[0]["file"] == str(broken)  # type: ignore[index]


def test_files_without_a_verdict_say_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("[]")
    result = show(empty)
    assert result.exit_code == 1
    assert "There is no verdict in these files." in result.stderr


@pytest.mark.parametrize("arguments", [(), ("missing.json",), ("--papers", "-1", os.devnull)])
def test_wrong_usage_is_exit_status_two(arguments: tuple[str, ...]) -> None:
    assert show(*arguments).exit_code == 2


def test_unknown_rules_are_exit_status_two_and_a_sentence(records: Path) -> None:
    result = show(records, "--rules", "lenient")
    assert result.exit_code == 2
    assert "error: There are no rules named" in result.stderr


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(verdict("v", team="\x1b[2Jevil\u202e").as_json()))
    assert "\x1b[2J" not in show(path).stdout
    assert "\u202e" not in show(path).stdout
