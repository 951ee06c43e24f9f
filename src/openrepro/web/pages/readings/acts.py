"""What one does with a reading beside filling its form: take it, give it back, say that one must not read it."""

from functools import partial
from typing import Final

from openrepro.server.reading import take
from openrepro.store.store import Transaction
from openrepro.web.api.access import terms_now
from openrepro.web.pages.console.acting import Fact, FormKind, Outcome, Sent, Sheet
from openrepro.web.pages.console.who import reviewer_of
from openrepro.web.pages.page import Visit
from openrepro.web.pages.readings.queue import PATH
from openrepro.web.pages.readings.who import person_of
from openrepro.web.reading.opening import number_of, opened

TAKING: Final = (
    "It is yours for two hours; until then nobody else gets it. Taking it again begins them anew.",
    "You see the claim and the evidence. What the machine ruled is shown once you have submitted.",
)
CONFLICT: Final = (
    "It is not offered to you any more, for good. Somebody else reads it.",
    "A conflict is whatever would make others doubt your reading: you know the team, wrote the paper, or compete with "
    "either. Nobody asks which.",
)
BACK: Final = ("Somebody else can take it at once. Your draft is kept for 30 days.",)


def _sheet(title: str, button: str, does: tuple[str, ...], visit: Visit) -> Sheet:
    case = opened(visit.tx, visit.params["look"], person_of(reviewer_of(visit.who)), visit.now)
    facts = (Fact("Claim", case.claim.id), Fact("It says", case.claim.text))
    return Sheet(title, button, PATH, does, facts, ())


def _taken(sent: Sent, tx: Transaction) -> Outcome:
    now = terms_now(sent.desk).now
    case = opened(tx, sent.params["look"], person_of(sent.who), now)
    take(tx, case, person_of(sent.who), now)
    return Outcome(f"{PATH}/{case.look.id}")


def _given_back(sent: Sent, tx: Transaction) -> Outcome:
    tx.looks.give_back(number_of(sent.params["look"]), sent.who.account.id)
    return Outcome(PATH)


def _declared(sent: Sent, tx: Transaction) -> Outcome:
    now = terms_now(sent.desk).now
    case = opened(tx, sent.params["look"], person_of(sent.who), now)
    tx.looks.declare_conflict(case.look.id, sent.who.account.id, now=now)
    tx.drafts.drop(case.look.id, sent.who.account.id)
    return Outcome(PATH)


FORMS: Final = (
    FormKind("reading-take", f"{PATH}/{{look}}/take", partial(_sheet, "Read a claim", "Take it", TAKING), _taken),
    FormKind(
        "reading-back",
        f"{PATH}/{{look}}/back",
        partial(_sheet, "Give a reading back", "Give it back", BACK),
        _given_back,
    ),
    FormKind(
        "reading-conflict",
        f"{PATH}/{{look}}/conflict",
        partial(_sheet, "Declare a conflict of interest", "I must not read this", CONFLICT),
        _declared,
    ),
)
