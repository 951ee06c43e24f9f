"""`openrepro model probe` says what each model can do, keeps it, and ends with the status that it says."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.models.abilities import AbilityFolder
from openrepro.models.endpoint import Structure
from tests.models.loopback import Loopback, Told, loopback
from tests.models.questions import completion

GOOD = Told(body=completion(text='{"colour": "blue", "sure": true}'))


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENREPRO_MODEL", "OPENREPRO_MODEL_URL", "OPENREPRO_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, server: Loopback | None = None, **environment: str) -> Result:
    if server is not None:
        environment = {"OPENREPRO_MODEL_URL": server.url, "OPENREPRO_MODEL": "small-7b", **environment}
    return CliRunner().invoke(main, ["model", "probe", *arguments], env=environment)


def test_a_model_that_works_is_told_and_remembered(tmp_path: Path) -> None:
    with loopback(lambda _: GOOD) as server:
        done = run(server=server, OPENREPRO_MODEL_KEY="secret")
        kept = AbilityFolder(tmp_path / "openrepro-responses" / "abilities").get(server.endpoint())
    assert done.exit_code == 0, done.output
    assert f"✓ small-7b: small-7b at {server.url}" in done.stdout
    assert "form: json_schema; takes a seed: yes" in done.stdout
    assert "takes tokens: 4,096" in done.stdout
    assert "next: openrepro judge --reader model" in done.stderr
    assert kept is not None
    assert kept.structure is Structure.SCHEMA
    assert "secret" not in done.output


def test_programs_get_one_document(tmp_path: Path) -> None:
    with loopback(lambda _: GOOD) as server:
        done = run("--format", "json", "--responses", "here", server=server)
    told = json.loads(done.stdout)
    assert told["schema"] == "openrepro.probe/1"
    [model] = told["models"]
    assert (model["able"], model["ability"]["structure"], model["todo"]) == (True, "json_schema", "")
    assert (tmp_path / "here" / "abilities").is_dir()


def test_agents_get_lines_and_the_next_command() -> None:
    with loopback(lambda _: GOOD) as server:
        lines = run("--format", "agent", server=server).stdout.splitlines()
    assert lines[0] == "model\table\tstructure\ttext\ttodo"
    assert lines[1].startswith("small-7b\tyes\tjson_schema\t")
    assert lines[-1].startswith("next: openrepro judge")


def test_a_model_that_cannot_be_asked_is_told_with_what_to_do() -> None:
    with loopback(lambda _: Told(status=401, body={"error": {"message": "bad \x1b[2J key"}})) as server:
        for form in ("human", "json", "agent"):
            done = run("--format", form, server=server)
            assert done.exit_code == 1
            assert "refused our key" in " ".join(done.stdout.split())
            assert "Check the key" in done.stdout
            assert "\x1b" not in done.stdout


def test_all_models_of_a_rule_file_or_one(tmp_path: Path) -> None:
    rules = tmp_path / "challenge.toml"
    with loopback(lambda _: GOOD) as server:
        rules.write_text(
            f'[judging.model]\nreader="a"\n[[judging.model.endpoints]]\nname="a"\nmodel="m"\nurl="{server.url}"\n'
            f'[[judging.model.endpoints]]\nname="b"\nmodel="n"\nurl="{server.url}"\nkey_env="B_KEY"\n'
        )
        done = run("--rules", str(rules), "--format", "json", B_KEY="k")
        assert [model["name"] for model in json.loads(done.stdout)["models"]] == ["a", "b"]
        missing = run("--rules", str(rules))
        assert missing.exit_code == 2
        assert "B_KEY, which is not set" in missing.stderr
        assert run("--rules", str(rules), "--model", "a").exit_code == 0
        unknown = run("--rules", str(rules), "--model", "c")
    assert unknown.exit_code == 2
    assert "no model named 'c'; it has a, b" in unknown.stderr


def test_without_any_model_it_says_what_to_set() -> None:
    done = run()
    assert done.exit_code == 2
    assert "No model is named" in done.stderr
    assert "OPENREPRO_MODEL_URL" in done.stderr
