"""`openrepro examine`: the judge's figures next to three controls, with intervals and cautions."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from tests.cli.test_judge import CLAIM, entry
from tests.judging.books import TEXT, declared, run, said

GOLD = (
    {"item": "a#c1", "logbook": "a", "claim": TEXT, "label": "verified"},
    {"item": "b#c1", "logbook": "b", "claim": TEXT, "label": "inconclusive", "contract_label": "falsified"},
    {"item": "c#c1", "logbook": "c", "claim": TEXT, "label": "inconclusive"},
    {"item": "c#c2", "logbook": "c", "claim": "A cache is defined as a store.", "label": "not_testable"},
)


def example(folder: Path) -> list[str]:
    """Three logbooks, four gold labels, one spec for each of the first three."""
    for name, value in (("a", "3.2"), ("b", "9.4")):
        entry(folder / "logbooks" / name, run(declared(value, claim=f"{name}.c1")))
    entry(folder / "logbooks" / "c", said("**Verdict: verified.** We measured 3.1 percent."))
    gold = folder / "gold.jsonl"
    gold.write_text("\n".join(json.dumps(row) for row in GOLD) + "\n")
    specs = folder / "specs.json"
    named = [CLAIM | {"id": f"{name}.c1"} for name in "abc"]
    specs.write_text(json.dumps(named))
    gold.write_text(gold.read_text().replace("#c", ".c"))
    return ["--gold", str(gold), "--logbooks", str(folder / "logbooks"), "--specs", str(specs)]


def examine(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["examine", *arguments])


def document(*arguments: str) -> Any:
    return json.loads(examine(*arguments, "--format", "json").stdout)


def test_people_see_the_figures_and_the_controls(tmp_path: Path) -> None:
    result = examine(*example(tmp_path))
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert "4 gold items of 3 logbooks" in shown
    for words in ("this judge", "random", "always", "trust", "false verified", "kappa", "per kind", "row-13", "flips"):
        assert words in shown
    assert "Wilson" in result.stderr


def test_the_figures_are_those_of_the_items(tmp_path: Path) -> None:
    value = document(*example(tmp_path), "--items")
    labels = {row["item"]: (row["gold"], row["label"], row["right"]) for row in value["items"]}
    assert labels == {
        "a.c1": ("verified", "verified", True),
        "b.c1": ("falsified", "falsified", True),
        "c.c1": ("inconclusive", "inconclusive", True),
        "c.c2": ("not_testable", "not testable", True),
    }


def test_the_printed_labels_can_be_measured_against_instead(tmp_path: Path) -> None:
    value = document(*example(tmp_path), "--items", "--printed-labels")
    assert {row["item"]: row["right"] for row in value["items"]}["b.c1"] is False


def test_an_examination_is_the_same_every_time(tmp_path: Path) -> None:
    arguments = example(tmp_path)
    assert examine(*arguments).stdout == examine(*arguments).stdout


def test_repeats_count_flips(tmp_path: Path) -> None:
    shown = " ".join(examine(*example(tmp_path), "--repeats", "2").stdout.split())
    assert "flips on identical input: 0/4" in shown


def test_every_item_can_be_listed(tmp_path: Path) -> None:
    result = examine(*example(tmp_path), "--items", "--format", "agent")
    assert any(line.startswith("b.c1\tvalue\tfalsified\tfalsified\trow-14") for line in result.stdout.splitlines())


def test_without_specs_nothing_is_verified(tmp_path: Path) -> None:
    arguments = example(tmp_path)[:4]
    value = document(*arguments, "--items")
    assert not {"verified", "falsified"} & {row["label"] for row in value["items"]}


@pytest.mark.parametrize("text", ["", "{", '{"item": "a"}', "[]", "\x00"])
def test_a_gold_file_that_is_none_is_2(text: str, tmp_path: Path) -> None:
    arguments = example(tmp_path)
    Path(arguments[1]).write_text(text)
    result = examine(*arguments)
    assert result.exit_code == 2
    assert "gold" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_logbook_that_is_not_there_is_2_and_named(tmp_path: Path) -> None:
    arguments = example(tmp_path)
    Path(arguments[1]).write_text(json.dumps(GOLD[0] | {"logbook": "gone"}))
    result = examine(*arguments)
    assert result.exit_code == 2
    assert "gone" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("--gold", "none.jsonl"), ("--reader", "oracle")])
def test_wrong_usage_is_2(arguments: tuple[str, ...]) -> None:
    assert examine(*arguments).exit_code == 2
