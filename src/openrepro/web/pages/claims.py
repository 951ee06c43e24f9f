"""A claim: its quote and spec in words, its versions, and the verdict of every team side by side."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from openrepro.board.consensus import ClaimState, Tally
from openrepro.claims.claim import Claim
from openrepro.claims.powering import power_hint
from openrepro.claims.saying import said
from openrepro.ids import CLAIM_ID, Json
from openrepro.judging.label import Label
from openrepro.papers.paper import Paper
from openrepro.server.boards import MAIN
from openrepro.store.papers import ListedPaper
from openrepro.web.claim_review import Site, claim_review
from openrepro.web.faults import not_found
from openrepro.web.pages.claim_quotes import quote_of
from openrepro.web.pages.claim_verdicts import Rows, agreement, plot_of, rows_of
from openrepro.web.pages.claim_versions import History, history_of
from openrepro.web.pages.disputes import ON_A_CLAIM, told_disputes
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.templating import address, cut

AT_ONCE: Final = 500
COUNTED: Final = (Label.VERIFIED, Label.FALSIFIED, Label.TOY, Label.INCONCLUSIVE)
STATES: Final[dict[ClaimState, str]] = {
    ClaimState.VERIFIED: "A team's runs support it at full scale, and no team's confirmed result contradicts it.",
    ClaimState.FALSIFIED: "A team's runs contradict it at full scale, a second look confirmed that, and no team "
    "verified it.",
    ClaimState.CONTESTED: "At least one team verified it and at least one falsified it: their runs disagree.",
    ClaimState.TOY: "It was tested only at a reduced scale, on a stand-in, or for finitely many of all cases.",
    ClaimState.INCONCLUSIVE: "It was tried, and no run settled it.",
    ClaimState.UNTESTED: "No team has a verdict on it that counts.",
    ClaimState.NOT_TESTABLE: "It states no result that a run could test.",
    ClaimState.QUARANTINED: "Its quote does not stand in the paper, so nobody judges it and it counts for nothing "
    "until somebody has mended that.",
}
ASSURANCE: Final = (
    "said: nothing that was executed carries it",
    "captured by the participant's own tool",
    "run again by us",
    "shown by a second, independent team",
    "audited by a person",
)
NOT_COUNTED: Final = "The board does not count this claim yet."


def claim_page(visit: Visit) -> Page:
    """The page at `/claims/<claim>`; also of a claim that is not in force any more."""
    name = visit.params["claim"]
    found = CLAIM_ID.fullmatch(name)
    paper = None if found is None else visit.tx.papers.listed(found["paper"])
    history = None if paper is None else history_of(visit.tx, paper.paper.id, name)
    claim = None if history is None else history.last
    if paper is None or history is None or claim is None:
        raise not_found("claim", name)
    board = visit.tx.boards.paper(MAIN, paper.paper.id)
    body = None if board is None else board.body
    rows = rows_of(visit, name, history, body)
    data = _data(visit, paper, history, claim, rows, body)
    following = "" if rows.next is None else address(f"/claims/{name}", {"after": rows.next})
    return Page("claim.html", _title(claim), data, description=cut(claim.text, 300), next=following)


def _title(claim: Claim) -> str:
    return f"Claim {_number(claim.id)}: {cut(claim.text, 80)}"


def _number(claim: str) -> str:
    return claim.rpartition(".")[2]


def _data(
    visit: Visit, paper: ListedPaper, history: History, claim: Claim, rows: Rows, board: str | None
) -> dict[str, Json]:
    consensus, quote = _consensus(claim.id, board), quote_of(visit, claim, paper.paper)
    quarantined = quote["quarantined"] is not None
    return {
        "claim": _about(paper, history, claim, quarantined=quarantined),
        "consensus": consensus,
        "quote": quote,
        "spec": _spec(claim),
        "parts": [{"id": part.id, "text": part.text, "spec": _spec(part)} for part in claim.conjuncts],
        "versions": history.as_json(),
        "versions_left_out": history.left_out,
        "verdicts": [*rows.told],
        "after": visit.asked("after") or None,
        "plot": plot_of(claim, rows.told),
        "agreement": None if consensus is None else agreement(consensus["tally"]),
        "opposed": list(_opposed(rows.told)),
        "review": _review(visit, paper.paper, claim, consensus),
        "power": _power(claim),
        "disputes": told_disputes(visit.tx, visit.tx.disputes.page(claim=claim.id, limit=ON_A_CLAIM)),
        "edits": visit.who.operates,
    }


def _about(paper: ListedPaper, history: History, claim: Claim, *, quarantined: bool) -> dict[str, Json]:
    return {
        "id": claim.id,
        "number": _number(claim.id),
        "paper": paper.paper.id,
        "paper_title": paper.paper.title,
        "kind": claim.kind.value,
        "testable": claim.kind.testable and not quarantined,
        "text": claim.text,
        "in_force": history.in_force is not None,
        "claim_set": history.effective,
    }


def _consensus(claim: str, board: str | None) -> dict[str, Any] | None:
    """What the teams together say, as the board counted it; None where it did not (yet)."""
    listed = [] if board is None else json.loads(board)["claims"]
    found = next((one for one in listed if one["claim"] == claim), None)
    if found is None:
        return None
    tally = Tally(**{name: count for name, count in found["tally"].items() if name != "teams"})
    return {
        "state": found["state"],
        "meaning": STATES[ClaimState(found["state"])],
        "assurance": found["assurance"],
        "assurance_words": ASSURANCE[found["assurance"]],
        "reopened": found["reopened"],
        "tally": found["tally"],
        "counts": [_count(label, tally, found["tally"][label.value]) for label in COUNTED],
    }


def _count(label: Label, tally: Tally, teams: int) -> dict[str, Json]:
    said_by = {"any": tally.any(label), "majority": tally.majority(label), "all": tally.all(label)}
    return {"label": label.value, "teams": teams, **said_by}


def _spec(claim: Claim) -> list[Json]:
    """The sentences of a spec by what they are about."""
    by: dict[str, list[Json]] = {}
    for one in said(claim):
        by.setdefault(one.about.value, []).append(one.text)
    return [{"about": about, "sentences": sentences} for about, sentences in by.items()]


def _power(claim: Claim) -> Json:
    """How many runs decide it, where the paper prints how much they differ."""
    hint = power_hint(claim)
    return None if hint is None or hint.seeds is None else dict(hint._asdict())


def _opposed(rows: Sequence[Mapping[str, Any]]) -> Iterator[Json]:
    """Where verdicts shown here differ in label: each label with its teams and their deciding reasons."""
    by_label: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if Label(row["label"]).decided:
            by_label.setdefault(row["label"], []).append(row)
    if len(by_label) < 2:
        return
    for label in (one.value for one in COUNTED if one.value in by_label):
        yield {"label": label, "teams": [_because(row) for row in by_label[label]]}


def _because(row: Mapping[str, Any]) -> dict[str, Json]:
    reasons = row["reasons"]
    return {
        "team": row["team"],
        "team_name": row["team_name"],
        "verdict": row["id"],
        "because": " ".join(reason["text"] for reason in reasons[:2]),
    }


def _review(visit: Visit, paper: Paper, claim: Claim, consensus: Mapping[str, Any] | None) -> dict[str, Json] | None:
    """The ClaimReview of the first page, dated by the last verdict that gave a label."""
    if consensus is None or visit.asked("after"):
        return None
    site = Site(visit.around.rules.name, visit.here.settings.public_url)
    judged = visit.tx.ledger.last_labelled(claim.id)
    return claim_review(site, paper, claim.id, claim.text, consensus["state"], judged)


def _addresses(visit: Visit) -> Iterator[Address]:
    """Every claim in force, and those that were once judged and are not in force any more."""
    cursor = None
    while True:
        page = visit.tx.papers.claims_page(after=cursor, limit=AT_ONCE)
        yield from (Address({"claim": one.id}, group=one.paper) for one in page.claims)
        cursor = page.next
        if cursor is None:
            break
    for name in visit.tx.ledger.claims_set_aside():
        found = CLAIM_ID.fullmatch(name)
        if found is not None and history_of(visit.tx, found["paper"], name).last is not None:
            yield Address({"claim": name})


KINDS: Final = (Kind("claim", "/claims/{claim}", claim_page, _addresses),)
