"""Disputes that wait for a decision, and the form that decides one: reject it, mend the claim, or retire it."""

from typing import Final

from openrepro.claims.disputes import MEANINGS, DisputeState
from openrepro.ids import Json
from openrepro.server.disputing import answer, decide
from openrepro.server.restating import put_version, without_claim
from openrepro.store.store import Transaction
from openrepro.web.faults import ApiError
from openrepro.web.pages.console.acting import Fact, Field, FormKind, Outcome, Sent, Sheet
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.disputes import dispute_named, told_disputes
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address, cut

PATH: Final = f"{ROOT}/disputes"
EACH: Final = 50
REJECT: Final = "reject it"
MEND: Final = "accept it, and change the claim"
RETIRE: Final = "accept it, and retire the claim"
DOES: Final = (
    "The reason is public, with your name. Accepting leads to the editor of the claim, or retires it at once; both "
    "make a new version of the paper's claims, which tells the entries on it and judges again only what changed.",
)


def waiting(visit: Visit) -> Page:
    """The page at `/console/disputes`: what waits, oldest last."""
    operator_of(visit.who)
    before = visit.number("before", default=0)
    found = visit.tx.disputes.page(state=DisputeState.OPEN, before=before, limit=EACH + 1)
    data: dict[str, Json] = {"disputes": told_disputes(visit.tx, found[:EACH])}
    following = address(PATH, {"before": found[EACH - 1].dispute.id}) if len(found) > EACH else ""
    return Page("console/disputes.html", "Disputes", framed(visit, data), next=following)


def _sheet(visit: Visit) -> Sheet:
    operator_of(visit.who)
    kept = dispute_named(visit.tx, visit.params["dispute"])
    one, listed = kept.dispute, visit.tx.papers.claim(kept.dispute.claim)
    facts = (
        Fact("Claim", one.claim, f"/claims/{one.claim}"),
        Fact("It says", "It is not in force any more." if listed is None else cut(listed.text, 600)),
        Fact("Ground", f"{one.ground.value}: {MEANINGS[one.ground]}"),
        Fact("Why", one.why),
        *([Fact("Quote", one.evidence.quote)] if one.evidence.quote else []),
        Fact("Quote looked up", _looked_up(kept.anchor)),
        Fact("Dispute", str(one.id), f"/disputes/{one.id}"),
    )
    fields = (
        Field("decision", "Decision", options=(REJECT, MEND, RETIRE)),
        Field("why", "Reason", "For everybody to read; it is kept for ever, with your name.", lines=3),
    )
    return Sheet(f"Decide dispute {one.id}", "Decide", PATH, DOES, facts, fields)


def _looked_up(anchor: dict[str, Json]) -> str:
    page = anchor.get("page")
    where = f", page {page}" if page else ""
    return f"{anchor.get('state', '')}{where}. {anchor.get('sentence', '')}".strip()


def _decided(sent: Sent, tx: Transaction) -> Outcome:
    number, asked = dispute_named(tx, sent.params["dispute"]).dispute.id, sent.form.text("decision")
    if asked not in (REJECT, MEND, RETIRE):
        raise ApiError(422, "Choose a decision.", hint="Nothing was done.")
    office = sent.office(tx)
    made = decide(office, number, DisputeState.REJECTED if asked == REJECT else DisputeState.ACCEPTED)
    if asked == MEND:
        return Outcome(f"{ROOT}/claims/{made.claim}?dispute={number}")
    if asked == RETIRE:
        held = tx.papers.claims(made.paper)
        if held is None or held.find(made.claim) is None:
            raise ApiError(422, "The claim is not in force, so it cannot be retired.", hint="Nothing was done.")
        version = put_version(office, sent.desk.installation, without_claim(held, made.claim), held.version, made.claim)
        answer(tx, number, made.claim, version)
    return Outcome(f"/disputes/{number}")


FORMS: Final = (FormKind("console-decide-dispute", f"{PATH}/{{dispute}}", _sheet, _decided),)
KINDS: Final = (Kind("console-disputes", PATH, waiting, none, private=True),)
