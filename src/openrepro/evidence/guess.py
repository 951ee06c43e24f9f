"""Claims taken from a logbook's own pages when no claims file is given: text and guessed kind, no spec."""

import re

from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.logbooks.logbook import BlockKind, Logbook, Page, PageRole

CLAIM_LINE = re.compile(
    r"^[\s>*_-]{0,6}(?:the )?(?:paper'?s )?claim(?:\s+[0-9]{1,2})?[*_]{0,2}\s{0,2}[:—–][*_]{0,2}\s*(.{12,})$",
    re.IGNORECASE,
)
TITLE_HEAD = re.compile(r"^\s*(?:claim\s*)?[#c]?[0-9]{1,2}\s*[:.—–-]+\s*", re.IGNORECASE)
LONGEST = 600

CUES: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Kind.DEFINITION, r"\b(?:is defined as|defines|denotes|assumes that|assumption)\b"),
        (Kind.POSITION, r"\b(?:we argue|position paper|should be|the authors? (?:call|advocate))\b"),
        (Kind.UNIVERSAL, r"\b(?:theorem|proposition|lemma|corollary|for (?:all|every|any)|guarantee[sd]?|prove[sdn]?|"
                         r"converges?|always|never|necessary and sufficient|if and only if)\b|\bO\(|Õ|asymptotic"),
        (Kind.DATASET, r"\b(?:dataset|benchmark|corpus|release)s?\b.{0,60}\b(?:contain|comprise|include|consist)s?\b"),
        (Kind.RESOURCE, r"\b(?:faster|speed-?ups?|latency|memory|runtime|wall-?clock|flops|parameters?|throughput)\b"),
        (Kind.MECHANISM, r"\b(?:ablation|because|due to|mechanism|contributes?|removing|without the)\b"),
        (Kind.TREND, r"\b(?:scales? (?:as|with)|grows?|increases? with|decreases? with|as .{1,30} increases)\b"),
        (Kind.EXISTENCE, r"\b(?:there exists?|exists?)\b"),
        (Kind.NULL, r"\b(?:no (?:significant )?(?:difference|correlation)|comparable to|on par with)\b"),
        (Kind.ORDERING, r"\b(?:outperforms?|better than|higher than|lower than|beats?|superior|best|improves?)\b"),
        (Kind.VALUE, r"[0-9]"),
    )
)  # fmt: skip


def guess_kind(text: str) -> Kind:
    """The kind that the words of `text` suggest; `qualitative` when none does."""
    return next((kind for kind, cue in CUES if cue.search(text[:LONGEST])), Kind.QUALITATIVE)


def guessed_claims(logbook: Logbook) -> ClaimSet:
    """One unspecified claim per claim page, numbered as the page numbers itself, else in reading order."""
    paper = logbook.paper.ids[0] if logbook.paper.ids else "unknown"
    claims: dict[str, Claim] = {}
    free = 0
    for page in logbook.pages:
        if page.role is not PageRole.CLAIM:
            continue
        free += 1
        number = page.claims[0] if page.claims else free
        claim_id = f"{paper}.c{number}"
        if claim_id not in claims:
            text = _text(page)
            claims[claim_id] = Claim(id=claim_id, kind=guess_kind(text), text=text, specified=False)
    chosen = tuple(sorted(claims.values(), key=lambda claim: claim.number or 0))
    return ClaimSet(paper=paper, claims=chosen, source=[{"id": item.id, "text": item.text} for item in chosen])


def _text(page: Page) -> str:
    """The line that states the claim, else the page's title."""
    for cell in page.cells:
        for block in cell.blocks:
            if block.kind is BlockKind.PROSE:
                for line in block.text[:4000].splitlines():
                    stated = CLAIM_LINE.match(line[:LONGEST])
                    if stated is not None:
                        return stated[1].strip().strip("*_")
    return TITLE_HEAD.sub("", page.title).strip() or page.title
