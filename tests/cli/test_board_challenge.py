"""`openrepro board` on a challenge: what is shown, what other rules would change, and the proof of it."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro import clock
from openrepro.cli import main
from openrepro.server.boards import refresh_view
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.installation import open_installation
from tests.board.ballots import act, verdict
from tests.server.challenges import contested, load_demo
from tests.test_schemas import faults

NOW = clock.instant_of("2027-01-10T00:00:00Z")


def board(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["board", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A challenge with a contested paper, one that nobody examined, and a withdrawn entry; its board is shown."""
    monkeypatch.delenv("OPENREPRO_DATABASE_URL", raising=False)
    place = tmp_path / "challenge"
    found_challenge(place, rules_for("Demo", "strict", NOW))
    with open_installation(place) as here:
        load_demo(here.store, *contested())
        refresh_view(here.store, "main", NOW)
    return place


def append(folder: Path, *records: Any) -> None:
    with open_installation(folder) as here, here.store.write() as tx:
        tx.ledger.append(records)


def tampered(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / "openrepro.db") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def document(result: Result) -> dict[str, Any]:
    loaded = json.loads(result.stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_a_challenge_s_board_is_shown_with_what_it_was_computed_from(folder: Path) -> None:
    result = board("show", "--dir", folder)
    assert result.exit_code == 0
    assert result.stdout.startswith("view main, rules ")
    assert "computed 2027-01-10T00:00:00Z" in result.stdout
    assert "ledger 5 leaves, root " in result.stdout
    assert "demo: contested (3 testable claims, 2 of 2 entries judged)" in result.stdout
    assert "c/demo does not score: withdrawn." in result.stdout
    assert "rest" not in result.stdout
    assert "points: 2 teams" in result.stdout
    assert "more than this view shows" not in result.stderr
    assert f"next: openrepro board rebuild --check --dir {folder}" in result.stderr


def test_a_view_that_lags_says_so(folder: Path) -> None:
    append(folder, act("hidden", "b/demo"))
    result = board("show", "--dir", folder)
    assert "demo: contested" in result.stdout
    assert "The ledger has 1 leaf more than this view shows; a running server catches up." in result.stderr


def test_the_shown_board_is_one_document(folder: Path) -> None:
    append(folder, act("hidden", "b/demo"))
    value = document(board("show", "--dir", folder, "--format", "json"))
    assert faults("board", value) == []
    assert value["profile"] == "strict"
    assert (value["view"]["name"], value["view"]["ledger_size"], value["view"]["leaves_since"]) == ("main", 5, 1)
    assert [paper["state"] for paper in value["papers"]] == ["contested", "not examined"]
    assert [line["team"] for line in value["boards"][0]["lines"]] == ["a", "b"]


def test_an_exported_ledger_gives_the_same_board(folder: Path, tmp_path: Path) -> None:
    append(folder, act("guest", team="b"), act("hidden", "a/demo"), verdict("v", team="a", entry="a/second"))
    with open_installation(folder) as here, here.store.read() as tx:
        lines = [leaf.body for leaf in tx.ledger.leaves()]
        rules = here.settings.rule_file
    (tmp_path / "leaves.jsonl").write_text("\n".join(lines))
    board("rebuild", "--dir", folder)
    ours = document(board("show", "--dir", folder, "--format", "json"))
    theirs = document(board("show", tmp_path / "leaves.jsonl", "--rules", rules, "--format", "json"))
    assert theirs["teams"] == ours["teams"]
    assert theirs["boards"] == ours["boards"]
    assert theirs["papers"][0]["entered"] == ours["papers"][0]["entered"]
    assert [line["why"] for line in ours["papers"][0]["entered"]] == ["hidden", None, None, "withdrawn"]
    assert theirs["rules"] == ours["rules"]


def test_a_board_that_was_never_computed_says_what_to_do(tmp_path: Path) -> None:
    found_challenge(tmp_path / "new", rules_for("Demo", "strict", NOW))
    for arguments in (("show",), ("rebuild",), ("show", "--rules", "strict")):
        result = board(*arguments, "--dir", tmp_path / "new")
        assert result.exit_code == 2
        assert "The challenge has no database yet." in result.stderr
    open_installation(tmp_path / "new", environment={}).close()
    result = board("show", "--dir", tmp_path / "new")
    assert result.exit_code == 2
    assert "The view 'main' of the board was not computed yet" in result.stderr
    assert f"`openrepro board rebuild --dir {tmp_path / 'new'}` does it once" in result.stderr
    assert board("rebuild", "--dir", tmp_path / "new").exit_code == 0
    assert board("show", "--dir", tmp_path / "new").exit_code == 0


def test_a_view_that_there_cannot_be_is_told(folder: Path) -> None:
    result = board("show", "--view", "nix", "--dir", folder)
    assert result.exit_code == 2
    assert "There is no view named 'nix'" in result.stderr
    assert "main and the profiles strict" in result.stderr


def test_a_preview_names_teams_and_a_wrong_rule_file(folder: Path, tmp_path: Path) -> None:
    shown = board("show", "--rules", "icml-2026", "--dir", folder)
    assert shown.exit_code == 0
    with open_installation(folder) as here, here.store.read() as tx:
        teams = {account.team for account in tx.people.page()}
    assert not any(team in shown.stdout for team in teams)
    (tmp_path / "wrong.toml").write_text("slug = 7")
    assert f"error: {tmp_path / 'wrong.toml'}: " in board("show", "--rules", tmp_path / "wrong.toml").stderr


def test_a_folder_without_a_challenge_is_told(tmp_path: Path) -> None:
    for arguments in (("show",), ("rebuild",), ("rebuild", "--check"), ("show", "--rules", "strict")):
        result = board(*arguments, "--dir", tmp_path)
        assert result.exit_code == 2
        assert "There is no challenge in" in result.stderr


def test_options_that_do_not_go_together_are_wrong_usage(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    for arguments in (
        ("--papers", "3", "--dir", folder),
        ("--guest", "a", "--dir", folder),
        (tmp_path / "none.jsonl", "--dir", folder),
        (tmp_path / "none.jsonl", "--view", "main"),
        ("--rules", "strict", "--view", "main", "--dir", folder),
    ):
        result = board("show", *arguments)
        assert result.exit_code == 2
        assert "cannot be used here" in result.stderr


def test_other_rules_are_tried_and_nothing_is_changed(folder: Path, tmp_path: Path) -> None:
    before = board("show", "--dir", folder).stdout
    rules = tmp_path / "new.toml"
    rules.write_text(
        (folder / "challenge.toml").read_text().replace('claim_status = "contested"', 'claim_status = "first-verified"')
    )
    result = board("show", "--rules", rules, "--dir", folder)
    assert result.exit_code == 0
    assert "board.claim_status  contested  first-verified" in result.stdout
    assert "Labels stay as they were ruled" in result.stdout
    assert "Not tried" not in result.stdout
    assert "demo   contested  partly reproduced" in result.stdout
    assert "demo.c1  contested  verified" in result.stdout
    assert "papers contested" in result.stdout
    assert f"next: openrepro admin rules add FILE --from INSTANT --note TEXT --why TEXT --dir {folder}" in result.stderr
    assert board("show", "--dir", folder).stdout == before


def test_keys_that_bear_on_judging_alone_are_named(folder: Path) -> None:
    result = board("show", "--rules", "icml-2026", "--dir", folder)
    assert "Not tried: judging.evidence, judging.universal_finite_check, judging.random_audit" in result.stdout
    value = document(board("show", "--rules", "icml-2026", "--dir", folder, "--format", "json"))
    assert value["schema"] == "openrepro.boardpreview/1"
    assert {"key": "judging.falsified_needs", "before": "second-look", "after": "nothing"} in value["keys"]
    assert "judging.falsified_needs" not in value["not_tried"]
    assert value["papers"] == [{"name": "demo", "before": "contested", "after": "partly reproduced"}]


def test_rules_that_change_nothing_say_so(folder: Path) -> None:
    result = board("show", "--rules", folder / "challenge.toml", "--dir", folder)
    assert "Nothing on the board would change." in result.stdout


def test_a_sound_board_is_proven(folder: Path) -> None:
    result = board("rebuild", "--check", "--dir", folder)
    assert result.exit_code == 0
    assert "ledger: 5 leaves, root " in result.stdout
    assert "view main: what is shown is what the leaves give" in result.stdout


def test_a_changed_byte_is_named_and_mended(folder: Path) -> None:
    tampered(folder, "UPDATE verdicts SET label = 'toy' WHERE seq = 1")
    result = board("rebuild", "--check", "--dir", folder)
    assert result.exit_code == 1
    assert result.stdout == "verdicts, leaf 1: label is 'toy', but the record says 'verified'.\n"
    assert "The boards were not compared, since rows that they are folded from" in result.stderr
    assert f"next: openrepro board rebuild --dir {folder}" in result.stderr
    value = document(board("rebuild", "--check", "--dir", folder, "--format", "json"))
    assert value["differences"] == [
        {
            "table": "verdicts",
            "place": "leaf 1",
            "text": "label is 'toy', but the record says 'verified'.",
            "mendable": True,
        }
    ]
    mended = board("rebuild", "--dir", folder)
    assert mended.exit_code == 0
    assert "1 row mended" in mended.stdout
    assert board("rebuild", "--check", "--dir", folder).exit_code == 0


def test_a_damaged_ledger_is_named_and_never_built_over(folder: Path) -> None:
    tampered(
        folder, "DROP TRIGGER leaves_no_update", "UPDATE leaves SET body = replace(body, 'toy', 'top') WHERE seq = 3"
    )
    result = board("rebuild", "--check", "--dir", folder)
    assert result.exit_code == 1
    assert "leaves, leaf 3: Its body has the hash" in result.stdout
    assert "next:" not in result.stderr
    built = board("rebuild", "--dir", folder)
    assert built.exit_code == 2
    assert "The ledger itself is damaged, and nothing was changed." in built.stderr


def test_what_was_rebuilt_is_told_to_programs(folder: Path) -> None:
    append(folder, act("hidden", "b/demo"))
    value = document(board("rebuild", "--dir", folder, "--format", "json"))
    assert (value["schema"], value["leaves"], value["mended"]) == ("openrepro.boardrebuild/1", 6, 0)
    assert value["views"][0]["view"] == "main"
    assert value["views"][0]["changed"] > 0


def test_names_in_the_database_cannot_steer_the_terminal(folder: Path) -> None:
    tampered(folder, "UPDATE board_lines SET team_id = char(27) || '[2J' WHERE position = 0")
    assert "\x1b" not in board("show", "--dir", folder).stdout
    assert "\x1b" not in board("rebuild", "--check", "--dir", folder).stdout


@pytest.mark.parametrize("arguments", [["--help"], ["board", "--help"], ["board", "show", "{}"]])
def test_files_and_help_do_without_the_database(arguments: list[str], tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text(json.dumps(verdict().as_json()))
    code = (
        "import sys\nfrom openrepro.cli import main\n"
        f"main({[text.format(records) for text in arguments]!r}, standalone_mode=False)\n"
        "assert not {'sqlalchemy', 'fastapi', 'alembic'} & set(sys.modules), 'too much was imported'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
