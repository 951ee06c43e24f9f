"""The claims in one state, by paper: the records behind the figures about claims."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from openrepro.board.consensus import ClaimState, PaperState
from openrepro.board.shown import PaperRow
from openrepro.ids import Json
from openrepro.web.pages.figure_records import TESTABLE
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.views import Viewed, viewed, viewed_in
from openrepro.web.templating import address

PATH: Final = "/claims"
ON_A_PAGE: Final = 40
LOOKED_AT: Final = 150
"""How many papers are looked through for one page, so that a rare state costs no more than a common one."""
STATES: Final = (TESTABLE, *(state.value for state in ClaimState))
_TRIED: Final = (
    *(PaperState.CONTESTED, PaperState.ALL_FALSIFIED, PaperState.MIXED),
    *(PaperState.PARTLY, PaperState.TOY_ONLY),
)
WHERE: Final[Mapping[str, tuple[PaperState, ...]]] = {
    ClaimState.CONTESTED: (PaperState.CONTESTED,),
    ClaimState.VERIFIED: (PaperState.CONTESTED, PaperState.MIXED, PaperState.PARTLY, PaperState.FULLY),
    ClaimState.FALSIFIED: (PaperState.CONTESTED, PaperState.ALL_FALSIFIED, PaperState.MIXED),
    ClaimState.TOY: _TRIED,
    ClaimState.INCONCLUSIVE: (*_TRIED, PaperState.NOTHING),
}
"""The states of papers in which alone such a claim occurs."""


class Found(NamedTuple):
    """Claims of the papers that were looked through, and the last of these; empty where nothing follows."""

    claims: Sequence[Mapping[str, Any]]
    last: str


def claim_list(visit: Visit) -> Page:
    """The page at `/claims`."""
    view, state, after = viewed(visit), visit.one_of("state", STATES), visit.asked("after")
    found = _found(visit, view, state, after)
    query = {**view.query, "state": state}
    data: dict[str, Json] = {
        "view": view.as_json(PATH),
        "state": state,
        "after": after,
        "states": [{"state": one, "where": address(PATH, {**query, "state": one})} for one in ("", *STATES)],
        "claims": _told(visit, found.claims),
        "looked_at": LOOKED_AT,
        "short": bool(found.last) and 0 < len(found.claims) < ON_A_PAGE,
    }
    title = f"Claims: {state}" if state else "Claims"
    following = address(PATH, {**query, "after": found.last}) if found.last else ""
    return Page("claim_list.html", title, data, f"{title}, by paper, with the counts of teams.", next=following)


def _found(visit: Visit, view: Viewed, state: str, after: str) -> Found:
    """Whole papers, until a page is full or enough was looked through."""
    claims: list[Mapping[str, Any]] = []
    testable = state == TESTABLE or (bool(state) and ClaimState(state).testable)
    states = WHERE.get(state, ())
    rows = visit.tx.boards.papers_in(view.name, states, testable=testable, after=after, limit=LOOKED_AT + 1)
    for at, row in enumerate(rows[:LOOKED_AT], start=1):
        claims += _of_paper(row, state)
        if len(claims) >= ON_A_PAGE and at < len(rows):
            return Found(claims, row.paper)
    return Found(claims, rows[LOOKED_AT - 1].paper if len(rows) > LOOKED_AT else "")


def _of_paper(row: PaperRow, state: str) -> Iterator[Mapping[str, Any]]:
    for claim in json.loads(row.body)["claims"]:
        testable = ClaimState(claim["state"]).testable
        if state in ("", claim["state"]) or (state == TESTABLE and testable):
            yield {**claim, "paper": row.paper}


def _told(visit: Visit, claims: Sequence[Mapping[str, Any]]) -> list[Json]:
    texts = visit.tx.papers.claims_of([claim["claim"] for claim in claims])
    titles = visit.tx.papers.titles(sorted({claim["paper"] for claim in claims}))
    return [
        {
            "claim": claim["claim"],
            "text": texts[claim["claim"]].text if claim["claim"] in texts else "",
            "state": claim["state"],
            "assurance": claim["assurance"],
            "tally": claim["tally"],
            "paper": claim["paper"],
            "title": titles.get(claim["paper"], ""),
        }
        for claim in claims
    ]


def _addresses(visit: Visit) -> Iterator[Address]:
    for view in viewed_in(visit):
        yield from (Address({}, {**view, **state}) for state in ({}, *({"state": one} for one in STATES)))


KINDS: Final = (Kind("claim list", PATH, claim_list, _addresses),)
