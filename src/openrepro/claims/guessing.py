"""The kind of a claim, guessed from its words where nobody has written it down."""

import re

from openrepro.claims.claim import Kind

LONGEST = 600
"""Characters of a text that are looked at."""

CUES: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Kind.DEFINITION, r"\b(?:is defined as|denotes|(?:analysis|paper|proof) assumes)\b"),
        (Kind.POSITION, r"\b(?:position paper|(?:authors?|paper) (?:calls? for|advocates?))\b"),
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
