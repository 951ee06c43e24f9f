"""What a model would be asked about each claim of a logbook first, in the very words but for the mark of its fences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openrepro.ids import Json
from openrepro.judging.judge import Bench, ClaimJudgement, Judgement, Part
from openrepro.judging.lacks import Lack
from openrepro.judging.parts import tokens_of
from openrepro.judging.readers.model.context import BOUNDARY_LENGTH, boundary_of
from openrepro.judging.readers.model.question import Plan, Question
from openrepro.judging.readers.model.rounds import next_step
from openrepro.judging.view import Cut, PageTokens, View
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.rendering.where import Where

PLAN: Final = Plan(salt="shown to everybody")
"""The salt of an installation never comes near what is shown."""
MARK: Final = f"#{'boundary':·^{BOUNDARY_LENGTH}}"
"""Stands for the mark of a fence, and is as long."""
MOST_BLOCKS: Final = 40

Row = dict[str, Json]


class Asking(StrEnum):
    """Whether a model is asked about an atomic claim."""

    ASKED = "asked"
    CUT = "evidence that may decide does not fit"
    BY_CODE = "code decides"


@dataclass(frozen=True, slots=True)
class Questions:
    """The judgement as far as code alone takes it, and the first question about each atomic claim by its id."""

    judgement: Judgement
    first: Mapping[str, Question]

    def view(self, one: ClaimJudgement, whole: View) -> View:
        """What a model is given for a claim, in the shape of the `whole` view that a reader of all of it has."""
        asked = [(part, self.first[part.claim.id]) for part in one.parts if part.claim.id in self.first]
        text = "\n\n".join(_text(part, question, len(one.parts) > 1) for part, question in asked)
        questions = [question for _, question in asked]
        return View(
            text=text,
            tokens=sum(question.tokens for question in questions),
            pages=tuple(_pages(questions, whole, self.judgement.logbook)),
            cut=tuple(_cuts(questions, self.judgement.logbook)),
            withheld=whole.withheld,
        )

    def told(self, one: ClaimJudgement, where: Where) -> list[Row]:
        """Who is asked about each part of a claim, with the blocks by name."""
        return [self._told(part, where) for part in one.parts]

    def _told(self, part: Part, where: Where) -> Row:
        question = self.first.get(part.claim.id)
        told: Row = {"claim": part.claim.id, "state": _state(part, question).value, "blocks": [], "left_out": 0}
        if question is None:
            return told | {"role": "", "tokens": 0, "prompt": ""}
        blocks = list(_blocks(question, self.judgement.logbook, where))
        return told | {
            "role": question.role.value,
            "tokens": question.tokens,
            "prompt": question.prompt,
            "blocks": blocks[:MOST_BLOCKS],
            "left_out": max(0, len(blocks) - MOST_BLOCKS),
        }


def questions_of(bench: Bench) -> Questions:
    """The first questions about a logbook; what is asked after them depends on the answers."""
    step = next_step(bench, PLAN, {})
    return Questions(step.judgement, {question.claim: question for question in step.questions})


def _state(part: Part, question: Question | None) -> Asking:
    if question is not None:
        return Asking.ASKED
    cut = any(reason.text == Lack.CUT for reason in part.ruling.reasons)
    return Asking.CUT if cut else Asking.BY_CODE


def _text(part: Part, question: Question, several: bool) -> str:
    """The message to the model; where the claim has several parts, headed by which one it is about."""
    mark = boundary_of(question.role, part.claim, part.casefile, PLAN, question.repeat)
    text = question.user.replace(mark, MARK)
    return f"[about {part.claim.id}]\n{text}" if several else text


def _sizes(questions: Iterable[Question], logbook: Logbook) -> Iterator[tuple[str, Address, int]]:
    """Each stretch that is shown: its block, place and tokens."""
    for question in questions:
        for name, at in question.blocks:
            yield name, at, _tokens(logbook, at)


def _tokens(logbook: Logbook, at: Address) -> int:
    return tokens_of((logbook.read(at) or b"").decode("utf-8", "replace"))


def _blocks(question: Question, logbook: Logbook, where: Where) -> Iterator[Row]:
    """Each block once, with where it begins and the tokens of all that is shown of it."""
    sums: dict[str, int] = {}
    first: dict[str, Address] = {}
    for name, at, tokens in _sizes((question,), logbook):
        sums[name] = sums.get(name, 0) + tokens
        first.setdefault(name, at)
    return ({"name": name, "tokens": sums[name], "spot": where.json(at)} for name, at in first.items())


def _pages(questions: Iterable[Question], whole: View, logbook: Logbook) -> Iterator[PageTokens]:
    """Every file that a reader could be given or that is quoted from, and how much of it is in the questions."""
    shown: dict[str, int] = {}
    for _, at, tokens in _sizes(questions, logbook):
        shown[at.file] = shown.get(at.file, 0) + tokens
    known = {one.page: one.tokens for one in whole.pages}
    for page in {**known, **shown}:
        yield PageTokens(page, known.get(page) or tokens_of(logbook.text(page)), shown.get(page, 0))


def _cuts(questions: Iterable[Question], logbook: Logbook) -> Iterator[Cut]:
    return (Cut(at, _tokens(logbook, at)) for question in questions for at in question.cut)
