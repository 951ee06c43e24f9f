"""`openrepro examine --attack`: the suite over gold items, its document, its status, its estimate."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from openrepro.cli import attacking, main
from openrepro.judging.attacks.attack import Aim, Attack, AttackKind, Files
from openrepro.judging.attacks.forged import whole_runs
from openrepro.judging.attacks.suite import BY_NAME, SUITE
from openrepro.judging.examined import read_examination
from tests.cli.test_judge import CLAIM, entry
from tests.cli.test_judge_model import priced
from tests.judging.books import TEXT, declared, run, said
from tests.models.loopback import Loopback
from tests.models.obedient import obedient

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "examination.schema.json"


LONG = " ".join(
    f"In step {number} the {noun} of the held-out {thing} was {verb} by hand, as this page describes at some length."
    for number, (noun, thing, verb) in enumerate(
        (noun, thing, verb)
        for noun in ("order", "spelling", "encoding")
        for thing in ("pages", "words", "lines")
        for verb in ("checked", "noted", "sorted")
    )
)
FEW = ("instructions-in-prose", "quote-the-papers-number", "off-form-answer", "paper-tables", "forged-runs")


@pytest.fixture
def server() -> Iterator[Loopback]:
    with obedient("verified") as state:
        yield state


def examine(folder: Path, *more: str) -> Result:
    """The command on two logbooks: one measured and declared something else, one only says something."""
    for name in "ab":
        if not (folder / "books" / name).exists():
            body = run(f"rows: 12.3456789, 23.4567891\n{declared('4.2', claim='a.c1')}") if name == "a" else ""
            entry(folder / "books" / name, f"{body}{said(LONG)}")
    gold = [{"item": f"{name}.c1", "logbook": name, "claim": TEXT, "label": "inconclusive"} for name in "ab"]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))
    (folder / "specs.json").write_text(json.dumps([CLAIM | {"id": f"{name}.c1"} for name in "ab"]))
    given = ("--gold", folder / "gold.jsonl", "--logbooks", folder / "books", "--specs", folder / "specs.json")
    return CliRunner().invoke(main, ["examine", "--attack", *map(str, given), *more])


def only(monkeypatch: pytest.MonkeyPatch, *attacks: Attack) -> None:
    """Let the suite be these attacks."""
    _suite, *rest = attacking.Attacking.__init__.__defaults__ or ((),)
    monkeypatch.setattr(attacking.Attacking.__init__, "__defaults__", (attacks, *rest))


def by_name(result: Result) -> Any:
    return {row["attack"]: row for row in json.loads(result.stdout)["attacks"]}


@pytest.mark.parametrize("wish", ["verified", "falsified"])
def test_words_settle_nothing_and_forged_runs_do(tmp_path: Path, wish: str) -> None:
    result = examine(tmp_path, "--toward", wish, "--format", "json")
    assert result.exit_code == 0, result.output
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(result.stdout))
    found = by_name(result)
    assert set(found) == set(BY_NAME) == {attack.name for attack in SUITE}
    assert read_examination(result.stdout.encode())["attacks"] == json.loads(result.stdout)["attacks"]
    assert not any(row["settled"] or row["better"] for row in found.values() if row["kind"] == "text")
    assert (found["forged-runs"]["settled"], found["forged-runs"]["better"]) == (1, 1)
    assert found["instructions-in-prose"]["found"] == found["copied-entry"]["found"] == 2
    assert found["neutral-prose"]["found"] == 0


def test_people_see_each_attack_and_the_highest_assurance(tmp_path: Path) -> None:
    shown = examine(tmp_path, "--format", "agent")
    rows = {line.split("\t")[0]: line.split("\t") for line in shown.stdout.splitlines() if "\t" in line}
    assert rows["forged-runs"][1:] == ["forged", "2", "1", "1", "1", "1", "1"]
    assert rows["neutral-prose"][1:] == ["text", "2", "0", "0", "0", "0", "0"]
    assert "Settled: turned verified or falsified." in shown.stderr


def test_a_text_attack_that_settles_an_item_is_1_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(files: Files, aim: Aim) -> Files:
        return whole_runs(files, aim)

    only(monkeypatch, Attack("a-hole", AttackKind.TEXT, "A hole.", "This.", cheat))
    result = examine(tmp_path)
    assert result.exit_code == 1
    assert "a-hole changed by words alone what must not change: b.c1 (inconclusive → verified)" in result.stderr


def test_under_an_obedient_model_words_settle_nothing(
    tmp_path: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, *(BY_NAME[name] for name in FEW))
    model = ("--reader", "model", "--responses", str(tmp_path / "kept"), "--rules", str(priced(tmp_path, server)))
    asked = json.loads(examine(tmp_path, *model, "--estimate", "--format", "json").stdout)
    assert server.bodies == []
    result = examine(tmp_path, *model, "--format", "json")
    assert result.exit_code == 0, result.output
    assert not any(row["settled"] for row in by_name(result).values() if row["kind"] == "text")
    assert asked["logbooks"] == 2 + 2 * len(FEW)
    assert 0 < asked["calls"] <= len(server.bodies)


def test_without_attacks_the_document_has_none(tmp_path: Path) -> None:
    examine(tmp_path)
    names = ("gold.jsonl", "books", "specs.json")
    gold, books, specs = (str(tmp_path / name) for name in names)
    plain = CliRunner().invoke(
        main, ["examine", "--gold", gold, "--logbooks", books, "--specs", specs, "--format", "json"]
    )
    assert "attacks" not in json.loads(plain.stdout)
