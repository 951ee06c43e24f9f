"""Verdicts: the list in both directions, one record in words, and a proof that anybody can check."""

import json
import re
import subprocess
import sys
from collections.abc import Generator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.ids import canonical, sha256
from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason, Ruling
from openrepro.web.pages.verdicts import SHOWN
from tests.web.challenge import Served, founded, without_caps
from tests.web.pages.test_claims import DESCENT, HOSTILE, entry, verdict


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps))
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("verdicts") / "challenge", change=without_caps))
    made.add("amber")
    made.submit("amber", "amber/demo-hedge")
    made.judge_all()
    yield made
    made.installation.close()


def told(served: Served, where: str) -> dict[str, Any]:
    path, _, query = where.partition("?")
    answer = served.client.get(f"{path}.json?{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def the_verdict(served: Served, claim: str) -> str:
    found = next(one for one in told(served, "/verdicts")["data"]["verdicts"] if one["claim"] == claim)
    return str(found["id"])


def many(served: Served, count: int) -> None:
    labels = (Label.VERIFIED, Label.TOY, Label.INCONCLUSIVE)
    with served.installation.store.write() as tx:
        made = [entry(tx, f"team{number}", number, hidden=number % 10 == 0) for number in range(1, count + 1)]
        given = [verdict(one, f"{DESCENT}.c2", labels[at % 3]) for at, one in enumerate(made)]
        tx.ledger.append(given)


def test_an_empty_list_says_so(served: Served) -> None:
    assert "No verdict" in served.client.get("/verdicts").text
    assert told(served, "/verdicts")["data"]["verdicts"] == []


def test_the_list_is_walked_to_its_end_and_back(served: Served) -> None:
    many(served, 2 * SHOWN + 10)
    forth, where = [], "/verdicts"
    while where:
        body = told(served, where)
        forth.append((where, [one["id"] for one in body["data"]["verdicts"]]))
        where = body["next"]
    assert len(forth) == 3
    seen = [name for _, names in forth for name in names]
    assert len(seen) == len(set(seen)) == (2 * SHOWN + 10) * 9 // 10
    back, where = [], forth[-1][0]
    while where:
        back.append(where)
        where = told(served, where)["previous"]
    assert back[::-1] == [where for where, _ in forth]


def test_verdicts_of_one_logbook_stand_together_under_its_name(judged: Served) -> None:
    shown = judged.client.get("/verdicts").text
    assert shown.count("logbook</a> of") == 1
    assert shown.count("record of the verdict") == len(told(judged, "/verdicts")["data"]["verdicts"]) > 1


def test_the_list_is_narrowed_by_label_and_names(served: Served) -> None:
    many(served, 30)
    toys = told(served, "/verdicts?label=toy")["data"]["verdicts"]
    assert {one["label"] for one in toys} == {"toy"}
    one = told(served, f"/verdicts?team={toys[0]['team']}&label=toy")["data"]
    assert [found["id"] for found in one["verdicts"]] == [toys[0]["id"]]
    assert told(served, f"/verdicts?team={toys[0]['team']}&label=verified")["data"]["verdicts"] == []
    assert f"team={toys[0]['team']}" in one["all"]


def test_odd_questions_are_refused(served: Served) -> None:
    for query in ("label=best", "before=x", "before=-1", "before=" + "9" * 30, "team=" + "x" * 300):
        assert served.client.get(f"/verdicts?{query}").status_code == 400, query


def test_a_verdict_tells_its_whole_record_in_words(judged: Served) -> None:
    data = told(judged, f"/verdicts/{the_verdict(judged, 'demo-hedge.c3')}")["data"]
    assert data["label"] == "verified"
    assert data["measured"][0]["value"] == "-12.43"
    assert data["placed"]["low"] == "-13.285"
    assert [axis["state"] for axis in data["scale"]] == ["met", "met", "met"]
    assert data["reading"]["method"] == "an experiment"
    assert data["reading"]["premises_met"] == "yes"
    assert data["grade_words"] == "output of a run that was recorded"
    assert [one["code"] for one in data["reasons"]] == ["row-13", "on-right-side"]
    assert data["reasons"][0]["meaning"].startswith("the comparison supports the claim")
    assert data["claim"]["in_force"] is True
    shown = judged.client.get(f"/verdicts/{data['id']}").text
    for words in ("What was measured", "Who judged", "Proof that it is on record", "rules alone, without a model"):
        assert words in shown


def test_a_falsification_that_nobody_confirmed_counts_for_nothing(judged: Served) -> None:
    name = the_verdict(judged, "demo-hedge.c1")
    data = told(judged, f"/verdicts/{name}")["data"]
    assert (data["provisional"], data["confirmed"]) == (True, False)
    assert "It counts for nothing until a second look" in judged.client.get(f"/verdicts/{name}").text


def test_the_recipe_that_is_shown_checks_the_record_offline(judged: Served, tmp_path: Path) -> None:
    name = the_verdict(judged, "demo-hedge.c3")
    body = judged.client.get(f"/verdicts/{name}.json").text
    shown = unescape(judged.client.get(f"/verdicts/{name}").text)
    recipe = re.search(r'python -c "(.*?)"</pre>', shown, re.DOTALL)
    assert recipe is not None

    def checked(text: str) -> str:
        (tmp_path / "verdict.json").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", recipe[1]], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout.strip()

    assert checked(body) == "True"
    record = json.loads(body)["data"]["record"]
    assert sha256(canonical(record)) == name
    forged = json.loads(body)
    forged["data"]["record"]["ruling"]["label"] = "falsified"
    assert checked(json.dumps(forged)) == "False"


def test_a_superseded_verdict_and_its_successor_name_each_other(served: Served) -> None:
    with served.installation.store.write() as tx:
        made = entry(tx, "ada", 1)
        first = verdict(made, f"{DESCENT}.c2", Label.INCONCLUSIVE)
        second = verdict(made, f"{DESCENT}.c2", Label.VERIFIED, supersedes=first.id)
        tx.ledger.append([first, second])
    old, new = (told(served, f"/verdicts/{one.id}")["data"] for one in (first, second))
    assert (old["superseded_by"], old["supersedes"]) == (second.id, None)
    assert (new["superseded_by"], new["supersedes"]) == (None, first.id)
    assert [one["id"] for one in old["chain"]] == [second.id, first.id]
    assert "Superseded" in served.client.get(f"/verdicts/{first.id}").text


def test_verdicts_on_hidden_entries_are_not_found(served: Served) -> None:
    with served.installation.store.write() as tx:
        hidden = verdict(entry(tx, "ada", 1, hidden=True), f"{DESCENT}.c2", Label.VERIFIED)
        tx.ledger.append([hidden])
    for path in (f"/verdicts/{hidden.id}", f"/verdicts/{hidden.id}.json"):
        answer = served.client.get(path)
        assert answer.status_code == 404
        assert "It was measured" not in answer.text
    assert hidden.id not in served.client.get("/verdicts").text


def test_what_is_no_verdict_is_not_found(served: Served) -> None:
    with served.installation.store.read() as tx:
        acts = [leaf.id for leaf in tx.ledger.leaves(0, 1)]
    for name in ("x", "0" * 64, "a" * 900, *acts):
        assert served.client.get(f"/verdicts/{name}").status_code == 404, name


def test_nothing_of_strangers_gets_out_of_its_place(served: Served) -> None:
    with served.installation.store.write() as tx:
        made = entry(tx, "ada", 1, title=HOSTILE)
        ruling = Ruling(Label.TOY, (Reason("row-10", HOSTILE * 50), Reason(HOSTILE, HOSTILE)), review=HOSTILE)
        given = verdict(made, f"{DESCENT}.c2", Label.TOY)
        judge = replace(given.judge, reader="model", model=HOSTILE, provider=HOSTILE, prompt=HOSTILE, decoding=HOSTILE)
        given = replace(given, ruling=ruling, judge=judge, cost=HOSTILE, time=written(clock.now()), raw_reply=HOSTILE)
        tx.ledger.append([given])
    shown = served.client.get(f"/verdicts/{given.id}").text
    assert "<script>alert" not in shown
    assert "\u2028" not in shown
    assert "\u202e" not in shown
