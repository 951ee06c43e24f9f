"""Which bytes of a verdict are marked: what it rests on first, then what models quoted, each place once."""

from dataclasses import replace

from openrepro.judging.look import Look
from openrepro.judging.readers.model.question import Role, Silence
from openrepro.logbooks.logbook import Address
from openrepro.rendering.quoted import asked_of
from tests.record.samples import AT, READING, VERDICT

ELSEWHERE = Address("results.json", 10, 20)


def test_what_models_quoted_comes_after_what_the_verdict_rests_on() -> None:
    read = Look("demo.c1", Role.READER, reading=replace(READING, quotes=(AT, ELSEWHERE)))
    silent = Look("demo.c1", Role.PROSECUTOR, silence=Silence.REFUSED)
    found = asked_of(replace(VERDICT, looks=(read, silent)).as_json(), "v1")
    assert [(one.at, one.why) for one in found[:1]] == [(AT, "measured")]
    assert [one.why for one in found if one.at == ELSEWHERE] == ["read by a model"]
    assert len({one.at for one in found}) == len(found)


def test_a_verdict_without_looks_is_marked_as_before() -> None:
    assert all(one.why != "read by a model" for one in asked_of(VERDICT.as_json(), "v1"))
