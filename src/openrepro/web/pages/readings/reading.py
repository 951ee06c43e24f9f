"""One reading: the claim, the evidence, the form; and once it is submitted, what the rules made of it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.readers.sheet import Sheet
from openrepro.server.reading import LookCase
from openrepro.store.looks import Look
from openrepro.web.api.access import Member
from openrepro.web.pages.console.who import framed, reviewer_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.pages.readings.outcome import outcome
from openrepro.web.pages.readings.who import person_of
from openrepro.web.reading.fields import form_json, form_of
from openrepro.web.reading.opening import number_of, opened
from openrepro.web.reading.telling import claim_json, evidence_json

CLOSED: Final[Mapping[str, Json]] = {
    "taken_until": "",
    "stamp": "",
    "evidence": [],
    "left_out": 0,
    "unreadable": "",
    "form": [],
    "fault": "",
    "hint": "",
    "faults": [],
    "draft_at": "",
    "kept": False,
}
"""What the page tells of evidence and form to who has not taken the reading."""


class Tried(NamedTuple):
    """A form that was sent and not taken: what was typed, and what is wrong, as a whole and by field."""

    typed: Mapping[str, str]
    text: str = ""
    hint: str = ""
    faults: Mapping[str, str] = {}


def reading(visit: Visit) -> Page:
    """The page at `/readings/LOOK`."""
    return page_of(visit, None)


def page_of(visit: Visit, tried: Tried | None) -> Page:
    """The page of a reading, with what was typed: as it was just sent, else as it was kept."""
    who = reviewer_of(visit.who)
    look = visit.tx.looks.get(number_of(visit.params["look"]))
    if look is not None and look.done_by == who.account.id:
        return _done(visit, look)
    case = opened(visit.tx, visit.params["look"], person_of(who), visit.now)
    data: dict[str, Json] = {
        "id": case.look.id,
        "claim": claim_json(case.claim),
        "since": case.look.created_at,
        **(_open(visit, case, who, tried) if case.look.held_by(who.account.id, visit.now) else CLOSED),
    }
    return Page("readings/reading.html", f"Read claim {case.claim.id.rpartition('.')[2]}", framed(visit, data))


def _open(visit: Visit, case: LookCase, who: Member, tried: Tried | None) -> dict[str, Json]:
    """The evidence and the form, for who has taken the reading."""
    draft = visit.tx.drafts.get(case.look.id, who.account.id)
    kept = {} if draft is None else draft.fields
    tried = tried or Tried(kept)
    sheet, why = _sheet(visit, case)
    return {
        "taken_until": case.look.taken_until,
        "stamp": case.stamp,
        "evidence": [] if sheet is None else evidence_json(sheet),
        "left_out": 0 if sheet is None else sheet.left_out,
        "unreadable": why,
        "form": form_json(case.claim, tried.typed, tried.faults),
        "fault": tried.text,
        "hint": tried.hint,
        "faults": _faults(case.claim, tried.faults),
        "draft_at": "" if draft is None else draft.changed_at,
        "kept": visit.asked("kept") == "yes",
    }


def _faults(claim: Claim, faults: Mapping[str, str]) -> list[Json]:
    """What is wrong, in the order of the form, each with the question that it is about."""
    fields = [one for part in form_of(claim) for group in part.groups for one in group.fields]
    return [{"field": one.name, "label": one.label, "text": faults[one.name]} for one in fields if one.name in faults]


def _sheet(visit: Visit, case: LookCase) -> tuple[Sheet | None, str]:
    """What is shown, or why nothing can be."""
    assert visit.room is not None
    try:
        return visit.room.sheet(case, Terms(visit.here.rules_now(visit.at), visit.now)), ""
    except OpenReproError as fault:
        return None, fault.text


def _done(visit: Visit, look: Look) -> Page:
    return Page("readings/outcome.html", "What came of your reading", framed(visit, outcome(visit.tx, look)))


KIND: Final = Kind("reading", "/readings/{look}", reading, none, private=True)
