"""Proposed claims for operators: read beside their quotes, and decided on many at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.papers.excerpts import Excerpt
from openrepro.server.proposing import LONGEST_TEXT
from openrepro.server.texts import quoted, text_for
from openrepro.store.proposals import OPEN, KeptProposal
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address

PATH: Final = f"{ROOT}/claims"
EACH: Final = 12
MOST_PAPERS: Final = 50
BIGGEST: Final = 2**53
APPROVE, REJECT, LEAVE = "approve", "reject", "leave"
CHOICES: Final = (APPROVE, REJECT, LEAVE)


@dataclass(frozen=True, slots=True)
class Tried:
    """A form that was sent and came to nothing: what was typed, and what is wrong."""

    typed: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    hint: str = ""


def proposals(visit: Visit) -> Page:
    """The page at `/console/claims`: what is proposed, by paper; `?paper=` for one paper alone."""
    return page_of(visit, Tried())


def page_of(visit: Visit, tried: Tried) -> Page:
    """The page, with what was typed where it came to nothing."""
    operator_of(visit.who)
    paper = visit.asked("paper")
    after = visit.number("after", default=0, least=0, most=BIGGEST)
    found = visit.tx.proposals.page(paper=paper, states=OPEN, after=after, limit=EACH + 1)
    shown, more = found[:EACH], found[EACH:]
    waiting = visit.tx.proposals.waiting(limit=MOST_PAPERS)
    titles = visit.tx.papers.titles([*{one.paper for one in waiting}, *{one.paper for one in shown}])
    data: dict[str, Json] = {
        "paper": paper,
        "after": after,
        "papers": [{**one._asdict(), "title": titles.get(one.paper, "")} for one in waiting],
        "proposals": [_told(visit, one, tried.typed, titles) for one in shown],
        "decided": visit.asked("decided"),
        "why": tried.typed.get("why", ""),
        "rest": tried.typed.get("rest", LEAVE),
        "fault": tried.fault,
        "hint": tried.hint,
    }
    following = address(PATH, {"paper": paper, "after": str(shown[-1].id)}) if more else ""
    return Page("console/proposals.html", "Proposed claims", framed(visit, data), next=following)


def _told(visit: Visit, one: KeptProposal, typed: Mapping[str, str], titles: Mapping[str, str]) -> dict[str, Json]:
    said, claim = one.proposal, one.proposal.claim
    locator = claim.locator
    return {
        "id": one.id,
        "paper": one.paper,
        "title": titles.get(one.paper, ""),
        "state": said.state.value,
        "kind": claim.kind.value,
        "text": typed.get(f"text-{one.id}", claim.text),
        "quote": typed.get(f"quote-{one.id}", claim.quote or ""),
        "choice": typed.get(f"do-{one.id}", LEAVE),
        "most": LONGEST_TEXT,
        "version": said.version,
        "page": None if locator is None else locator.page,
        "label": "" if locator is None else locator.label,
        "why": said.why,
        "by": said.model or "code",
        "faults": list(said.faults),
        "nearest": said.nearest,
        "parts": [part.text for part in claim.conjuncts],
        "spec": _spec(one),
        "context": _context(visit, one),
    }


def _spec(one: KeptProposal) -> str:
    """What is stated, in a few words; empty where nothing is."""
    said, quantity = one.proposal.claim.statement, one.proposal.claim.quantity
    if said is None:
        return ""
    other = f"versus {said.versus.of}" if said.versus is not None and said.versus.of else ""
    spread = f"± {said.plus_minus}" if said.plus_minus else ""
    unit, name = ("", "") if quantity is None else (quantity.unit, quantity.name)
    return " ".join(part for part in (name, said.comparator.value, said.value, spread, unit, other) if part)


def _context(visit: Visit, one: KeptProposal) -> dict[str, Json] | None:
    """The quote, or what comes nearest, with what stands around it; None where no text is on file."""
    text = text_for(visit.tx.texts.of(one.paper), one.proposal.claim.locator)
    if text is None:
        return None
    try:
        found: Excerpt | None = quoted(visit.here.blobs, text, one.proposal.claim).excerpt
    except OpenReproError:
        return None
    return None if found is None else {"before": found.before, "quote": found.quote, "after": found.after}


KIND: Final = Kind("console-proposals", PATH, proposals, none, private=True)
