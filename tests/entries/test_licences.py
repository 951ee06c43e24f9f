"""Licences: those of the list, in its spelling; none is allowed; others are told."""

from dataclasses import replace

import pytest

from openrepro.challenge.rules import Rules
from openrepro.entries.desk import IntakeError
from openrepro.entries.licences import found_licence, stated_licence

RULES = Rules()
FREE = replace(RULES, entries=replace(RULES.entries, licence=()))


@pytest.mark.parametrize(("named", "taken"), [("mit", "MIT"), (" CC-BY-4.0 ", "CC-BY-4.0"), ("", "")])
def test_a_stated_licence_is_taken_as_the_list_spells_it(named: str, taken: str) -> None:
    assert stated_licence(named, RULES) == taken


@pytest.mark.parametrize("named", ["GPL-3.0", "MIT OR GPL", "mine", "M\u0399T", "MIT\u202e"])
def test_another_licence_is_refused_with_the_list(named: str) -> None:
    with pytest.raises(IntakeError, match=r"the challenge takes CC-BY-4\.0, CC0-1\.0, MIT, Apache-2\.0") as caught:
        stated_licence(named, RULES)
    assert "\u202e" not in caught.value.text


def test_what_the_files_name_is_taken_or_told_but_never_refuses() -> None:
    assert found_licence("apache-2.0", RULES) == ("Apache-2.0", "")
    assert "only hashes" in found_licence("", RULES).note
    assert found_licence("other", RULES).id == ""
    assert "'other' is none of CC-BY-4.0" in found_licence("other", RULES).note


def test_rules_without_a_list_take_any_spdx_id_and_say_nothing() -> None:
    assert stated_licence("GPL-3.0-only", FREE) == "GPL-3.0-only"
    assert found_licence("", FREE) == ("", "")
    assert found_licence("my own terms", FREE).id == ""
