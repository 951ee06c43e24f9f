"""Looks, claims and evidence as they are told to who has not read yet."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from openrepro.claims.claim import Claim, Locator
from openrepro.claims.saying import said
from openrepro.clock import instant_of
from openrepro.ids import Json
from openrepro.judging.readers.sheet import Sheet, Sort
from openrepro.store.looks import Look
from openrepro.store.store import Transaction

TITLES: Final = {
    Sort.OUTPUT: "What runs printed",
    Sort.FILE: "Result files",
    Sort.CODE: "The code that was run",
    Sort.PROSE: "What the author says about it",
}


def told_looks(tx: Transaction, looks: Sequence[Look], account: str, now: datetime, place: int = 0) -> list[Json]:
    """Looks as somebody is told of them who has not read yet: nothing says what the machine ruled, or whose it is."""
    claims = tx.papers.claims_of([look.claim for look in looks])
    drafts = tx.drafts.among(account, [look.id for look in looks])
    return [
        {
            "id": look.id,
            "place": place + number,
            "claim": look.claim,
            "text": claims[look.claim].text if look.claim in claims else "",
            "why": list(dict.fromkeys(why.blind for why in look.why)),
            "since": look.created_at,
            "hours": int((now - instant_of(look.created_at)).total_seconds() // 3600),
            "taken_until": look.taken_until if look.taken_by == account else "",
            "draft": look.id in drafts,
        }
        for number, look in enumerate(looks, start=1)
    ]


def evidence_json(sheet: Sheet) -> list[Json]:
    """The blocks by what they are, in reading order: what the author says last."""
    return [
        {
            "sort": sort.value,
            "title": title,
            "blocks": [block.as_json() for block in sheet.blocks if block.sort is sort],
        }
        for sort, title in TITLES.items()
    ]


def claim_json(claim: Claim) -> dict[str, Json]:
    """The claim with its spec in words, and its parts."""
    return {
        "id": claim.id,
        "text": claim.text,
        "quote": claim.quote,
        "where": _where(claim.locator),
        "spec": _spec(claim),
        "parts": [{"id": part.id, "text": part.text, "spec": _spec(part)} for part in claim.conjuncts],
    }


def _spec(claim: Claim) -> list[Json]:
    by: dict[str, list[Json]] = {}
    for one in said(claim):
        by.setdefault(one.about.value, []).append(one.text)
    return [{"about": about, "sentences": sentences} for about, sentences in by.items()]


def _where(locator: Locator | None) -> str:
    if locator is None:
        return ""
    return ", ".join(part for part in (locator.label, "" if locator.page is None else f"page {locator.page}") if part)
