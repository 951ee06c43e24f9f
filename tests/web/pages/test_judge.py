"""The page about the judge: a worked example that the judge made, its table, and its examinations."""

from collections.abc import Generator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.challenge.rules import FalsifiedNeeds, ReaderKind, Rules
from openrepro.challenge.sections import ModelEndpoint, ModelRules
from openrepro.demo.worked import CLAIM, worked_example
from openrepro.ids import Json
from openrepro.judging.attacked import Attacked
from openrepro.judging.attacks.attack import AttackKind
from openrepro.judging.attacks.suite import SUITE
from openrepro.judging.label import Label
from openrepro.judging.readers.model.form_schema import FORM
from openrepro.judging.readers.model.prompts import prompt_digest, prompt_text
from openrepro.judging.readers.model.question import Role
from openrepro.judging.readers.model.taken import TAKEN
from tests.judging.examinations import examination
from tests.web.challenge import Served, founded

AT = "2026-07-20T12:00:00Z"


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge"), app=app)
    yield made
    made.installation.close()


def examined(served: Served, *rounds: int, note: str = "A small set.") -> None:
    with served.installation.store.write() as tx:
        for count in rounds:
            tx.examinations.add(examination(count), note=note, now=AT)


def test_the_example_is_what_the_judge_makes_of_the_bundled_logbook(served: Served) -> None:
    told = served.client.get("/judge.json").json()["data"]["example"]
    worked = worked_example(served.installation.rules_now(clock.now()))
    assert told["claim"]["id"] == CLAIM
    assert told["run"]["result_line"] in told["run"]["output"]
    assert told["ruling"]["label"] == worked.part.ruling.label.value == Label.FALSIFIED.value
    assert told["reading"]["value"] in told["run"]["result_line"]
    page = served.client.get("/judge").text
    assert f'href="#row-{told["row"]}"' in page
    assert all(f'id="row-{number}"' in page for number in range(1, 16))


def test_the_example_follows_the_rules_of_the_challenge() -> None:
    strict = Rules()
    lax = replace(strict, judging=replace(strict.judging, falsified_needs=FalsifiedNeeds.NOTHING))
    assert worked_example(strict).part.ruling.provisional
    assert not worked_example(lax).part.ruling.provisional


def test_without_an_examination_that_is_said_with_what_to_do(served: Served) -> None:
    page = served.client.get("/judge").text
    assert "No examination is on record" in page
    assert "openrepro admin examination add" in page
    assert "No examination is on record" in served.client.get("/examinations").text
    assert served.client.get("/judge.json").json()["data"]["examination"] is None


def test_the_latest_examination_stands_beside_its_controls(served: Served) -> None:
    examined(served, 5, 7, note="<b>July</b>")
    told = served.client.get("/judge.json").json()["data"]["examination"]
    assert (told["id"], told["items"]) == (2, 42)
    right = next(one for one in told["group"]["measures"] if one["name"] == "right")
    controls = ["random", "always inconclusive", "trust the author"]
    assert [row["judge"] for row in right["rows"]] == ["this judge", *controls]
    assert (right["rows"][0]["part"], right["rows"][0]["whole"], right["rows"][0]["percent"]) == (28, 35, "80.0")
    page = served.client.get("/judge").text
    assert "&lt;b&gt;July&lt;/b&gt;" in page
    assert "28 of 35" in page
    assert 'href="/examinations/2"' in page


def test_what_has_no_whole_has_no_share(served: Served) -> None:
    examined(served, 5)
    group = served.client.get("/judge.json").json()["data"]["examination"]["group"]
    wrong = next(one for one in group["measures"] if one["name"] == "verified that is wrong")
    nothing = next(row for row in wrong["rows"] if row["judge"] == "always inconclusive")
    assert (nothing["percent"], nothing["low"]) == (None, None)
    assert "no such item" in served.client.get("/judge").text


def test_an_examination_has_a_page_of_its_own(served: Served) -> None:
    examined(served, 5, 7)
    page = served.client.get("/examinations/1")
    assert page.status_code == 200
    assert "items whose claim has a typed spec" in page.text.lower()
    assert [one["id"] for one in served.client.get("/examinations.json").json()["data"]["examinations"]] == [2, 1]
    for name in ("3", "x", "0", "9" * 40, "1.5"):
        assert served.client.get(f"/examinations/{name}").status_code == 404, name


def test_many_examinations_are_paged(served: Served) -> None:
    examined(served, *range(1, 34))
    told = served.client.get("/examinations.json").json()
    assert len(told["data"]["examinations"]) == 30
    assert len(served.client.get(told["next"].replace("?", ".json?")).json()["data"]["examinations"]) == 3


def test_the_api_has_them_too(served: Served) -> None:
    examined(served, 5, 7)
    lines = served.client.get("/api/v1/examinations", params={"limit": 1}).json()
    assert [one["id"] for one in lines["data"]] == [2]
    rest = served.client.get("/api/v1/examinations", params={"limit": 1, "cursor": lines["next"]}).json()
    assert ([one["id"] for one in rest["data"]], rest["next"]) == ([1], None)
    assert served.client.get("/api/v1/examinations/1").json()["data"]["body"] == examination(5)
    assert served.client.get("/api/v1/examinations/3").status_code == 404


