"""`openrepro examine --reader model`: who read, fresh readings, flips and cost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from openrepro.cli import main
from openrepro.judging.examined import read_examination
from tests.cli.test_judge import CLAIM, entry
from tests.cli.test_judge_model import LINE, PRINTED, priced
from tests.judging.books import TEXT, run
from tests.judging.readers.model.answers import form, found
from tests.models.loopback import Loopback, Told, loopback
from tests.models.questions import completion

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "examination.schema.json"


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback(lambda body: Told(body=completion(found("3.2", LINE)))) as state:
        yield state


def examine(folder: Path, server: Loopback, *more: str) -> Result:
    """The command on two logbooks that print and do not declare."""
    gold = [{"item": f"{name}.c1", "logbook": name, "claim": TEXT, "label": "verified"} for name in "ab"]
    for name in "ab":
        if not (folder / "books" / name).exists():
            entry(folder / "books" / name, run(f"book {name}\n{PRINTED}"))
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))
    (folder / "specs.json").write_text(json.dumps([CLAIM | {"id": f"{name}.c1"} for name in "ab"]))
    given = ("--gold", folder / "gold.jsonl", "--logbooks", folder / "books", "--specs", folder / "specs.json")
    model = ("--reader", "model", "--responses", folder / "kept", "--rules", priced(folder, server))
    return CliRunner().invoke(main, ["examine", *map(str, (*given, *model)), *more])


def document(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_document_says_who_read_and_what_a_claim_cost(tmp_path: Path, server: Loopback) -> None:
    result = examine(tmp_path, server, "--format", "json")
    found_ = document(result)
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(found_)
    assert read_examination(result.stdout.encode())["judge"] == found_["judge"]
    assert (found_["judge"]["reader"], found_["judge"]["model"]) == ("model", "small-7b")
    assert found_["cost_per_claim_usd"] == "0.0002"
    assert found_["confusion"] == [{"gold": "verified", "label": "verified", "items": 2}]
    assert len(server.bodies) == 4


def test_repeats_are_fresh_readings_and_count_flips(tmp_path: Path, server: Loopback) -> None:
    asked: list[str] = []

    def first_time_only(body: dict[str, Any]) -> Told:
        asked.append(json.dumps(body["messages"]))
        return Told(body=completion(found("3.2", LINE) if len(asked) <= 4 else form()))

    server.behaviour = first_time_only
    steady = document(examine(tmp_path, server, "--format", "json"))
    assert steady["flips"]["whole"] == 0
    flipped = document(examine(tmp_path, server, "--repeats", "1", "--format", "json"))
    assert (flipped["flips"]["part"], flipped["flips"]["whole"]) == (2, 2)
    assert len(set(asked)) == len(asked)


def test_people_see_who_read(tmp_path: Path, server: Loopback) -> None:
    assert "read by model: small-7b at 127.0.0.1" in examine(tmp_path, server).stdout


def test_an_estimate_counts_all_fresh_judgements(tmp_path: Path, server: Loopback) -> None:
    one = document(examine(tmp_path, server, "--estimate", "--format", "json"))
    three = document(examine(tmp_path, server, "--estimate", "--repeats", "2", "--format", "json"))
    assert (one["calls"], three["calls"]) == (2, 6)
    assert server.bodies == []
