"""The guide and the common questions, both made from the rules that hold."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from openrepro.guide.examples import SERVER
from openrepro.guide.faq import found, questions_of
from openrepro.guide.guide import guide_of
from openrepro.guide.question import Question
from openrepro.guide.text import block_json, section_json
from openrepro.ids import Json
from openrepro.web.pages.page import Kind, Page, Visit

LONGEST_SEARCH: Final = 100


def site_of(visit: Visit) -> str:
    """The address of the site, for commands to copy; a word that stands for it where the operator has not said it."""
    return visit.here.settings.public_url.rstrip("/") or SERVER


def guide(visit: Visit) -> Page:
    """The page at `/guide`."""
    rules = visit.around.rules
    made = guide_of(rules, site_of(visit))
    data: dict[str, Json] = {
        "title": made.title,
        "rules": rules.digest,
        "sections": [section_json(section) for section in made.sections],
    }
    return Page("guide.html", "Guide", data, "How to reproduce claims of a paper, and what counts as evidence.")


def faq(visit: Visit) -> Page:
    """The page at `/faq`; with `q`, only the questions that hold its words."""
    asked = visit.asked("q", LONGEST_SEARCH)
    questions = questions_of(visit.around.rules)
    kept = found(questions, asked)
    data: dict[str, Json] = {
        "asked": asked,
        "longest": LONGEST_SEARCH,
        "all": len(questions),
        "found": len(kept),
        "topics": _by_topic(kept),
    }
    return Page("faq.html", "Questions", data, "Common questions about the challenge, with their answers.")


def _by_topic(questions: Sequence[Question]) -> list[Json]:
    topics = list(dict.fromkeys(one.topic for one in questions))
    ordered = sorted(questions, key=lambda one: topics.index(one.topic))
    return [
        {"topic": topic, "questions": [_question(one) for one in group]}
        for topic, group in groupby(ordered, key=lambda one: one.topic)
    ]


def _question(one: Question) -> dict[str, Json]:
    return {"id": one.id, "ask": one.ask, "answer": [block_json(block) for block in one.answer]}


KINDS: Final = (Kind("guide", "/guide", guide), Kind("faq", "/faq", faq))
