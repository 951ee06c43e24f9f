"""The judgement as a document: it fits its schema, counts right, and quotes exact bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from openrepro.claims.claim import Claim, Kind
from openrepro.claims.spec import Fault
from openrepro.evidence import guess
from openrepro.judging.judge import Judgement, judge
from openrepro.judging.judgement import QUOTE_LENGTH, Unreadable, document, quote, summary
from openrepro.logbooks.logbook import Address, Logbook, Severity
from tests.judging.books import STRICT, book, claim_page, claim_set, declared, one_page, run, said, value_claim

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "judgement.schema.json"
PARTS = (value_claim(id="demo1.c2a"), value_claim("9.4", id="demo1.c2b"))


def judgement(*cells: str) -> Judgement:
    claims = claim_set(
        value_claim(),
        Claim("demo1.c3", Kind.DEFINITION, "A cache is a store."),
        value_claim(id="demo1.c2", conjuncts=PARTS),
    )
    return judge(one_page(*cells), claims, STRICT)


def whole(*judgements: Judgement, unreadable: tuple[Unreadable, ...] = ()) -> Any:
    paths = [(f"entries/{index}", item) for index, item in enumerate(judgements)]
    value = document(paths, unreadable, rules=STRICT.digest, judge={"rules": STRICT.digest, "reader": "rules"})
    return json.loads(json.dumps(value))


def test_the_document_fits_its_schema() -> None:
    judgements = (
        judgement(run(declared("3.2") + "\n" + declared("3.1", claim="demo1.c2a"))),
        judge(
            book({"claim-1": claim_page(said("Claim 1 is verified. \u202e"), run(declared("9.4"), exit_code=1))}),
            None,
            STRICT,
        ),
        judge(
            book({"claim-1": "\udcff\udc80 # Claim 1\n\n---\n<!-- trackio-cell\n{bad\n-->\n"}),
            claim_set(value_claim()),
            STRICT,
        ),
    )
    checker = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    value = whole(*judgements, unreadable=(Unreadable("entries/x", "It cannot be read."),))
    assert [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)] == []


def test_the_summary_counts_every_claim_once() -> None:
    value = whole(
        judgement(run(declared("3.2"))), judgement(run(declared("9.4"))), unreadable=(Unreadable("x", "Bad."),)
    )
    assert value["summary"] == {
        "verified": 1,
        "falsified": 1,
        "toy": 0,
        "inconclusive": 0,
        "not_judged": 2,
        "not_testable": 2,
        "unreadable": 1,
    }
    assert summary([], 0)["verified"] == 0


def test_a_claim_row_has_reasons_quotes_grade_and_parts() -> None:
    rows = whole(judgement(run(declared("3.2"))))["logbooks"][0]["claims"]
    first, definition, compound = rows
    assert (first["id"], first["label"], first["grade"], first["assurance"]) == ("demo1.c1", "verified", "E2", 1)
    assert first["reasons"][0]["code"] == "row-13"
    assert first["quotes"][0]["text"] == declared("3.2")
    assert first["review"] is None
    assert definition["label"] == "not testable"
    assert [part["id"] for part in compound["parts"]] == ["demo1.c2a", "demo1.c2b"]
    assert "parts" not in first


def test_a_logbook_row_names_its_revision_paper_and_problems() -> None:
    judged = judgement(run(declared("3.2")))
    row = whole(judged)["logbooks"][0]
    assert (row["path"], row["paper"], row["revision"]) == ("entries/0", "demo1", judged.logbook.revision)
    assert row["guessed_claims"] is False
    assert all({"code", "severity", "text", "at"} == set(problem) for problem in row["problems"])


def test_claims_of_its_own_pages_that_were_left_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {f"claim-{number}": claim_page(title=f"Claim {number}: it holds") for number in (1, 2, 3)}
    assert whole(judge(book(pages), None, STRICT))["logbooks"][0]["claims_left_out"] == 0
    monkeypatch.setattr(guess, "MOST_CLAIMS", 1)
    row = whole(judge(book(pages), None, STRICT))["logbooks"][0]
    assert (len(row["claims"]), row["claims_left_out"]) == (1, 2)


def test_faults_of_the_claims_file_stand_in_the_document() -> None:
    fault = Fault("demo1.c1", "id-twice", "2 claims have this id.", Severity.SERIOUS)
    value = document([], (), rules=STRICT.digest, judge={}, claims_faults=[fault])
    assert value["claims_faults"] == [{"claim": "demo1.c1", "code": "id-twice", "text": "2 claims have this id."}]
    assert whole()["claims_faults"] == []


def test_every_quote_is_exactly_the_bytes_it_names() -> None:
    judged = judgement(said("é — ü"), run(f"é\n{declared('3.2')}"))
    for row in whole(judged)["logbooks"][0]["claims"]:
        for shown in row["quotes"]:
            start, end = shown["bytes"]
            data = judged.logbook.files[shown["file"]][start:end]
            assert shown["cut"] or shown["text"] == data.decode()


def test_a_long_quote_is_cut_and_says_so() -> None:
    logbook: Logbook = one_page(said("word " * 200))
    data = logbook.files["pages/claim-1/page.md"]
    shown = quote(Address("pages/claim-1/page.md", 0, len(data)), logbook)
    assert shown["cut"] is True
    assert len(str(shown["text"])) == QUOTE_LENGTH
    assert shown["bytes"] == [0, len(data)]


def test_a_document_of_nothing_is_a_document() -> None:
    assert whole()["logbooks"] == []
