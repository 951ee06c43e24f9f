"""`openrepro judge --reader model`: asked, kept, resumed, estimated, replayed, and ended cleanly."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from openrepro.cli import main
from openrepro.ids import sha256
from openrepro.record.records import read_records
from tests.cli.test_judge import SCHEMA, claims, entry
from tests.judging.books import run
from tests.judging.readers.model.answers import doubt, form, found
from tests.models.loopback import Loopback, Told, loopback
from tests.models.questions import completion

PROGRAM = str(Path(sys.executable).with_name("openrepro"))
LINE = "perplexity increase: 3.2 %"
PRINTED = f"eval_tokens: 245000\n{LINE}"
RULES = """schema = "openrepro.challenge/1"
name = "Priced"
[judging.model]
reader = "small"
budget_usd = 10
[[judging.model.endpoints]]
name = "small"
model = "small-7b"
url = "{url}"
usd_per_million_in = 1
usd_per_million_out = 2
"""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """A model that reads the printed line, whoever asks."""
    with loopback(lambda body: Told(body=completion(found("3.2", LINE)))) as state:
        monkeypatch.setenv("OPENREPRO_MODEL_URL", state.url)
        monkeypatch.setenv("OPENREPRO_MODEL", "small-7b")
        yield state


def judge(folder: Path, *more: object) -> Result:
    """The command on a logbook that prints and does not declare."""
    book = folder / "book"
    if not book.exists():
        entry(book, run(PRINTED))
    given = ("judge", book, "--claims", claims(folder), "--reader", "model", "--responses", folder / "kept", *more)
    return CliRunner().invoke(main, [*map(str, given)])


@pytest.mark.parametrize("option", [("--repeats", "1"), ("--responses", "elsewhere"), ("--replay",)])
def test_options_of_models_are_refused_where_code_alone_reads(tmp_path: Path, option: tuple[str, ...]) -> None:
    entry(tmp_path / "book", run(PRINTED))
    result = CliRunner().invoke(main, ["judge", str(tmp_path / "book"), *option])
    assert result.exit_code == 2
    assert "is about a model, and the reader is `rules`" in result.stderr
    assert not result.stdout


def label(result: Result) -> Any:
    return json.loads(result.stdout)["logbooks"][0]["claims"][0]["label"]


def priced(folder: Path, server: Loopback) -> Path:
    path = folder / "challenge.toml"
    path.write_text(RULES.replace("{url}", server.url))
    return path


def test_a_model_reads_what_code_leaves_open_and_its_looks_are_shown(tmp_path: Path, server: Loopback) -> None:
    result = judge(tmp_path, "--format", "json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)
    claim = document["logbooks"][0]["claims"][0]
    assert claim["label"] == "verified"
    assert [look["role"] for look in claim["looks"]] == ["reader", "prosecutor"]
    assert document["judge"]["reader"] == "model"
    assert document["judge"]["model"] == "small-7b"
    assert len(server.bodies) == 2


@pytest.mark.parametrize("form_", ["human", "agent"])
def test_people_and_agents_see_who_looked_and_what_it_cost(tmp_path: Path, server: Loopback, form_: str) -> None:
    result = judge(tmp_path, "--format", form_)
    assert "prosecutor" in result.stdout
    assert "small-7b" in result.stdout
    assert "Models answered 2 of 2 questions" in result.stderr


def test_what_was_answered_is_not_asked_again(tmp_path: Path, server: Loopback) -> None:
    first = judge(tmp_path, "--format", "json")
    second = judge(tmp_path, "--format", "json")
    assert len(server.bodies) == 2
    assert json.loads(first.stdout)["logbooks"] == json.loads(second.stdout)["logbooks"]


def test_recorded_readings_are_ruled_by_other_rules_without_a_call(tmp_path: Path, server: Loopback) -> None:
    judge(tmp_path)
    asked = len(server.bodies)

    def never(_body: object) -> Told:
        raise AssertionError("a replay asked the model")

    server.behaviour = never
    result = judge(tmp_path, "--replay", "--rules", "icml-2026", "--format", "json")
    assert (result.exit_code, label(result)) == (0, "verified")
    assert len(server.bodies) == asked


def test_a_replay_of_what_was_never_asked_says_so(tmp_path: Path, server: Loopback) -> None:
    result = judge(tmp_path, "--replay", "--format", "json")
    assert label(result) == "not judged"
    assert "no recorded answer" in result.stderr
    assert server.bodies == []


def test_an_estimate_asks_nothing_and_counts_what_is_open(tmp_path: Path, server: Loopback) -> None:
    rules = priced(tmp_path, server)
    result = judge(tmp_path, "--estimate", "--rules", rules, "--format", "json")
    estimate = json.loads(result.stdout)
    assert server.bodies == []
    assert (estimate["logbooks"], estimate["calls"], estimate["calls_at_most"]) == (1, 1, 4)
    assert 0 < float(estimate["usd_likely"]) < float(estimate["usd_at_most"])
    judge(tmp_path, "--rules", rules)
    again = json.loads(judge(tmp_path, "--estimate", "--rules", rules, "--format", "json").stdout)
    assert (again["calls"], again["usd_likely"]) == (0, "0")
    priced_, unpriced = judge(tmp_path, "--estimate", "--rules", rules), judge(tmp_path, "--estimate")
    assert "Nothing was asked" in priced_.stderr
    free = json.loads(judge(tmp_path, "--estimate", "--format", "json").stdout)
    assert (free["schema"], free["usd_likely"], free["usd_at_most"]) == ("openrepro.estimate/1", None, None)
    assert "not known" in unpriced.stdout
    assert ("no price" in priced_.stderr, "no price" in unpriced.stderr) == (False, True)


def test_a_spent_budget_ends_cleanly_and_says_how_to_go_on(tmp_path: Path, server: Loopback) -> None:
    rules = priced(tmp_path, server)
    result = judge(tmp_path, "--rules", rules, "--budget-usd", "0.0001", "--format", "json")
    assert (result.exit_code, label(result)) == (1, "not judged")
    assert "budget" in result.stderr
    assert "--budget-usd" in result.stderr
    assert server.bodies == []
    assert label(judge(tmp_path, "--rules", rules, "--budget-usd", "1", "--format", "json")) == "verified"


def test_a_budget_that_nothing_could_be_held_to_is_refused_before_anything_is_asked(
    tmp_path: Path, server: Loopback
) -> None:
    result = judge(tmp_path, "--budget-usd", "5")
    assert result.exit_code == 2
    assert "no price is set" in result.output
    assert server.bodies == []
    assert judge(tmp_path, "--budget-usd", "5", "--estimate").exit_code == 0


def test_records_hold_the_looks_with_their_cost_and_are_read_back(tmp_path: Path, server: Loopback) -> None:
    rules, path = priced(tmp_path, server), tmp_path / "records.jsonl"
    judge(tmp_path, "--rules", rules, "--records", path)
    records = read_records(path.read_bytes())
    assert records.faults == ()
    (verdict,) = records.verdicts
    assert verdict.leaf == path.read_bytes().rstrip(b"\n")
    assert [look.role.value for look in verdict.looks] == ["reader", "prosecutor"]
    assert verdict.tokens == sum(look.tokens for look in verdict.looks) > 0
    assert float(verdict.cost) > 0
    assert verdict.judge.model == "small-7b"
    kept = [file.read_bytes() for file in (tmp_path / "kept" / "replies").rglob("*") if file.is_file()]
    assert verdict.raw_reply in {sha256(data.partition(b"\n")[2]) for data in kept}


def test_a_doubt_of_the_prosecutor_is_told(tmp_path: Path, server: Loopback) -> None:
    answers = iter((found("3.2", LINE), form(doubts=[doubt("not-computed", LINE)])))
    server.behaviour = lambda _body: Told(body=completion(next(answers)))
    result = judge(tmp_path)
    assert "two readers disagree" in result.stdout
    assert "typed in" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--reader", "rules", "--model", "x"), "--reader model"),
        (("--replay", "--estimate"), "nothing to estimate"),
        (("--budget-usd", "plenty"), "amount of dollars"),
        (("--budget-usd", "-1"), "amount of dollars"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_way_out(
    tmp_path: Path, server: Loopback, given: tuple[str, ...], told: str
) -> None:
    result = judge(tmp_path, *given)
    assert result.exit_code != 0
    assert told in result.output


def test_no_model_is_a_sentence_with_a_hint(tmp_path: Path) -> None:
    result = judge(tmp_path)
    assert result.exit_code == 2
    assert "OPENREPRO_MODEL" in result.output


def test_an_interrupt_keeps_what_was_answered(tmp_path: Path) -> None:
    for index in range(6):
        entry(tmp_path / "books" / f"b{index}", run(f"run {index}\n{PRINTED}"))
    with loopback(lambda body: Told(body=completion(found("3.2", LINE)), after_s=0.4)) as server:
        given = ("judge", tmp_path / "books", "--claims", claims(tmp_path), "--reader", "model", "--in-flight", 1)
        command = [PROGRAM, *map(str, given), "--responses", str(tmp_path / "kept")]
        environment = {**os.environ, "OPENREPRO_MODEL_URL": server.url, "OPENREPRO_MODEL": "small-7b"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not server.bodies:
            time.sleep(0.05)
            assert process.poll() is None
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
        assert process.returncode == 130, told
        assert b"Every answer so far" in told
        kept = [file for file in (tmp_path / "kept" / "replies").rglob("*") if file.is_file()]
        assert len(kept) >= len(server.bodies) - 1
