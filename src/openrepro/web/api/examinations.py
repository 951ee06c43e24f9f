"""Examinations: how the judge did against labels that people gave, with the controls beside it."""

from typing import Annotated

from fastapi import Path
from pydantic import JsonValue

from openrepro.store.examinations import KeptExamination
from openrepro.web.api.access import Here
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Shape, members
from openrepro.web.api.parameters import USUAL, CursorText, Limit
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import not_found

router = routes_of("examinations")


class ExaminationLine(Shape):
    """An examination on record. `digest` is the SHA-256 of its canonical JSON, `note` what the organisers say of it."""

    id: int
    at: str
    digest: str
    note: str


class Examination(ExaminationLine):
    """An examination whole; `body` is of the schema `openrepro.examination/1`."""

    body: dict[str, JsonValue]


@router.get("/examinations")
def list_examinations(here: Here, limit: Limit = USUAL, cursor: CursorText = None) -> Envelope[list[ExaminationLine]]:
    """The examinations of the judge, newest first."""
    cursors = Cursor("examinations")
    with here.installation.store.read() as tx:
        found = tx.examinations.list(before=cursors.number(cursor) or 0, limit=limit + 1)
    following = cursors.made(found[limit - 1].id) if len(found) > limit else None
    return Envelope(data=[ExaminationLine.model_validate(one) for one in found[:limit]], next=following)


@router.get("/examinations/{number}")
def get_examination(here: Here, number: Annotated[int, Path(ge=1, le=2**53)]) -> Envelope[Examination]:
    """One examination by its number."""
    with here.installation.store.read() as tx:
        found = tx.examinations.get(number)
    if found is None:
        raise not_found("examination", str(number))
    return Envelope(data=_whole(found))


def _whole(kept: KeptExamination) -> Examination:
    return Examination(id=kept.id, at=kept.at, digest=kept.digest, note=kept.note, body=members(kept.body))
