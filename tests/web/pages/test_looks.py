"""The looks of models on the pages of verdicts and claims: told whole, bounded, and harmless as strangers' text is."""

import gzip
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from openrepro.judging.label import Label
from openrepro.judging.look import Look
from openrepro.judging.readers.model.prompts import prompt_digest
from openrepro.judging.readers.model.question import Role, Silence
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reader, Reading
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.logbook import Address
from openrepro.web.pages.looks import SHOWN, looks_in_short
from tests.web.challenge import Served, founded, without_caps
from tests.web.pages.test_claims import DESCENT, HOSTILE, entry, verdict

CLAIM = f"{DESCENT}.c2"
AT = Address("pages/claim-2/page.md", 5, 25)
READING = Reading(
    CLAIM,
    Reader("model", "tests-1"),
    addressed=Answer.YES,
    method=Method.EXPERIMENT,
    measured=(Measured("0.1762", AT, "units"),),
    premises_met=Answer.YES,
    supports=Answer.YES,
    quotes=(AT,),
)
READ = Look(
    CLAIM,
    Role.READER,
    0,
    READING,
    question="a" * 64,
    prompt=prompt_digest(Role.READER),
    raw_reply="b" * 64,
    model="tests-1",
    provider="localhost",
    decoding="json_schema, temperature 0",
    tokens_in=900,
    tokens_out=80,
    cost="0.0012",
)
OPPOSED = replace(
    READ,
    role=Role.PROSECUTOR,
    prompt="sha256:" + "0" * 64,
    reading=replace(READING, supports=Answer.NO, doubts=(Doubt("selected", "The best of five.", AT),)),
)
SILENT = replace(READ, repeat=1, reading=None, silence=Silence.REFUSED, raw_reply="")
MODEL = JudgeIdentity("1" * 64, "model", "tests-1", "localhost")


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps))
    yield made
    made.installation.close()


def recorded(served: Served, *looks: Look, label: Label = Label.VERIFIED) -> str:
    """A verdict with these looks; gives its name."""
    with served.installation.store.write() as tx:
        given = verdict(entry(tx, "ada", 1), CLAIM, label, judge=MODEL, looks=looks, cost="0.0024", tokens=1960)
        tx.ledger.append([given])
    return given.id


def told(served: Served, name: str) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get(f"/verdicts/{name}.json").json()["data"]
    return found


def shown(served: Served, name: str) -> str:
    answer = served.client.get(f"/verdicts/{name}")
    assert answer.status_code == 200
    return answer.text


def test_a_verdict_by_rules_alone_says_nothing_of_looks(served: Served) -> None:
    name = recorded(served)
    assert told(served, name)["looks"] is None
    assert 'id="looks"' not in shown(served, name)
    assert "Looks</dt>" not in served.client.get(f"/claims/{CLAIM}").text


def test_who_looked_is_told_with_what_each_said(served: Served) -> None:
    name = recorded(served, READ, OPPOSED, SILENT)
    found = told(served, name)["looks"]
    assert (found["looks"], found["readings"], found["prosecutions"], found["silent"]) == (3, 2, 1, 1)
    assert (found["cost"], found["tokens_in"], found["tokens_out"]) == ("0.0036", 2700, 240)
    reader, prosecutor, silent = found["each"]
    assert (reader["model"], reader["provider"], reader["raw_reply"]) == ("tests-1", "localhost", "b" * 64)
    assert reader["said"]["measured"][0]["at"]["bytes"] == [5, 25]
    assert prosecutor["said"]["doubts"][0]["why"] == "The best of five."
    assert silent["silence"]["words"] == Silence.REFUSED.value
    text = shown(served, name)
    assert "The best of five." in text
    assert Silence.REFUSED.value in text
    assert "b" * 64 in text


def test_what_readers_differ_in_is_marked_field_by_field(served: Served) -> None:
    name = recorded(served, READ, OPPOSED)
    found = told(served, name)["looks"]
    assert found["agreed"] is False
    assert [field["name"] for field in found["compared"][0]["fields"] if not field["agreed"]] == ["supports"]
    assert "they differ" in shown(served, name)


def test_looks_that_say_the_same_agree_and_one_alone_agrees_with_nobody() -> None:
    assert looks_in_short([READ, replace(READ, repeat=1)])["agreed"] is True
    assert looks_in_short([READ, SILENT])["agreed"] is None
    assert looks_in_short([READ, replace(OPPOSED, claim="another.c1")])["agreed"] is None


def test_a_prompt_leads_to_its_text_only_where_it_is_the_one_of_now(served: Served) -> None:
    text = shown(served, recorded(served, READ, OPPOSED))
    assert "/judge#prompt-reader" in text
    assert "/judge#prompt-prosecutor" not in text
    assert "another version" in text


def test_the_page_of_a_claim_tells_looks_in_short(served: Served) -> None:
    recorded(served, READ, OPPOSED)
    text = served.client.get(f"/claims/{CLAIM}").text
    assert "2 looks (1 of the reader, 1 of the prosecutor)" in text
    row = served.client.get(f"/claims/{CLAIM}.json").json()["data"]["verdicts"][0]
    assert (row["looks"]["agreed"], row["cost"]) == (False, "0.0024")


def test_what_a_model_wrote_stays_text_and_stays_bounded(served: Served) -> None:
    long = HOSTILE + "x" * 3_000
    reading = replace(
        READING,
        measured=tuple(Measured(HOSTILE, AT, long) for _ in range(60)),
        doubts=tuple(Doubt(HOSTILE, long, AT) for _ in range(60)),
        unknown=(HOSTILE,) * 60,
    )
    looks = [replace(READ, repeat=at, reading=reading, model=long, provider=long) for at in range(SHOWN + 3)]
    name = recorded(served, *looks)
    answer = served.client.get(f"/verdicts/{name}")
    assert "<script>alert" not in answer.text
    assert "\u202e" not in answer.text
    assert "3 more looks" in answer.text
    assert len(gzip.compress(answer.content)) < 60_000
    assert len(told(served, name)["looks"]["each"]) == SHOWN
