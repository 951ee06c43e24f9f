"""`openrepro init`: a rule file in an empty folder, or a rehearsal; nothing is ever overwritten."""

from pathlib import Path

from click.testing import CliRunner, Result

from openrepro.challenge.rules import load_rules
from openrepro.challenge.template import default_toml
from openrepro.cli import main


def init(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["init", *map(str, arguments)])


def test_a_new_folder_gets_a_rule_file_with_the_folders_name(tmp_path: Path) -> None:
    result = init(tmp_path / "reading-list")
    assert result.exit_code == 0
    assert result.stderr.endswith(f"next: openrepro serve {tmp_path / 'reading-list'}\n")
    rules = load_rules((tmp_path / "reading-list" / "challenge.toml").read_bytes())
    assert (rules.name, rules.slug, rules.profile.value) == ("reading-list", "reading-list", "strict")


def test_name_and_profile_can_be_given(tmp_path: Path) -> None:
    assert init(tmp_path / "x", "--name", "Replay 2026", "--profile", "icml-2026").exit_code == 0
    rules = load_rules((tmp_path / "x" / "challenge.toml").read_bytes())
    assert (rules.name, rules.profile.value) == ("Replay 2026", "icml-2026")


def test_a_folder_that_holds_something_is_refused_both_ways(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    for more in ((), ("--rehearsal",)):
        result = init(tmp_path, *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is not empty; nothing was written" in result.stderr


def test_a_rehearsal_under_rules_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(default_toml().replace('name = "Demo 2026"', 'name = "My event"'))
    result = init(tmp_path / "practice", "--rehearsal", "--rules", tmp_path / "mine.toml")
    assert result.exit_code == 0
    assert "holds a rehearsal with" in result.stderr
    assert "did you mean 'demo-hedge'" in result.stdout.replace("\n  ", " ")
    assert load_rules((tmp_path / "practice" / "challenge.toml").read_bytes()).name == "Rehearsal: My event"


def test_a_rule_file_without_a_rehearsal_is_explained(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(default_toml())
    result = init(tmp_path / "new", "--rules", tmp_path / "mine.toml")
    assert result.exit_code == 2
    assert "--rules goes with --rehearsal" in result.stderr
