"""A new challenge: a rule file that loads, in a folder that held nothing."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from openrepro.challenge.rules import PROFILES, load_rules
from openrepro.errors import OpenReproError
from openrepro.server.founding import found_challenge, rules_for, slug_of

NOW = datetime(2026, 7, 20, 12, 34, 56, tzinfo=UTC)


@pytest.mark.parametrize("profile", list(PROFILES))
def test_the_rule_file_states_every_key_and_loads(tmp_path: Path, profile: str) -> None:
    rules = rules_for("Reading List 2026", profile, NOW)
    path = found_challenge(tmp_path / "new" / "folder", rules)
    assert load_rules(path.read_bytes()) == rules
    assert path.read_text("utf-8").count("  # ") > 30


def test_it_is_open_at_once_and_promises_nothing() -> None:
    rules = rules_for("Reading List 2026", "strict", NOW)
    assert rules.window.opens <= NOW < rules.window.closes
    assert (rules.slug, rules.entries.tag) == ("reading-list-2026", "readinglist2026-repro")
    assert rules.credits.slots == 0
    assert not any("USD" in award.amount for award in rules.awards)


@pytest.mark.parametrize(("name", "slug"), [("Ünïcode -- Tæst!", "n-code-t-st"), ("a" * 300, "a" * 60)])
def test_a_short_name_has_small_letters_digits_and_hyphens(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_a_folder_that_cannot_be_made_or_shown_is_told(tmp_path: Path) -> None:
    for folder, told in ((Path("/proc/foo"), "cannot be made"), (tmp_path / "bad\nname", "cannot be shown")):
        with pytest.raises(OpenReproError, match=told) as error:
            found_challenge(folder, rules_for("Demo", "strict", NOW))
        assert error.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_name_without_a_letter_is_refused() -> None:
    with pytest.raises(OpenReproError, match="no letter or digit"):
        rules_for("…", "strict", NOW)


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(OpenReproError, match="is not empty; nothing was written"):
        found_challenge(tmp_path, rules_for("Demo", "strict", NOW))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(OpenReproError, match="is not a folder"):
        found_challenge(tmp_path / "thesis.tex", rules_for("Demo", "strict", NOW))


def test_a_challenge_is_never_overwritten(tmp_path: Path) -> None:
    found_challenge(tmp_path, rules_for("Demo", "strict", NOW))
    with pytest.raises(OpenReproError, match="holds a challenge already"):
        found_challenge(tmp_path, rules_for("Other", "strict", NOW))
