"""The editor of a claim's spec: its form, what is wrong with it, what it says in words, and what a change would do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from openrepro.claims.check import check_claim
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.claim import Kind as ClaimKind
from openrepro.claims.defaults import USUAL, Family, family_of, filled
from openrepro.claims.form import fields_of, typed_claim
from openrepro.claims.powering import power_hint
from openrepro.claims.saying import said
from openrepro.ids import CLAIM_ID, Json
from openrepro.server.restating import Affected, Preview, preview, with_claim, without_claim
from openrepro.severity import Severity
from openrepro.store.store import Transaction
from openrepro.web.faults import ApiError, not_found
from openrepro.web.pages.console.claim_form import faults_json, form_json
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import cut

PATH: Final = f"{ROOT}/claims/{{claim}}"
CHECK, FILL, SHOW, RETIRE, SAVE, SAVE_RETIRED = "check", "fill", "preview", "retire", "save", "save-retired"
PREVIEWED: Final = (SHOW, RETIRE, SAVE, SAVE_RETIRED)
MOST_PARTS: Final = 26
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Subject(NamedTuple):
    """What is edited: the claims in force of a paper, the claim, and a part of it (None: the claim itself). `new`: it
    is not in force yet."""

    claims: ClaimSet
    claim: Claim
    part: Claim | None
    new: bool

    @property
    def edited(self) -> Claim:
        return self.part or self.claim

    @property
    def base(self) -> str:
        """The version in force; empty when the paper has no claims yet."""
        return self.claims.version if self.claims.claims else ""

    def with_edited(self, made: Claim) -> ClaimSet:
        """The claims with what was edited in its place."""
        if self.part is None:
            return with_claim(self.claims, made)
        parts = self.claim.conjuncts
        known = any(one.id == made.id for one in parts)
        kept = tuple(made if one.id == made.id else one for one in parts) if known else (*parts, made)
        return with_claim(self.claims, replace(self.claim, conjuncts=kept))

    def without_edited(self) -> ClaimSet:
        """The claims without what was edited."""
        if self.part is None:
            return without_claim(self.claims, self.claim.id)
        kept = tuple(one for one in self.claim.conjuncts if one.id != self.part.id)
        return with_claim(self.claims, replace(self.claim, conjuncts=kept))


class Tried(NamedTuple):
    """A form that was sent: what was typed, what was asked for, and why it was not done."""

    fields: Mapping[str, str]
    do: str
    text: str = ""
    hint: str = ""


def editor(visit: Visit) -> Page:
    """The page at `/console/claims/{claim}`."""
    return page_of(visit, None)


def subject_of(tx: Transaction, name: str, part: str) -> Subject:
    """What the address names. A claim that its paper has not yet is a new one. Raises ApiError."""
    match = CLAIM_ID.fullmatch(name)
    paper = None if match is None else tx.papers.get(match["paper"])
    if paper is None:
        raise not_found("claim", name)
    claims = tx.papers.claims(paper.id) or ClaimSet(paper.id, (), [], paper.title)
    held = claims.find(name)
    claim = held or Claim(name, ClaimKind.VALUE, "")
    return Subject(claims, claim, _part(claim, part), held is None)


def _part(claim: Claim, part: str) -> Claim | None:
    if not part:
        return None
    found = next((one for one in claim.conjuncts if one.id == part), None)
    if found is None and part not in (f"{claim.id}{letter}" for letter in LETTERS):
        raise ApiError(404, f"{part[:60]!r} is no part of {claim.id}.", hint=f"Parts are called {claim.id}a and so on.")
    return found or Claim(part, ClaimKind.VALUE, "")


def page_of(visit: Visit, tried: Tried | None) -> Page:
    """The page with what was typed, as it was sent; else with the claim as it is in force."""
    operator_of(visit.who)
    asked = (lambda name: tried.fields.get(name, "").strip()) if tried else visit.asked
    subject = subject_of(visit.tx, visit.params["claim"], asked("part"))
    blank = subject.new or not subject.edited.text
    fields = dict(tried.fields) if tried else (fields_of(subject.edited) if not blank else {"kind": "value"})
    usual = _family(asked("family"))
    if tried and tried.do == FILL and usual is not None:
        fields = _filled(subject, fields, usual)
    before = subject.claim if subject.part is None else None
    typed = typed_claim(subject.edited.id, fields, before)
    faults = [*typed.faults, *(() if typed.claim is None else check_claim(replace(typed.claim, conjuncts=())))]
    if blank and not tried:
        faults = []
    hint = None if typed.claim is None else power_hint(typed.claim, fields.get("spread", ""))
    suggested = usual or (None if typed.claim is None else family_of(typed.claim))
    data: dict[str, Json] = {
        "claim": subject.claim.id,
        "paper": subject.claims.paper,
        "paper_title": subject.claims.title,
        "new": subject.new,
        "part": asked("part"),
        "parts": [{"id": one.id, "text": cut(one.text, 120)} for one in subject.claim.conjuncts],
        "next_part": _next_part(subject.claim),
        "base": asked("base") if tried else subject.base,
        "dispute": asked("dispute"),
        "why": asked("why") if tried else "",
        "form": form_json(fields, faults),
        "faults": faults_json(faults),
        "serious": sum(1 for one in faults if one.severity is Severity.SERIOUS),
        "said": [] if typed.claim is None else [dict(one._asdict()) for one in said(typed.claim)],
        "power": None if hint is None else dict(hint._asdict()),
        "families": [family.value for family in Family],
        "family": suggested.value if suggested else "",
        "usual": None if usual is None or not tried or tried.do != FILL else USUAL[usual].why,
        "preview": _previewed(visit.tx, subject, typed.claim, tried),
        "retiring": bool(tried and tried.do in (RETIRE, SAVE_RETIRED)),
        "fault": tried.text if tried else "",
        "hint": tried.hint if tried else "",
    }
    title = f"{'Add' if subject.new else 'Edit'} claim {subject.edited.id}"
    return Page("console/claim.html", title, framed(visit, data))


def after(subject: Subject, fields: Mapping[str, str], do: str) -> ClaimSet:
    """The claims that saving would put into force. Raises ApiError where what was typed cannot be read."""
    if do in (RETIRE, SAVE_RETIRED):
        return subject.without_edited()
    typed = typed_claim(subject.edited.id, fields, subject.claim if subject.part is None else None)
    unread = [one.text for one in typed.faults if one.severity is Severity.SERIOUS]
    if typed.claim is None or unread:
        text = unread[0] if unread else "The claim has no text or no kind."
        raise ApiError(422, f"It cannot be saved like this. {text}", hint="Mend what is marked as serious.")
    return subject.with_edited(typed.claim)


def _previewed(tx: Transaction, subject: Subject, claim: Claim | None, tried: Tried | None) -> Json:
    if tried is None or tried.do not in PREVIEWED:
        return None
    try:
        made = after(subject, tried.fields, tried.do)
    except ApiError:
        return None
    return _preview_json(preview(tx, subject.claims, made, subject.claim.id), same=made.version == subject.base)


def _preview_json(found: Preview, *, same: bool) -> Json:
    return {
        "version": found.version,
        "same": same,
        "changes": [
            {"field": one.field, "runs": [{"piece": run.piece.value, "text": run.text} for run in one.runs]}
            for one in found.changes
        ],
        "again": _affected(found.again),
        "stay": _affected(found.stay),
        "retired": _affected(found.retired),
        "entries": found.entries,
    }


def _affected(claims: tuple[Affected, ...]) -> list[Json]:
    return [dict(one._asdict()) for one in claims]


def _family(name: str) -> Family | None:
    return next((family for family in Family if family.value == name), None)


def _filled(subject: Subject, fields: Mapping[str, str], usual: Family) -> dict[str, str]:
    """What was typed, with what is usual where nothing was."""
    typed = typed_claim(subject.edited.id, {**fields, "text": fields.get("text", "").strip() or "…"})
    if typed.claim is None:
        return dict(fields)
    offered = fields_of(filled(typed.claim, usual, reduced=fields.get("reduced_check", "none") == "none"))
    return {
        **offered,
        **{
            name: value
            for name, value in fields.items()
            if value.strip() and (name, value) != ("reduced_check", "none")
        },
    }


def _next_part(claim: Claim) -> str:
    taken = {one.id for one in claim.conjuncts}
    return next((f"{claim.id}{one}" for one in LETTERS if f"{claim.id}{one}" not in taken), "")


KIND: Final = Kind("console-claim", PATH, editor, none, private=True)
