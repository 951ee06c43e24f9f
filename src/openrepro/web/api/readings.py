"""Readings by persons: what waits for the caller, the evidence of one that was taken, and sending it."""

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from fastapi import Body, Path
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from openrepro import clock
from openrepro.entries.looked import PersonRead
from openrepro.errors import OpenReproError
from openrepro.judging.label import Label
from openrepro.server.reading import MOST_FIELDS, LookCase, Ruled, record, take
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.store.looks import Person
from openrepro.web.api.access import WRITES, Desk, Here, Member, Reviewer, terms_now
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.envelope import Envelope, Meta, Shape, members, plain
from openrepro.web.api.parameters import USUAL, CursorText, Limit
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError
from openrepro.web.reading.fields import form_json
from openrepro.web.reading.opening import STAMP, Sending, judged, opened, sending_of
from openrepro.web.reading.telling import claim_json, evidence_json, told_looks

Done = TypeVar("Done")

router = routes_of("readings")

Number = Annotated[int, Path(ge=1, le=2**53)]
LONGEST_FAULTS: Final = 2_000
NOT_TAKEN: Final = "Take the reading first: its evidence is shown to who has it, for two hours."


class WaitingReading(Shape):
    """A claim that waits for a person. Nothing says what the machine ruled, or whose entry it is. `taken_until` is
    empty unless the caller has it; `draft`: the caller has typed something on the site."""

    id: int
    place: int
    claim: str
    text: str
    why: list[str]
    since: str
    hours: int
    taken_until: str
    draft: bool


class TakenReading(Shape):
    """What there is to read: the claim, the evidence in reading order, and the fields of the form. `stamp` is sent back
    with the reading, so that one of something that changed meanwhile is refused."""

    id: int
    stamp: str
    taken_until: str
    claim: dict[str, JsonValue]
    evidence: list[JsonValue]
    left_out: int
    form: list[JsonValue]


class SentReading(BaseModel):
    """A filled form: texts by the names of its fields."""

    model_config = ConfigDict(extra="forbid")

    stamp: str = Field(max_length=100, description="As it was given with the evidence.")
    fields: dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=4_000)]] = Field(
        max_length=MOST_FIELDS
    )


class RuledReading(Shape):
    """What the rules made of a reading, and of what was read before."""

    verdict: str
    label: Label
    provisional: bool
    superseded: str
    superseded_label: Label


@router.get("/readings")
def list_readings(
    here: Here, who: Reviewer, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[WaitingReading]]:
    """What waits for you, oldest first: no entry of your own team, nothing that somebody else has."""
    now, cursors = terms_now(here).now, Cursor("readings")
    with here.installation.store.read() as tx:
        found = tx.looks.waiting(_person(who), now=now, after=cursors.number(cursor) or 0, limit=limit + 1)
        lines = told_looks(tx, found[:limit], who.account.id, clock.now())
        total = tx.looks.count_open()
    following = cursors.made(found[limit - 1].id) if len(found) > limit else None
    return Envelope(
        data=[WaitingReading.model_validate(line) for line in lines], next=following, meta=Meta(total=total)
    )


@router.get("/readings/{look}")
def get_reading(here: Here, who: Reviewer, look: Number) -> Envelope[TakenReading]:
    """The evidence and the form of a reading that you have taken."""
    return Envelope(data=_told(_mine(here, who, look), here))


@router.post("/readings/{look}/take", dependencies=WRITES)
def take_reading(here: Here, who: Reviewer, look: Number) -> Envelope[WaitingReading]:
    """Have a reading for two hours, so that nobody else gets it; taking it again begins them anew."""
    now = terms_now(here).now
    with here.installation.store.write() as tx:
        case = opened(tx, str(look), _person(who), now)
        _doing(lambda: take(tx, case, _person(who), now))
        held = opened(tx, str(look), _person(who), now).look
        (line,) = told_looks(tx, (held,), who.account.id, clock.now())
    return Envelope(data=WaitingReading.model_validate(line))


@router.post("/readings/{look}", status_code=201, dependencies=WRITES)
def send_reading(
    here: Here, who: Reviewer, look: Number, sent: Annotated[SentReading, Body()]
) -> Envelope[RuledReading]:
    """Submit a reading that you have taken. Quotes are looked for in the evidence, the rules rule, and the verdict
    takes the place of the one before. A form with faults is refused with each of them, and nothing is recorded."""
    case = _mine(here, who, look)
    sending = sending_of(case, _person(who), {**sent.fields, STAMP: sent.stamp})
    read = _doing(lambda: judged(here.room, sending, terms_now(here)))
    if read.verdict is None:
        raise ApiError(422, _faults(read), where="body.fields", hint="Nothing was recorded: mend it and send it again.")
    ruled = _doing(lambda: _recorded(here, sending, read))
    return Envelope(data=_ruled(ruled))


def _person(who: Member) -> Person:
    return Person(who.account.id, who.account.team)


def _mine(here: Desk, who: Member, look: int) -> LookCase:
    """A look that the caller has taken. Raises ApiError for any other."""
    now = terms_now(here).now
    with here.installation.store.read() as tx:
        case = opened(tx, str(look), _person(who), now)
    if not case.look.held_by(who.account.id, now):
        raise ApiError(409, NOT_TAKEN, hint=f"POST /api/v1/readings/{look}/take")
    return case


def _told(case: LookCase, here: Desk) -> TakenReading:
    sheet = _doing(lambda: here.room.sheet(case, terms_now(here)))
    return TakenReading(
        id=case.look.id,
        stamp=case.stamp,
        taken_until=case.look.taken_until,
        claim=members(claim_json(case.claim)),
        evidence=[plain(one) for one in evidence_json(sheet)],
        left_out=sheet.left_out,
        form=[plain(one) for one in form_json(case.claim, {}, {})],
    )


def _recorded(here: Desk, sending: Sending, read: PersonRead) -> Ruled:
    with here.installation.store.write() as tx:
        assert read.verdict is not None
        return record(tx, sending.case, read.verdict, sending.person, terms_now(here))


def _ruled(ruled: Ruled) -> RuledReading:
    return RuledReading(
        verdict=ruled.verdict.id,
        label=ruled.verdict.label,
        provisional=ruled.verdict.provisional,
        superseded=ruled.before.id,
        superseded_label=ruled.before.label,
    )


def _doing(work: Callable[[], Done]) -> Done:
    """What `work` gives; what cannot be done is told as a refusal."""
    try:
        return work()
    except (StoreError, BlobError):
        raise
    except OpenReproError as fault:
        raise ApiError(409, fault.text, hint=fault.hint) from None


def _faults(read: PersonRead) -> str:
    return " ".join(f"{fault.field}: {fault.text}" for fault in read.faults)[:LONGEST_FAULTS]
