"""What a model would be asked, as it is shown: the very words, with no mark of a real fence in them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from openrepro.challenge.rules import PROFILES, ReaderKind
from openrepro.demo import DATA, read_example
from openrepro.judging.judge import bench_of
from openrepro.judging.readers.model.context import boundary_of
from openrepro.judging.readers.model.question import Plan, Role
from openrepro.judging.readers.model.rounds import next_step
from openrepro.logbooks.archive import read_folder
from openrepro.logbooks.trackio import parse
from openrepro.rendering.asking import MARK, PLAN, questions_of
from openrepro.rendering.making import render_files
from openrepro.rendering.parts import VIEW, unpacked

RULES = PROFILES["strict"]
BY_MODEL = replace(RULES, judging=replace(RULES.judging, reader=ReaderKind.MODEL))
SETS = {one.paper: one for one in read_example().papers}


def files_of(book: str) -> Mapping[str, bytes]:
    return dict(read_folder(DATA / "logbooks" / book).files)


def rendered(book: str, rules: Any = BY_MODEL, **more: bytes) -> Any:
    return render_files({**files_of(book), **more}, (), SETS[book.partition("/")[2]], rules)


def texts(made: Any) -> list[str]:
    return [unpacked(part.body) for part in made.parts if part.kind == VIEW]


def test_with_the_rules_reader_nothing_is_said_of_questions() -> None:
    assert all("asked" not in claim["view"] for claim in rendered("elm/demo-charlm", RULES).body["claims"])


def test_a_claim_that_code_leaves_open_shows_the_question_to_the_reader_but_for_the_mark() -> None:
    made = rendered("dune/demo-hedge")
    bench = bench_of(parse(files_of("dune/demo-hedge"), name=""), SETS["demo-hedge"], BY_MODEL)
    real = {one.claim: one for one in next_step(bench, Plan(salt="a secret"), {}).questions}
    told = [part for claim in made.body["claims"] for part in claim["view"]["asked"]]
    asked = {part["claim"]: part for part in told if part["state"] == "asked"}
    assert set(asked) == set(real)
    assert "reader" in {part["role"] for part in asked.values()}
    for claim, text in zip(made.body["claims"], texts(made), strict=True):
        question = real.get(claim["id"])
        assert (question is None) == (not text)
        if question is not None:
            mark = re.search(r"^#[0-9a-f]{10} ", question.user, re.MULTILINE)
            assert text == (question.user if mark is None else question.user.replace(mark[0].strip(), MARK))
            assert asked[claim["id"]]["tokens"] == question.tokens
            assert [one["name"] for one in asked[claim["id"]]["blocks"]] == list(
                dict.fromkeys(block.name for block in question.blocks)
            )


def test_what_would_be_verified_is_shown_to_the_prosecutor() -> None:
    told = [part for claim in rendered("amber/demo-hedge").body["claims"] for part in claim["view"]["asked"]]
    assert {part["role"] for part in told if part["state"] == "asked"} == {Role.PROSECUTOR.value}


def test_no_mark_of_a_fence_is_left_in_what_is_shown() -> None:
    bench = bench_of(parse(files_of("amber/demo-hedge"), name=""), SETS["demo-hedge"], BY_MODEL)
    parts = [part for claim in questions_of(bench).judgement.claims for part in claim.parts]
    marks = {boundary_of(role, part.claim, part.casefile, PLAN, 0) for part in parts for role in Role}
    shown = "\n".join(texts(rendered("amber/demo-hedge")))
    assert MARK in shown
    assert not [mark for mark in marks if mark in shown]


def test_a_claim_that_code_settles_without_a_look_says_that_nobody_is_asked() -> None:
    states = {
        part["state"]
        for claim in rendered("cobalt/demo-hedge").body["claims"]
        for part in claim["view"]["asked"]
        if not part["role"]
    }
    assert states == {"code decides"}
