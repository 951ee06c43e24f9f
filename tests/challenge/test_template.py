"""The rule file that a new challenge starts from states the defaults, and explains each key."""

from dataclasses import replace

import pytest

from openrepro.challenge.rules import PROFILES, load_rules
from openrepro.challenge.template import KEYS, SECTIONS, default_toml, toml_of
from openrepro.errors import OpenReproError


@pytest.mark.parametrize("profile", list(PROFILES))
def test_it_parses_back_to_the_defaults_of_its_profile(profile: str) -> None:
    assert load_rules(default_toml(profile).encode()) == PROFILES[profile]


@pytest.mark.parametrize("profile", list(PROFILES))
def test_any_rules_parse_back_to_themselves(profile: str) -> None:
    rules = replace(PROFILES[profile], name='The "best"\n\\ é', awards=())
    assert load_rules(toml_of(rules).encode()) == rules


def test_every_key_is_explained_on_its_line() -> None:
    lines = [line for line in default_toml().splitlines() if " = " in line]
    assert len(lines) == len(KEYS)
    assert all(line.partition("  # ")[2] for line in lines)


def test_every_section_is_explained() -> None:
    text = default_toml()
    for section, meaning in SECTIONS.items():
        assert f"# {meaning}\n[{section}]" in text or f"# {meaning}\n[[{section}]]" in text


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(OpenReproError):
        default_toml("lenient")
