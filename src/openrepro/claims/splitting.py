"""Texts that assert several things: taken apart where each part can stand alone, else told as compound."""

import re
from dataclasses import replace
from typing import Final

from openrepro.claims.amounts import amounts, quantity_of, statement_of
from openrepro.claims.claim import Claim
from openrepro.claims.guessing import guess_kind

MOST_PARTS: Final = 6
LEAST_WORDS: Final = 4
LONGEST: Final = 2_000
_JOINTS: Final = re.compile(r";\s{1,3}(?:and\s)?|,?\s(?:while|whereas)\s|,\sand\s")
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|reach(?:es|ed)?|achiev(?:es?|ed)|makes?|outperforms?|improv(?:es?|ed)|reduc(?:es?|ed)|"
    r"increas(?:es?|ed)|decreas(?:es?|ed)|contains?|satisf(?:y|ies)|holds?|converges?|raises?|takes?|gives?|needs?|"
    r"requires?|yields?|attains?|drops?|remains?|exceeds?|matches|fails?|errs?|lowers?|saves?|shows?|uses?|runs?)\b"
)
_JOINED: Final = re.compile(r";\s|\srespectively\b|\sas well as\s|\swhereas\s|\swhile\s|,\sand also\s|,\sand\s")


def parts_of(text: str) -> tuple[str, ...]:
    """The assertions that a text joins, each with a verb of its own; empty where it cannot be taken apart by code."""
    pieces = [" ".join(piece.split()) for piece in _JOINTS.split(text[:LONGEST].rstrip(" ."))]
    alone = [piece for piece in pieces if len(piece.split()) >= LEAST_WORDS and _VERB.search(piece)]
    if not 2 <= len(pieces) <= MOST_PARTS or len(alone) != len(pieces) or len(text) > LONGEST:
        return ()
    return tuple(f"{piece[:1].upper()}{piece[1:]}." for piece in pieces)


def looks_compound(text: str) -> str:
    """The words that join several assertions in a text; empty where none do."""
    match = _JOINED.search(text[:LONGEST])
    if match is None:
        return ""
    if match[0].startswith(", and") and not parts_of(text):
        return ""
    return " ".join(match[0].split()).strip(" ,") or ";"


def split(claim: Claim) -> Claim:
    """The claim with its conjuncts, where its text joins several that each state a number; else as it is."""
    parts = parts_of(claim.text)
    if not parts or claim.conjuncts or not all(amounts(part) for part in parts):
        return claim
    letters = "abcdefghij"
    conjuncts = tuple(
        Claim(
            f"{claim.id}{letters[at]}",
            guess_kind(part),
            part,
            claim.quote,
            claim.locator,
            quantity_of(part),
            statement_of(part),
        )
        for at, part in enumerate(parts)
    )
    return replace(claim, quantity=None, statement=None, conjuncts=conjuncts)
