"""The forms of who disputes a claim: raising a dispute, and taking it back."""

from typing import Final

from openrepro.claims.disputes import LONGEST_QUOTE, LONGEST_VERSION, LONGEST_WHY, Evidence, Ground
from openrepro.people.accounts import Scope
from openrepro.people.tokens import allows
from openrepro.server.disputing import raise_dispute, withdraw_dispute
from openrepro.store.store import Transaction
from openrepro.web.api.access import Member, terms_now
from openrepro.web.faults import ApiError, not_found
from openrepro.web.pages.console.acting import Fact, Field, FormKind, Outcome, Sent, Sheet
from openrepro.web.pages.console.who import member_of
from openrepro.web.pages.disputes import PATH, dispute_named
from openrepro.web.pages.page import Visit
from openrepro.web.templating import cut

FIELDS: Final = (
    Field("ground", "What is wrong", options=tuple(Ground)),
    Field("why", "Why", "In your own words, for everybody to read.", LONGEST_WHY, lines=4),
    Field(
        "quote",
        "What the paper says",
        "Copied word for word, as short as will do. It is looked up in the paper's text where one is on file.",
        LONGEST_QUOTE,
        lines=3,
        optional=True,
    ),
    Field("page", "Page", "Its number.", 6, optional=True),
    Field("version", "Version of the paper", "As its source names it: v1, v2.", LONGEST_VERSION, optional=True),
)


def _sheet(visit: Visit) -> Sheet:
    submitter_of(visit)
    listed = visit.tx.papers.claim(visit.params["claim"])
    if listed is None:
        raise not_found("claim in force", visit.params["claim"])
    does = (
        "Organisers decide it, and their reason is public, as are your words and your name. Where they accept it, the "
        "claim is mended or retired in a new version; verdicts of before stay on record.",
    )
    facts = (Fact("Claim", listed.id, f"/claims/{listed.id}"), Fact("It says", cut(listed.text, 600)))
    title, back = f"Dispute claim {listed.id}", f"/claims/{listed.id}"
    return Sheet(title, "Dispute it", back, does, facts, FIELDS)


def submitter_of(visit: Visit) -> Member:
    """The visitor, who must be signed in with a token that may submit. Raises ApiError."""
    who = member_of(visit.who)
    if not allows(who.token, Scope.SUBMIT):
        text = "The token that you signed in with may only read."
        raise ApiError(403, text, hint="Sign in with one that may submit.")
    return who


def _raised(sent: Sent, tx: Transaction) -> Outcome:
    form = sent.form
    made = raise_dispute(
        tx,
        sent.desk.installation.blobs,
        sent.params["claim"],
        by=sent.who.account.id,
        ground=form.text("ground"),
        why=form.text("why"),
        evidence=Evidence(page_of(form.text("page")), form.text("quote"), form.text("version")),
        now=terms_now(sent.desk).now,
    )
    return Outcome(f"{PATH}/{made.id}")


def page_of(text: str) -> int | None:
    """A page's number as it was typed; None for nothing. Raises ApiError for anything else."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise ApiError(422, "The page is a whole number.", hint="Nothing was done.")
    return int(text)


def _withdrawal(visit: Visit) -> Sheet:
    who, kept = submitter_of(visit), dispute_named(visit.tx, visit.params["dispute"])
    if kept.dispute.by != who.account.id:
        raise ApiError(403, "Only who raised a dispute may withdraw it.")
    does = ("It stays listed, as withdrawn.",)
    return Sheet(f"Withdraw dispute {kept.dispute.id}", "Withdraw it", f"{PATH}/{kept.dispute.id}", does, (), ())


def _withdrawn(sent: Sent, tx: Transaction) -> Outcome:
    number = dispute_named(tx, sent.params["dispute"]).dispute.id
    made = withdraw_dispute(tx, number, by=sent.who.account.id, now=terms_now(sent.desk).now)
    return Outcome(f"{PATH}/{made.id}")


FORMS: Final = (
    FormKind("dispute-claim", "/claims/{claim}/dispute", _sheet, _raised),
    FormKind("withdraw-dispute", f"{PATH}/{{dispute}}/withdraw", _withdrawal, _withdrawn),
)
