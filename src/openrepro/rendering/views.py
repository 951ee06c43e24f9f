"""What a reader of each claim is given of a logbook, as the page of the judge's view tells it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.evidence.findings import MEANING
from openrepro.ids import Json
from openrepro.judging.judge import ClaimJudgement, Judgement
from openrepro.judging.readers.model.question import CONTEXT_TOKENS
from openrepro.judging.view import Cut, PageTokens, View, judge_view
from openrepro.logbooks.logbook import Address
from openrepro.rendering.asking import Questions
from openrepro.rendering.parts import VIEW, PackedPart, packed
from openrepro.rendering.where import Where

BOUNDARY: Final = "==== cell"
"""What stands between blocks where people see them. A reader is given one that is drawn at random each time."""
BUDGET: Final = 24_000
MOST_CLAIMS: Final = 30
LONGEST_TEXT: Final = 120_000
MOST_LISTED: Final = 40

Row = dict[str, Json]


class Views(NamedTuple):
    """The claims with their views as JSON, and the texts (kind `view`, page = number of the claim)."""

    claims: tuple[Row, ...]
    parts: tuple[PackedPart, ...]


def views_of(judgement: Judgement, where: Where, questions: Questions | None = None) -> Views:
    """One view for each claim of the paper, or one of the whole logbook where its claims are not known.

    With `questions` each is what a model is asked about the claim.
    """
    claims: list[Row] = []
    parts: list[PackedPart] = []
    for told, view in _views(judgement, where, questions):
        number = len(claims)
        asked = told.pop("asked", None)
        shown = _view(view, where) if asked is None else _view(view, where, CONTEXT_TOKENS) | {"asked": asked}
        claims.append({"number": number, **told, "view": shown})
        parts.append(packed(VIEW, number, 0, view.text[:LONGEST_TEXT]))
    return Views(tuple(claims), tuple(parts))


def _views(judgement: Judgement, where: Where, questions: Questions | None) -> Iterator[tuple[Row, View]]:
    if judgement.guessed or not judgement.claims:
        whole = judge_view(judgement.logbook, None, None, boundary=BOUNDARY, budget=BUDGET)
        yield {"id": "", "kind": "", "addressed": None, "grade": None}, whole
        return
    for one in judgement.claims[:MOST_CLAIMS]:
        whole = judge_view(judgement.logbook, one.claim, _places(one), boundary=BOUNDARY, budget=BUDGET)
        if questions is None:
            yield _told(one), whole
        else:
            yield _told(one) | {"asked": list(questions.told(one, where))}, questions.view(one, whole)


def _told(one: ClaimJudgement) -> Row:
    grades = [part.casefile.grade for part in one.parts if part.casefile.grade is not None]
    return {
        "id": one.claim.id,
        "kind": one.claim.kind.value,
        "addressed": one.parts[0].casefile.addressed,
        "grade": max(grades).name if grades else None,
    }


def _places(one: ClaimJudgement) -> tuple[Address, ...]:
    return tuple(dict.fromkeys(place for part in one.parts for place in part.casefile.places))


def _view(view: View, where: Where, budget: int = BUDGET) -> Row:
    return {
        "tokens": view.tokens,
        "budget": budget,
        "characters": len(view.text),
        "pages": [_page(one, where) for one in view.pages[:MOST_LISTED]],
        "cuts": [_cut(one, where) for one in view.cut[:MOST_LISTED]],
        "cut_tokens": sum(one.tokens for one in view.cut),
        "withheld": [{"code": code.value, "times": times, "meaning": MEANING[code]} for code, times in view.withheld],
    }


def _page(one: PageTokens, where: Where) -> Row:
    return {"file": one.page, "page": where.pages.get(one.page), "tokens": one.tokens, "shown": one.shown}


def _cut(one: Cut, where: Where) -> Row:
    return {"tokens": one.tokens, "spot": where.json(one.at)}
