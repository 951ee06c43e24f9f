"""The JSON Schema files hold for what the code writes, and refuse what the code refuses."""

import json
import tomllib
from dataclasses import replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from openrepro.board.consensus import ClaimState, PaperState
from openrepro.challenge.rules import PROFILES, Profile, load_rules
from openrepro.challenge.template import default_toml
from openrepro.claims.claim import Kind
from openrepro.cli import main
from openrepro.demo.example import CLAIMS, DATA, LOGBOOKS
from openrepro.errors import OpenReproError
from openrepro.evidence.declared import declared_results
from openrepro.evidence.model import Output, Run, RunState
from openrepro.grades import Grade
from openrepro.judging.examination import Gold
from openrepro.judging.label import Direction, Label
from openrepro.judging.reading import Answer, Method
from openrepro.logbooks.logbook import Address, Severity
from openrepro.record.acts import Act, ActKind
from openrepro.record.records import read_records
from tests.record.samples import PLAIN, READING, VERDICT

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
NAMES = ("act", "board", "challenge", "examination", "form", "judgement", "page", "reading", "result", "verdict")


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def faults(name: str, value: object) -> list[str]:
    checker = Draft202012Validator(schema(name), format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)]


def plain(value: object) -> Any:
    """`value` as it is after a trip through JSON, instants as texts."""
    return json.loads(json.dumps(value, default=lambda item: item.isoformat() if isinstance(item, datetime) else item))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema_that_names_its_format(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema(name)["$id"] == f"openrepro.{name}/1"


@pytest.mark.parametrize("verdict", [VERDICT, PLAIN])
def test_verdict_records_fit_their_schema(verdict: Any) -> None:
    assert faults("verdict", plain(verdict.as_json())) == []


@pytest.mark.parametrize("kind", list(ActKind))
def test_act_records_fit_their_schema(kind: ActKind) -> None:
    act = Act(kind, "2027-01-01T00:00:00Z", "entry-1", "team-1", "demo", "1" * 64, "2026-12-31T00:00:00Z", "seen")
    assert faults("act", act.as_json()) == []
    for nobody in (replace(act, entry=""), replace(act, team="")):
        assert bool(faults("act", nobody.as_json())) is bool(read_records(json.dumps(nobody.as_json()).encode()).faults)


def test_a_reading_fits_its_schema_alone_and_within_a_verdict() -> None:
    assert faults("reading", plain(READING.as_json())) == []
    inner = schema("verdict")["$defs"]["reading"]
    alone = schema("reading")
    assert inner == {key: alone[key] for key in ("type", "properties", "required", "additionalProperties")}


@pytest.mark.parametrize("profile", list(PROFILES))
def test_rules_fit_their_schema_as_json_and_as_a_file(profile: str) -> None:
    assert faults("challenge", plain(PROFILES[profile].as_json())) == []
    assert faults("challenge", plain(tomllib.loads(default_toml(profile)))) == []


def test_the_challenge_schema_knows_exactly_the_keys_of_the_rules() -> None:
    def compare(value: Any, found: Any) -> None:
        if isinstance(value, dict):
            assert set(value) == set(found["properties"])
            assert found["additionalProperties"] is False
            for key, item in value.items():
                compare(item, found["properties"][key])
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            compare(value[0], found["items"])

    compare(PROFILES["strict"].as_json(), schema("challenge"))


@pytest.mark.parametrize(
    ("name", "path", "words"),
    [
        ("verdict", "$defs.ruling.properties.label", Label),
        ("verdict", "$defs.ruling.properties.direction", Direction),
        ("reading", "$defs.answer", Answer),
        ("reading", "properties.method", Method),
        ("judgement", "$defs.claim.properties.label", Label),
        ("examination", "$defs.label", Label),
        ("examination", "$defs.gold", Gold),
        ("examination", "$defs.item.properties.kind", Kind),
        ("examination", "properties.by_kind.propertyNames", Kind),
        ("board", "$defs.paper.properties.state", PaperState),
        ("board", "$defs.claim.properties.state", ClaimState),
        ("board", "properties.profile", Profile),
        ("judgement", "$defs.kind", Kind),
        ("judgement", "$defs.finding.properties.severity", Severity),
    ],
)
def test_closed_sets_are_those_of_the_code(name: str, path: str, words: type[Enum]) -> None:
    found = schema(name)
    for key in path.split("."):
        found = found[key]
    assert found["enum"] == [word.value for word in words]


def test_grades_are_those_of_the_code() -> None:
    assert schema("verdict")["properties"]["grade"]["enum"] == [*Grade.__members__, None]


@pytest.mark.parametrize(
    "keys",
    [
        {"paper": "../etc"},
        {"claim": "demo"},
        {"tokens": -1},
        {"tokens": "1"},
        {"cost": "free"},
        {"grade": "E9"},
        {"supersedes": "abc"},
        {"entry": ""},
        {"extra": 1},
        {"time": None},
        {"reading": {}},
        {"ruling": {**PLAIN.ruling.as_json(), "provisional": True}},
    ],
)
def test_the_verdict_schema_refuses_what_the_reader_refuses(keys: dict[str, object]) -> None:
    record = {**plain(PLAIN.as_json()), **keys}
    assert faults("verdict", record)
    assert read_records(json.dumps(record).encode()).faults


@pytest.mark.parametrize(
    "text",
    [
        "colour = 1",
        "[points]\ntoy = -1",
        '[judging]\nevidence = "E0"',
        "[judging]\nrandom_audit = 2",
        "[judging.model]\nbudget_usd = -1",
        '[[judging.model.endpoints]]\nname = "a"',
        '[[judging.model.endpoints]]\nname = "a"\nmodel = "m"\nkey = "sk-1"',
        '[[judging.model.endpoints]]\nname = "a"\nmodel = "m"\nurl = "http://u:p@host/v1"',
        '[[judging.model.endpoints]]\nname = "a"\nmodel = "m"\nurl = "http://host/v1"\nkey_env = "sk-1"',
        '[[judging.model.endpoints]]\nname = "a"\nmodel = "m"\nin_flight = 0',
        'profile = "lenient"',
        'slug = "Two Words"',
        "[entries]\nlicence = [1]",
        'name = " "',
        '[entries]\npaper_tag = "paper"',
        '[[awards]]\nkey = "a"',
    ],
)
def test_the_challenge_schema_refuses_what_the_reader_refuses(text: str) -> None:
    assert faults("challenge", plain(tomllib.loads(text)))
    with pytest.raises(OpenReproError):
        load_rules(text.encode())


RESULT = {
    "claim": "demo1.c2",
    "quantity": "perplexity increase",
    "value": "9.4",
    "unit": "percent",
    "n": 245000,
    "seeds": [0, 1, 2],
    "values": ["9.2", "9.5", "9.5"],
    "scale": {"eval_tokens": 245000},
    "premises": ["evaluation on held-out text"],
    "counterexample": None,
}


def taken(result: object) -> bool:
    """Whether a run that prints the result declares it."""
    at = Address("page.md", 0, 0)
    output = Output(f"RESULT {json.dumps(result)}\n", at)
    run = Run("page", None, at, ("python",), 0, "1", "", (), (output,), RunState.COMPLETED)
    return bool(declared_results(run).results)


@pytest.mark.parametrize(
    "keys",
    [{}, {"value": 9.4}, {"claim": None}, {"plus_minus": "0.1"}, {"seeds": None}, {"value": "-1.5e-3"}, {"unit": None}],
)
def test_result_lines_that_are_taken_fit_their_schema(keys: dict[str, object]) -> None:
    assert taken({**RESULT, **keys})
    assert faults("result", {**RESULT, **keys}) == []


@pytest.mark.parametrize(
    "keys",
    [{"value": "many"}, {"value": None}, {"points": 2}, {"claim": "second"}, {"seeds": 3}, {"scale": []}, {"unit": []}],
)
def test_result_lines_that_are_not_taken_do_not_fit(keys: dict[str, object]) -> None:
    assert not taken({**RESULT, **keys})
    assert faults("result", {**RESULT, **keys})


PAGE = """# Claim 1

We measured it.

RESULT {"claim": "demo.c1", "quantity": "accuracy", "value": "0.91"}
"""


def test_what_judge_prints_fits_the_judgement_schema_and_can_be_folded(tmp_path: Path) -> None:
    pages = tmp_path / "logbook" / "pages"
    pages.mkdir(parents=True)
    (pages / "claim-1.md").write_text(PAGE)
    (pages / "index.md").write_text("# A logbook\n\nEnough text to be a page.\n")
    printed = CliRunner().invoke(main, ["judge", str(tmp_path / "logbook"), "--format", "json"])
    assert faults("judgement", json.loads(printed.stdout)) == []
    assert read_records(printed.stdout.encode()).faults == ()
    assert len(read_records(printed.stdout.encode()).votes) >= 1


def test_the_judgement_of_the_bundled_example_fits_its_schema() -> None:
    printed = CliRunner().invoke(
        main, ["judge", str(DATA / LOGBOOKS), "--claims", str(DATA / CLAIMS), "--format", "json"]
    )
    assert faults("judgement", json.loads(printed.stdout)) == []
    found = read_records(printed.stdout.encode())
    assert found.faults == ()
    assert any(vote.provisional for vote in found.votes)


def example_judgement(folder: Path) -> Path:
    """What `judge` prints of the bundled example, in a file."""
    arguments = ["judge", str(DATA / LOGBOOKS), "--claims", str(DATA / CLAIMS), "--format", "json"]
    place = folder / "judgement.json"
    place.write_text(CliRunner().invoke(main, arguments).stdout, encoding="utf-8")
    return place


@pytest.mark.parametrize("arguments", [(), ("--rules", "icml-2026"), ("--papers", "9"), ("--guest", "amber")])
def test_what_board_prints_fits_its_schema(arguments: tuple[str, ...], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    files = [str(example_judgement(tmp_path)), str(bad)]
    value = json.loads(CliRunner().invoke(main, ["board", "show", *files, *arguments, "--format", "json"]).stdout)
    assert faults("board", value) == []
    assert value["papers"]
    assert value["teams"]
    assert value["faults"]


def test_a_board_of_nothing_fits_its_schema(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    printed = CliRunner().invoke(main, ["board", "show", str(tmp_path / "none.jsonl"), "--format", "json"])
    assert faults("board", json.loads(printed.stdout)) == []


@pytest.mark.parametrize("arguments", [(), ("--items",), ("--repeats", "0")])
def test_what_examine_prints_fits_its_schema(arguments: tuple[str, ...], tmp_path: Path) -> None:
    labels = ("verified", "falsified", "not_testable", "needs_person")
    rows = [
        {"item": f"demo-descent.c{number}", "logbook": "dune/demo-descent", "claim": "It holds.", "label": label}
        for number, label in enumerate(labels, start=1)
    ]
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = ["--gold", str(gold), "--logbooks", str(DATA / LOGBOOKS), "--specs", str(DATA / CLAIMS), "--format", "json"]
    value = json.loads(CliRunner().invoke(main, ["examine", *given, *arguments]).stdout)
    assert faults("examination", value) == []
    assert ("items" in value) is ("--items" in arguments)


@pytest.mark.parametrize("name", ["board", "examination"])
def test_a_document_without_one_of_its_keys_or_with_another_does_not_fit(name: str, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    assert faults(name, {"schema": f"openrepro.{name}/1"})
    printed = CliRunner().invoke(main, ["board", "show", str(tmp_path / "none.jsonl"), "--format", "json"])
    assert faults(name, {**json.loads(printed.stdout), "extra": 1})
