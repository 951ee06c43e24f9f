"""Opening a look for a person, and what of a form that is sent belongs to it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.entries.looked import PersonRead
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.server.reading import (
    STALE,
    LookCase,
    NotForYouError,
    ReadingRoom,
    StaleError,
    bounded,
    case_of,
)
from openrepro.store.looks import Person
from openrepro.store.store import Store, Transaction
from openrepro.web.faults import ApiError, not_found
from openrepro.web.reading.fields import names_of

STAMP: Final = "stamp"


class Sending(NamedTuple):
    """A form about a look that somebody sends who has taken it. `fields` are those of the form about the claim."""

    case: LookCase
    person: Person
    fields: Mapping[str, str]
    stamp: str


def number_of(name: str) -> int:
    """The number of a look in a path. Raises ApiError where it can be none."""
    if not (name.isascii() and name.isdecimal() and len(name) < 16):
        raise not_found("reading", name)
    return int(name)


def opened(tx: Transaction, name: str, person: Person, now: str) -> LookCase:
    """The look of a path with all that it takes to read it. Raises ApiError where it is not for the reader, or not any
    more."""
    number = number_of(name)
    if tx.looks.get(number) is None:
        raise not_found("reading", name)
    try:
        return case_of(tx, number, person, now)
    except NotForYouError as fault:
        raise ApiError(403, fault.text, hint=fault.hint) from None
    except StaleError as fault:
        raise ApiError(409, fault.text, hint=fault.hint) from None


def sending_of(case: LookCase, person: Person, typed: Mapping[str, str]) -> Sending:
    """What of the fields that were sent belongs to the form."""
    names = names_of(case.claim)
    return Sending(case, person, {name: text for name, text in typed.items() if name in names}, typed.get(STAMP, ""))


def keep_draft(store: Store, sending: Sending, now: str) -> None:
    """Keep what was typed. Raises ApiError when it is too much."""
    try:
        fields = bounded(sending.fields)
    except OpenReproError as fault:
        raise ApiError(413, fault.text, hint=fault.hint) from None
    look, account = sending.case.look.id, sending.person.account
    with store.write() as tx:
        tx.drafts.keep(look, account, fields, now=now)


def judged(room: ReadingRoom, sending: Sending, terms: Terms) -> PersonRead:
    """What a form gives, nothing recorded. Raises StaleError where it is about something else than stands now."""
    if sending.stamp and sending.stamp != sending.case.stamp:
        raise StaleError(STALE, hint="The evidence and the claim below are those that stand now.")
    return room.read(sending.case, sending.fields, sending.person, terms)
