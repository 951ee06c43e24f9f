"""Common questions with their answers, made from a rule file, and the search in them."""

from collections.abc import Sequence

from openrepro.challenge.rules import Rules
from openrepro.guide.asked_entering import entering
from openrepro.guide.asked_event import event
from openrepro.guide.asked_judging import judging
from openrepro.guide.question import Question
from openrepro.guide.reading import reading
from openrepro.guide.text import Section


def questions_of(rules: Rules) -> tuple[Question, ...]:
    """All questions under `rules`, those of one topic together."""
    return (*entering(rules), *judging(rules), *reading(rules), *event(rules))


def found(questions: Sequence[Question], wanted: str) -> tuple[Question, ...]:
    """The questions in which every word of `wanted` stands, in question, topic or answer; those with all words in the
    question first. All questions when nothing is wanted."""
    words = wanted.casefold().split()
    hits = [one for one in questions if all(word in one.words for word in words)]
    return tuple(sorted(hits, key=lambda one: not all(word in one.ask.casefold() for word in words)))


def sections_of(questions: Sequence[Question]) -> tuple[Section, ...]:
    """Questions as sections, to be written as Markdown."""
    return tuple(Section(one.id, one.ask, one.answer) for one in questions)
