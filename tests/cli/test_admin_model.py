"""`openrepro admin model`: what models were asked, what it cost, and forgetting what they can do."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.demo import copy_example
from openrepro.models.endpoint import Ability, Endpoint, Recorded, Structure, Sum
from openrepro.server.installation import open_installation
from openrepro.store.responses import StoreAbilities, StoreResponses
from tests.models.questions import question
from tests.models.responses_suite import WHO

Admin = Callable[..., Result]


@pytest.fixture
def admin(tmp_path: Path) -> Admin:
    folder = tmp_path / "challenge"
    copy_example(folder)
    with open_installation(folder, environment={}) as here:
        responses = StoreResponses(here.store, Sum)
        for number in range(4):
            responses.open(f"{number:064x}", question(), "small", WHO, Decimal(1))
        for number in (0, 1):
            responses.keep(Recorded(f"{number:064x}", "small", 200, b"{}", "2026-07-20T12:00:00Z"))
        for number in (0, 1, 2):
            responses.settle(f"{number:064x}", cost_usd=Decimal("0.25"))
        able = Ability(Structure.SCHEMA, at="2026-07-20T12:00:00Z")
        StoreAbilities(here.store).put(Endpoint("small", "http://127.0.0.1:9/v1", "m"), able)

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["admin", "model", *map(str, arguments), "--dir", str(folder)])

    return run


def test_calls_costs_and_abilities_are_shown(admin: Admin) -> None:
    told = json.loads(admin("show", "--format", "json").stdout)
    (small,) = told["models"]
    assert (small["answered"], small["unanswered"], small["open"], small["usd"]) == (2, 1, 1, "0.75")
    assert small["able"] == "json_schema"
    assert told["usd_spent"] == "1.75"
    shown = admin("show").stdout
    assert "small" in shown
    assert "json_schema" in shown


def test_what_is_forgotten_is_probed_again_and_on_record(admin: Admin) -> None:
    assert admin("forget", "small", "--why", "It was changed.").exit_code == 0
    assert json.loads(admin("show", "--format", "json").stdout)["models"][0]["able"] is None
    again = admin("forget", "small", "--why", "It was changed.")
    assert again.exit_code == 2
    assert "Nothing is known of a model 'small'" in again.stderr
