"""The verdicts of one entry, claim by claim, each with its reasons, the quotes it rests on, and what would raise it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from openrepro.board.votes import assurance_of
from openrepro.claims.claim import Claim
from openrepro.ids import Json
from openrepro.judging.verdict import Verdict
from openrepro.lint.raising import raising
from openrepro.store.record_rows import VerdictRow
from openrepro.web.pages.book import Book
from openrepro.web.pages.page import Visit
from openrepro.web.pages.spots import place
from openrepro.web.pages.verdict_words import GRADES
from openrepro.web.second_looks import confirmed

MOST: Final = 60
ASSURANCES: Final[Mapping[int, str]] = {
    0: "said, not captured",
    1: "captured by the participant's tool",
    2: "re-run by us",
    4: "read by a person",
}


def verdicts_of(visit: Visit, book: Book) -> list[Json]:
    """The current verdicts of an entry, in the order of its paper's claims."""
    tx, entry = visit.tx, book.entry
    rows = tx.ledger.verdicts(entry=entry.id, current=True, limit=MOST)
    records = {verdict.claim: verdict for verdict in tx.ledger.current(entry.id)} if rows else {}
    held = tx.papers.claims(entry.paper) if rows else None
    claims = {} if held is None else {claim.id: claim for claim in held.claims}
    order = {name: at for at, name in enumerate(claims)}
    quotes = quotes_by_claim(book)
    counted = confirmed(tx, rows, {entry.id: entry})
    return [
        {
            **_told(row, records[row.claim], claims.get(row.claim), quotes.get(row.claim, ())),
            "reworded": bool(row.claim_version and held and not held.holds(row.claim, row.claim_version)),
            "confirmed": row.id in counted,
        }
        for row in sorted(rows, key=lambda row: (order.get(row.claim, len(order)), row.claim))
    ]


def _told(
    row: VerdictRow, verdict: Verdict, claim: Claim | None, quotes: Sequence[Mapping[str, Json]]
) -> dict[str, Json]:
    assurance, reasons = assurance_of(verdict.grade, verdict.reader), verdict.ruling.reasons
    return {
        "id": row.id,
        "claim": row.claim,
        "label": row.label,
        "direction": row.direction,
        "provisional": row.provisional,
        "grade": {"name": row.grade, "meaning": GRADES[verdict.grade]},
        "assurance": {"level": assurance, "meaning": ASSURANCES[assurance]},
        "text": "" if claim is None else claim.text,
        "retired": claim is None,
        "reasons": [{"code": one.code, "text": one.text} for one in reasons],
        "quotes": [dict(one) for one in quotes],
        "raises": list(raising(reasons, verdict.label, claim)),
        "review": row.review,
        "reader": row.reader,
        "judged_at": row.judged_at,
        "revision": row.revision,
        "before": row.supersedes,
    }


def quotes_by_claim(book: Book) -> Mapping[str, list[dict[str, Json]]]:
    """The quotes that each claim's verdict rests on, with their exact text and where they are marked."""
    found: dict[str, list[dict[str, Json]]] = {}
    for one in book.items("quotes"):
        found.setdefault(one["claim"], []).append(quote(book, one))
    return found


def quote(book: Book, one: Mapping[str, Any]) -> dict[str, Json]:
    """One quote of the material. `at` is None where its bytes are not in the revision that is shown."""
    spot = one["spot"] if one["found"] else None
    return {
        "name": one["name"],
        "claim": one["claim"],
        "why": one["why"],
        "text": one["text"],
        "size": one["size"],
        "marked": one["marked"],
        "carried": one["carried"],
        "at": None if spot is None else place(book.entry.id, spot, one["name"] if one["marked"] else ""),
    }