@pytest.mark.parametrize(
    ("reader", "at_work", "told"),
    [
        (ReaderKind.MODEL, "model", "What code cannot tell waits for the model"),
        (ReaderKind.PERSON, "rules", "The rule file asks for the reader <code>person</code>"),
        (ReaderKind.RULES, "rules", ""),
    ],
)
def test_who_is_at_work_and_what_waits_for_whom_is_told(
    tmp_path: Path, app: FastAPI, reader: ReaderKind, at_work: str, told: str
) -> None:
    def by(rules: Rules) -> Rules:
        return replace(rules, judging=replace(rules.judging, reader=reader))

    made = Served(founded(tmp_path / "read", change=by), app=app)
    page = made.client.get("/judge").text
    assert made.client.get("/judge.json").json()["data"]["at_work"]["reader"] == at_work
    made.installation.close()
    assert told in page
    assert ("What code cannot tell" in page) == bool(told)


def test_the_prompts_stand_there_word_for_word_under_the_name_that_verdicts_give_them(served: Served) -> None:
    told = served.client.get("/judge.json").json()["data"]["model"]
    page = unescape(served.client.get("/judge").text)
    assert [one["role"] for one in told["prompts"]] == [role.value for role in Role]
    for one, role in zip(told["prompts"], Role, strict=True):
        assert (one["digest"], one["text"]) == (prompt_digest(role), prompt_text(role).strip())
        assert one["text"] in page
        assert one["digest"] in page
        assert f'id="prompt-{role.value}"' in page
    assert told["form"] == FORM


def test_what_code_makes_of_a_models_words_is_the_table_of_the_documentation(served: Served) -> None:
    told = served.client.get("/judge.json").json()["data"]["model"]["sayings"]
    assert len(told) == len(TAKEN)
    said = ["".join(span["text"] for span in says) for says, _ in told]
    assert said == [one.says.replace("`", "") for one in TAKEN]
    assert "never taken from a model" in served.client.get("/judge").text


def test_who_reads_follows_the_rule_file_and_no_address_or_key_is_shown(tmp_path: Path) -> None:
    named = ModelEndpoint("cheap", "tests-1", "https://models.example/v1", "SECRET_KEY_NAME", "0.5", "1.5")

    def by_model(rules: Rules) -> Rules:
        asked = ModelRules(reader="cheap", endpoints=(named,))
        return replace(rules, judging=replace(rules.judging, reader=ReaderKind.MODEL, model=asked))

    made = Served(founded(tmp_path / "challenge", change=by_model))
    told = made.client.get("/judge.json").text
    page = made.client.get("/judge").text
    made.installation.close()
    assert "tests-1" in page
    assert "is read by a model" in page
    for text in (told, page):
        assert "models.example" not in text
        assert "SECRET_KEY_NAME" not in text


def test_rules_alone_are_said_to_read_where_no_model_does(served: Served) -> None:
    assert "Code alone reads in this challenge" in served.client.get("/judge").text
    assert served.client.get("/judge.json").json()["data"]["model"]["endpoints"] == []


def attacked(settled: int = 0) -> dict[str, Json]:
    """An examination in which attacks of each kind were tried."""
    rows = [
        Attacked(attack.name, attack.kind, 30, settled, settled, settled, 12).as_json()
        for attack in SUITE
        if attack.name != "padding"
    ]
    return {**examination(5), "attacks": [*rows]}


def test_the_suite_is_told_before_it_was_tried(served: Served) -> None:
    told = served.client.get("/judge.json").json()["data"]["attacks"]
    page = unescape(served.client.get("/judge").text)
    assert told["examined"] is None
    assert "No examination on record has tried them yet" in page
    for attack in SUITE:
        assert attack.name in page
        assert attack.must_not in page


def test_the_latest_result_of_each_attack_stands_beside_what_must_not_happen(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.examinations.add(attacked(), note="With attacks.", now=AT)
    examined(served, 3)
    told = served.client.get("/judge.json").json()["data"]["attacks"]
    assert told["examined"]["id"] == 1
    rows = {row["name"]: row for kind in told["kinds"] for row in kind["attacks"]}
    assert rows["padding"]["result"] is None
    assert rows["prestige"]["result"]["settled"] == {
        "part": 0,
        "whole": 30,
        "percent": "0.0",
        "low": "0.0",
        "high": "11.4",
    }
    page = served.client.get("/judge").text
    assert "not tried" in page
    assert "must not happen</strong>" not in page
    assert "No attack of words turned an item" in served.client.get("/examinations/1").text
    assert 'id="attacks"' not in served.client.get("/examinations/2").text


def test_words_that_did_what_must_not_happen_are_said_to_have(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.examinations.add(attacked(settled=2), note="A bad day.", now=AT)
    texts = sum(attack.kind is AttackKind.TEXT for attack in SUITE) - 1
    page = served.client.get("/examinations/1").text
    assert f"{texts} attacks of words did what must not happen" in page
    assert page.count("must not happen</strong>") == texts
    data = served.client.get("/examinations/1.json").json()["data"]
    assert data["attacks_failed"] == texts


def test_a_judge_with_models_in_it_is_named_beside_its_examination(served: Served) -> None:
    named = {"model": "tests-1 / tests-2", "provider": "models.example", "prompt": "sha256:0", "decoding": "greedy"}
    judge = {"reader": "model", "rules": Rules().digest, "seed": None, **named}
    with served.installation.store.write() as tx:
        tx.examinations.add({**examination(5), "judge": judge}, note="By models.", now=AT)
    page = served.client.get("/examinations/1").text
    assert "tests-1 / tests-2" in page
    assert "models.example" in page
