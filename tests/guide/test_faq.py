"""The common questions: enough of them, each answered, and found by their words."""

import re
import time

from openrepro.challenge.rules import Rules
from openrepro.guide.faq import found, questions_of
from openrepro.guide.guide import guide_of

QUESTIONS = questions_of(Rules())
OF_USERS = {
    "cool-down": "cooldown",
    "toy": "toy",
    "licence": "licence",
    "takedown": "takedown",
    "prizes": "prizes",
    "aoe": "when",
    "frozen": "frozen",
    "why inconclusive": "why-inconclusive",
    "certified": "certified",
    "author paper": "authors",
    "tie": "ties",
    "token": "token",
    "credits": "credits",
    "appeal": "wrong-verdict",
}


def test_there_are_enough_and_each_is_asked_and_answered_once() -> None:
    assert len(QUESTIONS) >= 25
    assert len({one.id for one in QUESTIONS}) == len({one.ask for one in QUESTIONS}) == len(QUESTIONS)
    assert all(one.answer and one.ask.rstrip(".").endswith(("?", "now?")) for one in QUESTIONS)
    assert all(re.fullmatch(r"[a-z-]+", one.id) for one in QUESTIONS)


def test_words_of_users_find_their_question() -> None:
    for words, wanted in OF_USERS.items():
        assert wanted in [one.id for one in found(QUESTIONS, words)], words


def test_all_words_must_stand_there_in_any_case() -> None:
    assert found(QUESTIONS, "LICENCE logbook") == found(QUESTIONS, "logbook licence") != ()
    assert found(QUESTIONS, "licence zebra") == ()
    assert found(QUESTIONS, "  ") == QUESTIONS
    assert found(QUESTIONS, "cool-down")[0].id == "cooldown"


def test_a_hostile_search_takes_no_time() -> None:
    began = time.perf_counter()
    found(QUESTIONS, ".* " * 50_000)
    assert time.perf_counter() - began < 2


def test_sections_and_questions_have_ids_of_their_own() -> None:
    ids = [section.id for section in guide_of(Rules()).sections]
    assert len(set(ids)) == len(ids)
