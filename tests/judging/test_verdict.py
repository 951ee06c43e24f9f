"""The permanent record: canonical, named by its content, and free of anything personal."""

import json
from dataclasses import replace

from openrepro.ids import sha256
from openrepro.judging.judge import judge
from openrepro.judging.label import Direction, Label
from openrepro.judging.recording import Occasion, case_file_digest, verdicts_of
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import STRICT, claim_set, declared, one_page, run, value_claim

JUDGE = JudgeIdentity(STRICT.digest, "rules")
OCCASION = Occasion("entry-1", "team-1", JUDGE, "2026-08-01T12:00:00Z")
PARTS = (value_claim(id="demo1.c1a"), value_claim("9.4", id="demo1.c1b"))


def verdict(logbook: Logbook, *, compound: bool = False) -> Verdict:
    claim = value_claim(conjuncts=PARTS) if compound else value_claim()
    return verdicts_of(judge(logbook, claim_set(claim), STRICT), OCCASION)[0]


BOOK = one_page(run(declared("3.2")))


def test_a_record_names_all_that_it_depends_on() -> None:
    found = verdict(BOOK)
    assert (found.claim, found.paper, found.entry, found.team) == ("demo1.c1", "demo1", "entry-1", "team-1")
    assert found.claim_version == claim_set(value_claim()).version
    assert found.revision == BOOK.revision
    assert (found.label, found.direction) == (Label.VERIFIED, Direction.SUPPORTS)
    assert found.reading is not None
    assert found.judge.rules == STRICT.digest


def test_the_id_is_the_hash_of_canonical_json() -> None:
    found = verdict(BOOK)
    assert found.id == sha256(found.leaf)
    value = json.loads(found.leaf)
    assert list(value) == sorted(value)
    assert b": " not in found.leaf.split(b'"text"')[0]
    assert value["schema"] == "openrepro.verdict/1"


def test_the_same_record_has_the_same_id_and_any_change_another() -> None:
    found = verdict(BOOK)
    assert verdict(BOOK).id == found.id
    for other in (
        replace(found, time="2026-08-01T12:00:01Z"),
        replace(found, team="team-2"),
        replace(found, supersedes=found.id),
        replace(found, judge=replace(JUDGE, seed=1)),
    ):
        assert other.id != found.id


def test_the_case_file_has_one_digest_whatever_else_is_in_the_entry() -> None:
    first = verdict(BOOK)
    assert verdict(one_page(run(declared("3.2")))).case_file == first.case_file
    assert verdict(one_page(run(declared("3.3")))).case_file != first.case_file


def test_a_compound_claim_is_one_record_without_a_single_reading() -> None:
    output = declared("3.2", claim="demo1.c1a") + "\n" + declared("9.4", claim="demo1.c1b")
    logbook = one_page(run(output))
    found = verdict(logbook, compound=True)
    assert (found.claim, found.label, found.reading) == ("demo1.c1", Label.VERIFIED, None)
    item = judge(logbook, claim_set(value_claim(conjuncts=PARTS)), STRICT).claims[0]
    assert found.case_file == case_file_digest(item)
    assert found.case_file not in [part.casefile.digest for part in item.parts]


def test_bytes_that_are_no_text_do_not_keep_a_record_from_being_written() -> None:
    assert verdict(one_page(run(f"\udcff\n{declared('3.2')}"))).id
