"""What is known of endpoints outlives a run, and what cannot be read is not known."""

from dataclasses import replace
from pathlib import Path

import pytest

from openrepro.models.abilities import AbilityFolder, ability_json, ability_of
from openrepro.models.endpoint import Ability, Endpoint, Structure

ABILITY = Ability(Structure.OBJECT, True, True, "small-7b", "2026-11-30T12:00:00Z", False, True, 4096)
ENDPOINT = Endpoint("small", "http://127.0.0.1:8000/v1", "small-7b", key="secret")


def test_it_is_found_again_by_address_and_model(tmp_path: Path) -> None:
    AbilityFolder(tmp_path).put(ENDPOINT, ABILITY)
    later = AbilityFolder(tmp_path)
    assert later.get(ENDPOINT) == later.get(replace(ENDPOINT, name="x", key="other")) == ABILITY
    assert later.get(replace(ENDPOINT, model="large")) is None
    assert later.get(replace(ENDPOINT, url="http://127.0.0.1:9/v1")) is None


def test_no_key_is_written(tmp_path: Path) -> None:
    AbilityFolder(tmp_path).put(ENDPOINT, ABILITY)
    assert not [path for path in tmp_path.iterdir() if "secret" in path.read_text()]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"structure": "poem"}', "[" * 5000])
def test_what_cannot_be_read_is_not_known(tmp_path: Path, text: str) -> None:
    AbilityFolder(tmp_path).put(ENDPOINT, ABILITY)
    [path] = tmp_path.iterdir()
    path.write_text(text)
    assert AbilityFolder(tmp_path).get(ENDPOINT) is None


def test_it_is_written_as_it_is_read() -> None:
    assert ability_of(ability_json(ENDPOINT, ABILITY)) == ABILITY
