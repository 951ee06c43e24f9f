"""Claims in force whose quote does not stand in the text of their paper, until quote or text are mended."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from openrepro.claims.anchoring import Anchors
from openrepro.claims.claim import Claim, Locator
from openrepro.claims.proposals import QUARANTINING, nearest_of
from openrepro.entries.ports import Blobs
from openrepro.entries.sweeps import AT_ONCE, claims_changed
from openrepro.entries.window import Terms
from openrepro.papers.text import PaperText
from openrepro.papers.text_packing import unpacked
from openrepro.store.entries import Wanted
from openrepro.store.quarantine import Quarantined, quarantined
from openrepro.store.store import Transaction
from openrepro.store.texts import KeptText

MOST_TEXTS: Final = 8
"""Of a paper that are read at once; the newest."""


def look_again(tx: Transaction, blobs: Blobs, papers: Iterable[str], *, now: str) -> tuple[Quarantined, ...]:
    """Look the quotes of the claims in force of some papers up anew, and keep which of them are quarantined.

    A claim is quarantined when the very text that its locator names, or the newest where it names none, is on file and
    its quote does not stand there; the same holds for a part of it. Where that text is not on file nothing is. Called
    in the transaction that changes claims or texts.
    """
    found: list[Quarantined] = []
    for paper in dict.fromkeys(papers):
        texts = tx.texts.of(paper)[-MOST_TEXTS:]
        before = tx.quarantine.of(paper)
        held = tuple(_quarantined(tx, blobs, paper, texts, now)) if texts else ()
        if held or before:
            tx.quarantine.put(paper, held)
        found += held
    return tuple(found)


def of_paper(tx: Transaction, paper: str) -> frozenset[str]:
    """The ids of a paper's claims that are quarantined."""
    return quarantined(tx.connection, paper)


def judge_lifted(tx: Transaction, paper: str, before: frozenset[str], terms: Terms) -> int:
    """After a text came or went: queue the judged entries of a paper where a claim that was quarantined `before` is so
    no more; gives how many. After claims changed, the keeper does that."""
    if not before - of_paper(tx, paper):
        return 0
    queued, last = 0, 0
    while True:
        page = tx.entries.page(Wanted(paper=paper, hidden=None), before=last, limit=AT_ONCE)
        queued += claims_changed(tx, [row.entry for row in page.rows], terms)
        last = page.next
        if not last:
            return queued


def named(texts: Sequence[KeptText], locator: Locator | None) -> KeptText | None:
    """The text on file that a quote has to stand in: the very file, a file of the same version, or the newest where the
    claim names neither; None where it names one that is not on file."""
    if locator is None or not (locator.sha256 or locator.version):
        return texts[-1] if texts else None
    same = [one for one in texts if one.sha256 == locator.sha256]
    same = same or [one for one in texts if one.version == locator.version]
    return same[-1] if same else None


def _quarantined(
    tx: Transaction, blobs: Blobs, paper: str, texts: Sequence[KeptText], now: str
) -> Iterator[Quarantined]:
    claims = tx.papers.claims(paper)
    ready: dict[str, Anchors] = {}
    for claim in () if claims is None else claims.claims:
        for part in (claim, *claim.conjuncts):
            found = _one(part, claim.id, paper, texts, blobs, ready, now)
            if found is not None:
                yield found
                break


def _one(
    part: Claim,
    claim: str,
    paper: str,
    texts: Sequence[KeptText],
    blobs: Blobs,
    ready: dict[str, Anchors],
    now: str,
) -> Quarantined | None:
    text = named(texts, part.locator) if (part.quote or "").strip() else None
    anchors = None if text is None else _ready(text, blobs, ready)
    if text is None or anchors is None:
        return None
    anchor = anchors.anchor(part)
    faults = tuple(one.text for one in anchor.faults if one.code in QUARANTINING)
    if not faults:
        return None
    near = nearest_of(anchor, anchors.text)
    return Quarantined(claim, paper, faults, near, text.version, text.sha256, now)


def _ready(text: KeptText, blobs: Blobs, ready: dict[str, Anchors]) -> Anchors | None:
    """The text made ready to look quotes up in; None where its bytes are lost."""
    if text.extracted not in ready:
        data = blobs.get(text.extracted)
        if data is None:
            return None
        read: PaperText = unpacked(data)
        ready[text.extracted] = Anchors(read)
    return ready[text.extracted]
